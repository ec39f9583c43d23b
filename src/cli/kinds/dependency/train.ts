/** `eigentree train dependency`. */
import type { AttachmentSummary } from "../../../evaluation/index.ts";
import { CheckpointFolder, checkWritable, save } from "../../../files/index.ts";
import {
  DEPENDENCY_OPTIONS,
  type DependencyReport,
  type EpochNews,
  learnDependency,
} from "../../../models/dependency/index.ts";
import { readWordKnowledge } from "../../data/word-knowledge.ts";
import { readLists } from "../../data/word-lists.ts";
import { defineCommand } from "../../frame/command.ts";
import { file, shared } from "../../frame/flags.ts";
import { counted, formatSeconds } from "../../frame/numbers.ts";
import { stageText } from "./stage-text.ts";
import { DATA_OPTIONS, readTreebank } from "./treebank.ts";

const { seed: _, ...learning } = DEPENDENCY_OPTIONS;

function epochText({ epoch, trainUas, devUas, devLas, seconds }: EpochNews): string {
  const dev =
    devUas === undefined || devLas === undefined
      ? ""
      : `; development UAS ${devUas.toFixed(2)}, LAS ${devLas.toFixed(2)}`;
  return `epoch ${epoch}: ${formatSeconds(seconds)}, UAS while learning ${trainUas.toFixed(2)}${dev}`;
}

export const train = defineCommand({
  description:
    "DATA holds dependency trees in CoNLL-U or CoNLL-X, or constituency trees, which head rules turn into dependency trees. Learns a tagger and a graph-based parser; the " +
    "parser is trained with jackknifed tags, so that it expects tags as the tagger gives them. With --dev every epoch is measured on predicted tags, training stops when that " +
    "no longer helps, and the best epoch is kept. With --rerank it also learns to choose from the fifty best trees, as Dhillon et al. 2012 do: results are kept in the folder " +
    "MODEL.checkpoints until the model is written, and the same command continues from them after an interruption.",
  arguments: ["DATA…"],
  options: {
    output: file("where to write the model"),
    dev: file("trees to choose the epoch with"),
    ...DATA_OPTIONS,
    vectors: file(
      "word vectors for the spectral model, a model of `train vectors` or word2vec's format; without them, a model of arcs makes its own from the treebank",
    ),
    clusters: file("classes of words as features of tagger and parser, as `train clusters` writes them"),
    lists: file("lists of words as features of the tagger: on each line a type, a tab and a word"),
    ...learning,
    ...shared("pack", "quiet", "threads", "seed"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree train dependency train.conllu -o english.model --dev dev.conllu", "a first-order parser and a tagger"],
    [
      "eigentree train dependency train.conllu -o english.model --order second --tags xpos",
      "siblings too, with the fine tags",
    ],
    [
      "eigentree train dependency train.conllu -o english.model --order second --clusters english.paths",
      "with classes of words from `train clusters`, which help with arcs that are rare in training",
    ],
    [
      "eigentree train dependency train.conllu -o english.model --rerank",
      "the full method: a parser that re-ranks with spectral probabilities",
    ],
  ],
  async run(context, paths, options) {
    const { output, dev, vectors, clusters, lists, rerank } = options;
    await checkWritable(output!);
    const data = {
      train: await readTreebank(context, paths, options),
      dev: dev === undefined ? undefined : await readTreebank(context, [dev], options),
      ...(await readWordKnowledge({ vectors, clusters }, context.progress)),
      lists: await readLists(lists),
    };
    const checkpoints = rerank ? new CheckpointFolder(`${output}.checkpoints`) : undefined;
    const { model, report } = await learnDependency(data, context.givenOf(DEPENDENCY_OPTIONS, options), {
      ...context.learning,
      checkpoints,
      onEpoch: (epoch) => context.note(epochText(epoch)),
      onStage: (stage) => context.note(stageText(stage)),
    });
    for (const line of reportLines(report)) context.note(line);
    await save(output!, model, options);
    await checkpoints?.remove();
    context.note(`wrote ${output}`);
  },
});

function* reportLines(report: DependencyReport) {
  const { warnings, jackknifedTags, spectral, reranking, sentences, words, times, keptEpoch } = report;
  for (const warning of warnings) yield `warning: ${warning}`;
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
  const seconds = formatSeconds(times.reduce((sum, stage) => sum + stage.seconds, 0));
  yield `learnt from ${counted(sentences, "sentence")}, ${counted(words, "word")} in ${seconds}; kept epoch ${keptEpoch}`;
}
