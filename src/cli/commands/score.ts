/** `eigentree score PREDICTED GOLD`: brackets as EVALB counts them, CoNLL-U as in the CoNLL 2018 shared task. */
import { flag, InputError } from "../../base/index.ts";
import { type OpenSource, openSource } from "../../data/index.ts";
import { ENCODING_OPTION, textSources } from "../../files/index.ts";
import { columns, type FormatName, tagged, taggedColumns } from "../../formats/index.ts";
import { defineCommand } from "../frame/command.ts";
import { UsageError } from "../frame/failures.ts";
import { file, shared } from "../frame/flags.ts";
import { scoreDependencies } from "../scoring/attachment.ts";
import { type BracketScoring, scoreBrackets } from "../scoring/brackets.ts";
import type { Scoring } from "../scoring/scoring.ts";
import { taggingScorer } from "../scoring/tagging.ts";

const SCORERS: Readonly<
  Partial<Record<FormatName, (predicted: OpenSource, gold: OpenSource, options: BracketScoring) => Promise<Scoring>>>
> = {
  penn: scoreBrackets,
  "tiger-xml": scoreBrackets,
  "negra-export": scoreBrackets,
  conllu: scoreDependencies,
  tagged: taggingScorer(tagged, (sentence) => sentence),
  columns: taggingScorer(columns, (sentence) => taggedColumns(sentence, { tag: -1 })),
};

export const score = defineCommand({
  description:
    "Both files must hold the same sentences in the same order. The format decides what is measured. Trees of both sides are prepared first as training prepares " +
    "them: traces, function tags and outer brackets are removed, and labels get one spelling; the report says what was done to each side. --no-prepare compares " +
    "the trees as they are, as EVALB itself does.",
  arguments: ["PREDICTED", "GOLD"],
  options: {
    sentences: flag("print a line for every sentence too", { default: false }),
    prepare: flag("prepare the trees of both sides as training prepares them", { default: true }),
    encoding: ENCODING_OPTION,
    parameters: file("EVALB parameters for trees; by default COLLINS.prm, with an unnamed top taken for TOP"),
    ...shared("json", "quiet"),
  },
  examples: [
    ["eigentree score parsed.mrg gold.mrg", "labelled recall, precision and F1, as EVALB with COLLINS.prm"],
    ["eigentree score parsed.conllu gold.conllu", "attachment scores, as in the CoNLL 2018 shared task"],
    ["eigentree score parsed.mrg gold.mrg --sentences", "the same in EVALB's own layout, a line for every tree"],
  ],
  async run(context, [predictedPath, goldPath], options) {
    if (predictedPath === "-" && goldPath === "-")
      throw new UsageError("only one of PREDICTED and GOLD can be standard input.");
    const { progress } = context;
    const open = (path: string) => openSource(textSources([path], { progress, encoding: options.encoding })[0]!);
    const [predicted, gold] = [await open(predictedPath!), await open(goldPath!)];
    if (SCORERS[predicted.format] !== SCORERS[gold.format]) {
      const reason = `looks like ${predicted.format}, but ${gold.name} like ${gold.format}; give both in one format.`;
      throw new InputError(reason, { file: predicted.name });
    }
    const scorer = SCORERS[gold.format];
    if (scorer === undefined) {
      const known = Object.keys(SCORERS).join(", ");
      throw new InputError(`looks like ${gold.format}, for which there is no measure; expected one of ${known}.`, {
        file: gold.name,
      });
    }
    const { facts, summary, sentences } = await scorer(predicted, gold, options);
    await context.report(facts, () => (options.sentences && sentences !== undefined ? sentences() : summary));
  },
});
