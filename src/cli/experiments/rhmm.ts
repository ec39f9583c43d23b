/**
 * `eigentree experiment rhmm TRAIN DEV`: figures 5, 7 and 8 of Stratos et al. 2013 on tagged sentences or on folders of
 * recordings.
 */
import { stat } from "node:fs/promises";
import { choice, InputError, StageClock, whole, wholes } from "../../base/index.ts";
import {
  collectRecordings,
  collectSequences,
  type PhoneFolding,
  RECORDING_DATA_OPTIONS,
  SEQUENCE_DATA_OPTIONS,
  type SequenceDataOptions,
} from "../../data/index.ts";
import { ENCODING_OPTION, findRecordings, textSources } from "../../files/index.ts";
import {
  classNames,
  PHONE_DECODING,
  PHONE_DEFAULTS,
  PHONE_METHODS,
  quantiseFrames,
} from "../../models/phones/index.ts";
import {
  experimentRhmm,
  type RhmmOptions,
  type RhmmRow,
  type RhmmTestRow,
  SEQUENCE_METHODS,
} from "../../models/sequence/index.ts";
import type { TaggedSentence } from "../../trees/index.ts";
import { defineCommand } from "../frame/command.ts";
import type { Context } from "../frame/context.ts";
import { file, shared } from "../frame/flags.ts";
import { formatCount, formatTable } from "../frame/numbers.ts";

/** Figure 6 of the paper. */
const PUBLISHED = {
  future: "a+1*x, a+1, x, np",
  past: "a-1*x-1, a-1, x-1, pp",
  present: "x",
  destiny: "a-1*x-1, a-1, x-1, pp, pos",
};

type Views = Readonly<Record<string, string>>;

/** The templates without those that have one of the atoms; a view that would be left with none keeps what it has. */
const without = (views: Views, ...atoms: readonly string[]): Views =>
  Object.fromEntries(
    Object.entries(views).map(([view, list]) => {
      const kept = list.split(", ").filter((name) => !name.split("*").some((atom) => atoms.includes(atom)));
      return [view, kept.length === 0 ? list : kept.join(", ")];
    }),
  );

const LENGTHS = ["left", "since"];
const PAIRS = ["a+1*x", "a-1*x-1"];

/** One thing left out at a time, and figure 7's two: without places, and without neighbouring phones and places. */
const phoneAblations = (views: Views) => ({
  "no np": without(views, "np"),
  "no pp": without(views, "pp"),
  "no pos": without(views, "pos"),
  ...(Object.values(views).some((list) => LENGTHS.some((name) => list.includes(name)))
    ? {
        "no lengths": without(views, ...LENGTHS),
        "no np, pp, pos, lengths": without(views, "np", "pp", "pos", ...LENGTHS),
      }
    : { "no np, pp, pos": without(views, "np", "pp", "pos") }),
});

/** Templates of words: labels, words, products of both, and second neighbours left out in turn. */
const wordAblations = (views: Views) => ({
  "no words": without(views, "x", "x+1", "x-1"),
  "no labels": without(views, "a-1", "a+1", "a-2", "a+2"),
  "no products of label and word": Object.fromEntries(
    Object.entries(views).map(([view, list]) => [
      view,
      list
        .split(", ")
        .filter((name) => !PAIRS.includes(name))
        .join(", "),
    ]),
  ),
  "no second neighbours": without(views, "a+2", "a-2"),
});

const viewsOf = (options: Partial<Record<"future" | "past" | "present" | "destiny", string>>): Views => {
  const { future, past, present, destiny } = { ...SPECTRAL_DEFAULTS, ...options };
  return { future, past, present, destiny };
};

const { spectral: SPECTRAL } = SEQUENCE_METHODS;
const SPECTRAL_DEFAULTS = {
  future: SPECTRAL.future.default,
  past: SPECTRAL.past.default,
  present: SPECTRAL.present.default,
  destiny: SPECTRAL.destiny.default,
};

interface Prepared {
  readonly train: readonly TaggedSentence[];
  readonly dev: readonly TaggedSentence[];
  readonly test: readonly TaggedSentence[] | undefined;
  readonly settings: Pick<RhmmOptions, "spectral" | "em" | "decode" | "ablations" | "perceptron">;
  readonly remark: string;
}

interface Paths {
  readonly train: string;
  readonly dev: string;
  readonly test: string | undefined;
}

interface SpeechSettings {
  readonly classes: number;
  readonly seed: number;
  readonly folding: PhoneFolding;
  readonly templates: "own" | "published";
}

async function speech(
  context: Context,
  { train, dev, test }: Paths,
  { classes, seed, folding, templates }: SpeechSettings,
): Promise<Prepared> {
  const began = performance.now();
  const read = async (path: string) =>
    (await collectRecordings((await findRecordings([path])).sources, { folding }, context.learning)).recordings;
  const [recordings, held, last] = [
    await read(train),
    await read(dev),
    test === undefined ? undefined : await read(test),
  ];
  const reading = (performance.now() - began) / 1000;
  const clock = new StageClock(context.learning);
  const quantiserIterations = PHONE_METHODS.spectral.quantiserIterations.default;
  const quantised = await quantiseFrames(recordings, { classes, quantiserIterations, seed }, clock);
  const seconds = clock.times.reduce((sum, stage) => sum + stage.seconds, 0);
  const sequencesOf = (found: typeof held) =>
    found.map(({ labels, values }) => ({ words: classNames(quantised.classes, values), tags: labels }));
  const views = templates === "published" ? PUBLISHED : viewsOf(PHONE_DEFAULTS);
  return {
    train: quantised.sequences,
    dev: sequencesOf(held),
    test: last === undefined ? undefined : sequencesOf(last),
    settings: {
      spectral: { ...PHONE_DEFAULTS, ...views, observations: "classes", seed },
      em: { emissionPrior: PHONE_DEFAULTS.emissionPrior },
      decode: PHONE_DECODING,
      ablations: phoneAblations(views),
      perceptron: false,
    },
    remark: `cepstra ${reading.toFixed(1)} s, ${quantised.classes.quantiser.classes} classes ${seconds.toFixed(1)} s`,
  };
}

