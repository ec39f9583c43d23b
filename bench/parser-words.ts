/**
 * What classes and vectors of words are worth to a constituency parser: F1 without and with them on DEV, and on TRAIN
 * by folds (the first --measured of them), each parsed by a parser of the others; the difference with its interval by
 * the bootstrap over sentences.
 *
 *   npx tsx bench/parser-words.ts TRAIN DEV CLUSTERS VECTORS [--folds 10] [--measured 1] [--states 32] [--members 1]
 *     [--name wsj]
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { readClusters, readTreebank, type Treebank } from "../src/data/index.ts";
import { approximateRandomization, bootstrapInterval, type SentenceBrackets } from "../src/evaluation/index.ts";
import { allowRelaxedSimd, open } from "../src/files/index.ts";
import { evaluateParser, learnParser, Parser } from "../src/models/parser/index.ts";
import { f1Of } from "../src/models/parser/scores.ts";
import type { WordKnowledge } from "../src/models/representations/index.ts";
import { processorSeconds, record, shortPath } from "./result.ts";

allowRelaxedSimd();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folds: { type: "string", default: "10" },
    measured: { type: "string", default: "1" },
    states: { type: "string", default: "32" },
    members: { type: "string", default: "1" },
    name: { type: "string", default: "wsj" },
  },
});
const [trainPath, devPath, clustersPath, vectorsPath] = positionals;
if (trainPath === undefined || devPath === undefined || clustersPath === undefined || vectorsPath === undefined) {
  console.error(
    "usage: npx tsx bench/parser-words.ts TRAIN DEV CLUSTERS VECTORS [--folds 10] [--measured 1] [--states 32] [--members 1] [--name wsj]",
  );
  process.exit(2);
}
const train = readTreebank(readFileSync(trainPath, "utf8"), { file: shortPath(trainPath) });
const { preparation } = train;
const dev = readTreebank(readFileSync(devPath, "utf8"), { file: shortPath(devPath), preparation });
const classes = readClusters(readFileSync(clustersPath, "utf8"), { file: clustersPath });
const vectors = await open(vectorsPath, "vectors");
const [folds, parts] = [Number(values.folds), Number(values.measured)];
const options = { states: Number(values.states), members: Number(values.members) };

const SYSTEMS: Readonly<Record<string, WordKnowledge>> = {
  none: {},
  classes: { classes },
  vectors: { vectors },
  "classes and vectors": { classes, vectors },
};

interface Measured {
  readonly brackets: readonly SentenceBrackets[];
  /** Of one parser's training. */
  readonly seconds: number;
}

async function measured(from: Treebank, gold: Treebank, knowledge: WordKnowledge): Promise<Measured> {
  const began = processorSeconds();
  const { model } = await learnParser({ train: from, ...knowledge }, options);
  const seconds = processorSeconds() - began;
  const brackets: SentenceBrackets[] = [];
  await evaluateParser(new Parser(model), gold, { copyTags: true }, { onSentence: (each) => brackets.push(each) });
  return { brackets, seconds };
}

/** Trees of the training part, parsed by parsers that did not see them. */
async function folded(knowledge: WordKnowledge): Promise<Measured> {
  const done: Measured[] = [];
  for (let fold = 0; fold < parts; fold++) {
    const part = (inFold: boolean): Treebank => ({
      ...train,
      trees: train.trees.filter((_, n) => (n % folds === fold) === inFold),
    });
    done.push(await measured(part(false), part(true), knowledge));
  }
  return {
    brackets: done.flatMap(({ brackets }) => brackets),
    seconds: done.reduce((sum, { seconds }) => sum + seconds, 0) / parts,
  };
}

const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
const data: Readonly<Record<string, (knowledge: WordKnowledge) => Promise<Measured>>> = {
  [shortPath(devPath)]: (knowledge) => measured(train, dev, knowledge),
  ...(folds > 1 ? { [`${shortPath(trainPath)}, ${parts === 1 ? "one" : parts} of ${folds} folds`]: folded } : {}),
};
const rows: (string | number | null)[][] = [];
for (const [on, measure] of Object.entries(data)) {
  let first: Measured | undefined;
  for (const [system, knowledge] of Object.entries(SYSTEMS)) {
    const found = await measure(knowledge);
    const cells: (string | null)[] = [null, null, null];
    if (first !== undefined) {
      const before = first.brackets;
      const gain = bootstrapInterval(
        found.brackets.map((own, n) => [own, before[n]!] as const),
        (pairs) => f1Of(pairs.map(([own]) => own)) - f1Of(pairs.map(([, other]) => other)),
      );
      const { p } = approximateRandomization(found.brackets, before, f1Of);
      cells.splice(0, 3, signed(gain.value), `${signed(gain.low)} to ${signed(gain.high)}`, p.toFixed(3));
    }
    first ??= found;
    rows.push([on, system, f1Of(found.brackets).toFixed(2), ...cells, found.seconds.toFixed(1)]);
    console.error(rows.at(-1)!.join("  "));
  }
}
record(`parser-words-${values.name}`, {
  section: "Words help taggers",
  title: `Constituency parser with words of plain text, trained on ${shortPath(trainPath)}, m = ${values.states}, ${values.members === "1" ? "one structure" : `${values.members} structures`}, words given`,
  command: `npx tsx bench/parser-words.ts ${[trainPath, devPath].map(shortPath).join(" ")} ${[clustersPath, vectorsPath].map((path) => basename(path)).join(" ")} --folds ${folds} --measured ${parts} --states ${values.states} --members ${values.members}`,
  columns: ["measured on", "features", "F1", "gain", "95 %", "p", "training, CPU s"],
  rows,
  notes: [
    "Brackets under the gold tags, so that every sentence counts. Intervals by the bootstrap over sentences, p by approximate randomization.",
  ],
});
