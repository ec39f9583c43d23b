/**
 * Features of the perceptron tagger as bucket numbers. Those of the words are computed once a sentence; those that look at the tags already given are
 * added while tagging. After Collins 2002 and Ratnaparkhi 1996, with the usual tag of neighbouring frequent words.
 */
import { hashText, shapeOf, signatureOf } from "./spelling.ts";

/** Features share 2¹⁸ rows of weights. */
export const BUCKETS = 1 << 18;
const MASK = BUCKETS - 1;

/** Word features of a position, always as many; missing affixes hash as the empty text. */
export const WORD_FEATURES = 32;
/** Features of the tags before a position. */
export const TAG_FEATURES = 7;

const EDGE = "\u0001";

interface Seen {
  readonly form: string;
  readonly lower: string;
  readonly shape: string;
  readonly usual: string;
}

/** `usualTag` of a word: "" where training saw it too seldom to say. */
export function wordFeatures(words: readonly string[], usualTag: (word: string) => string, out: Int32Array): void {
  const edge: Seen = { form: EDGE, lower: EDGE, shape: EDGE, usual: EDGE };
  const seen = words.map((form): Seen => {
    const lower = form.toLowerCase().replace(/\d/g, "0");
    return { form, lower, shape: shapeOf(form), usual: usualTag(form) };
  });
  const at = (i: number) => seen[i] ?? edge;
  let e = 0;
  const put = (kind: number, text: string) => {
    out[e++] = hashText(kind, text) & MASK;
  };
  for (let i = 0; i < words.length; i++) {
    const here = at(i);
    const [before, after, before2, after2] = [at(i - 1), at(i + 1), at(i - 2), at(i + 2)];
    const { form, lower } = here;
    put(40, "");
    put(41, form);
    put(42, lower);
    put(43, before.lower);
    put(44, after.lower);
    put(45, before2.lower);
    put(46, after2.lower);
    put(47, `${before.lower} ${lower}`);
    put(48, `${lower} ${after.lower}`);
    put(49, `${before.lower} ${after.lower}`);
    for (let size = 1; size <= 5; size++) put(50 + size, lower.length > size ? lower.slice(-size) : "");
    for (let size = 1; size <= 4; size++) put(60 + size, lower.length > size ? lower.slice(0, size) : "");
    put(65, here.shape);
    put(66, `${here.shape} ${before.shape}`);
    put(67, `${here.shape} ${after.shape}`);
    put(68, signatureOf(form));
    put(69, `${here.shape} ${i === 0} ${lower.slice(-2)}`);
    put(70, before.lower.slice(-3));
    put(71, after.lower.slice(-3));
    put(72, here.usual);
    put(73, after.usual);
    put(74, `${after.usual} ${after2.usual}`);
    put(75, `${lower} ${after.usual}`);
    put(76, `${lower.slice(-3)} ${after.usual}`);
    put(77, /[-@._/]/.test(form) ? lower.slice(-4) : "");
  }
}

/** Mixes tag numbers and a word bucket into a bucket. */
function mix(kind: number, a: number, b: number, c: number): number {
  let hash = Math.imul(kind, 0x9e3779b1) ^ Math.imul(a + 2, 0x85ebca6b) ^ Math.imul(b + 2, 0xc2b2ae35) ^ Math.imul(c + 2, 0x27d4eb2f);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) & MASK;
}

/** Features of the two tags before (−1 at the edge), some joined with features of the words at `row` of `buckets`. */
export function tagFeatures(last: number, beforeLast: number, buckets: Int32Array, row: number, out: Int32Array): void {
  const lower = buckets[row + 2]!;
  const following = buckets[row + 4]!;
  const suffix = buckets[row + 12]!;
  const usualNext = buckets[row + 27]!;
  out[0] = mix(1, last, 0, 0);
  out[1] = mix(2, last, beforeLast, 0);
  out[2] = mix(3, last, lower, 0);
  out[3] = mix(4, last, following, 0);
  out[4] = mix(5, last, suffix, 0);
  out[5] = mix(6, beforeLast, 0, 0);
  out[6] = mix(7, last, usualNext, lower);
}
