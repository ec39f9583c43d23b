/** `eigentree experiment dependency TRAIN TEST`: re-ranking with spectral probabilities. */
import { choice, flag } from "../../base/index.ts";
import { DEPENDENCY_EXPERIMENT_OPTIONS, dependencyExperiment } from "../../models/dependency/index.ts";
import { defineCommand } from "../command.ts";
import { file, shared } from "../flags.ts";
import { readDictionary, readTreebank, TREEBANK_FORMATS } from "../kinds/dependency/treebank.ts";
import { formatTable } from "../numbers.ts";

const { seed: _, ...OPTIONS } = DEPENDENCY_EXPERIMENT_OPTIONS;

export const dependency = defineCommand({
  description:
    "The table of Dhillon, Rodu, Collins, Foster and Ungar 2012: the base parser, its lists re-ranked with base features, and with log p̂ of the spectral model besides; first and second " +
    "order, the best that could be chosen from the lists (oracle), and whether log p̂ makes a difference that is no accident.",
  arguments: ["TRAIN", "TEST"],
  options: {
    format: choice("form of the data", TREEBANK_FORMATS, { default: "conllu" }),
    tags: choice("the column of CoNLL-U to take tags from", ["upos", "xpos"], { default: "upos" }),
    vectors: file("word vectors in word2vec's text format for the spectral model; made from the treebank unless given"),
    skipBad: flag("skip and count sentences that cannot be used", { default: false }),
    ...OPTIONS,
    ...shared("json", "quiet", "seed"),
  },
  examples: [["eigentree experiment dependency train.conllu dev.conllu --no-second", "the first half of the table"]],
  async run(context, [train, test], { format, tags, vectors, skipBad, json: _json, quiet: _quiet, ...options }) {
    const read = { format, tags, skipBad };
    const { trees: training } = await readTreebank(context, [train!], read);
    const { trees: testing } = await readTreebank(context, [test!], read);
    const dictionary = vectors === undefined ? undefined : await readDictionary(context, vectors);
    const result = dependencyExperiment(training, testing, options, { vectors: dictionary, progress: context.progress });
    await context.report({ experiment: "dependency", ...result }, () => {
      const percent = (value: number) => value.toFixed(2).padStart(6);
      const table = formatTable([
        ["order", "system", "   UAS", "   LAS", "complete"],
        ...result.rows.map(({ order, system, scores }) => [
          order,
          system,
          percent(scores.uas.f1),
          percent(scores.las.f1),
          percent(scores.complete),
        ]),
      ]);
      const tests = result.orders.map(({ order, comparison, errorReduction }) => {
        return `${order} order: log p̂ changes UAS by ${comparison.difference.toFixed(3)} (p = ${comparison.p.toFixed(3)}), errors by ${(-errorReduction).toFixed(2)} %`;
      });
      return [table, ...tests, `p̂ is negative for ${result.negative.toFixed(1)} % of the trees in the test lists`].join("\n");
    });
  },
});
