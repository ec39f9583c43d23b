/** All families. */
import { CONTRACTS } from "../../models/contract/index.ts";
import type { Family } from "../family.ts";
import { COMMAND_LINE } from "./command-line.ts";
import { modelFamilies } from "./model-files.ts";
import { READERS } from "./readers.ts";
import { SMALL_LANGUAGES } from "./small-languages.ts";
import { SOUNDS } from "./sounds.ts";
import { TOKENIZERS } from "./tokenizers.ts";
import { WHOLE_TEXTS } from "./whole-texts.ts";

export const FAMILIES: readonly Family[] = [
  ...READERS,
  ...WHOLE_TEXTS,
  ...TOKENIZERS,
  ...SOUNDS,
  ...SMALL_LANGUAGES,
  ...CONTRACTS.flatMap(modelFamilies),
  ...COMMAND_LINE,
];
