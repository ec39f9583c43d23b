/**
 * What can be seen on the surface of two sentences. From the paper: lengths, common words, content words, base forms,
 * numerals. From the best systems of SemEval-2012 task 6 (Bär et al. 2012; Šarić et al. 2012): overlap of n-grams of
 * words and characters, skip-grams, common subsequences and runs, tiles, overlap weighted by information, names and
 * numbers that disagree; and, as measures of translation have it, how far the common words keep their order.
 */
import type { FeatureGroup, GroupFeatures, WordMatch } from "../group.ts";
import type { Sentence } from "../sentence.ts";
import { isFunctionWord, isNegation } from "../words/function-words.ts";
import type { Numeral } from "../words/numerals.ts";
import { equalWords, orderOf } from "./order.ts";
import { type Bag, bagOf, characterGrams, cosine, dice, ngrams, shared, sizeOf, skipGrams } from "./overlap.ts";
import { commonRun, commonSubsequence, edits, greedyTiling } from "./subsequences.ts";

/** Lengths of n-grams of characters. */
const CHARACTER_GRAMS = [2, 3, 4, 5] as const;
const WORD_GRAMS = [1, 2, 3, 4] as const;
/** Lengths of n-grams of function words, which are the frame of a sentence (Stamatatos 2011). */
const FUNCTION_GRAMS = [1, 2, 3] as const;
/** Words between the two of a skip-gram, at most. */
const SKIPPED = 3;
/** Characters compared at most when runs and subsequences of characters are sought, which takes quadratic time. */
const MOST_CHARACTERS = 500;

interface Prepared {
  readonly sentence: Sentence;
  readonly words: readonly Bag[];
  readonly bases: readonly Bag[];
  readonly content: readonly Bag[];
  readonly characters: readonly Bag[];
  readonly skips: Bag;
  readonly functions: readonly Bag[];
  readonly stems: ReadonlyMap<string, number>;
  readonly punctuation: Bag;
  readonly names: Bag;
  readonly values: Bag;
  readonly measures: Bag;
  readonly negations: number;
  readonly codes: Uint16Array;
  readonly bySum: ReadonlyMap<string, number>;
  readonly information: number;
}

const NAMES = [
  "length difference",
  "relative length",
  "average length",
  "common words",
  "common content words",
  "common base forms",
  ...["words", "base forms", "content words"].flatMap((what) => WORD_GRAMS.map((n) => `${what}, ${n}-grams`)),
  "base forms, smaller share",
  "base forms, larger share",
  "content words, smaller share",
  "content words, larger share",
  "weighted overlap",
  "weighted overlap, smaller share",
  "weighted overlap, larger share",
  "information missing",
  "weighted overlap of stems",
  "relative information",
  "relative number of content words",
  ...CHARACTER_GRAMS.map((n) => `characters, ${n}-grams`),
  "skip-grams",
  ...FUNCTION_GRAMS.map((n) => `function words, ${n}-grams`),
  "punctuation",
  "common subsequence",
  "common subsequence, smaller share",
  "longest common run",
  "edits",
  "tiles",
  "common subsequence of characters",
  "longest common run of characters",
  "order of common words",
  "chunks of common words",
  "numerals",
  "common numerals",
  "numerals with units",
  "numerals disagree",
  "numerals contained",
  "names",
  "common names",
  "names disagree",
  "negation differs",
  "first word",
  "last word",
] as const;

export const SURFACE: GroupFeatures = {
  names: NAMES,
  leading: ["average length", "weighted overlap", "characters, 3-grams"],
  portable: ["weighted overlap, smaller share", "characters, 2-grams", "numerals contained"],
};

export class SurfaceFeatures implements FeatureGroup<Prepared> {
  readonly group = "surface";

  prepare(sentence: Sentence): Prepared {
    const { words, bases, content, tokens, places } = sentence;
    const plain = words.join(" ");
    const contentBases = content.map((i) => bases[i]!);
    const wordPlaces = new Set(places);
    return {
      sentence,
      words: WORD_GRAMS.map((n) => bagOf(ngrams(words, n))),
      bases: WORD_GRAMS.map((n) => bagOf(ngrams(bases, n))),
      content: WORD_GRAMS.map((n) => bagOf(ngrams(contentBases, n))),
      characters: CHARACTER_GRAMS.map((n) => bagOf(characterGrams(` ${plain} `, n))),
      skips: bagOf(skipGrams(contentBases, SKIPPED)),
      functions: FUNCTION_GRAMS.map((n) => bagOf(ngrams(words.filter(isFunctionWord), n))),
      stems: weighed(sentence.stems, sentence.information),
      punctuation: bagOf(tokens.filter((_, i) => !wordPlaces.has(i))),
      names: bagOf(sentence.names),
      values: bagOf(sentence.numerals.map(({ value }) => `${value}`)),
      measures: bagOf(sentence.numerals.map(({ value, unit }: Numeral) => `${value} ${unit}`)),
      negations: words.filter(isNegation).length,
      codes: codesOf(plain),
      bySum: weighed(bases, sentence.information),
      information: sentence.information.reduce((sum, value) => sum + value, 0),
    };
  }

