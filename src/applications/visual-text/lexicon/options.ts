/** The options of `learnVisualLexicon`. Values without a remark are those of Dodge et al. 2012. */
import { choice, expert, type OptionsOf, real, whole } from "../../../base/index.ts";
import { languageOption } from "../../../data/index.ts";
import { TEXT_INPUTS } from "./count-jobs.ts";

/** How a text is read. */
export const LEXICON_TEXT_OPTIONS = {
  input: choice(
    "form of the text; text is running text, tokens has a sentence on every line, cut into words, tagged has the same " +
      "with tags, as in dog/NN",
    TEXT_INPUTS,
    { default: "text" },
  ),
  lines: choice(
    "what a line of running text is: one or more whole sentences, or a piece of text that runs on to the next line",
    ["sentences", "running"],
    { default: "sentences" },
  ),
  language: languageOption("language of running text"),
};

/** The options of `learnVisualLexicon`. */
export const LEXICON_OPTIONS = {
  minCount: whole("adjective–noun pairs that a word must have", { default: 25, min: 1 }),
  iterations: whole("rounds of bootstrapping for visual words", { default: 500, min: 0, max: 100_000 }),
  attributeIterations: whole("rounds of bootstrapping for attribute classes", { default: 10, min: 0, max: 100_000 }),
  perIteration: whole("words that each class takes in a round", { default: 25, min: 1, max: 100_000 }),
  ...expert({
    contexts: whole("contexts of a word, those with the highest weight", { default: 1000, min: 1 }),
    neighbours: whole("neighbours of a word in the graph of visual words", { default: 10, min: 1, max: 1000 }),
    attributeNeighbours: whole("neighbours of an adjective in the graph of attribute classes", {
      default: 25,
      min: 1,
      max: 1000,
    }),
    // Ours: materials are nouns to a tagger (cotton shirt), and seeds of table 4.
    modifierShare: real("share of a noun's uses before another noun above which it also counts as an adjective", {
      default: 0.25,
      min: 0,
      max: 1,
    }),
    loss: real("share that label propagation loses at a predicate without a label", {
      default: 0.1,
      min: 0.001,
      max: 1,
    }),
  }),
};

/** The complete options of how a text is read. */
export type LexiconTextOptions = OptionsOf<typeof LEXICON_TEXT_OPTIONS>;
/** The complete options of `learnVisualLexicon`. */
export type LexiconOptions = OptionsOf<typeof LEXICON_OPTIONS>;
