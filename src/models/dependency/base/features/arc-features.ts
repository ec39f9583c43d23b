/**
 * Features of one arc, as hashes: McDonald, Crammer and Pereira 2005, tables 1 and 2. Those of one end alone come
 * first, then those of both ends and of what is around and between them. The numbers tell the templates apart.
 */
import { joinHashes as join } from "../../../lexicon/hash.ts";
import type { ClassHashes, SentenceHashes } from "./sentence-hashes.ts";

/**
 * Room for the features of an arc: the templates and the distinct tags between its ends, of which those past this
 * number are not seen.
 */
export const MOST_FEATURES = 1024;

/** Features of one end of an arc: always, and those of its class. */
const WORD_END_FEATURES = 3;
const CLASS_END_FEATURES = 2;

export const endFeatureCount = ({ classes }: SentenceHashes): number =>
  WORD_END_FEATURES + (classes === undefined ? 0 : CLASS_END_FEATURES);

/** Writes the features of a word as a head, or as a modifier. They are the same for all arcs of one bucket. */
export function endFeatures(
  { word, tag, wordTag, classes }: SentenceHashes,
  place: number,
  asHead: boolean,
  out: Int32Array,
  at: number,
): void {
  const kind = asHead ? 1 : 4;
  out[at] = join(wordTag[place + 1]!, kind);
  out[at + 1] = join(word[place + 1]!, kind + 1);
  out[at + 2] = join(tag[place + 1]!, kind + 2);
  if (classes === undefined) return;
  out[at + 3] = join(classes.whole[place + 1]!, kind + 50);
  out[at + 4] = join(join(classes.middle[place + 1]!, tag[place + 1]!), kind + 51);
}

/** Writes the features of the arc; returns how many. */
export function arcFeatures(hashes: SentenceHashes, head: number, modifier: number, out: Int32Array): number {
  const ends = endFeatureCount(hashes);
  endFeatures(hashes, head, true, out, 0);
  endFeatures(hashes, modifier, false, out, ends);
  return pairFeatures(hashes, head, modifier, out, 2 * ends);
}

/** Those of both ends and of what is around and between them, from `n` on; returns where they end. */
export function pairFeatures(
  hashes: SentenceHashes,
  head: number,
  modifier: number,
  out: Int32Array,
  start: number,
): number {
  const { word, tag, prefix, wordTag, coarse, sameTagBefore, classes } = hashes;
  const h = head + 1;
  const m = modifier + 1;
  const hw = word[h]!;
  const ht = tag[h]!;
  const hwt = wordTag[h]!;
  const mw = word[m]!;
  const mt = tag[m]!;
  const mwt = wordTag[m]!;
  const tags = join(ht, mt);
  let n = start;
  out[n++] = join(join(hwt, mwt), 7);
  out[n++] = join(join(ht, mwt), 8);
  out[n++] = join(join(hwt, mt), 10);
  out[n++] = join(join(hw, mw), 12);
  out[n++] = join(tags, 13);
  out[n++] = join(join(hw, mt), 14);
  out[n++] = join(join(ht, mw), 15);
  const hp = prefix[h]!;
  const mp = prefix[m]!;
  out[n++] = join(join(hp, mt), 17);
  out[n++] = join(join(ht, mp), 18);
  const hNext = tag[h + 1]!;
  const hLast = tag[h - 1]!;
  const mNext = tag[m + 1]!;
  const mLast = tag[m - 1]!;
  const withNext = join(tags, hNext);
  const withLast = join(tags, hLast);
  out[n++] = join(withNext, 20);
  out[n++] = join(withLast, 21);
  out[n++] = join(join(tags, mNext), 22);
  out[n++] = join(join(tags, mLast), 23);
  out[n++] = join(join(withNext, mLast), 24);
  out[n++] = join(join(withLast, mLast), 25);
  out[n++] = join(join(withNext, mNext), 26);
  out[n++] = join(join(withLast, mNext), 27);
  if (coarse !== undefined) n = coarseFeatures(hashes, coarse, h, m, out, n);
  if (classes !== undefined) n = classFeatures(hashes, classes, h, m, out, n);
  const low = Math.min(head, modifier);
  const high = Math.max(head, modifier);
  const names = coarse ?? tag;
  const ends = coarse === undefined ? tags : join(coarse[h]!, coarse[m]!);
  for (let b = low + 1; b < high && n < MOST_FEATURES; b++)
    if (sameTagBefore[b]! <= low) out[n++] = join(join(ends, names[b + 1]!), 28);
  return n;
}

/** What fine tags see too rarely, by their coarse parts. */
function coarseFeatures(
  { word }: SentenceHashes,
  coarse: Int32Array,
  h: number,
  m: number,
  out: Int32Array,
  start: number,
): number {
  let n = start;
  const tags = join(coarse[h]!, coarse[m]!);
  out[n++] = join(tags, 70);
  out[n++] = join(join(word[h]!, coarse[m]!), 71);
  out[n++] = join(join(coarse[h]!, word[m]!), 72);
  out[n++] = join(join(join(tags, coarse[h + 1]!), coarse[m - 1]!), 73);
  out[n++] = join(join(join(tags, coarse[h - 1]!), coarse[m - 1]!), 74);
  out[n++] = join(join(join(tags, coarse[h + 1]!), coarse[m + 1]!), 75);
  out[n++] = join(join(join(tags, coarse[h - 1]!), coarse[m + 1]!), 76);
  return n;
}

/** Classes of both ends (Koo et al. 2008, table 2): short paths beside tags, whole ones beside words. */
function classFeatures(
  { word, tag }: SentenceHashes,
  { short, middle, whole }: ClassHashes,
  h: number,
  m: number,
  out: Int32Array,
  start: number,
): number {
  let n = start;
  const tags = join(tag[h]!, tag[m]!);
  out[n++] = join(join(whole[h]!, whole[m]!), 80);
  out[n++] = join(join(middle[h]!, middle[m]!), 81);
  out[n++] = join(join(short[h]!, short[m]!), 82);
  out[n++] = join(join(tags, short[h]!), join(short[m]!, 83));
  out[n++] = join(join(tags, middle[h]!), join(middle[m]!, 84));
  out[n++] = join(join(tag[h]!, middle[h]!), join(tag[m]!, 85));
  out[n++] = join(join(tag[h]!, middle[m]!), join(tag[m]!, 86));
  out[n++] = join(join(whole[h]!, tag[m]!), 87);
  out[n++] = join(join(tag[h]!, whole[m]!), 88);
  out[n++] = join(join(word[h]!, middle[m]!), 89);
  out[n++] = join(join(middle[h]!, word[m]!), 90);
  return n;
}
