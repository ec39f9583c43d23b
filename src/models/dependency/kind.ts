/** Dependency parsers as `open` and `save` know them. */
import type { ModelKind } from "../../base/learning.ts";
import { DEPENDENCY_KIND, type DependencyModel } from "./model.ts";
import { DEPENDENCY_VERSION, dependencyFromParts, dependencyToParts } from "./parts.ts";
import { DependencyParser } from "./predict.ts";

/** How dependency parsers are stored and used. */
export const dependencyKind: ModelKind<DependencyModel, DependencyParser> = {
  name: DEPENDENCY_KIND,
  version: DEPENDENCY_VERSION,
  toParts: dependencyToParts,
  fromParts: dependencyFromParts,
  predictor: (model) => new DependencyParser(model),
};
