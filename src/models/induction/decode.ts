/**
 * Bracketings from a model: the distances of a sentence's tags, the top bracket, the latent tree.
 *
 * The paper's recipe is `crossing: 0, spans: "none"`: the metric alone. See span-costs.ts for what is added to it.
 */
import { checkOptions, choice, type OptionsOf, real } from "../../base/index.ts";
import {
  minimalLatentTree,
  nearestBracketing,
  neighbourJoining,
  recursiveGrouping,
  representativeTree,
  type SplitTree,
  type UndirectedTree,
  wordOf,
} from "../../charts/index.ts";
import type { TaggedSentence, Tree } from "../../trees/index.ts";
import { BINS, binOf } from "./distance-bins.ts";
import type { InductionModel } from "./model.ts";
import { type PlainSentence, plainSentence } from "./sentence.ts";
import { spanCosts } from "./span-costs.ts";
import { topBracket } from "./top-bracket.ts";

export const DECODING_OPTIONS = {
  tree: choice(
    "how the latent tree is found; joining and grouping know no order of words",
    ["minimal", "representatives", "joining", "grouping"],
    {
      default: "minimal",
    },
  ),
  spans: choice("what the model has learnt about brackets beside the metric: used or not", ["learnt", "none"], { default: "learnt" }),
  crossing: real("what a bracket costs that reaches over punctuation and ends elsewhere", { default: 4, min: 0, max: 1e6 }),
};
export type DecodingOptions = OptionsOf<typeof DECODING_OPTIONS>;

export interface Induced {
  readonly sentence: PlainSentence;
  readonly tree: SplitTree;
  /** n × n. */
  readonly distances: Float64Array;
  /** Words whose tag training did not have. */
  readonly unknownTags: number;
  /** What joining or grouping found, before it was brought into the order of the words. */
  readonly undirected?: UndirectedTree;
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

/** `top` overrules the top bracket: words in its left half. */
export function induce(model: InductionModel, tagged: TaggedSentence, given: Partial<DecodingOptions> = {}, top?: number): Induced {
  return inducePlain(model, plainSentence(tagged, model.tagMap), checkOptions("induce", DECODING_OPTIONS, given), top);
}

export function inducePlain(model: InductionModel, sentence: PlainSentence, options: DecodingOptions, top?: number): Induced {
  const n = sentence.words.length;
  const { distances, unknownTags } = sentenceDistances(model, sentence);
  if (n < 2) return { sentence, tree: wordOf(0), distances, unknownTags };
  const costs = spanCosts(sentence, options.crossing, options.spans === "learnt" ? model.spans : undefined);
  return { sentence, distances, unknownTags, ...latentTreeBy(options.tree, distances, n, top ?? topBracket(sentence), costs) };
}

function latentTreeBy(
  method: DecodingOptions["tree"],
  distances: Float64Array,
  n: number,
  top: number,
  costs: Float64Array | undefined,
): Pick<Induced, "tree" | "undirected"> {
  if (method === "minimal") return { tree: minimalLatentTree(distances, n, { top, spanCosts: costs }).tree };
  if (method === "representatives") return { tree: representativeTree(distances, n, top, costs).tree };
  const undirected = method === "joining" ? neighbourJoining(distances, n) : recursiveGrouping(distances, n);
  return { tree: nearestBracketing(undirected, top, costs), undirected };
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
