/** Descriptions of images on the command line. */
import { CAPTIONS_VERSION } from "../../applications/captions/index.ts";
import type { Kind } from "../kinds.ts";
import { describe } from "./captions/describe.ts";
import { evaluate } from "./captions/evaluate.ts";
import { inspect } from "./captions/inspect.ts";
import { train } from "./captions/train.ts";

export const captions: Kind = { version: CAPTIONS_VERSION, train, inspect, verbs: { describe, evaluate } };
