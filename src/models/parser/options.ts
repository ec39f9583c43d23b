/** Options of parsing with a model, declared. */
import { flag, type OptionsOf } from "../../base/options.ts";
import { PARSING_OPTIONS as CHART_OPTIONS } from "../grammar/index.ts";

/** Options of parsing, declared. */
export const PARSING_OPTIONS = {
  ...CHART_OPTIONS,
  rerank: flag("choose among the best trees with the model's re-ranker, where it has one", { default: true }),
};

/** Options of parsing. */
export type ParsingOptions = OptionsOf<typeof PARSING_OPTIONS>;
