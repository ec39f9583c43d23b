/** Dependency parsers on the command line. */
import { DEPENDENCY_VERSION } from "../../models/dependency/index.ts";
import type { Kind } from "../kinds.ts";
import { evaluate } from "./dependency/evaluate.ts";
import { inspect } from "./dependency/inspect.ts";
import { parse } from "./dependency/parse.ts";
import { scoreTrees } from "./dependency/score-trees.ts";
import { train } from "./dependency/train.ts";

export const dependency: Kind = {
  version: DEPENDENCY_VERSION,
  train,
  inspect,
  verbs: { parse, "score-trees": scoreTrees, evaluate },
};
