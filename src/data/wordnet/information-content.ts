/**
 * Information content of synsets: Resnik, "Using information content to evaluate semantic similarity in a taxonomy",
 * IJCAI 1995, counted from the words of any text.
 *
 *   own(c)  = 1 + Σ_w count(w) / senses(w)          over the words w that may mean c: a word's count is shared equally
 *   freq(c) = Σ own(d)                              over c and everything below it, each once
 *   IC(c)   = −log(freq(c) / N)                     N: all of its part of speech, which is freq of the (virtual) root
 *
 * The one is added to every synset, so that none is impossible.
 */
import { InputError } from "../../base/errors.ts";
import { PARTS_OF_SPEECH, type PartOfSpeech } from "./parts-of-speech.ts";
import type { Taxonomy } from "./taxonomy.ts";

/** Word, count, and the part of speech if it is known. */
export type WordCount = readonly [word: string, count: number, part?: PartOfSpeech];

/** −log p of every synset, p estimated from counts of words. */
export interface InformationContent {
  /** For each synset; 0 at the root. Natural logarithm. */
  readonly values: Float64Array;
  /** Counted words that are in WordNet, and that are not. */
  readonly known: number;
  readonly unknown: number;
}

/** Words without a part of speech are shared among the senses of all of them. */
export function informationContent(taxonomy: Taxonomy, counts: Iterable<WordCount>): InformationContent {
  const { wordnet } = taxonomy;
  const own = new Float64Array(wordnet.size).fill(1);
  let known = 0;
  let unknown = 0;
  for (const [word, count, part] of counts) {
    if (!(count >= 0 && Number.isFinite(count)))
      throw new InputError(`information content: "${word}" has the count ${count}; expected a number of at least 0.`);
    const senses = wordnet.senses(word, part);
    if (senses.length === 0) unknown += count;
    else known += count;
    for (const synset of senses) own[synset]! += count / senses.length;
  }
  const frequencies = new Float64Array(wordnet.size);
  for (let s = 0; s < wordnet.size; s++) taxonomy.addToAncestors(s, own[s]!, frequencies);
  const values = new Float64Array(wordnet.size);
  for (const part of PARTS_OF_SPEECH) {
    const { first, end } = wordnet.range(part);
    let total = 0;
    for (let s = first; s < end; s++) total += own[s]!;
    // Rounding must not push the root's share over 1.
    for (let s = first; s < end; s++) values[s] = Math.max(0, Math.log(total / frequencies[s]!));
  }
  return { values, known, unknown };
}
