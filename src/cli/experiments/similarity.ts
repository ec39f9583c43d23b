/** `eigentree experiment similarity TRAIN…`. */
import {
  collectPairs,
  experimentSimilarity,
  PAIR_DATA_OPTIONS,
  SIMILARITY_EXPERIMENT_OPTIONS,
  similarityMarkdown,
} from "../../applications/similarity/index.ts";
import { texts } from "../../base/index.ts";
import { CORPUS_OPTIONS } from "../../data/index.ts";
import { ENCODING_OPTION, textSources } from "../../files/index.ts";
import { MEMORY_OPTION, spillingContext } from "../data/corpus-files.ts";
import { defineCommand } from "../frame/command.ts";
import { shared } from "../frame/flags.ts";
import { openResources, RESOURCE_OPTIONS } from "../kinds/similarity/resources.ts";

const { lines } = CORPUS_OPTIONS;

export const similarity = defineCommand({
  description:
    "Learns from the judged pairs of TRAIN with each group of features alone and with the paper's combinations, and " +
    "measures Pearson's r for each set, and ALL, ALLnrm and Mean of SemEval-2012 task 6: on the pairs of --test, or by " +
    "ten-fold cross-validation. Every file is a set. Tables are Markdown.",
  arguments: ["TRAIN…"],
  options: {
    test: texts("files of judged pairs to measure with", { default: [] }),
    ...RESOURCE_OPTIONS,
    text: texts("files of running text for frequencies and selectors", { default: [] }),
    ...SIMILARITY_EXPERIMENT_OPTIONS,
    lines,
    ...PAIR_DATA_OPTIONS,
    encoding: ENCODING_OPTION,
    ...MEMORY_OPTION,
    ...shared("json", "quiet", "threads"),
  },
  examples: [
    [
      "eigentree experiment similarity MSRpar.train.tsv MSRvid.train.tsv --vectors news.model --text news.txt.gz",
      "ten-fold cross-validation on two sets",
    ],
    ["eigentree experiment similarity *.train.tsv --test MSRpar.test.tsv,OnWN.test.tsv", "measured on test sets"],
  ],
  async run(context, paths, options) {
    const { encoding, memory } = options;
    const learning = spillingContext(context, { memory });
    const reading = context.givenOf(PAIR_DATA_OPTIONS, options);
    const pairsOf = async (files: readonly string[]) => {
      const pairs = await collectPairs(textSources(files, { progress: context.progress, encoding }), reading, learning);
      for (const message of pairs.skipped) context.note(`skipped: ${message}`);
      return pairs;
    };
    const pairs = await pairsOf(paths);
    const test = options.test.length === 0 ? undefined : await pairsOf(options.test);
    const resources = await openResources(context, options, context.givenOf({ lines }, options), learning);
    try {
      const given = context.givenOf(SIMILARITY_EXPERIMENT_OPTIONS, options);
      const result = await experimentSimilarity({ pairs, test, ...resources }, given, learning);
      await context.report(result, () => similarityMarkdown(result));
    } finally {
      resources.text?.close();
    }
  },
});
