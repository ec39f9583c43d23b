/**
 * Where the sentences of a treebank end, as weights of features (boundaries.ts): logistic regression over the gaps
 * between its words in their order, by stochastic gradients with a step size for each feature (Duchi, Hazan and Singer
 * 2011).
 *
 *   w ← w − r g / √(Σ g²),   g = σ(Σ w) − [the sentence ends] + λ w,   for every feature of the gap
 */
import { type Gap, GapFeatures } from "./boundaries.ts";
import type { Segmentation } from "./segmentation.ts";
import { SentenceCutter } from "./sentence-cutter.ts";
import type { CountedChunk } from "./spaced.ts";

/** Chosen by the F1 of sentences on the development texts of UD English EWT and GUM; bench/tokens.ts measures it. */
const ROUNDS = 15;
const RATE = 0.3;
const PENALTY = 0.03;
/** Features that occur less often are left out: half the weights for 0.3 points of F1. */
const LEAST_OCCURRENCES = 5;
/** Smaller weights decide nothing. */
const SMALLEST_WEIGHT = 0.05;
/** The first step of a feature is not larger than 0.3. */
const FIRST_SQUARE = 1e-6;

export function learnBoundaries(
  sentences: readonly (readonly CountedChunk[])[],
  segmentation: Segmentation,
): Readonly<Record<string, number>> {
  const { starts, features, ends, names } = examplesOf(sentences, segmentation);
  const weights = new Float64Array(names.length);
  const squares = new Float64Array(names.length).fill(FIRST_SQUARE);
  for (let round = 0; round < ROUNDS; round++) {
    for (let gap = 0; gap < ends.length; gap++) {
      const [from, to] = [starts[gap]!, starts[gap + 1]!];
      let score = 0;
      for (let i = from; i < to; i++) score += weights[features[i]!]!;
      const slope = 1 / (1 + Math.exp(-score)) - ends[gap]!;
      for (let i = from; i < to; i++) {
        const feature = features[i]!;
        const gradient = slope + PENALTY * weights[feature]!;
        squares[feature]! += gradient * gradient;
        weights[feature]! -= (RATE * gradient) / Math.sqrt(squares[feature]!);
      }
    }
  }
  const rounded = Array.from(weights, (weight) => Math.round(100 * weight) / 100);
  return Object.fromEntries(names.map((name, i) => [name, rounded[i]!]).filter(([, weight]) => isLarge(weight)));
}

const isLarge = (weight: string | number | undefined) => Math.abs(Number(weight)) >= SMALLEST_WEIGHT;

/**
 * The gaps of the treebank in their order: the features of gap g are `features[starts[g]]` to `features[starts[g +
 * 1]]`, and `ends[g]` is 1 where the sentence ends. Features that occur rarely are left out.
 */
function examplesOf(sentences: readonly (readonly CountedChunk[])[], segmentation: Segmentation) {
  const features = new GapFeatures();
  const found: number[] = [];
  /** By path of the trie. */
  const counts: number[] = [];
  const all: number[] = [];
  const sizes: number[] = [];
  const ends: number[] = [];
  let isFirst = false;
  const endsIn = (gap: Gap) => {
    features.find(gap, found);
    const isEnd = isFirst;
    isFirst = false;
    if (found.length === 0) return isEnd;
    while (counts.length < features.trie.size) counts.push(0);
    for (const path of found) {
      counts[path]!++;
      all.push(path);
    }
    sizes.push(found.length);
    ends.push(isEnd ? 1 : 0);
    return isEnd;
  };
  const cutter = new SentenceCutter(() => {}, segmentation, { endsIn });
  for (const chunks of sentences) {
    isFirst = true;
    for (const { text } of chunks) cutter.accept(text, 1, 1);
  }
  const frequent = counts
    .flatMap((count, path) => (count >= LEAST_OCCURRENCES ? [{ name: features.trie.nameOf(path), path }] : []))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const kept = new Int32Array(counts.length).fill(-1);
  frequent.forEach(({ path }, i) => {
    kept[path] = i;
  });
  const starts = new Int32Array(ends.length + 1);
  const numbers = new Int32Array(all.length);
  let [read, written] = [0, 0];
  for (let gap = 0; gap < ends.length; gap++) {
    for (let i = 0; i < sizes[gap]!; i++) {
      const number = kept[all[read++]!]!;
      if (number >= 0) numbers[written++] = number;
    }
    starts[gap + 1] = written;
  }
  return { starts, features: numbers, ends: Uint8Array.from(ends), names: frequent.map(({ name }) => name) };
}