async function tags(
  context: Context,
  { train, dev, test }: Paths,
  reading: Partial<SequenceDataOptions>,
  encoding: string,
  seed: number,
): Promise<Prepared> {
  const read = async (path: string) =>
    (await collectSequences(textSources([path], { progress: context.progress, encoding }), reading, context.learning))
      .sequences;
  const ablations = wordAblations(SPECTRAL_DEFAULTS);
  const settings = { spectral: { seed }, em: {}, decode: {}, ablations, perceptron: true };
  return {
    train: await read(train),
    dev: await read(dev),
    test: test === undefined ? undefined : await read(test),
    settings,
    remark: "",
  };
}

function rowText({
  method,
  states,
  accuracy,
  unknownAccuracy,
  seconds,
  iteration,
  decodedPerSecond,
  interval,
  change,
}: RhmmRow): string[] {
  return [
    method,
    states > 0 ? String(states) : "",
    accuracy.toFixed(2),
    `${interval.low.toFixed(2)} – ${interval.high.toFixed(2)}`,
    change === undefined ? "" : `${change.value.toFixed(2).replace("-", "−")} (p ${change.p.toFixed(3)})`,
    Number.isFinite(unknownAccuracy) && unknownAccuracy > 0 ? unknownAccuracy.toFixed(2) : "",
    seconds.toFixed(2),
    iteration === undefined ? "" : String(iteration),
    formatCount(decodedPerSecond),
  ];
}

const testText = ({ method, states, accuracy, gain }: RhmmTestRow): string[] => [
  method,
  states > 1 ? String(states) : "",
  accuracy.value.toFixed(2),
  `${accuracy.low.toFixed(2)} – ${accuracy.high.toFixed(2)}`,
  gain === undefined ? "" : `${gain.value.toFixed(2).replace("-", "−")} (p ${gain.p.toFixed(3)})`,
];

const HEADING = ["method", "m", "accuracy", "95 %", "change", "unknown", "seconds", "iteration", "per second"];

export const rhmm = defineCommand({
  description:
    "TRAIN and DEV are labelled sequences as `train sequence` reads them, or folders of recordings as `train phones` " +
    "does. EM is shown at the iteration that is best on DEV, with the time it took to get there; the spectral method " +
    "has no iterations. Ablations leave one thing out at a time, and are compared with all templates. With --test the " +
    "model of each method that is best on DEV is measured on it, each against the one before.",
  arguments: ["TRAIN", "DEV"],
  options: {
    spectralStates: wholes("hidden states of the spectral models", {
      default: [1, 2, 4, 8, 16, 24, 32],
      min: 1,
      max: 128,
    }),
    emStates: wholes("hidden states of the EM models", { default: [1, 2, 4, 8, 16, 24, 32], min: 1, max: 128 }),
    emIterations: whole("passes of EM", { default: 20, min: 1, max: 10_000 }),
    ablationStates: whole("hidden states in the ablation", { default: 16, min: 1, max: 128 }),
    test: file("sequences or recordings for one measurement of the chosen models"),
    folding: RECORDING_DATA_OPTIONS.folding,
    templates: choice(
      "for recordings: those of `train phones`, or the published ones (figure 6)",
      ["own", "published"],
      {
        default: "own",
      },
    ),
    classes: whole("classes of frames, for recordings", { default: PHONE_METHODS.spectral.classes.default, min: 2 }),
    ...SEQUENCE_DATA_OPTIONS,
    encoding: ENCODING_OPTION,
    ...shared("json", "quiet", "seed"),
  },
  examples: [
    [
      "eigentree experiment rhmm train.conllu dev.conllu --column xpos",
      "tags: baselines, EM and spectral over hidden states, ablation",
    ],
    ["eigentree experiment rhmm speech/train speech/dev", "phones, as in the paper"],
  ],
  async run(context, paths, options) {
    const [train, dev] = paths as [string, string];
    const found = await stat(train).catch(() => undefined);
    if (found === undefined) throw new InputError("there is no such file or folder.", { file: train });
    const { test } = options;
    const prepared = found.isDirectory()
      ? await speech(context, { train, dev, test }, options)
      : await tags(
          context,
          { train, dev, test },
          context.givenOf(SEQUENCE_DATA_OPTIONS, options),
          options.encoding,
          options.seed,
        );
    if (prepared.remark !== "") context.note(prepared.remark);
    const settings = {
      ...prepared.settings,
      spectralStates: options.spectralStates,
      emStates: options.emStates,
      emIterations: options.emIterations,
      ablationStates: options.ablationStates,
      test: prepared.test,
    };
    const result = await experimentRhmm(prepared.train, prepared.dev, settings, context.learning, (row) =>
      context.note(rowText(row).join("  ")),
    );
    const { rows, test: measured } = result;
    const chosen = formatTable([
      ["on test", "m", "accuracy", "95 %", "against the row before"],
      ...measured.map(testText),
    ]);
    await context.report(
      { experiment: "rhmm", train, dev, testFile: test ?? null, preparation: prepared.remark, ...result },
      () => [formatTable([HEADING, ...rows.map(rowText)]), ...(measured.length === 0 ? [] : [chosen])].join("\n\n"),
    );
  },
});
