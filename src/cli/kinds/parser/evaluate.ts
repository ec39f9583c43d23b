/** `eigentree evaluate MODEL GOLD…` for parsers. */
import { InputError } from "../../../base/index.ts";
import { collectTreebank, READ_TREEBANK_OPTIONS } from "../../../data/index.ts";
import { ENCODING_OPTION, textSources } from "../../../files/index.ts";
import {
  evaluateParser,
  PARSER_EVALUATION_OPTIONS,
  PARSING_OPTIONS,
  Parser,
  parserFromParts,
} from "../../../models/parser/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { counted } from "../../frame/numbers.ts";
import { scoresText } from "./scores.ts";

const { kBest: _, ...parsing } = PARSING_OPTIONS;
const { input, skipBad } = READ_TREEBANK_OPTIONS;

export const evaluate = defineVerb({
  description:
    "Parses the words of gold trees and compares the brackets as EVALB with COLLINS.prm does. The gold trees are first prepared like the treebank of the " +
    "model: traces, function tags and outer brackets are removed, and whatever else training removed; the report counts it. Every sentence counts; the table by length gives the " +
    "mean time of a sentence in one thread.",
  options: {
    ...PARSER_EVALUATION_OPTIONS,
    input,
    encoding: ENCODING_OPTION,
    skipBad,
    ...parsing,
    ...shared("json", "quiet", "threads"),
  },
  examples: [
    ["eigentree evaluate english.model dev.mrg", "labelled recall, precision and F1, by length, with speed"],
    ["eigentree evaluate english.model dev.mrg --gold-tags", "the same with the gold tags given"],
    ["eigentree evaluate english.model dev.mrg --copy-tags", "also score sentences with other punctuation tags"],
  ],
  async run(context, { parts }, paths, options) {
    const parser = new Parser(parserFromParts(parts), context.givenOf(parsing, options));
    const { preparation } = parser.model.options;
    const { progress, learning } = context;
    const gold = await collectTreebank(
      textSources(paths, { progress, encoding: options.encoding }),
      { input: options.input, skipBad: options.skipBad, preparation },
      learning,
    );
    for (const text of gold.skipped) context.note(`skipped: ${text}`);
    if (gold.trees.length === 0) throw new InputError("has no tree to measure with.", { file: paths.join(", ") });
    const { goldTags, copyTags } = options;
    const scores = await evaluateParser(parser, gold, { goldTags, copyTags }, learning);
    const skipped = gold.sources.reduce((sum, source) => sum + source.skipped, 0);
    await context.report({ ...scores, goldTags, skipped }, () => scoresText(scores));
    if (skipped > 0) context.note(`${counted(skipped, "bad tree")} skipped`);
    if (scores.withoutWords > 0) context.note(`${counted(scores.withoutWords, "gold tree")} without words left out`);
  },
});
