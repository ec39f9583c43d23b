/** Dependency parsing as jobs for threads; the tables of weights lie in shared memory. */
import type { ModelParts } from "../../base/model-parts.ts";
import { defineJobs } from "../../base/parallel.ts";
import { type DependencyDecodeOptions, DependencyParser, type ParsedDependencies } from "./decode.ts";
import { dependencyFromParts } from "./model.ts";

export interface DependencySetup {
  readonly parts: ModelParts;
  readonly options?: Partial<DependencyDecodeOptions>;
}

export interface DependencyRequest {
  readonly words: readonly string[];
  /** Trusted where given; the model's tagger answers for the others. */
  readonly tags?: readonly string[] | undefined;
}

export const dependencyJobs = defineJobs(import.meta.url, {
  start: ({ parts, options = {} }: DependencySetup) => new DependencyParser(dependencyFromParts(parts), options),
  jobs: {
    /** Answered when the model stands: whoever measures waits for it. */
    ready: (_: undefined) => true,
    /** Several sentences at once, so that messages cost little. */
    parse: (requests: readonly DependencyRequest[], parser: DependencyParser): ParsedDependencies[] =>
      requests.map(({ words, tags }) => parser.parse(words, tags)),
  },
});

export default dependencyJobs;
