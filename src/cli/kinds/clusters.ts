/** `eigentree train clusters`: hierarchical word classes as text, `path TAB word TAB count`. */
import { allMethodOptions, checkMethodOptions } from "../../base/index.ts";
import { CORPUS_OPTIONS, type VocabularyLimits, writeClusters } from "../../data/index.ts";
import { checkWritable, ENCODING_OPTION, writeFileText } from "../../files/index.ts";
import { CLUSTERS_METHOD_OPTION, clusterLayouts } from "../../models/vectors/clusters/learn-clusters.ts";
import { CLUSTERS_METHODS, type ClustersOptions, learnClusters } from "../../models/vectors/index.ts";
import { MEMORY_OPTION, spillingContext } from "../data/corpus-files.ts";
import { ENGINE_OPTIONS, withText } from "../data/counted-text.ts";
import { defineCommand } from "../frame/command.ts";
import { file, shared } from "../frame/flags.ts";
import { methodOptions } from "../frame/methods.ts";
import { counted, formatSeconds } from "../frame/numbers.ts";
import type { Kind } from "../kinds.ts";

const train = defineCommand({
  description:
    "Reads text, one sentence per line, packed with gzip or not; - is standard input. Writes a line for each word: the " +
    "bit path of its class, the word, its count. Words whose paths begin alike are alike. With --engine spark a " +
    "cluster reads --input and counts: docs/scale.md.",
  arguments: ["[TEXT…]"],
  options: {
    output: file("where to write the classes; - is standard output"),
    ...CLUSTERS_METHOD_OPTION,
    ...allMethodOptions(CLUSTERS_METHODS),
    ...CORPUS_OPTIONS,
    encoding: ENCODING_OPTION,
    ...MEMORY_OPTION,
    ...ENGINE_OPTIONS,
    ...shared("json", "quiet", "threads"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree train clusters news.txt.gz --classes 100 -o news.paths", "Brown clusters"],
    ["eigentree train clusters news.txt.gz --method cca --min-count 10 -o news.paths", "classes of CCA vectors"],
  ],
  async run(context, paths, options) {
    const { output, memory } = options as Record<"output" | "memory", string>;
    await checkWritable(output);
    const started = performance.now();
    const learning = spillingContext(context, { memory });
    const learner = methodOptions(context, CLUSTERS_METHODS, options) as ClustersOptions;
    const counting = () => {
      const { method, options: complete } = checkMethodOptions("learnClusters", CLUSTERS_METHODS, learner);
      return {
        limits: complete as unknown as VocabularyLimits,
        layouts: (words: number) => clusterLayouts(method, complete, words),
      };
    };
    const learnt = await withText(context, paths, options, learning, counting, (data) =>
      learnClusters(data, learner, learning),
    );
    if (learnt === undefined) return;
    const { clusters: found, report } = learnt;
    await writeFileText(output, [writeClusters(found)]);
    const seconds = (performance.now() - started) / 1000;
    for (const warning of report.warnings) context.note(`warning: ${warning}`);
    const size = `${counted(report.tokens, "token")}, ${counted(report.words, "word")} in ${report.classes} classes`;
    const text = `${size} in ${formatSeconds(seconds)}; wrote ${output}`;
    if (output === "-") context.note(text);
    else await context.summarise({ output, seconds, ...report }, () => text);
  },
});

export const clusters: Kind = { version: 1, train, verbs: {} };
