/**
 * The hypernyms of words: all synsets above the first sense as a noun, of words that are no nouns as a verb. A model
 * keeps those of its training data, so that it works where WordNet is not; with WordNet other words have theirs too.
 */
import type { Synset, WordNet } from "../../../data/index.ts";
import type { TextsOf } from "./word-table.ts";

/** From WordNet, remembered by synset. */
export function wordNetHypernyms(wordnet: WordNet): TextsOf {
  const names = new Map<Synset, string>();
  const nameOf = (synset: Synset) => {
    let name = names.get(synset);
    if (name === undefined) names.set(synset, (name = wordnet.label(synset)));
    return name;
  };
  return (word) => {
    const first = wordnet.senses(word, "noun")[0] ?? wordnet.senses(word, "verb")[0];
    if (first === undefined) return [];
    const found = new Set<Synset>([first]);
    for (const synset of found) for (const above of wordnet.hypernyms(synset)) found.add(above);
    return [...found].map(nameOf);
  };
}
