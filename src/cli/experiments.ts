/** Published experiments that can be run again, one line each; each is a file in `experiments/`. */
import type { CommandEntry } from "./frame/command.ts";

export const EXPERIMENTS: readonly CommandEntry[] = [
  {
    name: "lpcfg",
    summary: "latent-variable PCFGs: EM against spectral learning, with ablations (Cohen et al. 2013)",
    load: async () => (await import("./experiments/lpcfg.ts")).lpcfg,
  },
  {
    name: "rhmm",
    summary: "refinement HMMs: accuracy over hidden states, baselines, feature ablation (Stratos et al. 2013)",
    load: async () => (await import("./experiments/rhmm.ts")).rhmm,
  },
  {
    name: "lexical",
    summary: "tags, chunks and names with classes and vectors of words as features (Turian et al. 2010)",
    load: async () => (await import("./experiments/lexical.ts")).lexical,
  },
  {
    name: "vectors",
    summary: "word vectors by every method: similarity, analogies, neighbours (Dhillon et al. 2011)",
    load: async () => (await import("./experiments/vectors.ts")).vectors,
  },
  {
    name: "dependency",
    summary: "re-ranking dependency trees with spectral probabilities (Dhillon et al. 2012)",
    load: async () => (await import("./experiments/dependency.ts")).dependency,
  },
  {
    name: "induction",
    summary: "unsupervised bracketing: additive tree metrics, CCM, branching (Parikh et al. 2014)",
    load: async () => (await import("./experiments/induction.ts")).induction,
  },
  {
    name: "similarity",
    summary: "sentence similarity: groups of features alone and together (Jha et al. 2012)",
    load: async () => (await import("./experiments/similarity.ts")).similarity,
  },
  {
    name: "visual-text",
    summary: "visual noun phrases: text against image, ablation, learning curves (Dodge et al. 2012)",
    load: async () => (await import("./experiments/visual-text.ts")).visualText,
  },
];
