/** Word vectors by CCA and word classes: count, learn, look up, evaluate, store. */
export {
  type Corpus,
  type CorpusContext,
  collectCorpus,
  type Neighbour,
  readAnalogies,
  readClusters,
  readCorpus,
  readWordPairs,
  type ScoredPair,
  type Spilling,
  type WordClass,
  WordVectors,
  wordVectorsFrom,
  writeClusters,
} from "../../data/index.ts";
export {
  CLUSTERS_METHODS,
  type ClustersOptions,
  type ClustersReport,
  learnClusters,
} from "./clusters/learn-clusters.ts";
export { signalDimensions } from "./counts/noise.ts";
export type { CountedText, RankedText, VectorsData } from "./counts/ranked-text.ts";
export { evaluateVectors, type VectorsScores } from "./evaluate.ts";
export {
  experimentVectors,
  type GoldScore,
  type VectorsExperiment,
  type VectorsExperimentOptions,
  type VectorsGold,
  type VectorsRow,
} from "./experiment.ts";
export { learnVectors, type VectorsContext, type VectorsReport } from "./learn.ts";
export { type VectorsModel, vectorsModelOf } from "./model.ts";
export { VECTORS_METHODS, type VectorsMethod, type VectorsOptions } from "./options.ts";
export { vectorsFromParts, vectorsToParts } from "./parts.ts";
export { ModelVectors } from "./predict.ts";
