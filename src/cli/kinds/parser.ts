/** Parsers on the command line. */
import { PARSER_VERSION } from "../../models/parser/index.ts";
import type { Kind } from "../kinds.ts";
import { evaluate } from "./parser/evaluate.ts";
import { inspect } from "./parser/inspect.ts";
import { parse } from "./parser/parse.ts";
import { train } from "./parser/train.ts";

export const parser: Kind = { version: PARSER_VERSION, train, inspect, verbs: { parse, evaluate } };
