/**
 * The trees of a list as the re-ranker sees them: features of the whole tree (features.ts), and numbers that sum up
 * what the charts of the parser's members believe about its spans. With P the mean over the charts of a labelled span's
 * probability, and Q the least of them,
 *
 *   Σ P,  Σ log P,  Σ logit P,  Σ log Q,  number of constituents;   Σ P and Σ log P of the tags
 *
 * Probabilities are kept away from 0 and 1, so that one span does not decide alone.
 */
import type { HeadTable } from "../../../trees/heads/heads.ts";
import { isLeaf, type Tree } from "../../../trees/tree.ts";
import { type ChartParse, type SpanBeliefs, spanBeliefs } from "../../grammar/index.ts";
import type { ParserModel } from "../model.ts";
import { TreeFeatures } from "./features.ts";

/** Numbers of a tree. */
export const NUMBERS = 7;

/** How near probabilities come to 0 and 1. */
const MARGIN = 0.01;

/** A tree by what the re-ranker looks at. */
export interface Candidate {
  /** Hashed features in rising order, each as often as it occurs. */
  readonly features: Int32Array;
  readonly numbers: Float64Array;
}

/** Describes the trees of one sentence after another. */
export class CandidateReader {
  readonly #model: Pick<ParserModel, "symbols">;
  readonly #features: TreeFeatures;

  constructor(model: Pick<ParserModel, "symbols">, heads: HeadTable) {
    this.#model = model;
    this.#features = new TreeFeatures(heads);
  }

  read(words: readonly string[], { trees, charts }: Pick<ChartParse, "trees" | "charts">): Candidate[] {
    this.#features.begin(words);
    const beliefs = spanBeliefs(this.#model.symbols, charts);
    return trees.map(({ tree }) => ({ features: this.#features.of(tree), numbers: numbersOf(tree, beliefs) }));
  }
}

function numbersOf(tree: Tree, beliefs: SpanBeliefs): Float64Array {
  const numbers = new Float64Array(NUMBERS);
  const visit = (node: Tree, start: number): number => {
    let end = start;
    if (isLeaf(node)) end++;
    else for (const child of node.children) end = visit(child, end);
    const { mean, least } = beliefs.of(node.label, isLeaf(node), start, end);
    const log = Math.log(mean + MARGIN);
    if (isLeaf(node)) {
      numbers[5]! += mean;
      numbers[6]! += log;
    } else {
      numbers[0]! += mean;
      numbers[1]! += log;
      numbers[2]! += log - Math.log(1 + MARGIN - mean);
      numbers[3]! += Math.log(least + MARGIN);
      numbers[4]!++;
    }
    return end;
  };
  visit(tree, 0);
  return numbers;
}
