/** `eigentree train induction`. */
import { type Json, text } from "../../../base/index.ts";
import { checkWritable, saveModel } from "../../../files/index.ts";
import { INDUCTION_OPTIONS, inductionParts, learnInduction } from "../../../models/induction/index.ts";
import { defineCommand } from "../../command.ts";
import { file, shared } from "../../flags.ts";
import { counted, formatSeconds } from "../../numbers.ts";
import { readWordVectors, taggedIn } from "./data.ts";

export const train = defineCommand({
  description:
    "DATA holds tagged sentences: word/TAG text, CoNLL-U, or treebanks, whose brackets are not looked at. More text makes better distances: tag running text " +
    "with `eigentree tag` and give it too, with tags of the same set, after the text to be bracketed: the rounds that follow the metric take the first short sentences. " +
    "Nothing is initialised at random.",
  arguments: ["DATA…"],
  options: {
    output: file("where to put the model"),
    vectors: file("word vectors: a model of vectors, or word2vec's format"),
    clusters: file("classes of words instead of vectors: lines of bit path, tab, word"),
    ...INDUCTION_OPTIONS,
    column: text("the CoNLL-U column with the tags: upos or xpos", { default: "" }),
    ...shared("quiet"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree train induction news.tagged --vectors news.model -o brackets.model", "from tagged text"],
    ["eigentree train induction train.mrg captions.tagged --clusters news.paths -o brackets.model", "from a treebank's tags and more text"],
  ],
  async run(context, paths, { output, vectors: vectorFile, clusters, column, quiet: _, ...options }) {
    await checkWritable(output!);
    const vectors = await readWordVectors(vectorFile, clusters, context.progress);
    const { model, report } = await learnInduction(taggedIn(paths, context.progress, column), vectors, options, context.progress);
    for (const warning of report.warnings) context.note(`warning: ${warning}`);
    context.note(
      `${counted(report.sentences, "sentence")}, ${counted(report.words, "word")}, tags of the map "${report.tagMap}"; ${report.estimated} distances estimated, ` +
        `${report.widened} taken from other distances of their tags, ${report.unseen} set to the largest; ${counted(report.bracketed, "short sentence")} bracketed, ` +
        `${report.changed} of them otherwise in the last round; learnt in ${formatSeconds(report.seconds)}`,
    );
    await saveModel(output!, inductionParts(model, report as unknown as Json));
    context.note(`wrote ${output}`);
  },
});
