/** Learning in the page: parsers by several methods side by side, measured on trees that none of them saw. */
import type { LearnContext } from "../../src/base/learning.ts";
import { readTreebank, type Treebank, treebankOf } from "../../src/data/treebank.ts";
import {
  evaluateParser,
  learnParser,
  Parser,
  type ParserModel,
  type ParserOptions,
} from "../../src/models/parser/index.ts";
import { generateTreebank } from "../../src/samples/generator.ts";
import type { Method, SpectrumFacts, TrainedRow, TrainProgress, TrainRequest, TreeSource } from "./messages.ts";

/** Trees to measure with, for each tree of the treebank, and at most this many: enough for a tenth of a point. */
const HELD_OUT = 0.15;
const MOST_HELD_OUT = 600;
/** Steps of EM: F1 on new sentences has levelled off by then. */
const ITERATIONS = 15;
/** Shares of the trees for a learning curve. */
const CURVE = [1 / 8, 1 / 4, 1 / 2];

/** Single models, so that methods and not ensembles are compared. */
function optionsOf(method: Method, states: number): ParserOptions {
  if (method === "pcfg") return { method };
  return method === "em" ? { method, states, iterations: ITERATIONS } : { method, states, members: 1 };
}

/** The trees of a source; the last ones are held out. */
function splitTrees(source: TreeSource): { readonly train: Treebank; readonly test: Treebank } {
  if (source.kind === "synthetic") {
    const held = Math.min(MOST_HELD_OUT, Math.ceil(source.trees * HELD_OUT));
    const { trees } = generateTreebank({ trees: source.trees + held });
    return { train: treebankOf(trees.slice(0, source.trees)), test: treebankOf(trees.slice(source.trees)) };
  }
  const treebank = readTreebank(source.text, { file: source.name, skipBad: true });
  const held = Math.min(MOST_HELD_OUT, Math.max(1, Math.ceil(treebank.trees.length * HELD_OUT)));
  const end = treebank.trees.length - held;
  return {
    train: { ...treebank, trees: treebank.trees.slice(0, end) },
    test: { ...treebank, trees: treebank.trees.slice(end) },
  };
}

export async function trainAll(
  { source, methods, states, curve }: TrainRequest,
  context: LearnContext & { readonly threads: number },
  tell: (news: TrainProgress | TrainedRow) => void,
  keep: (model: ParserModel) => Promise<TrainedRow["model"]>,
): Promise<TrainedRow[]> {
  const { train, test } = splitTrees(source);
  const rows: TrainedRow[] = [];
  for (const method of methods) {
    for (const share of [...(curve ? CURVE : []), 1]) {
      const count = Math.max(1, Math.round(train.trees.length * share));
      const part = { ...train, trees: train.trees.slice(0, count) };
      const watch: LearnContext = {
        ...context,
        progress: ({ stage, done, total }) => tell({ method, trees: count, stage, done, total }),
      };
      const started = performance.now();
      const { model, report } = await learnParser(part, optionsOf(method, states), watch);
      const seconds = (performance.now() - started) / 1000;
      const { all, seconds: parsing } = await evaluateParser(new Parser(model), test.trees, {}, watch);
      const row: TrainedRow = {
        method,
        states: method === "pcfg" ? 1 : states,
        trees: count,
        heldOut: test.trees.length,
        seconds,
        f1: all.f1,
        exact: all.completeMatch,
        sentencesPerSecond: test.trees.length / parsing,
        threads: context.threads,
        ...(share === 1 ? { model: await keep(model) } : {}),
        ...(share === 1 && report.symbols !== undefined ? { symbols: report.symbols as readonly SpectrumFacts[] } : {}),
      };
      rows.push(row);
      tell(row);
    }
  }
  return rows;
}
