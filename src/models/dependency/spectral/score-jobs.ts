/** Probabilities of trees as jobs for threads. */
import { defineJobs } from "../../../base/parallel.ts";
import type { SignedLog } from "../../../charts/index.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { SpectralSentences } from "./learn-spectral.ts";
import type { SpectralTables } from "./parts.ts";
import { spectralFromTables } from "./parts.ts";

export interface ScoreRequest {
  readonly sentence: TaggedSentence;
  readonly trees: readonly ArrayLike<number>[];
}

export const spectralJobs = defineJobs(import.meta.url, {
  start: (tables: SpectralTables) => new SpectralSentences(spectralFromTables(tables)),
  jobs: {
    score: (requests: readonly ScoreRequest[], scorer: SpectralSentences): SignedLog[][] =>
      requests.map(({ sentence, trees }) => scorer.score(sentence, trees)),
  },
});

export default spectralJobs;
