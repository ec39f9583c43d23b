/**
 * Parsers on a treebank, all in one run: training time, accuracy with its interval, speed with one and two threads and
 * by length, memory, size of the model file; and the Berkeley parser on the same trees, when its jar is given.
 *
 *   npx tsx bench/parser.ts TRAIN.mrg DEV.mrg [--states 8,16,32,48] [--members 1,3] [--em 16] [--first 699]
 *     [--baselines] [--rerank] [--berkeley BerkeleyParser.jar] [--cycles 6] [--name wsj]
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readTreebank } from "../src/data/index.ts";
import {
  BracketScorer,
  bootstrapInterval,
  COLLINS_UNNAMED_TOP,
  type Interval,
  type SentenceBrackets,
} from "../src/evaluation/index.ts";
import { allowRelaxedSimd, threads } from "../src/files/index.ts";
import { formatPenn, readPenn } from "../src/formats/index.ts";
import { toBytes } from "../src/kinds/index.ts";
import { evaluateParser, learnParser, Parser, type ParserOptions } from "../src/models/parser/index.ts";
import { f1Of, withTagsOf } from "../src/models/parser/scores.ts";
import { words } from "../src/trees/index.ts";
import { processorSeconds, record, shortPath } from "./result.ts";

allowRelaxedSimd();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    states: { type: "string", default: "8,16,32,48" },
    members: { type: "string", default: "1,3" },
    em: { type: "string", default: "" },
    first: { type: "string", default: "" },
    baselines: { type: "boolean", default: false },
    rerank: { type: "boolean", default: false },
    berkeley: { type: "string" },
    cycles: { type: "string", default: "6" },
    name: { type: "string", default: "wsj" },
  },
});
const [trainPath, devPath] = positionals;
if (trainPath === undefined || devPath === undefined) {
  console.error("usage: npx tsx bench/parser.ts TRAIN.mrg DEV.mrg [--states 32] [--members 1,3] [--berkeley FILE] …");
  process.exit(2);
}
const train = readTreebank(readFileSync(trainPath, "utf8"), { file: shortPath(trainPath) });
const { preparation } = train;
const dev = readTreebank(readFileSync(devPath, "utf8"), { file: shortPath(devPath), preparation });
const gold = { ...dev, trees: values.first === "" ? dev.trees : dev.trees.slice(0, Number(values.first)) };
const numbers = (list: string) => list.split(",").filter(Boolean).map(Number);

const BASELINES: readonly (readonly [string, ParserOptions])[] = [
  ["PCFG", { method: "pcfg" }],
  ["Markovized PCFG", { method: "markov" }],
];
const trials: (readonly [string, ParserOptions])[] = [
  ...(values.baselines ? BASELINES : []),
  ...numbers(values.members).flatMap((members) =>
    numbers(values.states).map(
      (states) =>
        [`spectral, m = ${states}${members === 1 ? "" : `, ${members} structures`}`, { states, members }] as const,
    ),
  ),
  ...(values.rerank ? numbers(values.states) : []).map((states) => {
    const members = Math.max(...numbers(values.members));
    return [`the same ${members}, m = ${states}, re-ranked`, { states, members, rerank: true }] as const;
  }),
  ...numbers(values.em).map((states) => [`EM, m = ${states}`, { method: "em", states, iterations: 20 }] as const),
];

/** Sentences that are parsed before the clock runs: the compiler has seen everything then. */
const WARM_UP = 40;

/** Peak of the process so far, in MB. */
const peak = () => process.resourceUsage().maxRSS / 1024;

/** The difference of F1 and its interval, sentences resampled in pairs. */
const changeOf = (before: readonly SentenceBrackets[], after: readonly SentenceBrackets[]): Interval =>
  bootstrapInterval(
    before.map((own, at) => [own, after[at]!] as const),
    (pairs) => f1Of(pairs.map(([, own]) => own)) - f1Of(pairs.map(([own]) => own)),
  );

const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
const changeText = (change: Interval | undefined) =>
  change === undefined ? "" : `${signed(change.value)} (${signed(change.low)} to ${signed(change.high)})`;

