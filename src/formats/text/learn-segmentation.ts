/**
 * The conventions of a treebank from its own words: which marks it uses, what it cuts off and what it leaves together,
 * which words keep their period, where its sentences end. Where the treebank says how words were spaced (CoNLL-U does),
 * that is used; otherwise blanks are put where English and its neighbours have them. One pass over the words for each
 * convention, and a few over the gaps between them; memory for the treebank.
 */
import { defaultSegmentation } from "./defaults.ts";
import { learnBoundaries } from "./learn-boundaries.ts";
import { learnCuts } from "./learn-cuts.ts";
import { learnPeriods } from "./learn-periods.ts";
import { learnSpellings } from "./learn-spellings.ts";
import type { Segmentation } from "./segmentation.ts";
import { chunksOf, type SpacedSentence, spacedTreebank } from "./spaced.ts";

export type { SpacedSentence } from "./spaced.ts";

/** Takes the conventions from the sentences of a treebank, in their order, as words or as words and blanks. */
export function learnSegmentation(
  sentences: Iterable<readonly string[] | SpacedSentence>,
  language: string,
): Segmentation {
  const defaults = defaultSegmentation(language);
  const treebank = spacedTreebank(sentences);
  if (treebank.length === 0) return defaults;
  const { sentences: chunks, counted } = chunksOf(treebank);
  const spellings = learnSpellings(counted, defaults);
  const periods = learnPeriods(treebank, defaults);
  const cuts = learnCuts(counted, { ...defaults, ...spellings, ...periods });
  const segmentation = { ...defaults, ...spellings, ...periods, ...cuts };
  return { ...segmentation, boundaries: showsEnds(treebank) ? learnBoundaries(chunks, segmentation) : null };
}

/** Sentences that tell where sentences end, and the share of them that must end with a mark; otherwise rules decide. */
const ENOUGH_SENTENCES = 50;
const ENOUGH_ENDS = 0.5;

function showsEnds(treebank: readonly SpacedSentence[]): boolean {
  const ends = treebank.filter(({ words }) => /^[^\p{L}\p{N}]+$/u.test(words.at(-1)!)).length;
  return treebank.length >= ENOUGH_SENTENCES && ends >= ENOUGH_ENDS * treebank.length;
}
