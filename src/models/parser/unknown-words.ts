/**
 * Tags of words by their looks: successive abstraction from a word's shape to ever longer suffixes with that shape (Samuelsson 1993; Brants 2000, TnT,
 * section 2.3), learnt from rare words, which is what unknown words are like.
 *
 *   p₀(t) = p(t | shape);    p_k(t) = (count(t, suffix_k) + θ·p_{k−1}(t)) / (count(suffix_k) + θ),   k = 1 … 5
 */
import { Vocabulary } from "../../base/vocabulary.ts";
import { shape } from "./signatures.ts";

/** Suffixes up to this length; longer ones are nearly words. */
const LONGEST = 5;
/** θ: how many observations a shorter suffix is worth. Of 1, 3, 10 and 30 the best for unknown words of news text. */
const STRENGTH = 10;

export interface UnknownWords {
  readonly tags: number;
  /** Shapes, and shapes with suffixes: `Cap`, `Cap+ing`. */
  readonly keys: Vocabulary;
  /** keys × tags counts. */
  readonly counts: Float64Array;
  /** p(tag) among rare words. */
  readonly prior: Float64Array;
}

/** From the broadest to the narrowest. */
function* lookKeys(word: string, first: boolean): Generator<string> {
  const looks = shape(word, first);
  const lower = word.toLowerCase();
  yield looks;
  for (let length = 1; length <= Math.min(LONGEST, lower.length); length++) yield `${looks}+${lower.slice(-length)}`;
}

export interface RareToken {
  readonly word: string;
  readonly first: boolean;
  readonly tag: number;
}

export function learnUnknownWords(tokens: Iterable<RareToken>, tags: number): UnknownWords {
  const keys = new Vocabulary();
  const rows: Float64Array[] = [];
  const prior = new Float64Array(tags).fill(1 / tags); // one observation spread over all tags
  let total = 1;
  const count = (key: string, tag: number) => {
    const id = keys.add(key);
    (rows[id] ??= new Float64Array(tags))[tag]!++;
  };
  for (const { word, first, tag } of tokens) {
    for (const key of lookKeys(word, first)) count(key, tag);
    prior[tag]!++;
    total++;
  }
  for (let tag = 0; tag < tags; tag++) prior[tag]! /= total;
  const counts = new Float64Array(rows.length * tags);
  for (const [id, row] of rows.entries()) counts.set(row, id * tags);
  return { tags, keys, counts, prior };
}

/** p(tag | looks of the word), for every tag. */
export function tagsByLooks(model: UnknownWords, word: string, first: boolean): Float64Array {
  const distribution = model.prior.slice();
  for (const key of lookKeys(word, first)) if (!abstractTo(model, key, distribution)) break;
  return distribution;
}

/** One step of the recurrence, in place; false when the key was never seen, and then no longer suffix was either. */
function abstractTo({ tags, keys, counts }: UnknownWords, key: string, distribution: Float64Array): boolean {
  const id = keys.id(key);
  if (id < 0) return false;
  let total = 0;
  for (let tag = 0; tag < tags; tag++) total += counts[id * tags + tag]!;
  for (let tag = 0; tag < tags; tag++) {
    distribution[tag] = (counts[id * tags + tag]! + STRENGTH * distribution[tag]!) / (total + STRENGTH);
  }
  return true;
}
