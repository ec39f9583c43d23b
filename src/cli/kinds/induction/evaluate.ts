/** `eigentree evaluate MODEL GOLD…` for induction. */
import { InputError } from "../../../base/index.ts";
import { collectTreebank, READ_TREEBANK_OPTIONS } from "../../../data/index.ts";
import { ENCODING_OPTION, textSources } from "../../../files/index.ts";
import { goldPreparation } from "../../../models/induction/evaluate.ts";
import {
  evaluateInduction,
  INDUCTION_EVALUATION_OPTIONS,
  INDUCTION_PARSING_OPTIONS,
  InductionParser,
  inductionFromParts,
} from "../../../models/induction/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { scoresText } from "./scores.ts";

const { input, skipBad } = READ_TREEBANK_OPTIONS;

export const evaluate = defineVerb({
  description:
    "Unlabelled F1 against the trees of GOLD, by length, with and without the bracket around the whole sentence, over " +
    "all brackets (F1) and over sentences (macro). Traces and punctuation do not count.",
  options: {
    ...INDUCTION_EVALUATION_OPTIONS,
    input,
    encoding: ENCODING_OPTION,
    skipBad,
    ...INDUCTION_PARSING_OPTIONS,
    ...shared("json", "quiet"),
  },
  examples: [
    ["eigentree evaluate brackets.model dev.mrg", "how many brackets of dev.mrg are found"],
    ["eigentree evaluate brackets.model dev.mrg --spans none --crossing 0", "by the metric alone, as published"],
  ],
  async run(context, { parts }, paths, options) {
    const parser = new InductionParser(inductionFromParts(parts), context.givenOf(INDUCTION_PARSING_OPTIONS, options));
    const { progress, learning } = context;
    const gold = await collectTreebank(
      textSources(paths, { progress, encoding: options.encoding }),
      { input: options.input, skipBad: options.skipBad, preparation: goldPreparation(parser.model) },
      learning,
    );
    for (const message of gold.skipped) context.note(`skipped: ${message}`);
    if (gold.trees.length === 0) throw new InputError("has no trees to measure with.", { file: paths.join(", ") });
    const given = context.givenOf(INDUCTION_EVALUATION_OPTIONS, options);
    const result = await evaluateInduction(parser, gold, given, learning);
    await context.report(result, () => scoresText(result.scores));
  },
});
