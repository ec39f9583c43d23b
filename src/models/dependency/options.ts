/** Options of `learnDependency`. */
import { OptionError } from "../../base/errors.ts";
import { checkOptions, expert, flag, type OptionsOf, whole } from "../../base/options.ts";
import { BASE_OPTIONS } from "./base/options.ts";
import { RERANK_OPTIONS } from "./rerank/reranker.ts";
import { SPECTRAL_TREE_OPTIONS } from "./spectral/options.ts";

const { rerankEpochs, baseWeight } = RERANK_OPTIONS;

/** Options of the lists that a re-ranker learns from. */
export const LIST_OPTIONS = {
  listSize: whole("trees in a list for the re-ranker", { default: 50, min: 2, max: 1000 }),
  listFolds: whole("parts of the treebank for the re-ranker's training lists", { default: 3, min: 2, max: 100 }),
};

/** Options of `learnDependency`. */
export const DEPENDENCY_OPTIONS = {
  ...BASE_OPTIONS,
  tagger: flag("learn a tagger, whose jackknifed tags the parser is trained with in place of gold ones", {
    default: true,
  }),
  spectral: flag("estimate the spectral model of trees", { default: true }),
  ...SPECTRAL_TREE_OPTIONS,
  rerank: flag("learn to choose from lists of trees by their tags and their spectral probabilities", {
    default: false,
  }),
  punctuation: flag("attach punctuation by the conventions of the treebank, of each where there are several", {
    default: true,
  }),
  ...expert({
    folds: whole("parts of the treebank for the jackknife", { default: 10, min: 2, max: 100 }),
    ...LIST_OPTIONS,
    rerankEpochs,
    baseWeight,
  }),
};

/** Options of `learnDependency`, complete. */
export type DependencyOptions = OptionsOf<typeof DEPENDENCY_OPTIONS>;

/** Which options only count under a condition. */
const CONDITIONS: readonly {
  readonly options: readonly (keyof DependencyOptions)[];
  /** Completes "it belongs to …". */
  readonly needs: string;
  holds(options: DependencyOptions, hasDev: boolean): boolean;
}[] = [
  { options: ["trainK", "maxStep"], needs: "learner mira", holds: ({ learner }) => learner === "mira" },
  { options: ["patience"], needs: "learning with development trees", holds: (_, hasDev) => hasDev },
  { options: ["folds"], needs: "learning with a tagger", holds: ({ tagger }) => tagger },
  {
    options: ["spectralModel", "states", "smoothing", "ridge", "initialState"],
    needs: "learning with a spectral model",
    holds: ({ spectral }) => spectral,
  },
  {
    options: ["smoothing"],
    needs: "spectralModel automata",
    holds: ({ spectralModel }) => spectralModel === "automata",
  },
  {
    options: ["ridge", "initialState"],
    needs: "spectralModel arcs",
    holds: ({ spectralModel }) => spectralModel === "arcs",
  },
  {
    options: ["listSize", "listFolds", "rerankEpochs", "baseWeight"],
    needs: "learning with rerank",
    holds: ({ rerank }) => rerank,
  },
];

/** Completes the options. One that would have no effect together with the others is an error, not a surprise. */
export function checkDependencyOptions(
  where: string,
  given: Partial<DependencyOptions>,
  hasDev: boolean,
): DependencyOptions {
  const options = checkOptions(where, DEPENDENCY_OPTIONS, given);
  for (const { options: names, needs, holds } of CONDITIONS) {
    const idle = names.find((name) => given[name] !== undefined);
    if (idle !== undefined && !holds(options, hasDev))
      throw new OptionError(idle, `${where}: ${idle} has no effect here; it belongs to ${needs}.`);
  }
  return options;
}
