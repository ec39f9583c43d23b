/** Word vectors on the command line; word2vec files may stand for models. */
import { vectorsModelOf, vectorsToParts } from "../../models/vectors/index.ts";
import { VECTORS_VERSION } from "../../models/vectors/parts.ts";
import { isVectorFile, readVectorFile } from "../data/vector-files.ts";
import type { Kind } from "../kinds.ts";
import { embed } from "./vectors/embed.ts";
import { evaluate } from "./vectors/evaluate.ts";
import { inspect } from "./vectors/inspect.ts";
import { neighbours } from "./vectors/neighbours.ts";
import { train } from "./vectors/train.ts";

export const vectors: Kind = {
  version: VECTORS_VERSION,
  train,
  inspect,
  verbs: { neighbours, evaluate, embed },
  adopt: async (path) =>
    (await isVectorFile(path))
      ? vectorsToParts(vectorsModelOf(await readVectorFile(path, undefined), path))
      : undefined,
};
