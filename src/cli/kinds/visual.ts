/** Classifiers of noun phrases on the command line. */
import { VISUAL_VERSION } from "../../applications/visual-text/index.ts";
import type { Kind } from "../kinds.ts";
import { evaluate } from "./visual/evaluate.ts";
import { inspect } from "./visual/inspect.ts";
import { mark } from "./visual/mark.ts";
import { train } from "./visual/train.ts";

export const visual: Kind = { version: VISUAL_VERSION, train, inspect, verbs: { visual: mark, evaluate } };
