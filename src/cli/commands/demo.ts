/** `eigentree demo`: the main job on embedded data, in under a minute: three ways to learn a parser, side by side, and three sentences parsed. */
import { whole } from "../../base/index.ts";
import { formatPenn, readRawText } from "../../formats/index.ts";
import { type LearntParser, learnEm, learnPcfg, learnSpectral, Parser, parserToParts } from "../../models/parser/index.ts";
import { generateTreebank } from "../../samples/index.ts";
import { drawText, ENGLISH_HEADS, type Tree } from "../../trees/index.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { shared } from "../flags.ts";
import { measure } from "../kinds/parser/measure.ts";
import { formatCount, formatSeconds, formatTable } from "../numbers.ts";

/** Trees to measure with, for each to learn from. */
const TEST_SHARE = 0.15;
const STATES = 16;
/** Steps of EM: on these trees F1 on new sentences has levelled off by then. */
const ITERATIONS = 15;

/** Ambiguous to a grammar without hidden states: what a phrase belongs to depends on the words. */
const SENTENCES = [
  "She gave the child a book about the war.",
  "The doctor saw the man with the telescope.",
  "Did the woman who lives in Vienna promise to write a poem?",
];

interface Row {
  readonly method: string;
  readonly states: number;
  readonly trainingSeconds: number;
  readonly f1: number;
  readonly exactMatch: number;
  readonly sentencesPerSecond: number;
}

export const demo = defineCommand({
  description:
    "Draws a synthetic English treebank from a hand-written grammar, learns a plain PCFG, an L-PCFG by EM and an L-PCFG by the spectral method from most of it, and " +
    "measures them on the rest. Synthetic sentences prove nothing about real text: for that, train on a treebank of yours.",
  arguments: [],
  options: {
    trees: whole("trees to learn from", { default: 2000, min: 20, max: 100_000 }),
    ...shared("json", "quiet", "threads", "seed"),
  },
  examples: [["eigentree demo", "PCFG, EM and spectral learning side by side, and three sentences parsed"]],
  async run(context, _, { seed, trees: number }) {
    const { trees } = generateTreebank({ trees: number + Math.ceil(number * TEST_SHARE), seed });
    const train = trees.slice(0, number);
    const test = trees.slice(number);
    context.note(`${formatCount(number)} synthetic trees to learn from, ${formatCount(test.length)} others to measure with. The first:`);
    context.note(formatPenn(trees[0]!));
    const learning = { heads: ENGLISH_HEADS };
    const rows: Row[] = [];
    const tried = async (method: string, states: number, learn: () => LearntParser<unknown>) => {
      const { row, learnt } = await tryOut(context, method, states, learn, test);
      rows.push(row);
      return learnt;
    };
    await tried("PCFG", 1, () => learnPcfg(train, learning));
    await tried("EM", STATES, () => learnEm(train, { states: STATES, iterations: ITERATIONS, seed }, learning));
    const { model } = await tried("spectral", STATES, () => learnSpectral(train, { states: STATES, seed }, learning));
    const parser = new Parser(model);
    const parsed = SENTENCES.map((sentence) => ({ sentence, tree: parser.parse(readRawText(sentence)[0]!).tree }));
    await context.report({ seed, train: number, test: test.length, methods: rows, parses: parsed.map(asFacts) }, () =>
      [tableOf(rows), ...parsed.map(({ tree }) => drawText(tree))].join("\n\n"),
    );
  },
});

const asFacts = ({ sentence, tree }: { sentence: string; tree: Tree }) => ({ sentence, brackets: formatPenn(tree) });

async function tryOut(context: Context, method: string, states: number, learn: () => LearntParser<unknown>, test: readonly Tree[]) {
  context.note(`learning: ${method}`);
  const started = performance.now();
  const learnt = learn();
  const trainingSeconds = (performance.now() - started) / 1000;
  const { scores, seconds } = await measure(context, parserToParts(learnt.model, null), test, { input: "tokens" });
  const { f1, completeMatch } = scores.all;
  return { learnt, row: { method, states, trainingSeconds, f1, exactMatch: completeMatch, sentencesPerSecond: test.length / seconds } };
}

const tableOf = (rows: readonly Row[]): string =>
  formatTable([
    ["method", "states", "training", "   F1", "exact", "sentences/s"],
    ...rows.map(({ method, states, trainingSeconds, f1, exactMatch, sentencesPerSecond }) => [
      method,
      String(states).padStart(6),
      formatSeconds(trainingSeconds).padStart(8),
      f1.toFixed(1).padStart(5),
      exactMatch.toFixed(1).padStart(5),
      sentencesPerSecond.toFixed(0).padStart(11),
    ]),
  ]);
