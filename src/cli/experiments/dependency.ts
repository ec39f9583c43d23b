/** `eigentree experiment dependency TRAIN DEV [--test FILE]`: re-ranking with spectral probabilities. */
import { join } from "node:path";
import { CheckpointFolder, checkWritable, writeFileText } from "../../files/index.ts";
import {
  DEPENDENCY_EXPERIMENT_OPTIONS,
  dependencyExperiment,
  dependencyMarkdown,
} from "../../models/dependency/index.ts";
import { readWordKnowledge } from "../data/word-knowledge.ts";
import { defineCommand } from "../frame/command.ts";
import { file, shared } from "../frame/flags.ts";
import { stageText } from "../kinds/dependency/stage-text.ts";
import { DATA_OPTIONS, readTreebank } from "../kinds/dependency/treebank.ts";

const { seed: _, ...OPTIONS } = DEPENDENCY_EXPERIMENT_OPTIONS;

export const dependency = defineCommand({
  description:
    "The table of Dhillon, Rodu, Collins, Foster and Ungar 2012: the base parser, its lists re-ranked with base features, and with log p̂ of the spectral model added; first and second " +
    "order, the best that could be chosen from the lists, and whether the differences are significant. Prints Markdown; with --output it is also written to dependency.md and " +
    "dependency.json there. The table is measured on DEV, or with --test on other trees, once: then --sweep compares numbers of hidden states on DEV and the best is taken. With --checkpoints, taggers, parsers and lists are kept in a folder, and an experiment that was interrupted, or one that shares them, takes them from there.",
  arguments: ["TRAIN", "DEV"],
  options: {
    ...DATA_OPTIONS,
    vectors: file(
      "word vectors for the spectral model, a model of `train vectors` or word2vec's format; without them, arcs make their own from the treebank",
    ),
    clusters: file("classes of words as features of tagger and parser, as `train clusters` writes them"),
    test: file("trees to measure on once; choices are then made on DEV"),
    ...OPTIONS,
    output: file("directory for dependency.md and dependency.json"),
    checkpoints: file("folder to keep taggers, parsers and lists in"),
    ...shared("json", "quiet", "threads", "seed"),
  },
  short: { output: "o" },
  examples: [
    ["eigentree experiment dependency train.conllu dev.conllu -o results", "the whole table"],
    ["eigentree experiment dependency train.conllu dev.conllu --no-second", "the first half of the table"],
    [
      "eigentree experiment dependency train.conllu dev.conllu --checkpoints work --states 20",
      "another spectral model for the same lists",
    ],
    [
      "eigentree experiment dependency train.conllu dev.conllu --test test.conllu --spectral-model arcs --sweep 5,10,20",
      "the paper's own model, k chosen on dev.conllu, measured once on test.conllu",
    ],
  ],
  async run(context, [train, dev], values) {
    const { vectors, clusters, output, checkpoints, test } = values;
    const outputs =
      output === undefined ? undefined : { text: join(output, "dependency.md"), json: join(output, "dependency.json") };
    for (const path of Object.values(outputs ?? {})) await checkWritable(path);
    const data = {
      train: await readTreebank(context, [train!], values),
      test: await readTreebank(context, [test ?? dev!], values),
      dev: test === undefined ? undefined : await readTreebank(context, [dev!], values),
      ...(await readWordKnowledge({ vectors, clusters }, context.progress)),
    };
    const result = await dependencyExperiment(data, context.givenOf(DEPENDENCY_EXPERIMENT_OPTIONS, values), {
      ...context.learning,
      checkpoints: checkpoints === undefined ? undefined : new CheckpointFolder(checkpoints),
      onStage: (stage) => context.note(stageText(stage)),
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
