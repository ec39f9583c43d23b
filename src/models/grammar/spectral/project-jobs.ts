/** Decompositions as jobs for threads: symbols do not depend on each other. */
import { defineJobs, Transferred } from "../../../base/parallel.ts";
import { projectSymbol, type SymbolProjection } from "./project-symbol.ts";
import type { NodeViews } from "./views.ts";

export interface ProjectRequest {
  readonly views: NodeViews;
  readonly options: SymbolProjection;
  readonly weights: Float64Array | undefined;
}

export const projectJobs = defineJobs(import.meta.url, {
  start: (_: undefined) => undefined,
  jobs: {
    project({ views, options, weights }: ProjectRequest) {
      const vectors = projectSymbol(views, options, weights);
      // A constant's two sides are one array.
      const buffers = new Set([vectors.inside.buffer, vectors.outside.buffer]);
      return new Transferred(vectors, [...buffers]);
    },
  },
});

export default projectJobs;
