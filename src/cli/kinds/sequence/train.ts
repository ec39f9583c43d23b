/** `eigentree train sequence`. */
import { choice, flag, type ModelParts, type OptionSet, text } from "../../../base/index.ts";
import { checkWritable, saveModel } from "../../../files/index.ts";
import {
  type AnySequenceModel,
  EM_SEQUENCE_OPTIONS,
  LEXICON_OPTIONS,
  learnEmSequence,
  learnHmm,
  learnPerceptron,
  learnSpectralSequence,
  learnUnigram,
  PERCEPTRON_OPTIONS,
  type SequenceReport,
  SPECTRAL_SEQUENCE_OPTIONS,
  taggerOf,
  taggerToParts,
} from "../../../models/sequence/index.ts";
import type { TaggedSentence } from "../../../trees/index.ts";
import { defineCommand } from "../../command.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../failures.ts";
import { file, flagName, shared } from "../../flags.ts";
import { counted, formatSeconds } from "../../numbers.ts";
import { readSequences, SEQUENCE_FORMATS } from "./data.ts";
import { measureTagger } from "./measure.ts";

type Values = Readonly<Record<string, unknown>>;

interface Method {
  readonly options: OptionSet;
  learn(sequences: readonly TaggedSentence[], options: Values, context: Context): { model: AnySequenceModel; report: SequenceReport };
}

const METHODS: Readonly<Record<string, Method>> = {
  spectral: { options: SPECTRAL_SEQUENCE_OPTIONS, learn: (data, options, { progress }) => learnSpectralSequence(data, options, progress) },
  em: { options: EM_SEQUENCE_OPTIONS, learn: (data, options, { progress }) => learnEmSequence(data, options, undefined, progress) },
  hmm: { options: LEXICON_OPTIONS, learn: (data, options) => learnHmm(data, options) },
  unigram: { options: LEXICON_OPTIONS, learn: (data, options) => learnUnigram(data, options) },
  perceptron: { options: PERCEPTRON_OPTIONS, learn: (data, options, { progress }) => learnPerceptron(data, options, progress) },
};

const { seed: _, ...spectral } = SPECTRAL_SEQUENCE_OPTIONS;

export const train = defineCommand({
  description:
    "DATA holds labelled sequences: CoNLL-U (--column upos or xpos), columns a word a line (--column N, the last unless given), word/TAG text, or trees. The " +
    "spectral method learns hidden states under every label in one pass; em learns them by iteration; hmm and unigram have none; perceptron is the fast " +
    "discriminative tagger.",
  arguments: ["DATA…"],
  options: {
    output: file("where to put the model"),
    method: choice("how to learn", ["spectral", "em", "hmm", "unigram", "perceptron"], { default: "spectral" }),
    dev: file("labelled sequences to measure the finished model with"),
    format: choice("form of the data; auto guesses", SEQUENCE_FORMATS, { default: "auto" }),
    column: text("where the labels stand: upos, xpos, or the number of a column", { default: "" }),
    skipBad: flag("skip and count sequences that cannot be read", { default: false }),
    ...spectral,
    iterations: EM_SEQUENCE_OPTIONS.iterations,
    epochs: PERCEPTRON_OPTIONS.epochs,
    ...shared("quiet", "seed"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree train sequence train.conllu -o tags.model --dev dev.conllu", "universal tags, by the spectral method"],
    ["eigentree train sequence train.conllu --column xpos --method perceptron -o tags.model", "fine tags, by the perceptron"],
    ["eigentree train sequence train.txt --format columns --column 3 -o chunks.model", "chunks in the third column"],
  ],
  async run(context, paths, options) {
    const method = METHODS[options.method]!;
    const given = options as Values;
    const declared: OptionSet = { ...EM_SEQUENCE_OPTIONS, ...PERCEPTRON_OPTIONS, ...SPECTRAL_SEQUENCE_OPTIONS };
    for (const name of Object.keys(declared)) {
      if (name === "seed" || name in method.options || given[name] === declared[name]!.default) continue;
      throw new UsageError(`${flagName(name)} has no effect with --method ${options.method}.`);
    }
    await checkWritable(options.output!);
    const { format, column, skipBad } = options;
    const { sequences, skipped } = await readSequences(paths, context.progress, { format, column, skipBad });
    for (const message of skipped.slice(0, 5)) context.note(`skipped: ${message}`);
    context.note(`${counted(sequences.length, "sequence")}${skipped.length > 0 ? `, ${counted(skipped.length, "bad one")} skipped` : ""}`);
    // Methods share flags but not their defaults: what was left as it is, is left to the method.
    const changed = Object.keys(method.options).filter((name) => given[name] !== declared[name]?.default);
    const own = Object.fromEntries(changed.map((name) => [name, given[name]]));
    const { model, report } = method.learn(sequences, own, context);
    for (const warning of report.warnings) context.note(`warning: ${warning}`);
    context.note(`learnt ${counted(report.labels, "label")} from ${counted(report.positions, "word")} in ${formatSeconds(report.seconds)}`);
    if (options.dev !== undefined) {
      const { sequences: gold } = await readSequences([options.dev], context.progress, { format, column, skipBad });
      const { scores, seconds } = measureTagger(taggerOf(model), gold, context);
      const rate = Math.round(scores.words / seconds);
      context.note(
        `${options.dev}: accuracy ${scores.accuracy.toFixed(2)}, unknown words ${scores.unknown.accuracy.toFixed(2)}, ${rate} words/s`,
      );
    }
    const parts: ModelParts = taggerToParts(model);
    await saveModel(options.output!, parts);
    context.note(`wrote ${options.output}`);
  },
});
