/** Phone models on the command line. */
import { PHONES_VERSION } from "../../models/phones/index.ts";
import type { Kind } from "../kinds.ts";
import { evaluate } from "./phones/evaluate.ts";
import { inspect } from "./phones/inspect.ts";
import { tag } from "./phones/tag.ts";
import { train } from "./phones/train.ts";

export const phones: Kind = { version: PHONES_VERSION, train, inspect, verbs: { tag, evaluate } };
