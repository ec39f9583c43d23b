/** The options of the learner. */
import { choices, DEFAULT_SEED, expert, type OptionsOf, whole } from "../../base/index.ts";
import { GROUPS } from "./group.ts";

/** How a similarity model is learnt. */
export const SIMILARITY_OPTIONS = {
  groups: choices(
    "groups of features; a group whose resources are missing is left out, and the report says so",
    GROUPS,
    {
      default: GROUPS,
    },
  ),
  folds: whole("folds of the cross-validation in the report", { default: 10, min: 2, max: 100 }),
  ...expert({
    vocabulary: whole("words whose frequencies and vectors the model keeps, the most frequent ones", {
      default: 50_000,
      min: 1,
      max: 2 ** 20,
    }),
    ngrams: whole("trigrams of the text that the selectors keep, the most frequent ones", {
      default: 1_000_000,
      min: 1,
      max: 2 ** 26,
    }),
    treeDim: whole("dimensions of the vectors of tree nodes", { default: 50, min: 2, max: 500 }),
    treeSentences: whole("sentences that the tree encoder learns from", { default: 800, min: 1, max: 1_000_000 }),
    treeIterations: whole("iterations of L-BFGS for the tree encoder", { default: 25, min: 1, max: 10_000 }),
    seed: whole("seed of folds and of the tree encoder's start", { default: DEFAULT_SEED, min: 0, max: 2 ** 31 - 1 }),
  }),
};

/** See `SIMILARITY_OPTIONS`. */
export type SimilarityOptions = OptionsOf<typeof SIMILARITY_OPTIONS>;
