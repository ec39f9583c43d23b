/**
 * `eigentree demo`, in under a minute: real English parsed with the models that come with Eigentree, then three ways to
 * learn a parser side by side on a synthetic treebank.
 */
import { whole } from "../../base/index.ts";
import { open } from "../../files/index.ts";
import { formatPenn } from "../../formats/index.ts";
import { evaluateParser, learnParser, Parser, type ParserOptions } from "../../models/parser/index.ts";
import { generateTreebank } from "../../samples/index.ts";
import { drawArcs, drawText, type Tree } from "../../trees/index.ts";
import { defineCommand } from "../frame/command.ts";
import type { Context } from "../frame/context.ts";
import { shared } from "../frame/flags.ts";
import { formatCount, formatSeconds, formatTable } from "../frame/numbers.ts";

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

/** Real English, for the shipped models: two trees, one with a doubt about what a phrase belongs to. */
const REAL_SENTENCES = [
  "Researchers at the university have found a new way to store energy from the sun.",
  "The committee, which met in Geneva last week, did not publish the report on time.",
];
/** Spans less likely than this are left out of the table. */
const LEAST_SPAN = 0.05;

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
    "Parses two sentences of real English with the shipped models `en`, as trees with the probabilities of their phrases and as dependencies. Then draws a synthetic " +
    "treebank from a hand-written grammar, learns a plain PCFG, an L-PCFG by EM and an L-PCFG by the spectral method from most of it, and measures them on the rest. " +
    "Synthetic sentences prove nothing about real text: figures on real text are in docs/results.md.",
  arguments: [],
  options: {
    trees: whole("trees to learn from", { default: 2000, min: 20, max: 100_000 }),
    ...shared("json", "quiet", "threads", "seed"),
  },
  examples: [["eigentree demo", "real English parsed, then PCFG, EM and spectral learning side by side"]],
  async run(context, _, { seed, trees: number }) {
    const real = await parseReal();
    if (!context.json) for (const { text } of real) await context.print(`${text}\n`);
    const { trees } = generateTreebank({ trees: number + Math.ceil(number * TEST_SHARE), seed });
    const train = trees.slice(0, number);
    const test = trees.slice(number);
    context.note(
      `${formatCount(number)} synthetic trees to learn from, ${formatCount(test.length)} others to measure with. The first:`,
    );
    context.note(formatPenn(trees[0]!));
    const rows: Row[] = [];
    const tried = async (name: string, states: number, options: ParserOptions) => {
      const { row, parser } = await tryOut(context, name, states, options, train, test);
      rows.push(row);
      return parser;
    };
    await tried("PCFG", 1, { method: "pcfg" });
    await tried("EM", STATES, { method: "em", states: STATES, iterations: ITERATIONS, seed });
    const parser = await tried("spectral", STATES, { states: STATES, members: 1, seed });
    const parsed = SENTENCES.map((sentence) => ({ sentence, tree: parser.parse(sentence).tree }));
    await context.report(
      {
        seed,
        train: number,
        test: test.length,
        methods: rows,
        english: real.map(({ facts }) => facts),
        parses: parsed.map(asFacts),
      },
      () => [tableOf(rows), ...parsed.map(({ tree }) => drawText(tree))].join("\n\n"),
    );
  },
});

/** The shipped models on real sentences: trees, phrases with their probabilities, arcs. */
async function parseReal() {
  const [parser, dependencies] = [await open("en", "parser"), await open("en", "dependency")];
  return REAL_SENTENCES.map((sentence) => {
    const parse = parser.parse(sentence);
    const spans = parser
      .spans(parse, LEAST_SPAN)
      .filter(({ start, end }) => end - start > 1)
      .map(({ label, start, end, probability }) => ({
        label,
        words: parse.words.slice(start, end).join(" "),
        probability,
      }));
    const { tree: arcs } = dependencies.parse(sentence);
    const table = formatTable(spans.map(({ label, words, probability }) => [probability.toFixed(2), label, words]));
    const text = [sentence, drawText(parse.tree, { width: 120 }), table, drawArcs(arcs)].join("\n\n");
    return { text, facts: { sentence, brackets: formatPenn(parse.tree), spans, dependencies: arcs } };
  });
}

const asFacts = ({ sentence, tree }: { sentence: string; tree: Tree }) => ({ sentence, brackets: formatPenn(tree) });

async function tryOut(
  context: Context,
  method: string,
  states: number,
  options: ParserOptions,
  train: readonly Tree[],
  test: readonly Tree[],
) {
  context.note(`learning: ${method}`);
  const started = performance.now();
  const { model } = await learnParser(train, options, context.learning);
  const trainingSeconds = (performance.now() - started) / 1000;
  const parser = new Parser(model);
  const { all, seconds } = await evaluateParser(parser, test, {}, context.learning);
  const { f1, completeMatch: exactMatch } = all;
  return {
    parser,
    row: { method, states, trainingSeconds, f1, exactMatch, sentencesPerSecond: test.length / seconds },
  };
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
