/** `eigentree train dependency`. */
import { choice, flag } from "../../../base/index.ts";
import type { AttachmentSummary } from "../../../evaluation/index.ts";
import { checkWritable, StageFolder, saveModel } from "../../../files/index.ts";
import {
  DEPENDENCY_OPTIONS,
  type DependencyReport,
  dependencyToParts,
  type EpochReport,
  learnDependency,
} from "../../../models/dependency/index.ts";
import { defineCommand } from "../../command.ts";
import { file, shared } from "../../flags.ts";
import { counted, formatSeconds } from "../../numbers.ts";
import { stageText } from "./stage-text.ts";
import { readDictionary, readTreebank, TREEBANK_FORMATS } from "./treebank.ts";

const { seed: _, ...learning } = DEPENDENCY_OPTIONS;

export function epochText({ epoch, trainUas, devUas, devLas, seconds }: EpochReport): string {
  const dev = devUas === undefined ? "" : `; development UAS ${devUas.toFixed(2)}, LAS ${devLas!.toFixed(2)}`;
  return `epoch ${epoch}: ${formatSeconds(seconds)}, UAS while learning ${trainUas.toFixed(2)}${dev}`;
}

export const train = defineCommand({
  description:
    "DATA holds dependency trees in CoNLL-U or CoNLL-X. Learns a tagger and a graph-based parser; the parser is trained with jackknifed tags, so that it expects tags as " +
    "the tagger gives them. With --dev every epoch is measured on predicted tags, training stops when that no longer helps, and the best epoch is kept. With --rerank it also " +
    "learns to choose from the fifty best trees, as Dhillon et al. 2012 do: the stages are kept in a folder beside the model until it is written, and the same command goes " +
    "on from them after an interruption.",
  arguments: ["DATA…"],
  options: {
    output: file("where to put the model"),
    dev: file("trees to choose the epoch with"),
    format: choice("form of the data", TREEBANK_FORMATS, { default: "conllu" }),
    tags: choice("the column of CoNLL-U to take tags from", ["upos", "xpos"], { default: "upos" }),
    vectors: file("word vectors in word2vec's text format for the spectral model; made from the treebank unless given"),
    skipBad: flag("skip and count sentences that cannot be used", { default: false }),
    ...learning,
    ...shared("quiet", "threads", "seed"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree train dependency train.conllu -o english.model --dev dev.conllu", "a first-order parser and a tagger"],
    ["eigentree train dependency train.conllu -o english.model --order second --tags xpos", "siblings too, with the fine tags"],
    [
      "eigentree train dependency train.conllu -o english.model --rerank",
      "the whole recipe: a parser that re-ranks with spectral probabilities",
    ],
  ],
  async run(context, paths, { output, dev, format, tags, vectors, skipBad, quiet: _quiet, threads: _threads, ...options }) {
    await checkWritable(output!);
    const read = { format, tags, skipBad };
    const { trees } = await readTreebank(context, paths, read);
    const development = dev === undefined ? undefined : (await readTreebank(context, [dev], read)).trees;
    const dictionary = vectors === undefined ? undefined : await readDictionary(context, vectors);
    const stages = options.rerank ? new StageFolder(`${output}.stages`) : undefined;
    const { model, report } = await learnDependency(trees, options, {
      ...{ tags, vectors: dictionary, dev: development, progress: context.progress, store: stages },
      workers: (jobs, setup) => context.workers(jobs, setup),
      onEpoch: (epoch) => context.note(epochText(epoch)),
      onStage: (time) => context.note(stageText(time)),
    });
    for (const line of reportLines(report)) context.note(line);
    await saveModel(output!, dependencyToParts(model));
    await stages?.remove();
    context.note(`wrote ${output}`);
  },
});

function* reportLines({ warnings, jackknifedTags, spectral, reranking, sentences, words, seconds, keptEpoch }: DependencyReport) {
  for (const warning of [...warnings, ...(spectral?.warnings ?? [])]) yield `warning: ${warning}`;
  if (jackknifedTags !== undefined) yield `jackknifed tags right: ${jackknifedTags.toFixed(2)} %`;
  if (spectral !== undefined) {
    const { negative, tried, arcs } = spectral;
    const dictionary = arcs === undefined ? "" : `${arcs.coverage.toFixed(1)} % of the words in its dictionary; `;
    yield `spectral model: ${dictionary}p̂ is negative for ${negative} of ${tried} training trees`;
  }
  if (reranking !== undefined) {
    const text = ({ uas, las, complete }: AttachmentSummary) =>
      `UAS ${uas.f1.toFixed(2)}, LAS ${las.f1.toFixed(2)}, all heads right ${complete.toFixed(2)}`;
    yield `development: base parser ${text(reranking.base)}; re-ranked ${text(reranking.reranked)}`;
  }
  yield `learnt from ${counted(sentences, "sentence")}, ${counted(words, "word")} in ${formatSeconds(seconds)}; kept epoch ${keptEpoch}`;
}
