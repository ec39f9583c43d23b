/** The options of the learners of word vectors. The defaults were chosen on one half of the word pairs that docs/results.md reports the other half of. */
import { choice, DEFAULT_SEED, flag, type OptionsOf, real, whole } from "../../base/index.ts";

export const METHODS = ["oscca", "tscca", "lrmvl", "ppmi"] as const;
export type Method = (typeof METHODS)[number];

export const VECTOR_OPTIONS = {
  method: choice("one-step CCA, two-step CCA, LR-MVL, or positive pointwise mutual information with SVD as a baseline", METHODS, {
    default: "oscca",
  }),
  dim: whole("dimensions of a vector", { default: 100, min: 1, max: 4096 }),
  window: whole("words on either side that are context", { default: 5, min: 1, max: 50 }),
  contexts: whole("words that are contexts of their own, the most frequent ones; all others are pooled", { default: 30_000, min: 1 }),
  positions: flag("tell the places beside the word apart", { default: false }),
  nearMore: flag("count a context at distance d in a window h as h + 1 − d occurrences", { default: false }),
  transform: choice("what is made of a count before whitening", ["sqrt", "log", "raw"], { default: "sqrt" }),
  regularization: real("added to every sum before whitening, as a share of the mean sum: rare words and contexts weigh less", {
    default: 1,
    min: 0,
    max: 1000,
  }),
  power: real("exponent of the singular values that scale the dimensions", { default: 0.25, min: 0, max: 2 }),
  tolerance: real("residual of the singular vectors relative to the largest singular value, at most", {
    default: 1e-4,
    min: 1e-12,
    max: 0.5,
  }),
  noise: flag("measure on shuffled text, 16 million tokens of it at most, how large a singular value chance makes (oscca and ppmi)", {
    default: true,
  }),
  iterations: whole("rounds of LR-MVL", { default: 5, min: 1, max: 100 }),
  seed: whole("seed of the random start", { default: DEFAULT_SEED, min: 0, max: 2 ** 31 - 1 }),
};

export type VectorOptions = OptionsOf<typeof VECTOR_OPTIONS>;
