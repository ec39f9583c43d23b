/** Features of the boundary between two words: words and kinds of words around it, hashed into buckets. */
import { signature } from "../../lexicon/spelling.ts";
import type { LexiconCounts } from "../lexicon/lexicon.ts";
import type { Symbols } from "../treebank/symbols.ts";

/** A power of two. With 2^17, a few hundred thousand features of a large treebank share a bucket with few others. */
export const BUCKETS = 2 ** 17;
/** Words of a smaller count stand for their class: training then sees as many unknown words as there will be. */
const FREQUENT = 2;
const AROUND = 3;

/** What features are made of: numbers of the words and of their kinds, three paddings before and behind. */
export interface DescribedWords {
  readonly words: Int32Array;
  readonly kinds: Int32Array;
  readonly length: number;
}

/** Numbers of spelling classes, by their text: far from those of words and tags. */
function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0x40000000;
}

/** Describes sentences by a lexicon. */
export function spellings(
  { words, wordCount, starts, labels, counts }: LexiconCounts,
  { tagOf }: Symbols,
): (sentence: readonly string[]) => DescribedWords {
  const kindOf = (id: number): number => {
    let best = starts[id]!;
    for (let at = best; at < starts[id + 1]!; at++) if (counts[at]! > counts[best]!) best = at;
    return best < starts[id + 1]! ? tagOf[labels[best]!]! : -1;
  };
  return (sentence) => {
    const numbers = new Int32Array(sentence.length + 2 * AROUND).fill(-2);
    const kinds = new Int32Array(numbers.length).fill(-2);
    for (const [at, word] of sentence.entries()) {
      const id = words.id(word);
      const frequent = id >= 0 && wordCount[id]! >= FREQUENT;
      const rare = frequent ? 0 : textHash(signature(word, at === 0));
      numbers[at + AROUND] = frequent ? id : rare;
      kinds[at + AROUND] = frequent ? kindOf(id) : rare;
    }
    return { words: numbers, kinds, length: sentence.length };
  };
}

const mix = (hash: number, value: number): number => {
  const mixed = Math.imul(hash ^ value, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
};

const BANDS = 6;

/** Calls `take` with the bucket of every feature of the boundary before word `boundary`. */
export function eachFeature(
  { words, kinds, length }: DescribedWords,
  boundary: number,
  take: (bucket: number) => void,
): void {
  const mask = BUCKETS - 1;
  const at = boundary + AROUND;
  const [w2, w1, v1, v2] = [words[at - 2]!, words[at - 1]!, words[at]!, words[at + 1]!];
  const [k3, k2, k1] = [kinds[at - 3]!, kinds[at - 2]!, kinds[at - 1]!];
  const [l1, l2, l3] = [kinds[at]!, kinds[at + 1]!, kinds[at + 2]!];
  const one = (template: number, a: number) => take(mix(mix(template, 0x5bd1e995), a) & mask);
  const two = (template: number, a: number, b: number) => take(mix(mix(mix(template, 0x5bd1e995), a), b) & mask);
  const three = (template: number, a: number, b: number, c: number) =>
    take(mix(mix(mix(mix(template, 0x5bd1e995), a), b), c) & mask);
  one(1, w1);
  one(2, v1);
  one(3, w2);
  one(4, v2);
  two(5, w1, v1);
  two(6, w2, w1);
  two(7, v1, v2);
  one(8, k1);
  one(9, l1);
  one(10, k2);
  one(11, l2);
  two(12, k1, l1);
  two(13, k2, k1);
  two(14, l1, l2);
  two(15, k1, v1);
  two(16, w1, l1);
  three(17, k2, k1, l1);
  three(18, k1, l1, l2);
  three(19, k3, k2, k1);
  three(20, l1, l2, l3);
  three(21, mix(k2, k1), l1, l2);
  three(22, w1, l1, l2);
  three(23, k2, k1, v1);
  three(24, k2, mix(k1, l1), mix(l2, l3));
  one(25, Math.min(boundary, BANDS));
  one(26, Math.min(length - boundary, BANDS));
}
