/**
 * The eight steps of Midge in a row (Mitchell et al. 2012, section 4): from the things of a scene to sentences.
 *
 *   things ─1 group─▶ groups of nouns ─2 order─▶ ─3 filter─▶ attributes ─4 plurals─▶ entities
 *          ─5 gather─▶ local subtrees ─6 combine─▶ full trees ─7 choose─▶ tree ─8 order modifiers─▶ string
 */
import { Random } from "../../base/random.ts";
import type { Scene } from "../../formats/images/scenes.ts";
import type { Branch } from "../../trees/tree.ts";
import type { Knowledge } from "./knowledge/knowledge.ts";
import type { DescribingOptions } from "./options.ts";
import { finished, textOf } from "./realise.ts";
import { groupAtRandom, groupRelated, type NounGroup } from "./steps/1-group-nouns.ts";
import { orderNouns } from "./steps/2-order-nouns.ts";
import { filterAttributes } from "./steps/3-filter-attributes.ts";
import { groupPlurals } from "./steps/4-group-plurals.ts";
import { combineTrees, type Form } from "./steps/6-combine-trees.ts";
import { type RankedTree, rankTrees } from "./steps/7-choose-tree.ts";
import type { Link } from "./steps/links.ts";
import type { Entity } from "./steps/thing.ts";
import { type LeftOut, type Renamed, thingsOf } from "./things.ts";

/** How a noun of a sentence came about. */
export interface NounDerivation {
  readonly noun: string;
  readonly many: boolean;
  /** Places among the objects of the scene. */
  readonly things: readonly number[];
  readonly modifiers: readonly string[];
}

/** What stands between two nouns of a sentence. */
export interface LinkDerivation {
  readonly verb: string;
  readonly preposition: string;
  readonly probability: number;
  readonly hallucinated: boolean;
}

/** A sentence of a description, and how it came about. */
export interface DescribedSentence {
  readonly text: string;
  readonly tree: Branch;
  /** In the order of step 2. */
  readonly nouns: readonly NounDerivation[];
  readonly links: readonly LinkDerivation[];
  /** The frame of the whole, and the frames of figure 9 in it. */
  readonly form: Form;
  readonly frames: readonly number[];
  /** Trees that step 6 made. */
  readonly candidates: number;
  readonly score: number;
}

/** A description of a scene, and what it does not say. */
export interface SceneDescription {
  readonly image: string;
  readonly text: string;
  readonly sentences: readonly DescribedSentence[];
  readonly leftOut: readonly LeftOut[];
  readonly renamed: readonly Renamed[];
  /** Things that no sentence names because there were enough sentences. */
  readonly unsaid: readonly number[];
  /** Boxes that reached over the edge of the image and were cut. */
  readonly clipped: readonly number[];
  readonly score: number;
}

const SENTENCES = { terse: 1, plain: 3, descriptive: 0 } as const;

/** Sentences at most, 0 for all. */
export const mostSentences = ({ sentences, style }: DescribingOptions): number => sentences ?? SENTENCES[style];

/** Trees of a sentence that lists of the best descriptions are made of. */
const DEEPEST = 100;

function entitiesOf(group: NounGroup, knowledge: Knowledge, options: DescribingOptions): Entity[] {
  const { attributeAlpha: alpha, beta, attributeThreshold: score } = options;
  const ordered = orderNouns(
    group.map((kind) => ({ noun: kind[0]!.noun, kind })),
    knowledge,
  );
  return ordered.map(({ noun, kind }) => {
    const attributes = kind.length > 1 ? [] : kind[0]!.attributes;
    const filtered = filterAttributes(noun, attributes, knowledge, { alpha, beta, score });
    const kept = filtered.filter((attribute) => attribute.kept).map(({ word }) => word);
    return groupPlurals(kind, kept, knowledge);
  });
}

