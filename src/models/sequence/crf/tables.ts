/** What a conditional random field labels with. */
import type { Vocabulary } from "../../../base/vocabulary.ts";
import type { FeatureSetup } from "../features/setup.ts";

/**
 * Weights of features with labels: feature keys[f] has weights[e] with label columns[e], starts[f] ≤ e < starts[f + 1].
 */
export interface FeatureWeights {
  /** Distinct. */
  readonly keys: Uint32Array;
  readonly starts: Uint32Array;
  readonly columns: Uint16Array;
  readonly values: Float32Array;
}

export interface CrfTables extends FeatureSetup {
  /** As the model has them: with the ends of spans, where `ends`. */
  readonly labels: Vocabulary;
  /** Words of the training data. */
  readonly words: Vocabulary;
  readonly weights: FeatureWeights;
  /** labels × labels: from, to. */
  readonly transitions: Float32Array;
  /** Weights of the numbers of vectors, places × width × labels, and of contexts, width × labels. */
  readonly vectorWeights: Float32Array;
  readonly contextWeights: Float32Array;
}
