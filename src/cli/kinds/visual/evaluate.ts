/** `eigentree evaluate MODEL LABELLED…` for classifiers of noun phrases. */
import {
  evaluateVisual,
  SCORE_OPTIONS,
  type ShareScore,
  type VisualScores,
  VisualText,
  visualFromParts,
} from "../../../applications/visual-text/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { formatCount, formatTable } from "../../frame/numbers.ts";
import { LABELLED_OPTIONS, openParser, openWords, PARSER_OPTION, readLabelled, WORDNET_OPTION } from "./resources.ts";

export const evaluate = defineVerb({
  description:
    "Area under the ROC curve with its standard deviation over resamples of the images, accuracy at the threshold that " +
    "suits the data best, and both by the length of phrases and by their heads.",
  options: { ...LABELLED_OPTIONS, ...PARSER_OPTION, ...WORDNET_OPTION, ...SCORE_OPTIONS, ...shared("json", "quiet") },
  examples: [["eigentree evaluate seen.model dev.jsonl", "AUC, accuracy, by length and head"]],
  async run(context, { parts }, paths, options) {
    const model = visualFromParts(parts);
    const wordnet = await openWords(context, options.wordnet && model.hypernyms !== undefined);
    const classifier = new VisualText(model, { wordnet });
    const parser = (await openParser(options.parser)) ?? model.parser;
    const { captions } = await readLabelled(context, paths, options, parser, wordnet, String(model.options.language));
    const scores = await evaluateVisual(
      classifier,
      captions,
      context.givenOf(SCORE_OPTIONS, options),
      context.learning,
    );
    await context.report({ measure: "auc", ...scores }, () => scoresText(scores));
  },
});

const percent = (share: number): string => (Number.isNaN(share) ? "" : (100 * share).toFixed(1)).padStart(5);

export function scoresText(scores: VisualScores): string {
  const rows = (list: readonly ShareScore[]) =>
    list.map(({ name, phrases, visual, auc, accuracy }) => [
      name,
      formatCount(phrases),
      percent(visual),
      percent(auc),
      percent(accuracy),
    ]);
  const heading = ["phrases", "visual %", "AUC", "right %"];
  return [
    `AUC ${(100 * scores.auc).toFixed(2)} ± ${(100 * scores.deviation).toFixed(2)}`,
    `accuracy ${percent(scores.accuracy).trim()} % at threshold ${scores.threshold.toFixed(3)}, ` +
      `${percent(scores.accuracyAtHalf).trim()} % at 0.5; ${formatCount(scores.phrases)} phrases, ` +
      `${percent(scores.visual).trim()} % visual`,
    "",
    formatTable([["words", ...heading], ...rows(scores.byLength)]),
    ...(scores.byHead.length === 0 ? [] : ["", formatTable([["head", ...heading], ...rows(scores.byHead)])]),
  ].join("\n");
}