let first: readonly SentenceBrackets[] | undefined;
const rows: (string | number)[][] = [];
const details: unknown[] = [];
for (const [name, options] of trials) {
  const began = processorSeconds();
  const { model } = await learnParser(train, options);
  const training = processorSeconds() - began;
  const afterTraining = peak();
  const parser = new Parser(model);
  await evaluateParser(parser, { ...gold, trees: gold.trees.slice(0, WARM_UP) }, { copyTags: true });
  const parsing = processorSeconds();
  const brackets: SentenceBrackets[] = [];
  const one = await evaluateParser(parser, gold, { copyTags: true }, { onSentence: (each) => brackets.push(each) });
  const cpu = processorSeconds() - parsing;
  const two = await evaluateParser(parser, gold, { copyTags: true }, { workers: threads(2) });
  const { f1, recall, precision, completeMatch, sentences } = one.all;
  const megabytes = (await toBytes(model)).length / 1e6;
  const rate = (seconds: number) => (sentences / seconds).toFixed(1);
  const rates = [f1, recall, precision, completeMatch].map((value) => value.toFixed(2));
  const { low, high } = one.interval;
  const change = first === undefined ? undefined : changeOf(first, brackets);
  first ??= brackets;
  rows.push([
    ...[
      name,
      rates[0]!,
      `${low.toFixed(2)}–${high.toFixed(2)}`,
      changeText(change),
      ...rates.slice(1),
      training.toFixed(1),
    ],
    ...[rate(cpu), rate(one.seconds), rate(two.seconds), megabytes.toFixed(1)],
  ]);
  const { byLength, fallbacks, interval, notComparable } = one;
  const memory = { afterTraining, afterParsing: peak() };
  const speed = {
    cpu: sentences / cpu,
    one: sentences / one.seconds,
    two: sentences / two.seconds,
    ratio: one.seconds / two.seconds,
  };
  details.push({ name, options, f1, interval, change, training, speed, byLength, fallbacks, notComparable, memory });
  console.log(rows.at(-1)!.join("  "));
}
if (values.berkeley !== undefined) details.push(berkeley(values.berkeley));

/** Trains and runs the Berkeley parser on the same trees and words; one line of the table. */
function berkeley(jar: string): unknown {
  const folder = mkdtempSync(join(tmpdir(), "berkeley-"));
  const [treebank, grammar] = [join(folder, "train.mrg"), join(folder, "grammar.gr")];
  const run = (args: readonly string[], input?: string) => {
    // The shell tells the processor seconds of its children on its last line.
    const timed = ["-c", '"$@"; status=$?; times >&2; exit $status', "sh", "java", "-Xmx3g", ...args];
    const { status, stdout, stderr } = spawnSync("sh", timed, { input, encoding: "utf8", maxBuffer: 2 ** 30 });
    if (status !== 0) throw new Error(`java ${args.join(" ")} failed: ${stderr.slice(-500)}`);
    const [user = 0, system = 0] = [
      ...stderr
        .trimEnd()
        .split("\n")
        .at(-1)!
        .matchAll(/(\d+)m([\d.]+)s/g),
    ].map(([, minutes, seconds]) => 60 * Number(minutes) + Number(seconds));
    return { stdout, seconds: user + system };
  };
  try {
    writeFileSync(treebank, train.trees.map((tree) => `( ${formatPenn(tree)})\n`).join(""));
    const trainer = "edu.berkeley.nlp.PCFGLA.GrammarTrainer";
    const parser = "edu.berkeley.nlp.PCFGLA.BerkeleyParser";
    const options = ["-path", treebank, "-out", grammar, "-treebank", "SINGLEFILE", "-SMcycles", values.cycles];
    const training = run(["-cp", jar, trainer, ...options]).seconds;
    const lines = gold.trees.map((tree) => words(tree).join(" "));
    const start = run(["-cp", jar, parser, "-gr", grammar], `${lines[0]}\n`).seconds;
    const { stdout, seconds } = run(["-cp", jar, parser, "-gr", grammar], `${lines.join("\n")}\n`);
    const scorer = new BracketScorer(COLLINS_UNNAMED_TOP);
    const predicted = readPenn(stdout.replaceAll("(())", "( (S (X x)))"));
    for (const [at, tree] of gold.trees.entries()) scorer.add(tree, predicted[at] && withTagsOf(tree, predicted[at]));
    const { f1, recall, precision, completeMatch } = scorer.summary().all;
    const speed = lines.length / Math.max(0.001, seconds - start);
    const rates = [f1, recall, precision, completeMatch].map((value) => value.toFixed(2));
    rows.push([
      ...[`Berkeley parser, ${values.cycles} cycles`, rates[0]!, "–", "", ...rates.slice(1)],
      ...[training.toFixed(1), speed.toFixed(1), "–", "–", "–"],
    ]);
    return { name: "Berkeley parser", cycles: Number(values.cycles), f1, training, speed };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

record(`parser-${values.name}`, {
  section: "Parser",
  title: `${shortPath(trainPath)} (${train.trees.length.toLocaleString("en")} trees), measured on ${shortPath(devPath)}, ${gold.trees.length.toLocaleString("en")} trees, words given`,
  command: `npx tsx bench/parser.ts ${shortPath(trainPath)} ${shortPath(devPath)} --states ${values.states} --members ${values.members}${values.rerank ? " --rerank" : ""}${values.em === "" ? "" : ` --em ${values.em}`}${values.first === "" ? "" : ` --first ${values.first}`}${values.berkeley === undefined ? "" : ` --berkeley BerkeleyParser.jar --cycles ${values.cycles}`} --name ${values.name}`,
  columns: [
    ...["method", "F1", "95 %", "change from the first row", "recall", "precision", "exact"],
    ...["training, CPU s", "sentences/CPU s", "sentences/s", "2 threads", "MB"],
  ],
  rows,
  notes: [
    "Brackets as EVALB with COLLINS.prm counts them, under the gold tags, so that every sentence counts; EM after 20 iterations; one thread in training and in sentences/CPU s, which says more than the clock where the machine has other work.",
  ],
  details,
});
