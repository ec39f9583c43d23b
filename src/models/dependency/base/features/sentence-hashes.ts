/**
 * What features look at, computed once a sentence as 32-bit hashes: words, tags, and the first five letters of longer
 * words (McDonald 2006, §3.2); classes of words, where the parser has them (Koo, Carreras and Collins 2008). Place 0 is
 * the wall, 1 … n the words; the tags before the wall and after the last word are edges of their own.
 *
 * Where a tag has two parts with a blank between them, as in "VERB VBD", all of it is the tag, and the first is its
 * coarse part.
 */
import { coarseTag, type TaggedSentence } from "../../../../trees/sentence.ts";
import { hashText, joinHashes as join } from "../../../lexicon/hash.ts";
import type { WordClasses } from "../../../representations/index.ts";

const PREFIX = 5;
const KIND = { word: 101, tag: 102, prefix: 103, class: 104 } as const;
/** Beginnings of the path of a class, in bits: as Koo et al. 2008, §3.1, who take 4 to 6. */
const SHORT = 4;
const MIDDLE = 6;

/** The classes of the words of a sentence. */
export interface ClassHashes {
  /** Index place + 1, as for words: the first 4 bits of the path, the first 6, all of it. */
  readonly short: Int32Array;
  readonly middle: Int32Array;
  readonly whole: Int32Array;
}

export interface SentenceHashes {
  /** Words in the sentence. */
  readonly size: number;
  /** Index place + 1: the edge before the wall, the wall, the words, the edge after the last. */
  readonly word: Int32Array;
  readonly tag: Int32Array;
  readonly prefix: Int32Array;
  /** Both together. */
  readonly wordTag: Int32Array;
  /** The coarse parts of the tags; undefined where tags have one part. */
  readonly coarse: Int32Array | undefined;
  /** The last place before this one with the same (coarse) tag, or −1: index place. */
  readonly sameTagBefore: Int32Array;
  readonly classes: ClassHashes | undefined;
}

/** The hashes of a sentence; `known` has the classes of words, where they are features. */
export function hashesOf({ words, tags }: TaggedSentence, known?: WordClasses): SentenceHashes {
  const size = words.length;
  const [word, tag, prefix, wordTag, coarse] = Array.from({ length: 5 }, () => new Int32Array(size + 3)) as Five;
  const classes =
    known === undefined
      ? undefined
      : { short: new Int32Array(size + 3), middle: new Int32Array(size + 3), whole: new Int32Array(size + 3) };
  const sameTagBefore = new Int32Array(size + 1).fill(-1);
  const last = new Map<string, number>();
  let twoParts = false;
  for (let at = 0; at < size + 3; at++) {
    const place = at - 1;
    const isWord = place >= 1 && place <= size;
    // A blank cannot stand at the beginning of a word or a tag of any format, so that none is taken for an edge.
    const edge = place < 0 ? " before" : place === 0 ? " wall" : " after";
    const form = isWord ? words[place - 1]! : edge;
    const name = isWord ? tags[place - 1]! : edge;
    const first = isWord ? coarseTag(name) : name;
    if (first !== name) twoParts = true;
    word[at] = hashText(KIND.word, form);
    tag[at] = hashText(KIND.tag, name);
    coarse[at] = hashText(KIND.tag, first);
    prefix[at] = hashText(KIND.prefix, isWord ? form.slice(0, PREFIX) : edge);
    wordTag[at] = join(word[at]!, tag[at]!);
    if (classes !== undefined) {
      const path = isWord ? known!.path(form) : edge;
      classes.short[at] = hashText(KIND.class, path.slice(0, SHORT));
      classes.middle[at] = hashText(KIND.class + 1, path.slice(0, MIDDLE));
      classes.whole[at] = hashText(KIND.class + 2, path);
    }
    if (isWord) {
      sameTagBefore[place] = last.get(first) ?? -1;
      last.set(first, place);
    }
  }
  return { size, word, tag, prefix, wordTag, coarse: twoParts ? coarse : undefined, sameTagBefore, classes };
}

type Five = [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];
