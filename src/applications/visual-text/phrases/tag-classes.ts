/**
 * What chunks and counts need to know of a part-of-speech tag. Penn's tags and the universal ones are understood, and
 * whatever stands behind `-`, `:` or `|` is left out (NN-SBJ, NN|S).
 */

/**
 * D determiner, C numeral, J adjective, G participle, R adverb, N noun, S plural noun, E name, P possessive clitic,
 * V verb in its base form, W any other verb, K comma, x anything else.
 */
export type TagClass = "D" | "C" | "J" | "G" | "R" | "N" | "S" | "E" | "P" | "V" | "W" | "K" | "x";

const CLASSES: Readonly<Record<string, TagClass>> = {
  ...{ DT: "D", PDT: "D", PRP$: "D", WP$: "D", WDT: "x", DET: "D" },
  ...{ CD: "C", NUM: "C" },
  ...{ JJ: "J", JJR: "J", JJS: "J", ADJ: "J", AFX: "J" },
  ...{ VBN: "G", VBG: "G" },
  ...{ RB: "R", RBR: "R", RBS: "R", ADV: "R" },
  ...{ NN: "N", NOUN: "N", NNS: "S", NNP: "E", NNPS: "E", PROPN: "E" },
  POS: "P",
  ...{ VB: "V", VBP: "V", VERB: "W", VBD: "W", VBZ: "W" },
  ",": "K",
};

export const tagClass = (tag: string): TagClass => {
  const own = CLASSES[tag];
  if (own !== undefined) return own;
  const end = tag.search(/.[-:|]/);
  return (end < 0 ? undefined : CLASSES[tag.slice(0, end + 1)]) ?? "x";
};

export const isNoun = (of: TagClass): boolean => of === "N" || of === "S" || of === "E";
