/** The options of induction: of learning, of parsing, of evaluation. */
import { choice, expert, type OptionsOf, real, whole, wholes } from "../../base/index.ts";
import { TAG_MAPS } from "./data/tags.ts";

/** The options of `learnInduction`. */
export const INDUCTION_OPTIONS = {
  states: whole("singular values that enter a distance", { default: 7, min: 1, max: 200 }),
  tags: choice("learn by universal tags or by the tags as they are given", ["universal", "given"], {
    default: "universal",
  }),
  tagMap: choice("what the given tags are; auto takes the map that knows most of them", ["auto", ...TAG_MAPS], {
    default: "auto",
  }),
  ...expert({
    bandwidth: real("how far samples at different distances in words are pooled: γ of the kernel", {
      default: 0.4,
      min: 0.01,
      max: 1,
    }),
    minPairs: whole(
      "pairs of words that a distance needs; with fewer the nearest distance of its tags that has them is taken",
      { default: 50, min: 1 },
    ),
    rounds: whole(
      "rounds of bracketing short sentences and counting what their brackets look like; 0: the metric alone",
      { default: 4, min: 0, max: 100 },
    ),
    maxRoundWords: whole("words of the longest sentences that the rounds bracket", { default: 12, min: 2, max: 100 }),
    maxRoundSentences: whole("sentences that the rounds bracket, at most: the first short ones of the data", {
      default: 20_000,
      min: 1,
    }),
  }),
};

/** Complete `INDUCTION_OPTIONS`. */
export type InductionOptions = OptionsOf<typeof INDUCTION_OPTIONS>;

/** The options of an `InductionParser`. */
export const INDUCTION_PARSING_OPTIONS = {
  tree: choice(
    "how the latent tree is found; joining and grouping ignore the order of words",
    ["minimal", "representatives", "joining", "grouping"],
    { default: "minimal" },
  ),
  spans: choice("whether to use what the model learnt about brackets besides the metric", ["learnt", "none"], {
    default: "learnt",
  }),
  crossing: real("cost of a bracket that crosses punctuation without ending there", {
    default: 4,
    min: 0,
    max: 1e6,
  }),
  maxWords: whole("longest sentence that is bracketed whole, in words; longer ones are cut into pieces", {
    default: 150,
    min: 2,
    max: 400,
  }),
};

/** Complete `INDUCTION_PARSING_OPTIONS`. */
export type InductionParsingOptions = OptionsOf<typeof INDUCTION_PARSING_OPTIONS>;

/** The options of `evaluateInduction`. */
export const INDUCTION_EVALUATION_OPTIONS = {
  top: choice("the top bracket: found by rule, or taken from the gold tree", ["rule", "gold"], { default: "rule" }),
  limits: wholes("lengths up to which sentences are scored apart; all of them are scored too", {
    default: [10, 15, 20, 25, 30, 35, 40],
    min: 2,
  }),
};

/** Complete `INDUCTION_EVALUATION_OPTIONS`. */
export type InductionEvaluationOptions = OptionsOf<typeof INDUCTION_EVALUATION_OPTIONS>;
