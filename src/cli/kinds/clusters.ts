/** `eigentree train clusters`: hierarchical word classes as text, `path TAB word TAB count`. */
import { whole } from "../../base/index.ts";
import { checkWritable, writeFileText } from "../../files/index.ts";
import { CLUSTER_OPTIONS, CORPUS_OPTIONS, learnClusters, writeClusters } from "../../models/vectors/index.ts";
import { defineCommand } from "../command.ts";
import { asFlagError, MEMORY_OPTION, openCorpus, runningOf } from "../corpus-files.ts";
import { file, shared } from "../flags.ts";
import type { Kind } from "../kinds.ts";
import { counted, formatSeconds } from "../numbers.ts";

const train = defineCommand({
  description:
    "Reads text, one sentence a line, packed with gzip or not; - is standard input. Writes a line for each word: the bit path of its class, the word, its count. Words whose " +
    "paths begin alike are alike.",
  arguments: ["TEXT…"],
  options: {
    output: file("where to put the classes; - is standard output"),
    ...CLUSTER_OPTIONS,
    ...CORPUS_OPTIONS,
    vocabulary: whole("words to cluster, the most frequent ones", { default: 1_000_000, min: 1, max: 2 ** 24 }),
    minCount: whole("occurrences that a word needs to be clustered", { default: 1, min: 1 }),
    ...MEMORY_OPTION,
    ...shared("json", "quiet", "threads"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree train clusters news.txt.gz --classes 100 -o news.paths", "Brown clusters"],
    ["eigentree train clusters news.txt.gz --method cca --min-count 10 -o news.paths", "classes of CCA vectors"],
  ],
  async run(context, paths, options) {
    const { output, method, classes, dim, window, vocabulary, minCount, tokens, lines, lowerCase, foldDigits, memory } = options;
    await checkWritable(output!);
    const running = runningOf(context, { memory });
    const started = performance.now();
    const corpus = await openCorpus(paths, { vocabulary, minCount, tokens, lines, lowerCase, foldDigits }, running);
    try {
      const learnt = await learnClusters(corpus, { method, classes, dim, window }, running).catch((error) => {
        throw asFlagError(error);
      });
      await writeFileText(output!, [writeClusters(learnt.classes)]);
      const seconds = (performance.now() - started) / 1000;
      for (const warning of learnt.report.warnings) context.note(`warning: ${warning}`);
      const { tokens: read, words, classes: made } = learnt.report;
      const text = `${counted(read, "token")}, ${counted(words, "word")} in ${made} classes in ${formatSeconds(seconds)}; wrote ${output}`;
      if (output === "-") context.note(text);
      else await context.report({ output, seconds, ...learnt.report }, () => text);
    } finally {
      corpus.close();
    }
  },
});

export const clusters: Kind = { version: 1, train, verbs: {} };
