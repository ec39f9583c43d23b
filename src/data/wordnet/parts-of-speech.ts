/** The four parts of speech of WordNet, and how its files name them. */

export const PARTS_OF_SPEECH = ["noun", "verb", "adjective", "adverb"] as const;
/** A part of speech of WordNet. */
export type PartOfSpeech = (typeof PARTS_OF_SPEECH)[number];

/** The ending of its files: index.adj, data.adj, adj.exc. */
export const FILE_ENDINGS: Readonly<Record<PartOfSpeech, string>> = {
  noun: "noun",
  verb: "verb",
  adjective: "adj",
  adverb: "adv",
};

/** In data files; `s` marks the satellite of a cluster of adjectives. */
export const LETTERS: Readonly<Record<PartOfSpeech, string>> = { noun: "n", verb: "v", adjective: "a", adverb: "r" };

/** The part of speech of a letter in a data file, as its index in `PARTS_OF_SPEECH`; −1 for others. */
export function partOfLetter(letter: number): number {
  if (letter === 0x6e) return 0; // n
  if (letter === 0x76) return 1; // v
  if (letter === 0x61 || letter === 0x73) return 2; // a, s
  return letter === 0x72 ? 3 : -1; // r
}
