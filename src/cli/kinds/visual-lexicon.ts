/** Lexicons of visual words on the command line. */
import { VISUAL_LEXICON_VERSION } from "../../applications/visual-text/index.ts";
import type { Kind } from "../kinds.ts";
import { evaluate } from "./visual-lexicon/evaluate.ts";
import { inspect } from "./visual-lexicon/inspect.ts";
import { neighbours } from "./visual-lexicon/neighbours.ts";
import { train } from "./visual-lexicon/train.ts";

export const visualLexicon: Kind = {
  version: VISUAL_LEXICON_VERSION,
  train,
  inspect,
  verbs: { neighbours, evaluate },
};
