/**
 * Bracketings from a metric: the distances of a sentence's tags, the top bracket, the minimal latent tree.
 *
 * `endings` is a preference beside the metric: a bracket that ends where the sentence ends, or where punctuation stands, costs that much less, and one that
 * reaches over punctuation and ends elsewhere that much more. Zero gives the paper's method. Large values leave to the metric what the preference does not decide.
 */
import { checkOptions, choice, type OptionsOf, real } from "../../base/index.ts";
import { minimalLatentTree, type SplitTree, wordOf } from "../../charts/index.ts";
import type { TaggedSentence, Tree } from "../../trees/index.ts";
import { BINS, binOf } from "./distance-bins.ts";
import type { InductionModel } from "./model.ts";
import { type PlainSentence, plainSentence } from "./sentence.ts";
import { topBracket } from "./top-bracket.ts";

export const DECODING_OPTIONS = {
  endings: real("preference for brackets that end with the sentence or at punctuation; 0: the metric alone", {
    default: 4,
    min: 0,
    max: 1e6,
  }),
  marks: choice("punctuation: for the top bracket and for endings, or for the top bracket alone", ["all", "top"], { default: "all" }),
};
export type DecodingOptions = OptionsOf<typeof DECODING_OPTIONS>;

export interface Induced {
  readonly sentence: PlainSentence;
  readonly tree: SplitTree;
  /** n × n. */
  readonly distances: Float64Array;
  /** Words whose tag training did not have. */
  readonly unknownTags: number;
}

/** Distances of all pairs of words. */
export function sentenceDistances(
  model: InductionModel,
  { tags, universal }: PlainSentence,
): { readonly distances: Float64Array; readonly unknownTags: number } {
  const ids = (model.universal ? universal : tags).map((tag) => model.tags.indexOf(tag));
  const n = ids.length;
  const size = model.tags.length;
  const distances = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const seen = ids[i]! >= 0 && ids[j]! >= 0;
      const distance = seen ? model.distances[(ids[i]! * size + ids[j]!) * BINS + binOf(j - i)]! : model.largest;
      distances[i * n + j] = distances[j * n + i] = distance;
    }
  }
  return { distances, unknownTags: ids.filter((id) => id < 0).length };
}

/** What brackets cost beside their edges, at s · (n + 1) + e. */
export function endingCosts(n: number, marks: readonly number[], endings: number): Float64Array {
  const w = n + 1;
  const costs = new Float64Array(w * w);
  const marked = new Set(marks);
  for (let s = 0; s < n; s++) {
    let crossed = false;
    for (let e = s + 2; e <= n; e++) {
      crossed ||= marked.has(e - 1);
      if (e === n || marked.has(e)) costs[s * w + e] = -endings;
      else if (crossed) costs[s * w + e] = endings;
    }
  }
  return costs;
}

/** `top` overrules the top bracket: words in its left half. */
export function induce(model: InductionModel, tagged: TaggedSentence, given: Partial<DecodingOptions> = {}, top?: number): Induced {
  const options = checkOptions("induce", DECODING_OPTIONS, given);
  const sentence = plainSentence(tagged, model.tagMap);
  const n = sentence.words.length;
  const { distances, unknownTags } = sentenceDistances(model, sentence);
  if (n < 2) return { sentence, tree: wordOf(0), distances, unknownTags };
  const spanCosts = options.endings === 0 ? undefined : endingCosts(n, options.marks === "all" ? sentence.marks : [], options.endings);
  const { tree } = minimalLatentTree(distances, n, { top: top ?? topBracket(sentence), spanCosts });
  return { sentence, tree, distances, unknownTags };
}

/** Label of induced brackets: Penn's name for the unknown. */
const BRACKET = "X";

/** The bracketing over words and given tags; a single word stays under one bracket. */
export function bracketed({ words, tags }: Pick<PlainSentence, "words" | "tags">, tree: SplitTree): Tree {
  const done: Tree[] = [];
  const open: { node: SplitTree; joined: boolean }[] = [{ node: tree, joined: false }];
  while (open.length > 0) {
    const { node, joined } = open.pop()!;
    if (joined) {
      const right = done.pop()!;
      done.push({ label: BRACKET, children: [done.pop()!, right] });
    } else if (node.parts === undefined) done.push({ label: tags[node.start]!, word: words[node.start]! });
    else open.push({ node, joined: true }, { node: node.parts[1], joined: false }, { node: node.parts[0], joined: false });
  }
  return tree.parts === undefined ? { label: BRACKET, children: done } : done[0]!;
}
