/**
 * What features look at, computed once a sentence as 32-bit hashes: words, tags, and the first five letters of longer words (McDonald 2006, §3.2). Place 0 is the wall,
 * 1 … n the words; the tags before the wall and after the last word are edges of their own.
 */
import type { TaggedSentence } from "../../trees/sentence.ts";
import { hashText } from "../sequence/spelling.ts";

const PREFIX = 5;
const KIND = { word: 101, tag: 102, prefix: 103 } as const;

export interface Atoms {
  /** Words in the sentence. */
  readonly size: number;
  /** Index place + 1: the edge before the wall, the wall, the words, the edge after the last. */
  readonly word: Int32Array;
  readonly tag: Int32Array;
  readonly prefix: Int32Array;
  /** Both together. */
  readonly wordTag: Int32Array;
  /** The last place before this one with the same tag, or −1: index place. */
  readonly sameTagBefore: Int32Array;
}

/** Mixes two hashes; the order counts. */
export function join(a: number, b: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ b;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

export function atomsOf({ words, tags }: TaggedSentence): Atoms {
  const size = words.length;
  const word = new Int32Array(size + 3);
  const tag = new Int32Array(size + 3);
  const prefix = new Int32Array(size + 3);
  const wordTag = new Int32Array(size + 3);
  const sameTagBefore = new Int32Array(size + 1).fill(-1);
  const last = new Map<string, number>();
  for (let at = 0; at < size + 3; at++) {
    const place = at - 1;
    const isWord = place >= 1 && place <= size;
    // A blank cannot stand in a word of any format, so that no word is taken for an edge.
    const edge = place < 0 ? " before" : place === 0 ? " wall" : " after";
    const form = isWord ? words[place - 1]! : edge;
    const name = isWord ? tags[place - 1]! : edge;
    word[at] = hashText(KIND.word, form);
    tag[at] = hashText(KIND.tag, name);
    prefix[at] = hashText(KIND.prefix, isWord ? form.slice(0, PREFIX) : edge);
    wordTag[at] = join(word[at]!, tag[at]!);
    if (isWord) {
      sameTagBefore[place] = last.get(name) ?? -1;
      last.set(name, place);
    }
  }
  return { size, word, tag, prefix, wordTag, sameTagBefore };
}
