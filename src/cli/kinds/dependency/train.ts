/** `eigentree train dependency`. */
import { choice, flag } from "../../../base/index.ts";
import { checkWritable, saveModel } from "../../../files/index.ts";
import { DEPENDENCY_OPTIONS, dependencyToParts, type EpochReport, learnDependency } from "../../../models/dependency/index.ts";
import { defineCommand } from "../../command.ts";
import { file, shared } from "../../flags.ts";
import { counted, formatSeconds } from "../../numbers.ts";
import { readDictionary, readTreebank, TREEBANK_FORMATS } from "./treebank.ts";

const { seed: _, ...learning } = DEPENDENCY_OPTIONS;

export function epochText({ epoch, trainUas, devUas, devLas, seconds }: EpochReport): string {
  const dev = devUas === undefined ? "" : `; development UAS ${devUas.toFixed(2)}, LAS ${devLas!.toFixed(2)}`;
  return `epoch ${epoch}: ${formatSeconds(seconds)}, UAS while learning ${trainUas.toFixed(2)}${dev}`;
}

export const train = defineCommand({
  description:
    "DATA holds dependency trees in CoNLL-U or CoNLL-X. Learns a tagger and a graph-based parser; the parser is trained with jackknifed tags, so that it expects tags as " +
    "the tagger gives them. With --dev every epoch is measured on predicted tags, training stops when that no longer helps, and the best epoch is kept.",
  arguments: ["DATA…"],
  options: {
    output: file("where to put the model"),
    dev: file("trees to choose the epoch with"),
    format: choice("form of the data", TREEBANK_FORMATS, { default: "conllu" }),
    tags: choice("the column of CoNLL-U to take tags from", ["upos", "xpos"], { default: "upos" }),
    vectors: file("word vectors in word2vec's text format for the spectral model; made from the treebank unless given"),
    skipBad: flag("skip and count sentences that cannot be used", { default: false }),
    ...learning,
    ...shared("quiet", "seed"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree train dependency train.conllu -o english.model --dev dev.conllu", "a first-order parser and a tagger"],
    ["eigentree train dependency train.conllu -o english.model --order second --tags xpos", "siblings too, with the fine tags"],
  ],
  async run(context, paths, { output, dev, format, tags, vectors, skipBad, ...options }) {
    await checkWritable(output!);
    const read = { format, tags, skipBad };
    const { trees } = await readTreebank(context, paths, read);
    const development = dev === undefined ? undefined : (await readTreebank(context, [dev], read)).trees;
    const dictionary = vectors === undefined ? undefined : await readDictionary(context, vectors);
    const { quiet: _quiet, ...own } = options;
    const { model, report } = learnDependency(trees, own, {
      ...{ tags, vectors: dictionary, dev: development, progress: context.progress },
      onEpoch: (epoch) => context.note(epochText(epoch)),
    });
    for (const warning of report.warnings) context.note(`warning: ${warning}`);
    if (report.jackknifedTags !== undefined) {
      context.note(`jackknifed tags right: ${report.jackknifedTags.toFixed(2)} %, in ${formatSeconds(report.taggerSeconds)}`);
    }
    if (report.spectral !== undefined) {
      const { seconds, negative, tried, coverage } = report.spectral;
      for (const warning of report.spectral.warnings) context.note(`warning: ${warning}`);
      const signs = `p̂ is negative for ${negative} of ${tried} training trees`;
      context.note(`spectral model in ${formatSeconds(seconds)}; ${coverage.toFixed(1)} % of the words in its dictionary; ${signs}`);
    }
    const learnt = `learnt from ${counted(report.sentences, "sentence")}, ${counted(report.words, "word")} in ${formatSeconds(report.seconds)}`;
    context.note(`${learnt}; kept epoch ${report.keptEpoch}`);
    await saveModel(output!, dependencyToParts(model));
    context.note(`wrote ${output}`);
  },
});
