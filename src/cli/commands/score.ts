/** `eigentree score PREDICTED GOLD`: brackets as EVALB counts them, CoNLL-U as in the CoNLL 2018 shared task. */
import { flag, InputError } from "../../base/index.ts";
import { columns, type FormatName, tagged, taggedColumns } from "../../formats/index.ts";
import { defineCommand } from "../command.ts";
import { type OpenText, openText } from "../data.ts";
import { UsageError } from "../failures.ts";
import { file, shared } from "../flags.ts";
import { scoreDependencies } from "../scoring/attachment.ts";
import { scoreBrackets } from "../scoring/brackets.ts";
import type { Scoring } from "../scoring/scoring.ts";
import { taggingScorer } from "../scoring/tagging.ts";

const SCORERS: Readonly<Partial<Record<FormatName, (predicted: OpenText, gold: OpenText, parameters?: string) => Promise<Scoring>>>> = {
  penn: scoreBrackets,
  "tiger-xml": scoreBrackets,
  "negra-export": scoreBrackets,
  conllu: scoreDependencies,
  tagged: taggingScorer(tagged, (sentence) => sentence),
  columns: taggingScorer(columns, (sentence) => taggedColumns(sentence, { tag: -1 })),
};

export const score = defineCommand({
  description: "Both files must hold the same sentences in the same order. The format decides what is measured.",
  arguments: ["PREDICTED", "GOLD"],
  options: {
    sentences: flag("also a line for every sentence", { default: false }),
    parameters: file("EVALB parameters for trees; COLLINS.prm, with an unnamed top taken for TOP, unless given"),
    ...shared("json", "quiet"),
  },
  examples: [
    ["eigentree score parsed.mrg gold.mrg", "labelled recall, precision and F1, as EVALB with COLLINS.prm"],
    ["eigentree score parsed.conllu gold.conllu", "attachment scores, as in the CoNLL 2018 shared task"],
    ["eigentree score parsed.mrg gold.mrg --sentences", "the same in EVALB's own layout, a line for every tree"],
  ],
  async run(context, [predictedPath, goldPath], options) {
    if (predictedPath === "-" && goldPath === "-") throw new UsageError("only one of PREDICTED and GOLD can be standard input.");
    const predicted = await openText(predictedPath!, context.progress);
    const gold = await openText(goldPath!, context.progress);
    if (SCORERS[predicted.format] !== SCORERS[gold.format]) {
      const reason = `looks like ${predicted.format}, but ${gold.file} like ${gold.format}; give both in one format.`;
      throw new InputError(reason, { file: predicted.file });
    }
    const scorer = SCORERS[gold.format];
    if (scorer === undefined) {
      const known = Object.keys(SCORERS).join(", ");
      throw new InputError(`looks like ${gold.format}, for which there is no measure; expected one of ${known}.`, { file: gold.file });
    }
    const { facts, summary, sentences } = await scorer(predicted, gold, options.parameters);
    await context.report(facts, () => (options.sentences && sentences !== undefined ? sentences() : summary));
  },
});
