/**
 * Bracketings by a metric: the distances of a sentence's tags, the top bracket, the latent tree.
 *
 * The paper's recipe is `crossing: 0, spans: "none"`: the metric alone. See spans/costs.ts for what is added to it.
 */
import {
  join,
  minimalLatentTree,
  nearestBracketing,
  neighbourJoining,
  recursiveGrouping,
  representativeTree,
  type SplitTree,
  type UndirectedTree,
  wordOf,
} from "../../charts/index.ts";
import type { PlainSentence } from "./data/sentence.ts";
import { BINS, binOf } from "./metric/distance-bins.ts";
import type { InductionMetric } from "./model.ts";
import type { InductionParsingOptions } from "./options.ts";
import { spanCosts } from "./spans/costs.ts";
import { topBracket } from "./spans/top-bracket.ts";

export interface Bracketing {
  readonly split: SplitTree;
  /** The tree that joining or grouping found, before it was made to follow the order of the words. */
  readonly undirected?: UndirectedTree;
}

const tagsOf = ({ universal }: InductionMetric, sentence: PlainSentence) =>
  universal ? sentence.universal : sentence.tags;

/** Words whose tag did not occur in training. */
export const countUnknownTags = (metric: InductionMetric, sentence: PlainSentence): number =>
  tagsOf(metric, sentence).filter((tag) => !metric.tags.includes(tag)).length;

/** Distances of all pairs of words, n × n. */
export function sentenceDistances(metric: InductionMetric, sentence: PlainSentence): Float64Array {
  const ids = tagsOf(metric, sentence).map((tag) => metric.tags.indexOf(tag));
  const n = ids.length;
  const size = metric.tags.length;
  const distances = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const seen = ids[i]! >= 0 && ids[j]! >= 0;
      const distance = seen ? metric.distances[(ids[i]! * size + ids[j]!) * BINS + binOf(j - i)]! : metric.largest;
      distances[i * n + j] = distances[j * n + i] = distance;
    }
  }
  return distances;
}

/**
 * The bracketing of a sentence of one word or more. `top` overrules the top bracket: words in its left half. A sentence
 * of more than `maxWords` words is cut into short pieces, at punctuation where there is any; each is bracketed by
 * itself, and what they give is joined to the right: linear time for a sentence of any length.
 */
export function bracketSentence(
  metric: InductionMetric,
  sentence: PlainSentence,
  options: InductionParsingOptions,
  top?: number,
): Bracketing {
  const n = sentence.words.length;
  if (n < 2) return { split: wordOf(0) };
  if (n <= options.maxWords) return bracketWhole(metric, sentence, options, top ?? topBracket(sentence));
  const pieces = piecesOf(sentence, Math.min(PIECE, options.maxWords));
  const splits = pieces.map(([start, end]) => {
    const piece = sentencePart(sentence, start, end);
    return moved(bracketSentence(metric, piece, options).split, start);
  });
  return { split: splits.reduceRight((right, left) => join(left, right)) };
}

function bracketWhole(
  metric: InductionMetric,
  sentence: PlainSentence,
  { tree, crossing, spans }: InductionParsingOptions,
  top: number,
): Bracketing {
  const n = sentence.words.length;
  const distances = sentenceDistances(metric, sentence);
  const costs = spanCosts(sentence, crossing, spans === "learnt" ? metric.spans : undefined);
  if (tree === "minimal") return { split: minimalLatentTree(distances, n, { top, spanCosts: costs }).tree };
  if (tree === "representatives") return { split: representativeTree(distances, n, top, costs).tree };
  const undirected = tree === "joining" ? neighbourJoining(distances, n) : recursiveGrouping(distances, n);
  return { split: nearestBracketing(undirected, top, costs), undirected };
}

/** Maximum words of a piece of a sentence that is too long. */
const PIECE = 40;

/** Pieces of at most `size` words, each as long as it can be: to the last punctuation mark within, or to the limit. */
function piecesOf({ words, marks }: PlainSentence, size: number): [start: number, end: number][] {
  const pieces: [number, number][] = [];
  let next = 0;
  for (let start = 0; start < words.length; ) {
    const limit = start + size;
    let mark: number | undefined;
    for (; next < marks.length && marks[next]! <= limit; next++) if (marks[next]! > start) mark = marks[next];
    const end = limit >= words.length ? words.length : (mark ?? limit);
    pieces.push([start, end]);
    start = end;
  }
  return pieces;
}

function sentencePart(sentence: PlainSentence, start: number, end: number): PlainSentence {
  const inside = (places: readonly number[]) =>
    places.slice(firstAbove(places, start), firstAbove(places, end - 1)).map((place) => place - start);
  return {
    words: sentence.words.slice(start, end),
    tags: sentence.tags.slice(start, end),
    universal: sentence.universal.slice(start, end),
    marks: inside(sentence.marks),
    clauseMarks: inside(sentence.clauseMarks),
  };
}

/** The index of the first number above `bound` in an ascending list. */
function firstAbove(rising: readonly number[], bound: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle]! > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}

function moved({ start, end, parts }: SplitTree, by: number): SplitTree {
  if (parts === undefined) return wordOf(start + by);
  return { start: start + by, end: end + by, parts: [moved(parts[0], by), moved(parts[1], by)] };
}
