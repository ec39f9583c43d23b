/** Probabilities of trees as jobs for threads. */
import type { ModelParts } from "../../base/model-parts.ts";
import { defineJobs } from "../../base/parallel.ts";
import type { SignedLog } from "../../charts/index.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import { SpectralSentences } from "./learn-spectral.ts";
import { spectralFrom } from "./spectral-parts.ts";

export interface ScoreRequest {
  readonly sentence: TaggedSentence;
  readonly trees: readonly ArrayLike<number>[];
}

export const spectralJobs = defineJobs(import.meta.url, {
  start: (tables: Pick<ModelParts, "symbols" | "tensors">) => new SpectralSentences(spectralFrom(tables)!),
  jobs: {
    score: (requests: readonly ScoreRequest[], scorer: SpectralSentences): SignedLog[][] =>
      requests.map(({ sentence, trees }) => scorer.score(sentence, trees)),
  },
});

export default spectralJobs;
