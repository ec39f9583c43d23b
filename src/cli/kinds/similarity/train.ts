/** `eigentree train similarity`. */
import {
  collectPairs,
  learnSimilarity,
  PAIR_DATA_OPTIONS,
  SIMILARITY_OPTIONS,
  type SimilarityReport,
} from "../../../applications/similarity/index.ts";
import { texts } from "../../../base/index.ts";
import { CORPUS_OPTIONS } from "../../../data/index.ts";
import { checkWritable, ENCODING_OPTION, save, textSources } from "../../../files/index.ts";
import { MEMORY_OPTION, spillingContext } from "../../data/corpus-files.ts";
import { defineCommand } from "../../frame/command.ts";
import { file, shared } from "../../frame/flags.ts";
import { counted, formatSeconds, formatTable } from "../../frame/numbers.ts";
import { openResources, RESOURCE_OPTIONS } from "./resources.ts";

/** How the text is cut into lines; words are cut and folded as the features expect it. */
const { lines } = CORPUS_OPTIONS;

export const train = defineCommand({
  description:
    "PAIRS are lines of score, sentence and sentence with tabs between. Each file is a source of its own: its name, " +
    'without words such as "train" and "test", says which, and pairs of the same source are scored by its own function ' +
    "later. Vectors, parser and text each bring a group of features; without them the group is off, and a remark says " +
    "so. The model keeps everything it needs except WordNet.",
  arguments: ["PAIRS…"],
  options: {
    output: file("where to write the model"),
    ...RESOURCE_OPTIONS,
    text: texts("files of running text for frequencies and selectors", { default: [] }),
    ...SIMILARITY_OPTIONS,
    lines,
    ...PAIR_DATA_OPTIONS,
    encoding: ENCODING_OPTION,
    ...MEMORY_OPTION,
    ...shared("json", "quiet", "threads"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree train similarity MSRpar.train.tsv MSRvid.train.tsv -o sim.model", "from two sources of judged pairs"],
    [
      "eigentree train similarity *.train.tsv -o sim.model --vectors en --parser en --text news.txt.gz",
      "with all groups of features",
    ],
  ],
  async run(context, paths, options) {
    const { output, encoding, memory } = options;
    await checkWritable(output!);
    const learning = spillingContext(context, { memory });
    const pairs = await collectPairs(
      textSources(paths, { progress: context.progress, encoding }),
      context.givenOf(PAIR_DATA_OPTIONS, options),
      learning,
    );
    for (const message of pairs.skipped) context.note(`skipped: ${message}`);
    const resources = await openResources(context, options, context.givenOf({ lines }, options), learning);
    try {
      const given = context.givenOf(SIMILARITY_OPTIONS, options);
      const { model, report } = await learnSimilarity({ pairs, ...resources }, given, learning);
      for (const warning of report.warnings) context.note(`warning: ${warning}`);
      await save(output!, model);
      await context.summarise({ output, ...report }, () => summary(output!, report));
    } finally {
      resources.text?.close();
    }
  },
});

function summary(output: string, report: SimilarityReport): string {
  const { known, official, unknown } = report.validation;
  const seconds = report.times.reduce((sum, time) => sum + time.seconds, 0);
  const r = (value: number | undefined) => (value === undefined ? "" : value.toFixed(4));
  const rows = Object.keys(known).map((name) => [name || "(no name)", r(known[name]), r(unknown?.[name])]);
  return [
    `${counted(report.pairs, "pair")}, ${report.features} features of ${report.groups.join(", ")}`,
    "Pearson's r by cross-validation; as unknown: learnt from the other sources",
    formatTable([["", "known", unknown === null ? "" : "as unknown"], ...rows], "  "),
    `  ALL ${r(official.all)}, ALLnrm ${r(official.allNormalized)}, Mean ${r(official.mean)}`,
    `learnt in ${formatSeconds(seconds)}`,
    `wrote ${output}`,
  ].join("\n");
}
