/** `eigentree experiment dependency TRAIN TEST`: re-ranking with spectral probabilities. */
import { join } from "node:path";
import { choice, flag } from "../../base/index.ts";
import { checkWritable, StageFolder, writeFileText } from "../../files/index.ts";
import { DEPENDENCY_EXPERIMENT_OPTIONS, dependencyExperiment, dependencyMarkdown } from "../../models/dependency/index.ts";
import { defineCommand } from "../command.ts";
import { file, shared } from "../flags.ts";
import { stageText } from "../kinds/dependency/stage-text.ts";
import { readDictionary, readTreebank, TREEBANK_FORMATS } from "../kinds/dependency/treebank.ts";

const { seed: _, ...OPTIONS } = DEPENDENCY_EXPERIMENT_OPTIONS;

export const dependency = defineCommand({
  description:
    "The table of Dhillon, Rodu, Collins, Foster and Ungar 2012: the base parser, its lists re-ranked with base features, and with log p̂ of the spectral model besides; first and second " +
    "order, the best that could be chosen from the lists, and whether differences are more than accidents. Prints Markdown; with --output it is also written to dependency.md and " +
    "dependency.json there. With --stages, taggers, parsers and lists are kept in a folder, and an experiment that was interrupted, or one that shares them, takes them from there.",
  arguments: ["TRAIN", "TEST"],
  options: {
    format: choice("form of the data", TREEBANK_FORMATS, { default: "conllu" }),
    tags: choice("the column of CoNLL-U to take tags from", ["upos", "xpos"], { default: "upos" }),
    vectors: file("word vectors in word2vec's text format for the spectral model; made from the treebank unless given"),
    skipBad: flag("skip and count sentences that cannot be used", { default: false }),
    ...OPTIONS,
    output: file("directory for dependency.md and dependency.json"),
    stages: file("folder to keep the results of stages in"),
    ...shared("json", "quiet", "threads", "seed"),
  },
  short: { output: "o" },
  examples: [
    ["eigentree experiment dependency train.conllu dev.conllu -o results", "the whole table"],
    ["eigentree experiment dependency train.conllu dev.conllu --no-second", "the first half of the table"],
    ["eigentree experiment dependency train.conllu dev.conllu --stages work --states 20", "another spectral model for the same lists"],
  ],
  async run(context, [train, test], values) {
    const { format, tags, vectors, skipBad, output, stages, json: _json, quiet: _quiet, threads: _threads, ...options } = values;
    const outputs = output === undefined ? undefined : { text: join(output, "dependency.md"), json: join(output, "dependency.json") };
    for (const path of Object.values(outputs ?? {})) await checkWritable(path);
    const read = { format, tags, skipBad };
    const { trees: training } = await readTreebank(context, [train!], read);
    const { trees: testing } = await readTreebank(context, [test!], read);
    const result = await dependencyExperiment(training, testing, options, {
      vectors: vectors === undefined ? undefined : await readDictionary(context, vectors),
      progress: context.progress,
      workers: (jobs, setup) => context.workers(jobs, setup),
      store: stages === undefined ? undefined : new StageFolder(stages),
      onStage: (time) => context.note(stageText(time)),
    });
    const text = dependencyMarkdown(result);
    if (outputs !== undefined) {
      await writeFileText(outputs.text, [text]);
      await writeFileText(outputs.json, [`${JSON.stringify(result, null, 2)}\n`]);
      context.note(`wrote ${outputs.text} and ${outputs.json}`);
    }
    await context.report({ experiment: "dependency", ...result }, () => text.trimEnd());
  },
});
