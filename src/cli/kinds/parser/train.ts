/** `eigentree train parser`. */
import { choice, flag, InputError, type Json, type ModelParts, type OptionSet } from "../../../base/index.ts";
import { checkWritable, openWorkers, saveModel, useKernelThreads, writeFileText } from "../../../files/index.ts";
import {
  EM_OPTIONS,
  ENSEMBLE_OPTIONS,
  type EnsembleContext,
  type EnsembleOptions,
  type LearntParser,
  learnEm,
  learnEnsemble,
  learnMarkov,
  learnPcfg,
  MARKOV_OPTIONS,
  parserToParts,
} from "../../../models/parser/index.ts";
import { prepareTreebank, type Tree } from "../../../trees/index.ts";
import { defineCommand } from "../../command.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../failures.ts";
import { file, flagName, shared } from "../../flags.ts";
import { counted, formatSeconds, formatTable } from "../../numbers.ts";
import { fallbackText, type Measurement, measure, unseenText } from "./measure.ts";
import { HEADS_OPTION, headsNamed, LEARNING_STEPS, readTreebank } from "./treebank.ts";
import { type TuneFiles, tune } from "./tune.ts";

type Values = Readonly<Record<string, unknown>>;

interface Method {
  /** The options it reads. */
  readonly options: OptionSet;
  learn(trees: readonly Tree[], options: Values, context: EnsembleContext): LearntParser<object> | Promise<LearntParser<object>>;
}

/** One model unless several are asked for: an ensemble parses better, at the cost of one more fine pass per member. */
const SPECTRAL = { ...ENSEMBLE_OPTIONS, members: { ...ENSEMBLE_OPTIONS.members, default: 1 } };

const METHODS: Readonly<Record<string, Method>> = {
  spectral: { options: SPECTRAL, learn: (trees, options, context) => learnEnsemble(trees, options, context) },
  em: { options: EM_OPTIONS, learn: (trees, options, context) => learnEm(trees, options, context) },
  pcfg: { options: {}, learn: (trees, _, context) => learnPcfg(trees, context) },
  markov: { options: MARKOV_OPTIONS, learn: (trees, options, context) => learnMarkov(trees, options, context) },
};
const METHOD_NAMES = ["spectral", "em", "pcfg", "markov"] as const;

const { seed: _, ...spectralOptions } = SPECTRAL;

