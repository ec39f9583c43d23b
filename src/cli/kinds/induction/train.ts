/** `eigentree train induction`. */
import { collectSequences, SEQUENCE_DATA_OPTIONS } from "../../../data/index.ts";
import { checkWritable, ENCODING_OPTION, save, textSources } from "../../../files/index.ts";
import { INDUCTION_OPTIONS, type InductionReport, learnInduction } from "../../../models/induction/index.ts";
import { readWordVectors } from "../../data/vector-files.ts";
import { defineCommand } from "../../frame/command.ts";
import { file, shared } from "../../frame/flags.ts";
import { counted, formatSeconds } from "../../frame/numbers.ts";
import { requireTags } from "./data.ts";

export const train = defineCommand({
  description:
    "DATA holds tagged sentences: word/TAG text, CoNLL-U, columns, or treebanks, whose brackets are ignored. " +
    "More text makes better distances: tag running text with `eigentree tag` and give it too, with tags of the same " +
    "set, after the text to be bracketed: the rounds that follow the metric take the first short sentences. Nothing " +
    "is initialised at random.",
  arguments: ["DATA…"],
  options: {
    output: file("where to write the model"),
    vectors: file("word vectors: a model of vectors, or word2vec's format"),
    clusters: file("classes of words instead of vectors: lines of bit path, tab, word"),
    ...INDUCTION_OPTIONS,
    ...SEQUENCE_DATA_OPTIONS,
    encoding: ENCODING_OPTION,
    ...shared("pack", "quiet"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree train induction news.tagged --vectors news.model -o brackets.model", "from tagged text"],
    [
      "eigentree train induction train.mrg captions.tagged --clusters news.paths -o brackets.model",
      "from a treebank's tags and more text",
    ],
  ],
  async run(context, paths, options) {
    const { output, encoding } = options;
    const { progress, learning } = context;
    await checkWritable(output!);
    const vectors = await readWordVectors(options.vectors, options.clusters, progress);
    const sources = textSources(paths, { progress, encoding });
    const sentences = await collectSequences(
      options.input === "auto" ? requireTags(sources) : sources,
      context.givenOf(SEQUENCE_DATA_OPTIONS, options),
      learning,
    );
    for (const message of sentences.skipped) context.note(`skipped: ${message}`);
    const given = context.givenOf(INDUCTION_OPTIONS, options);
    const { model, report } = await learnInduction({ sentences, vectors }, given, learning);
    for (const warning of report.warnings) context.note(`warning: ${warning}`);
    context.note(summary(report));
    await save(output!, model, options);
    context.note(`wrote ${output}`);
  },
});

function summary(report: InductionReport): string {
  const seconds = report.times.reduce((sum, time) => sum + time.seconds, 0);
  return [
    `${counted(report.sentences, "sentence")}, ${counted(report.words, "word")}, tags of the map "${report.tagMap}"`,
    `${report.estimated} distances estimated, ${report.widened} taken from other distances of their tags, ` +
      `${report.unseen} set to the largest`,
    `${counted(report.bracketed, "short sentence")} bracketed, ${report.changed} of them otherwise in the last round`,
    `learnt in ${formatSeconds(seconds)}`,
  ].join("; ");
}
