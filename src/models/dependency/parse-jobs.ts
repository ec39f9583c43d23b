/** Dependency parsing as jobs for threads. Tables that lie in shared memory are not copied. */
import type { ModelParts } from "../../base/model-parts.ts";
import { defineJobs } from "../../base/parallel.ts";
import { dependencyFromParts } from "./parts.ts";
import { DependencyParser, type DependencyParsingOptions, type ParsedDependencies } from "./predict.ts";

/** What a worker needs to parse. */
export interface DependencySetup {
  readonly parts: ModelParts;
  readonly options?: Partial<DependencyParsingOptions>;
}

/** A sentence to parse. */
export interface DependencyRequest {
  readonly words: readonly string[];
  /** Trusted where given; the model's tagger answers for the others. */
  readonly tags?: readonly string[] | undefined;
  readonly style?: number | undefined;
}

/** Jobs of a worker that parses. */
export const dependencyJobs = defineJobs(import.meta.url, {
  start: ({ parts, options = {} }: DependencySetup) => new DependencyParser(dependencyFromParts(parts), options),
  jobs: {
    /** Answered when the model is ready: a benchmark waits for it. */
    ready: (_: undefined) => true,
    /** Several sentences at once, so that messages cost little. */
    parse: (requests: readonly DependencyRequest[], parser: DependencyParser): ParsedDependencies[] =>
      requests.map((request) => parser.parse(request)),
  },
});

export default dependencyJobs;
