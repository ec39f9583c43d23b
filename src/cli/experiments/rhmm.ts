/** `eigentree experiment rhmm TRAIN DEV`: figures 5, 7 and 8 of Stratos et al. 2013 on tagged sentences or on folders of recordings. */
import { stat } from "node:fs/promises";
import { checkOptions, choice, InputError, text, whole, wholes } from "../../base/index.ts";
import {
  classNames,
  type ExperimentOptions,
  type ExperimentRow,
  PHONE_DECODING,
  PHONE_DEFAULTS,
  PHONE_OPTIONS,
  quantiseFrames,
  runRhmmExperiment,
} from "../../models/sequence/index.ts";
import type { TaggedSentence } from "../../trees/index.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { shared } from "../flags.ts";
import { readRecordings } from "../kinds/phones/recordings.ts";
import { readSequences, SEQUENCE_FORMATS } from "../kinds/sequence/data.ts";
import { formatCount, formatTable } from "../numbers.ts";

/** Figure 7: without neighbouring phones and places, and without places only; lengths of stay go with the places. */
const PHONE_ABLATIONS = {
  "no np, pp, pos, lengths": { future: "a+1, c, c+1", past: "a-1, c-1, c-2", destiny: "a-1, c-1" },
  "no pos, lengths": { future: "a+1, np, c, c+1", past: "a-1, pp, c-1, c-2", destiny: "pp, np, c-1" },
};

const WORD_ABLATIONS = {
  "labels only": { future: "a+1, a+1*a+2", past: "a-1, a-2*a-1", destiny: "a-1, a+1, a-1*a+1" },
  "words only": { future: "x, x+1", past: "x-1", destiny: "x-1, x+1" },
};

interface Prepared {
  readonly train: readonly TaggedSentence[];
  readonly dev: readonly TaggedSentence[];
  readonly settings: Pick<ExperimentOptions, "spectral" | "em" | "decode" | "ablations" | "perceptron">;
  readonly remark: string;
}

async function speech(context: Context, train: string, dev: string, classes: number, seed: number): Promise<Prepared> {
  const began = performance.now();
  const options = checkOptions("experiment rhmm", PHONE_OPTIONS, { classes, seed });
  const read = async (path: string) =>
    (await readRecordings([path], context.progress, { rate: options.rate, folding: options.folding })).recordings;
  const [recordings, held] = [await read(train), await read(dev)];
  const reading = (performance.now() - began) / 1000;
  const { quantised, sequences, seconds } = quantiseFrames(recordings, options, context.progress);
  return {
    train: sequences,
    dev: held.map(({ labels, values }) => ({ words: classNames(quantised, values), tags: labels })),
    settings: {
      spectral: { ...PHONE_DEFAULTS, observations: "classes", seed },
      em: { emissionPrior: PHONE_DEFAULTS.emissionPrior },
      decode: PHONE_DECODING,
      ablations: PHONE_ABLATIONS,
      perceptron: false,
    },
    remark: `cepstra ${reading.toFixed(1)} s, ${quantised.quantiser.classes} classes ${seconds.toFixed(1)} s`,
  };
}

async function tags(
  context: Context,
  train: string,
  dev: string,
  format: (typeof SEQUENCE_FORMATS)[number],
  column: string,
  seed: number,
): Promise<Prepared> {
  const read = async (path: string) => (await readSequences([path], context.progress, { format, column, skipBad: false })).sequences;
  const settings = { spectral: { seed }, em: {}, decode: {}, ablations: WORD_ABLATIONS, perceptron: true };
  return { train: await read(train), dev: await read(dev), settings, remark: "" };
}

function rowText({ method, states, accuracy, unknownAccuracy, seconds, iteration, decodedPerSecond }: ExperimentRow): string[] {
  return [
    method,
    states > 0 ? String(states) : "",
    accuracy.toFixed(2),
    Number.isFinite(unknownAccuracy) && unknownAccuracy > 0 ? unknownAccuracy.toFixed(2) : "",
    seconds.toFixed(2),
    iteration === undefined ? "" : String(iteration),
    formatCount(decodedPerSecond),
  ];
}

const HEADING = ["method", "m", "accuracy", "unknown", "seconds", "iteration", "per second"];

export const rhmm = defineCommand({
  description:
    "TRAIN and DEV are labelled sequences as `train sequence` reads them, or folders of recordings as `train phones` does. EM is shown at the iteration that is best on " +
    "DEV, with the time it took to get there; the spectral method has no iterations.",
  arguments: ["TRAIN", "DEV"],
  options: {
    spectralStates: wholes("hidden states of the spectral models", { default: [1, 2, 4, 8, 16, 24, 32], min: 1, max: 128 }),
    emStates: wholes("hidden states of the EM models", { default: [1, 2, 4, 8, 16, 24, 32], min: 1, max: 128 }),
    emIterations: whole("passes of EM", { default: 20, min: 1, max: 10_000 }),
    ablationStates: whole("hidden states in the ablation", { default: 16, min: 1, max: 128 }),
    classes: whole("classes of frames, for recordings", { default: PHONE_OPTIONS.classes.default, min: 2 }),
    format: choice("form of the data; auto guesses", SEQUENCE_FORMATS, { default: "auto" }),
    column: text("where the labels stand: upos, xpos, or the number of a column", { default: "" }),
    ...shared("json", "quiet", "seed"),
  },
  examples: [
    ["eigentree experiment rhmm train.conllu dev.conllu --column xpos", "tags: baselines, EM and spectral over hidden states, ablation"],
    ["eigentree experiment rhmm speech/train speech/dev", "phones, as in the paper"],
  ],
  async run(context, paths, options) {
    const [train, dev] = paths as [string, string];
    const found = await stat(train).catch(() => undefined);
    if (found === undefined) throw new InputError("there is no such file or folder.", { file: train });
    const prepared = found.isDirectory()
      ? await speech(context, train, dev, options.classes, options.seed)
      : await tags(context, train, dev, options.format, options.column, options.seed);
    if (prepared.remark !== "") context.note(prepared.remark);
    const settings = {
      ...prepared.settings,
      spectralStates: options.spectralStates,
      emStates: options.emStates,
      emIterations: options.emIterations,
      ablationStates: options.ablationStates,
    };
    const rows = runRhmmExperiment(prepared.train, prepared.dev, settings, (row) => context.note(rowText(row).join("  ")));
    await context.report({ experiment: "rhmm", train, dev, preparation: prepared.remark, rows }, () =>
      formatTable([HEADING, ...rows.map(rowText)]),
    );
  },
});
