/** A caption as words with places, and its noun phrases as places of the raw caption and as words. */

import type { SentenceAnalyser } from "./analyser.ts";
import { type PlacedWord, placedSentences } from "./places.ts";

/** A noun phrase of a caption. */
export interface CaptionPhrase {
  /** In UTF-16 units of the caption; `end` is not included. */
  readonly start: number;
  readonly end: number;
  /** The same in words. */
  readonly from: number;
  readonly to: number;
  /** Which word is the head. */
  readonly head: number;
}

export interface CaptionWords {
  /** Of all sentences, one after another. */
  readonly words: readonly string[];
  readonly places: readonly PlacedWord[];
}

export function captionWords(caption: string, language: string): CaptionWords {
  const places = placedSentences(caption, language).flat();
  return { words: places.map(({ word }) => word), places };
}

/** The noun phrases of a caption, sentence by sentence. */
export function findPhrases(
  caption: string,
  analyse: SentenceAnalyser,
  language: string,
): { readonly words: readonly string[]; readonly phrases: readonly CaptionPhrase[] } {
  const words: string[] = [];
  const phrases: CaptionPhrase[] = [];
  for (const sentence of placedSentences(caption, language)) {
    const first = words.length;
    const forms = sentence.map(({ word }) => word);
    for (const { from, to, head } of analyse(forms).phrases) {
      const [start, end] = [sentence[from]!.start, sentence[to - 1]!.end];
      if (start < end) phrases.push({ start, end, from: first + from, to: first + to, head: first + head });
    }
    for (const form of forms) words.push(form);
  }
  return { words, phrases };
}

/** A phrase given by its place in the caption: the words that it touches. */
export function phraseAt({ words, places }: CaptionWords, start: number, end: number): CaptionPhrase {
  let from = places.findIndex((word) => word.end > start);
  if (from < 0) from = places.length;
  let to = from;
  while (to < places.length && places[to]!.start < end) to++;
  return { start, end, from, to, head: likelyHead(words, from, to) };
}

/** What ends the first noun phrase in a longer one: "a group of people". */
const ENDS_PHRASE = new Set("of in on at with by for from to near under over behind who that which and or".split(" "));

/** Without tags: the last word with a letter in it before what ends a phrase. */
function likelyHead(words: readonly string[], from: number, to: number): number {
  let head = from;
  for (let i = from; i < to; i++) {
    const lower = words[i]!.toLowerCase();
    if (i > from && ENDS_PHRASE.has(lower)) break;
    if (/\p{L}/u.test(lower) && !/^['’]/.test(lower)) head = i;
  }
  return head;
}