  compare(a: Prepared, b: Prepared): number[] {
    const [la, lb] = [a.sentence.words.length, b.sentence.words.length];
    const longer = Math.max(1, la, lb);
    const [one, other] = idsOf(a.sentence.bases, b.sentence.bases);
    const subsequence = commonSubsequence(one, other);
    const tiles = greedyTiling(one, other, 2);
    const characters = Math.max(1, a.codes.length + b.codes.length);
    const common = weightOf(a.bySum, b.bySum);
    const order = orderOf(equalWords(a.sentence.bases, b.sentence.bases), Math.max(1, Math.min(la, lb)));
    const numerals = sizeOf(a.values) + sizeOf(b.values);
    const names = sizeOf(a.names) + sizeOf(b.names);
    return [
      Math.abs(la - lb),
      Math.min(la, lb) / longer,
      Math.log1p((la + lb) / 2),
      Math.log1p(shared(a.words[0]!, b.words[0]!)),
      Math.log1p(shared(a.content[0]!, b.content[0]!)),
      Math.log1p(shared(a.bases[0]!, b.bases[0]!)),
      ...WORD_GRAMS.map((_, i) => dice(a.words[i]!, b.words[i]!)),
      ...WORD_GRAMS.map((_, i) => dice(a.bases[i]!, b.bases[i]!)),
      ...WORD_GRAMS.map((_, i) => dice(a.content[i]!, b.content[i]!)),
      ...shares(shared(a.bases[0]!, b.bases[0]!), la, lb),
      ...shares(shared(a.content[0]!, b.content[0]!), a.sentence.content.length, b.sentence.content.length),
      relative(2 * common, a.information + b.information),
      ...shares(common, a.information, b.information),
      Math.log1p(a.information + b.information - 2 * common),
      relative(2 * weightOf(a.stems, b.stems), a.information + b.information),
      relative(Math.min(a.information, b.information), Math.max(a.information, b.information)),
      relative(
        Math.min(a.sentence.content.length, b.sentence.content.length),
        Math.max(a.sentence.content.length, b.sentence.content.length),
      ),
      ...CHARACTER_GRAMS.map((_, i) => cosine(a.characters[i]!, b.characters[i]!)),
      dice(a.skips, b.skips),
      ...FUNCTION_GRAMS.map((_, i) => dice(a.functions[i]!, b.functions[i]!)),
      dice(a.punctuation, b.punctuation, 1),
      (2 * subsequence) / Math.max(1, la + lb),
      subsequence / longer,
      commonRun(one, other) / longer,
      1 - edits(one, other) / longer,
      (2 * tiles.covered) / Math.max(1, la + lb),
      (2 * commonSubsequence(a.codes, b.codes)) / characters,
      commonRun(a.codes, b.codes) / Math.max(1, a.codes.length, b.codes.length),
      order.agreement,
      order.chunks,
      Math.log1p(numerals),
      dice(a.values, b.values, 1),
      dice(a.measures, b.measures, 1),
      numerals > 0 && shared(a.values, b.values) < Math.max(sizeOf(a.values), sizeOf(b.values)) ? 1 : 0,
      shared(a.values, b.values) === Math.min(sizeOf(a.values), sizeOf(b.values)) ? 1 : 0,
      Math.log1p(names),
      dice(a.names, b.names, 1),
      Math.log1p(names - 2 * shared(a.names, b.names)),
      a.negations === b.negations ? 0 : 1,
      a.sentence.bases[0] === b.sentence.bases[0] ? 1 : 0,
      a.sentence.bases.at(-1) === b.sentence.bases.at(-1) ? 1 : 0,
    ];
  }

  matches(a: Prepared, b: Prepared): WordMatch[] {
    return equalWords(a.sentence.bases, b.sentence.bases).map(([first, second]) => ({ first, second, similarity: 1 }));
  }
}

/** Smaller and larger of the shares of both sides. */
function shares(common: number, a: number, b: number): [smaller: number, larger: number] {
  if (common === 0) return [0, 0];
  return [common / Math.max(a, b), common / Math.min(a, b)];
}

/** 0 where the whole is 0. */
const relative = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Every item with the sum of its weights. */
function weighed(items: readonly string[], weights: ArrayLike<number>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [i, item] of items.entries()) sums.set(item, (sums.get(item) ?? 0) + weights[i]!);
  return sums;
}

/** Σ over items of both of the smaller weight. */
function weightOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [item, weight] of a) sum += Math.min(weight, b.get(item) ?? 0);
  return sum;
}

const codesOf = (text: string): Uint16Array =>
  Uint16Array.from({ length: Math.min(text.length, MOST_CHARACTERS) }, (_, i) => text.charCodeAt(i));

/** Equal texts as equal numbers. */
function idsOf(a: readonly string[], b: readonly string[]): [Uint32Array, Uint32Array] {
  const ids = new Map<string, number>();
  const id = (item: string) => {
    let own = ids.get(item);
    if (own === undefined) ids.set(item, (own = ids.size));
    return own;
  };
  return [Uint32Array.from(a, id), Uint32Array.from(b, id)];
}
