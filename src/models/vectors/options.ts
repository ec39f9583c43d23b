/**
 * The options of the learners of word vectors, by method. The defaults were chosen on one half of the word pairs that
 * docs/results.md reports the other half of.
 */
import {
  choice,
  DEFAULT_SEED,
  expert,
  flag,
  type MethodOptionsOf,
  type OptionsOf,
  real,
  whole,
} from "../../base/index.ts";
import { VOCABULARY_OPTIONS } from "../../data/index.ts";

const SEED = expert({ seed: whole("seed of the random start", { default: DEFAULT_SEED, min: 0, max: 2 ** 31 - 1 }) });

const DIMENSIONS = { dim: whole("dimensions of a vector", { default: 100, min: 1, max: 4096 }) };

const CONTEXTS = {
  window: whole("words on either side that are context", { default: 5, min: 1, max: 50 }),
  positions: flag("tell positions beside the word apart", { default: false }),
  ...expert({
    contexts: whole("words that are contexts of their own, the most frequent ones; all others are pooled", {
      default: 30_000,
      min: 1,
    }),
    nearMore: flag("count a context at distance d in a window h as h + 1 − d occurrences", { default: false }),
  }),
};

const WHITENING = expert({
  transform: choice("what is made of a count before whitening", ["sqrt", "log", "raw"], { default: "sqrt" }),
  regularization: real(
    "added to every sum before whitening, as a share of the mean sum: rare words and contexts weigh less",
    { default: 1, min: 0, max: 1000 },
  ),
});

const DECOMPOSITION = expert({
  power: real("exponent of the singular values that scale the dimensions", { default: 0.25, min: 0, max: 2 }),
  tolerance: real("residual of the singular vectors relative to the largest singular value, at most", {
    default: 1e-4,
    min: 1e-12,
    max: 0.5,
  }),
});

const NOISE = {
  noise: flag(
    "measure on shuffled text, at most 16 million tokens of it, how large a singular value chance makes (oscca, ppmi)",
    { default: true },
  ),
};

/**
 * LR-MVL from a random dictionary settles on what frequent words make of a text. From one-step CCA, whose counts are
 * square roots, it begins with a better one, and each further round moves it back: one round is the default
 * (docs/words.md).
 */
const ROUNDS = {
  iterations: whole("rounds of LR-MVL", { default: 1, min: 1, max: 100 }),
  start: choice(
    "the dictionary that LR-MVL starts with: vectors of one-step CCA, or random numbers",
    ["oscca", "random"],
    {
      default: "oscca",
    },
  ),
};

/** Every method with the options it reads. */
export const VECTORS_METHODS = {
  oscca: {
    ...DIMENSIONS,
    ...CONTEXTS,
    ...VOCABULARY_OPTIONS,
    ...NOISE,
    ...WHITENING,
    ...DECOMPOSITION,
    ...SEED,
  },
  tscca: { ...DIMENSIONS, ...CONTEXTS, ...VOCABULARY_OPTIONS, ...WHITENING, ...DECOMPOSITION, ...SEED },
  lrmvl: { ...DIMENSIONS, ...ROUNDS, ...VOCABULARY_OPTIONS, ...SEED },
  ppmi: { ...DIMENSIONS, ...CONTEXTS, ...VOCABULARY_OPTIONS, ...NOISE, ...DECOMPOSITION, ...SEED },
} as const;

/** One of `VECTORS_METHODS`. */
export type VectorsMethod = keyof typeof VECTORS_METHODS;

/** The choice among `VECTORS_METHODS`, as a flag. */
export const METHOD_OPTION = {
  method: choice(
    "one-step CCA, two-step CCA, LR-MVL, or positive pointwise mutual information with SVD as a baseline",
    ["oscca", "tscca", "lrmvl", "ppmi"],
    { default: "oscca" },
  ),
};

/** What `learnVectors` may be given. */
export type VectorsOptions = MethodOptionsOf<typeof VECTORS_METHODS>;

export type ContextOptions = OptionsOf<typeof CONTEXTS>;
export type WhiteningOptions = OptionsOf<typeof WHITENING>;
export type DecompositionOptions = OptionsOf<typeof DECOMPOSITION> & { readonly seed: number };