export const train = defineCommand({
  description:
    "DATA are treebanks: Penn brackets, TIGER-XML or Negra export, packed with gzip or not. Traces, function tags and outer brackets are taken off; punctuation " +
    "stays. What was done to the trees, the time of every stage, singular values and warnings are kept in the model file, and `eigentree inspect MODEL` shows them.",
  arguments: ["DATA…"],
  options: {
    output: file("where to put the model"),
    method: choice(
      "spectral or em: hidden states by singular value decomposition or by expectation maximization; pcfg: none; markov: marks of parents and siblings",
      METHOD_NAMES,
      {
        default: "spectral",
      },
    ),
    dev: file("trees to measure the finished model with, and to tune with"),
    tune: flag("first choose states, smoothing and count limits by F1 on the --dev trees, or on every tenth tree held out", {
      default: false,
    }),
    heads: HEADS_OPTION,
    skipBad: flag("skip and count trees that cannot be read", { default: false }),
    report: file("also write the training report as JSON here"),
    ...spectralOptions,
    iterations: EM_OPTIONS.iterations,
    ...MARKOV_OPTIONS,
    ...shared("quiet", "threads", "seed"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree train parser train.mrg -o english.model --dev dev.mrg", "learn from a treebank, then measure with another"],
    [
      "eigentree train parser *.mrg.gz -o small.model --states 8 --skip-bad",
      "several packed files, fewer hidden states, bad trees skipped",
    ],
    ["eigentree train parser train.mrg -o english.model --members 5", "an ensemble of five models, whose marginals are averaged"],
    ["eigentree train parser train.mrg -o baseline.model --method markov", "a baseline without hidden states"],
    ["eigentree train parser train.mrg -o english.model --dev dev.mrg --tune", "choose states and smoothing on the other trees first"],
  ],
  async run(context, paths, options) {
    refuseIdleOptions(options.method, options);
    if (options.tune && options.method !== "spectral")
      throw new UsageError(`--tune has no effect with --method ${options.method}; it belongs to --method spectral.`);
    for (const path of [options.output!, options.report]) if (path !== undefined) await checkWritable(path);
    const { parts, report } = await learn(context, paths, options);
    const measurement = options.dev === undefined ? undefined : await measureOn(context, options.dev, parts, options.skipBad);
    const whole = { ...report, ...(measurement === undefined ? {} : { dev: devReport(options.dev!, measurement) }) } as unknown as Json;
    await saveModel(options.output!, { ...parts, report: whole });
    if (options.report !== undefined) await writeFileText(options.report, [`${JSON.stringify(whole, null, 2)}\n`]);
    context.note(`wrote ${options.output}`);
  },
});

/** An option of another method would be without effect: better to say so. Options that several methods share are spelt alike. */
function refuseIdleOptions(method: string, options: Values): void {
  const own = METHODS[method]!.options;
  for (const [name, other] of Object.entries(METHODS)) {
    for (const [option, spec] of Object.entries(other.options)) {
      if (option in own || option === "seed" || options[option] === spec.default) continue;
      throw new UsageError(`${flagName(option)} has no effect with --method ${method}; it belongs to --method ${name}.`);
    }
  }
}

async function learn(
  context: Context,
  paths: readonly string[],
  options: Values & TuneFiles & { readonly method: string; readonly heads: string; readonly tune: boolean },
): Promise<{ parts: ModelParts; report: object }> {
  const started = performance.now();
  const read = await readTreebank(paths, context.progress, options.skipBad);
  const { trees, counts } = prepareTreebank(read.trees, LEARNING_STEPS);
  if (trees.length === 0)
    throw new InputError("nothing is left of its trees without traces; a parser needs words.", { file: paths.join(", ") });
  const reading = (performance.now() - started) / 1000;
  for (const text of read.skipped) context.note(`skipped: ${text}`);
  const skipped = read.files.reduce((sum, each) => sum + each.skipped, 0);
  context.note(`${counted(trees.length, "tree")}${skipped > 0 ? `, ${counted(skipped, "bad one")} skipped` : ""}`);

  const heads = headsNamed(options.heads, trees);
  const method = METHODS[options.method]!;
  const given = Object.fromEntries(Object.keys(method.options).map((name) => [name, options[name]]));
  const crew = useKernelThreads(context.threads);
  const { progress } = context;
  const learning = { heads, ...(progress === undefined ? {} : { progress }) };
  // The first member of an ensemble, which has no noise, is tuned for all.
  const { members: _members, ...single } = { ...given, noise: 0 } as unknown as EnsembleOptions;
  const tuning = options.tune ? await tune(context, trees, single, learning, options) : undefined;
  const inThreads = { openWorkers: (jobs, setup) => openWorkers(jobs, { threads: context.threads, setup }) } satisfies EnsembleContext;
  const learnt = await method.learn(trees, { ...given, ...tuning?.best }, context.threads > 1 ? { ...learning, ...inThreads } : learning);
  await crew.close();

  const { stages = [], warnings = [] } = learnt.report as {
    readonly stages?: readonly { stage: string; seconds: number }[];
    readonly warnings?: readonly string[];
  };
  const times = [{ stage: "reading", seconds: reading }, ...stages];
  const total = (performance.now() - started) / 1000;
  context.note(
    formatTable([...times, { stage: "in all", seconds: total }].map(({ stage, seconds }) => [stage, formatSeconds(seconds).padStart(7)])),
  );
  for (const warning of warnings) context.note(`warning: ${warning}`);
  const report = {
    ...learnt.report,
    stages: times,
    seconds: total,
    heads: heads.name,
    files: read.files,
    skipped: read.skipped,
    preparation: counts,
    ...(tuning === undefined ? {} : { tuning }),
  };
  return { parts: parserToParts(learnt.model, null), report };
}

async function measureOn(context: Context, path: string, parts: ModelParts, skipBad: boolean): Promise<Measurement> {
  const { trees } = await readTreebank([path], context.progress, skipBad);
  const measurement = await measure(context, parts, trees, { input: "tokens" });
  const { scores, seconds } = measurement;
  context.note(
    `${path}: F1 ${scores.all.f1.toFixed(2)} (recall ${scores.all.recall.toFixed(2)}, precision ${scores.all.precision.toFixed(2)}; ` +
      `≤ ${scores.cutoff} words ${scores.short.f1.toFixed(2)}), ${(scores.all.sentences / seconds).toFixed(1)} sentences/s, ${fallbackText(scores.fallbacks)}`,
  );
  for (const text of unseenText(scores.unseenLabels)) context.note(`${path}: ${text}`);
  return measurement;
}

function devReport(path: string, { scores, seconds, threads }: Measurement): object {
  const { all, short, fallbacks, unseenLabels } = scores;
  const { recall, precision, f1, sentences, tagAccuracy, completeMatch } = all;
  return {
    file: path,
    sentences,
    recall,
    precision,
    f1,
    f1UpTo40: short.f1,
    tagAccuracy,
    completeMatch,
    fallbacks,
    unseenLabels,
    seconds,
    threads,
  };
}
