/** `eigentree train visual-lexicon`. */
import {
  collectLexiconText,
  LEXICON_OPTIONS,
  LEXICON_TEXT_OPTIONS,
  learnVisualLexicon,
  type VisualLexiconReport,
} from "../../../applications/visual-text/index.ts";
import { checkWritable, ENCODING_OPTION, save, textSources } from "../../../files/index.ts";
import { defineCommand } from "../../frame/command.ts";
import { file, shared } from "../../frame/flags.ts";
import { counted, formatSeconds } from "../../frame/numbers.ts";
import { openParser, PARSER_OPTION } from "../visual/resources.ts";

export const train = defineCommand({
  description:
    "Reads text, packed with gzip or not; - is standard input. Adjectives before nouns, and nouns after verbs, say " +
    "which words name what can be seen: from a few seeds of either kind, classes of visual and other words grow over " +
    "a graph of similar words, and so do classes of attributes (colour, size, material …). Text without tags needs " +
    "--parser.",
  arguments: ["TEXT…"],
  options: {
    output: file("where to write the model"),
    ...PARSER_OPTION,
    ...LEXICON_OPTIONS,
    ...LEXICON_TEXT_OPTIONS,
    encoding: ENCODING_OPTION,
    ...shared("json", "quiet", "threads"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    [
      "eigentree train visual-lexicon novels.txt.gz captions.txt --parser tags.model -o visual.model",
      "from running text, tagged on the way",
    ],
    ["eigentree train visual-lexicon tagged.txt --input tagged -o visual.model", "from text with tags: dog/NN"],
  ],
  async run(context, paths, options) {
    const output = options.output!;
    await checkWritable(output);
    const began = performance.now();
    const text = await collectLexiconText(
      textSources(paths, { progress: context.progress, encoding: options.encoding }),
      { ...context.givenOf(LEXICON_TEXT_OPTIONS, options), tagger: await openParser(options.parser) },
      context.learning,
    );
    const { model, report } = await learnVisualLexicon(
      text,
      context.givenOf(LEXICON_OPTIONS, options),
      context.learning,
    );
    for (const warning of report.warnings) context.note(`warning: ${warning}`);
    await save(output, model);
    const seconds = (performance.now() - began) / 1000;
    await context.summarise({ output, seconds, ...report }, () => summary(output, report, seconds));
  },
});

const summary = (output: string, report: VisualLexiconReport, seconds: number): string =>
  [
    `${counted(report.words, "word")} of text, ${counted(report.pairs, "adjective–noun pair")}`,
    `${counted(report.nouns, "noun")} and ${counted(report.adjectives, "adjective")} in ${formatSeconds(seconds)}`,
    `wrote ${output}`,
  ].join("\n");
