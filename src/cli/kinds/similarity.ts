/** Sentence similarity on the command line. */
import { SIMILARITY_VERSION } from "../../applications/similarity/index.ts";
import type { Kind } from "../kinds.ts";
import { evaluate } from "./similarity/evaluate.ts";
import { inspect } from "./similarity/inspect.ts";
import { similar } from "./similarity/similar.ts";
import { train } from "./similarity/train.ts";

export const similarity: Kind = { version: SIMILARITY_VERSION, train, inspect, verbs: { similar, evaluate } };
