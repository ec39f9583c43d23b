/** What `learnCaptions` and `Describer` can be told. */
import { choice, expert, flag, type OptionsOf, optional, real, whole } from "../../base/options.ts";
import { DEFAULT_SEED } from "../../base/random.ts";

/** How knowledge is gathered. */
export const CAPTIONS_OPTIONS = {
  keepCaptions: whole("captions to keep in the model, from which `evaluate` takes the nearest one as a baseline", {
    default: 20_000,
    min: 0,
    max: 1_000_000,
  }),
};

/** What `learnCaptions` can be told. */
export type CaptionsOptions = OptionsOf<typeof CAPTIONS_OPTIONS>;

/** How scenes are described. */
export const DESCRIBING_OPTIONS = {
  style: choice(
    "terse: one sentence without modifiers; descriptive: every thing, with its modifiers",
    ["plain", "terse", "descriptive"],
    {
      default: "plain",
    },
  ),
  hallucinate: flag("add likely verbs that no detector saw", { default: true }),
  sentences: optional(
    whole(
      "sentences at most; 0 for as many as there are things to name; by default 1 for terse, 3 for plain, 0 for descriptive",
      {
        default: 2,
        min: 0,
        max: 1000,
      },
    ),
  ),
  threshold: real("lowest score of a detection that is described", { default: 0.3, min: 0, max: 1 }),
  form: choice("whole sentences, noun phrases, or both", ["sentence", "phrase", "any"], { default: "sentence" }),
  choose: choice(
    "which tree to use: the one with the likeliest links, the longest, or the best by the language model",
    ["likely", "longest", "model"],
    { default: "likely" },
  ),
  nBest: whole("descriptions to give, best first", { default: 1, min: 1, max: 100 }),
  seed: whole("seed of random groups", { default: DEFAULT_SEED, min: 0, max: 2 ** 31 - 1 }),
  ...expert({
    group: choice(
      "how nouns are split into sentences: those that belong together, or at random",
      ["related", "random"],
      {
        default: "related",
      },
    ),
    alpha: real("lowest probability of a word beside a noun (α); the paper has .01", { default: 0.03, min: 0, max: 1 }),
    attributeAlpha: real("lowest probability of an attribute beside its noun", { default: 0.01, min: 0, max: 1 }),
    beta: whole("lowest count of a word beside a noun (β)", { default: 3, min: 0, max: 1_000_000 }),
    attributeThreshold: real("lowest score of an attribute", { default: 0.3, min: 0, max: 1 }),
    actionThreshold: real("lowest score of an action or pose", { default: 0.3, min: 0, max: 1 }),
  }),
};

/** What a `Describer` can be told. */
export type DescribingOptions = OptionsOf<typeof DESCRIBING_OPTIONS>;
