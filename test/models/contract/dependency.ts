/** What dependency parsers tell the contract suite. */
import type { LearnContext } from "../../../src/base/index.ts";
import {
  type DependencyOptions,
  dependencyKind,
  evaluateDependency,
  learnDependency,
} from "../../../src/models/dependency/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { defineContract } from "./contract.ts";

const { dependencies } = generateTreebank({ trees: 50, maxWords: 8 });
const [train, gold] = [dependencies.slice(0, 40), dependencies.slice(40)];
const SMALL = { epochs: 1, hashBits: 12, folds: 2 };
const RERANK = { rerank: true, listSize: 4, listFolds: 2, rerankEpochs: 2 };
const learning = (options: Partial<DependencyOptions>) => (context: LearnContext) =>
  learnDependency(train, { ...SMALL, ...options }, context);

export const dependencyContract = defineContract({
  name: "dependency",
  kind: dependencyKind,
  variants: {
    "base parser": learning({ spectral: false }),
    "second order, automata": learning({ order: "second", states: 2 }),
    "re-ranked": learning({ ...RERANK, states: 2 }),
    "re-ranked, arcs": learning({ ...RERANK, spectralModel: "arcs", states: 2 }),
    "re-ranked, no spectral model": learning({ ...RERANK, spectral: false }),
  },
  predict: (parser, words) => parser.parse(words),
  emptyInput: "throws",
  evaluate: async (parser, options, context) => {
    const { times: _, ...scores } = await evaluateDependency(parser, gold, options, context);
    return scores;
  },
});
