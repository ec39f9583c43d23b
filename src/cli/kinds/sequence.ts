/** Sequence models on the command line. */
import { SEQUENCE_VERSION } from "../../models/sequence/index.ts";
import type { Kind } from "../kinds.ts";
import { evaluate } from "./sequence/evaluate.ts";
import { inspect } from "./sequence/inspect.ts";
import { tag } from "./sequence/tag.ts";
import { train } from "./sequence/train.ts";

export const sequence: Kind = { version: SEQUENCE_VERSION, train, inspect, verbs: { tag, evaluate } };
