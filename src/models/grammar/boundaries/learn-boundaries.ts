/**
 * Weights by the averaged perceptron (Freund and Schapire 1999; Collins 2002) on four of five trees, thresholds on the
 * fifth, which the weights did not see: at a threshold, the stated share of the boundaries of its constituents is open.
 */
import { breathe, type StopSignal } from "../../../base/stopping.ts";
import { isLeaf, type Tree } from "../../../trees/tree.ts";
import type { LexiconCounts } from "../lexicon/lexicon.ts";
import type { Symbols } from "../treebank/symbols.ts";
import { type BoundaryModel, RECALLS } from "./boundaries.ts";
import { BUCKETS, eachFeature, spellings } from "./features.ts";

/** Trees that are looked at, at most, to bound the time. */
const MOST_TREES = 6000;
/** With fewer trees thresholds say nothing, and no filter is made. */
const LEAST_TREES = 250;
const HELD_OUT = 5;
const EPOCHS = 4;

interface Example {
  /** Buckets of each boundary in turn, then where those of each begin. */
  readonly buckets: Int32Array;
  readonly starts: Int32Array;
  readonly begins: Uint8Array;
  readonly ends: Uint8Array;
}

/** Undefined where there are too few trees. */
export async function learnBoundaries(
  trees: readonly Tree[],
  lexicon: LexiconCounts,
  symbols: Symbols,
  signal?: StopSignal,
): Promise<BoundaryModel | undefined> {
  if (trees.length < LEAST_TREES) return undefined;
  const step = Math.max(1, Math.floor(trees.length / MOST_TREES));
  const describe = spellings(lexicon, symbols);
  const train: Example[] = [];
  const heldOut: Example[] = [];
  for (let at = 0; at < trees.length; at += step) {
    await breathe(signal);
    const fold = (at / step) % HELD_OUT === HELD_OUT - 1 ? heldOut : train;
    const found = exampleOf(trees[at]!, describe);
    if (found !== undefined) fold.push(found);
  }
  const begins = new Perceptron();
  const ends = new Perceptron();
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const example of train) {
      await breathe(signal);
      begins.learn(example, example.begins);
      ends.learn(example, example.ends);
    }
  }
  const sides = [begins.averaged(), ends.averaged()] as const;
  const scores = sides.map((weights, side) => positiveScores(weights, heldOut, side === 0 ? "begins" : "ends"));
  if (scores.some((list) => list.length === 0)) return undefined;
  const weights = new Float32Array(2 * BUCKETS);
  for (const [side, own] of sides.entries()) weights.set(own, side * BUCKETS);
  const thresholds = scores.flatMap((list) => RECALLS.map((recall) => list[Math.floor((1 - recall) * list.length)]!));
  return { weights, thresholds: Float64Array.from(thresholds) };
}

function exampleOf(tree: Tree, describe: ReturnType<typeof spellings>): Example | undefined {
  const words: string[] = [];
  const spans: [number, number][] = [];
  const visit = (node: Tree): void => {
    if (isLeaf(node)) {
      words.push(node.word);
      return;
    }
    const start = words.length;
    for (const child of node.children) visit(child);
    spans.push([start, words.length]);
  };
  visit(tree);
  if (words.length < 2) return undefined;
  const begins = new Uint8Array(words.length + 1);
  const ends = new Uint8Array(words.length + 1);
  for (const [start, end] of spans) {
    // The whole sentence is always open.
    if (end - start < 2 || end - start === words.length) continue;
    begins[start] = 1;
    ends[end] = 1;
  }
  const described = describe(words);
  const buckets: number[] = [];
  const starts = new Int32Array(words.length + 2);
  for (let boundary = 0; boundary <= words.length; boundary++) {
    eachFeature(described, boundary, (bucket) => buckets.push(bucket));
    starts[boundary + 1] = buckets.length;
  }
  return { buckets: Int32Array.from(buckets), starts, begins, ends };
}

class Perceptron {
  readonly #weights = new Float64Array(BUCKETS);
  /** Σ of updates, each times the number of steps before it: what averaging takes away. */
  readonly #early = new Float64Array(BUCKETS);
  #steps = 0;

  learn({ buckets, starts }: Example, truth: Uint8Array): void {
    for (let boundary = 0; boundary + 1 < starts.length; boundary++, this.#steps++) {
      const target = truth[boundary] === 1 ? 1 : -1;
      let score = 0;
      for (let at = starts[boundary]!; at < starts[boundary + 1]!; at++) score += this.#weights[buckets[at]!]!;
      if (score * target > 0) continue;
      for (let at = starts[boundary]!; at < starts[boundary + 1]!; at++) {
        this.#weights[buckets[at]!]! += target;
        this.#early[buckets[at]!]! += target * this.#steps;
      }
    }
  }

  averaged(): Float32Array {
    return Float32Array.from(this.#weights, (weight, at) => weight - this.#early[at]! / Math.max(1, this.#steps));
  }
}

/** Scores of the boundaries that are some constituent's, smallest first. */
function positiveScores(weights: Float32Array, examples: readonly Example[], side: "begins" | "ends"): number[] {
  const scores: number[] = [];
  for (const { buckets, starts, [side]: truth } of examples) {
    for (let boundary = 0; boundary + 1 < starts.length; boundary++) {
      if (truth[boundary] === 0) continue;
      let score = 0;
      for (let at = starts[boundary]!; at < starts[boundary + 1]!; at++) score += weights[buckets[at]!]!;
      scores.push(score);
    }
  }
  return scores.sort((x, y) => x - y);
}
