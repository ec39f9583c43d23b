/** Parsers as `save` and `open` know them. */
import type { ModelKind } from "../../base/learning.ts";
import type { ParserModel } from "./model.ts";
import { PARSER_VERSION, parserFromParts, parserToParts } from "./parts.ts";
import { Parser } from "./predict.ts";

export const parserKind: ModelKind<ParserModel, Parser> = {
  name: "parser",
  version: PARSER_VERSION,
  toParts: parserToParts,
  fromParts: parserFromParts,
  predictor: (model) => new Parser(model),
};
