/**
 * The feature templates of Dodge et al. 2012, section 4: five families, each inside the phrase, in the two words before
 * and in the two words after it; length and position of the phrase; and what was detected in the image (section 4.1),
 * once of all detections and once of the best detection of each type alone.
 */
export const FAMILIES = ["words", "bigrams", "spelling", "wordnet", "lists"] as const;
export const PLACES = ["phrase", "before", "after"] as const;

export type Family = (typeof FAMILIES)[number];
export type Place = (typeof PLACES)[number];

/** Templates over the caption alone. */
export const TEXT_TEMPLATES = [
  "words-phrase",
  "words-before",
  "words-after",
  "bigrams-phrase",
  "bigrams-before",
  "bigrams-after",
  "spelling-phrase",
  "spelling-before",
  "spelling-after",
  "wordnet-phrase",
  "wordnet-before",
  "wordnet-after",
  "lists-phrase",
  "lists-before",
  "lists-after",
  "length",
  "position",
] as const;
/** Templates over what was detected in the image. */
export const IMAGE_TEMPLATES = ["image", "image-best"] as const;
/** Those of the paper. */
export const PAPER_TEMPLATES = [...TEXT_TEMPLATES, ...IMAGE_TEMPLATES] as const;
/**
 * Ours: whether something was detected that the head of the phrase can name. Not for weak labels that were made of the
 * very same detections: there it is the label itself.
 */
export const MATCH_TEMPLATE = "image-match";
/** All templates. */
export const TEMPLATES = [...PAPER_TEMPLATES, MATCH_TEMPLATE] as const;

/** One of `TEMPLATES`. */
export type Template = (typeof TEMPLATES)[number];

/** A feature's name begins with its template and a blank. */
export const templateOf = (feature: string): string => feature.slice(0, feature.indexOf(" "));