/** The best descriptions of a scene, best first: at least one, which is empty where there is nothing to describe. */
export function describeScene(scene: Scene, knowledge: Knowledge, options: DescribingOptions): SceneDescription[] {
  const { things, leftOut, renamed, clipped } = thingsOf(scene, knowledge, options);
  const groups =
    options.group === "random"
      ? groupAtRandom(things, new Random(options.seed).stream(scene.image))
      : groupRelated(things, knowledge);
  const most = mostSentences(options);
  const said = most === 0 ? groups : groups.slice(0, most);
  const unsaid = (most === 0 ? [] : groups.slice(most)).flat(2).map(({ id }) => id);
  const sentences: Ranked[] = [];
  for (const group of said) sentences.push(rankSentence(group, sentences.at(-1)?.trees[0]?.form, knowledge, options));
  return bestLists(sentences, options.nBest).map(({ chosen, worth }) => {
    const described = chosen.map((tree, i) => sentenceOf(tree, sentences[i]!));
    const text = described.map((sentence) => sentence.text).join(" ");
    return { image: scene.image, text, sentences: described, leftOut, renamed, unsaid, clipped, score: worth };
  });
}

interface Ranked {
  readonly entities: readonly Entity[];
  readonly trees: readonly RankedTree[];
  readonly candidates: number;
}

function rankSentence(
  group: NounGroup,
  before: Form | undefined,
  knowledge: Knowledge,
  options: DescribingOptions,
): Ranked {
  const entities = entitiesOf(group, knowledge, options);
  const modifiers = options.style === "terse" ? "none" : options.choose === "model" ? "both" : "all";
  // The likeliest tree needs no others to choose from; words and the language model look at all of them.
  const most = options.choose === "likely" ? { most: options.nBest + 1 } : {};
  const trees = combineTrees(entities, knowledge, { ...options, modifiers, ...most });
  const ranked = rankTrees(trees, options.choose, before, knowledge);
  // Trees that differ in their derivation may have the same words.
  const seen = new Set<string>();
  const distinct = ranked.filter(({ tree }) => {
    const text = textOf(tree);
    return seen.has(text) ? false : seen.add(text);
  });
  return { entities, trees: distinct.slice(0, DEEPEST), candidates: trees.length };
}

/** The lists of one tree for each sentence with the largest sums of worth. */
function bestLists(
  sentences: readonly Ranked[],
  most: number,
): { readonly chosen: readonly RankedTree[]; readonly worth: number; readonly rank: number }[] {
  let lists: { chosen: readonly RankedTree[]; worth: number; rank: number }[] = [{ chosen: [], worth: 0, rank: 0 }];
  for (const { trees } of sentences) {
    const longer = lists.flatMap(({ chosen, worth, rank }) =>
      trees.slice(0, most).map((tree, i) => ({ chosen: [...chosen, tree], worth: worth + tree.worth, rank: rank + i })),
    );
    // The first of each list come first, whatever they are worth: forms that repeat were put back for good reason.
    lists = longer.sort((a, b) => Number(a.rank > 0) - Number(b.rank > 0) || b.worth - a.worth).slice(0, most);
  }
  return lists;
}

function sentenceOf(tree: RankedTree, { entities, candidates }: Ranked): DescribedSentence {
  const whole = finished(tree.tree);
  const linkOf = ({ verb, preposition, probability, hallucinated }: Link): LinkDerivation => ({
    verb,
    preposition,
    probability,
    hallucinated,
  });
  const { link, tail } = tree.plan;
  return {
    text: textOf(whole),
    tree: whole,
    nouns: entities.map(({ noun, many, things, modifiers }) => ({
      noun,
      many,
      modifiers,
      things: things.map(({ id }) => id),
    })),
    links: [...(link === undefined ? [] : [linkOf(link)]), ...(tail === undefined ? [] : [linkOf(tail.link)])],
    form: tree.form,
    frames: tree.frames,
    candidates,
    score: tree.score,
  };
}
