/** Induction on the command line: bracketings without gold trees. */
import { INDUCTION_VERSION } from "../../models/induction/parts.ts";
import type { Kind } from "../kinds.ts";
import { evaluate } from "./induction/evaluate.ts";
import { inspect } from "./induction/inspect.ts";
import { parse } from "./induction/parse.ts";
import { train } from "./induction/train.ts";

export const induction: Kind = { version: INDUCTION_VERSION, train, inspect, verbs: { parse, evaluate } };
