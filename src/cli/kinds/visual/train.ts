/** `eigentree train visual`. */
import { learnVisual, VISUAL_OPTIONS, type VisualReport } from "../../../applications/visual-text/index.ts";
import { checkWritable, save } from "../../../files/index.ts";
import { defineCommand } from "../../frame/command.ts";
import { file, shared } from "../../frame/flags.ts";
import { counted, formatSeconds } from "../../frame/numbers.ts";
import {
  LABELLED_OPTIONS,
  openLexicon,
  openParser,
  openWords,
  PARSER_OPTION,
  readLabelled,
  WORDNET_OPTION,
} from "./resources.ts";

export const train = defineCommand({
  description:
    "LABELLED are captions whose noun phrases are known to be visible in the image or not. In scenes a phrase counts " +
    "as visible when an annotated object matches its head: the same word, or a hypernym or hyponym of it in WordNet. " +
    "Scenes need --parser. The model keeps the tagger or parser, and what the lexicon says of words.",
  arguments: ["LABELLED…"],
  options: {
    output: file("where to write the model"),
    lexicon: file("lexicon of visual words, as `train visual-lexicon` makes it"),
    ...PARSER_OPTION,
    ...WORDNET_OPTION,
    ...VISUAL_OPTIONS,
    ...LABELLED_OPTIONS,
    ...shared("json", "quiet"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    [
      "eigentree train visual captions.jsonl -o seen.model --lexicon visual.model --parser tags.model",
      "with a lexicon of visual words and a tagger",
    ],
    ["eigentree train visual Sentences/*.txt -o seen.model", "from the markup of Flickr30k Entities"],
    ["eigentree train visual vlt2k.json -o seen.model --parser tags.model", "weak labels from annotated objects"],
  ],
  async run(context, paths, options) {
    const { output, language } = options;
    await checkWritable(output!);
    const [parser, lexicon] = [await openParser(options.parser), await openLexicon(options.lexicon)];
    const wordnet = await openWords(context, options.wordnet);
    const { captions, sources } = await readLabelled(context, paths, options, parser, wordnet, language);
    const given = context.givenOf(VISUAL_OPTIONS, options);
    const { model, report } = await learnVisual(
      { captions, sources, lexicon, wordnet, parser },
      given,
      context.learning,
    );
    for (const warning of report.warnings) context.note(`warning: ${warning}`);
    await save(output!, model);
    await context.summarise({ output, ...report }, () => summary(output!, report, model.features.length));
  },
});

function summary(output: string, report: VisualReport, features: number): string {
  const seconds = report.times.reduce((sum, time) => sum + time.seconds, 0);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const without =
    report.withoutPhrases > 0 ? `; ${counted(report.withoutPhrases, "caption")} without a noun phrase` : "";
  return [
    `${counted(report.captions, "caption")}, ${counted(report.phrases, "phrase")}, ${percent(report.visual)} visual${without}`,
    `${counted(features, "feature")}, ${percent(report.accuracy)} right on the training data, ${formatSeconds(seconds)}`,
    `wrote ${output}`,
  ].join("\n");
}
