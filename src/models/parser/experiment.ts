/**
 * The experiments of Cohen et al. 2013, section 4, on any treebank: EM against the spectral method over the number of states m (table 2), EM by iteration (table 1),
 * training time by stage and the ratio of EM's time to the spectral method's (table 3), and what each part of the method brings (section 4.3).
 * All rows share trees, preparation, head rules, lexicon, pruning and decoder; nothing but the named part differs.
 */
import { InputError, OptionError } from "../../base/errors.ts";
import { checkOptions, choice, choices, type OptionsOf, whole, wholes } from "../../base/options.ts";
import { DEFAULT_SEED } from "../../base/random.ts";
import { leaves, type Tree } from "../../trees/tree.ts";
import { type EmCurve, runEm } from "./experiment-em.ts";
import { type LpcfgExperimentContext, type LpcfgRow, Trials, type WallAndCpu } from "./experiment-trials.ts";
import { learnEnsemble } from "./learn-ensemble.ts";
import { learnMarkov, learnPcfg } from "./learn-pcfg.ts";
import type { SpectralOptions } from "./learn-spectral.ts";
import type { StageTime } from "./learning.ts";
import type { ParserModel } from "./model.ts";

export const LPCFG_EXPERIMENT_OPTIONS = {
  states: wholes("numbers of hidden states to compare", { default: [8, 16, 24, 32], min: 1, max: 512 }),
  emStates: wholes("those of them for which EM is followed on the development trees; empty: all", { default: [], min: 1, max: 512 }),
  emIterations: whole("steps of EM to follow", { default: 30, min: 1, max: 1000 }),
  every: whole("steps of EM between two measurements", { default: 5, min: 1, max: 1000 }),
  emTimed: whole("steps to time where EM is not followed", { default: 10, min: 1, max: 1000 }),
  ablationStates: whole("hidden states of the ablations; 0: the most that are compared", { default: 0, min: 0, max: 512 }),
  input: choice("what the parser is given of the development trees: words, or words with their tags", ["tokens", "tagged"], {
    default: "tokens",
  }),
  skip: choices("what to leave out", ["spectral", "em", "ablations", "pcfg", "markov"], { default: [] }),
  seed: whole("seed of all random choices", { default: DEFAULT_SEED }),
};

export type LpcfgExperimentOptions = OptionsOf<typeof LPCFG_EXPERIMENT_OPTIONS>;

export interface TreebankSize {
  readonly trees: number;
  readonly words: number;
}

export interface SpectralStages {
  readonly states: number;
  readonly total: WallAndCpu;
  readonly stages: readonly StageTime[];
}

/** EM up to its best iteration on the development trees, against the spectral method with as many states. */
export interface SpeedRatio {
  readonly states: number;
  readonly iterations: number;
  /** States of the curve that the iterations were read from, where not the own. */
  readonly inferredFrom: number | undefined;
  readonly em: WallAndCpu;
  readonly spectral: WallAndCpu;
  /** em / spectral. */
  readonly ratio: WallAndCpu;
}

export interface LpcfgExperiment {
  readonly options: LpcfgExperimentOptions;
  readonly train: TreebankSize;
  readonly dev: TreebankSize;
  readonly heads: string;
  readonly threads: number;
  readonly spectral: readonly LpcfgRow[];
  /** At the best iteration. */
  readonly em: readonly LpcfgRow[];
  readonly emCurves: readonly EmCurve[];
  readonly stages: readonly SpectralStages[];
  readonly ratios: readonly SpeedRatio[];
  /** The spectral model first, then without one part each. */
  readonly ablations: readonly LpcfgRow[];
  readonly baselines: readonly LpcfgRow[];
}

/** `train` prepared as for learning, `dev` as read. */
export async function experimentLpcfg(
  train: readonly Tree[],
  dev: readonly Tree[],
  given: Partial<LpcfgExperimentOptions> = {},
  context: LpcfgExperimentContext = {},
): Promise<LpcfgExperiment> {
  const options = checkOptions("experimentLpcfg", LPCFG_EXPERIMENT_OPTIONS, given);
  const { seed } = options;
  checkStates(options);
  if (dev.length === 0) throw new InputError("there are no trees to measure with; expected one at least.");
  const wants = (part: LpcfgExperimentOptions["skip"][number]) => !options.skip.includes(part);
  const trials = new Trials(dev, options.input, context);
  const baselines: LpcfgRow[] = [];
  if (wants("pcfg")) baselines.push((await trials.learnAndMeasure("PCFG", 1, () => learnPcfg(train, context))).row);
  if (wants("markov")) baselines.push((await trials.learnAndMeasure("Markovized PCFG", 1, () => learnMarkov(train, {}, context))).row);

  const spectral: LpcfgRow[] = [];
  const stages: SpectralStages[] = [];
  const learn = (changes: Partial<SpectralOptions>) => () => learnEnsemble(train, { members: 1, seed, ...changes }, context);
  const ablationStates = options.ablationStates === 0 ? Math.max(...options.states) : options.ablationStates;
  const learnReference = async (states: number) => {
    const { row, learnt } = await trials.learnAndMeasure("spectral", states, learn({ states }));
    return { row, model: learnt.model };
  };
  let reference: { readonly row: LpcfgRow; readonly model: ParserModel } | undefined;
  for (const states of wants("spectral") ? options.states : []) {
    const { row, learnt } = await trials.learnAndMeasure("spectral", states, learn({ states }));
    spectral.push(row);
    stages.push({ states, total: row.training, stages: learnt.report.stages });
    if (states === ablationStates) reference = { row, model: learnt.model };
  }

  const em: LpcfgRow[] = [];
  const emCurves: EmCurve[] = [];
  for (const states of wants("em") ? options.states : []) {
    const followed = options.emStates.length === 0 || options.emStates.includes(states);
    const { curve, row } = await runEm(train, trials, context, { ...options, states, followed });
    emCurves.push(curve);
    if (row !== undefined) em.push(row);
  }

  const ablations: LpcfgRow[] = [];
  if (wants("ablations")) {
    const { row, model } = reference ?? (await learnReference(ablationStates));
    ablations.push(row);
    const without = async (name: string, changes: Partial<SpectralOptions>) =>
      ablations.push((await trials.learnAndMeasure(name, ablationStates, learn({ states: ablationStates, ...changes }))).row);
    await without("no smoothing of rules (C = 0)", { smoothing: 0 });
    await without("no scaling of features", { scaling: false });
    await without("no shrinkage of noisy directions", { shrinkage: false });
    ablations.push(await trials.measure("no absolute values (sum of μ)", ablationStates, model, row.training, { objective: "signed" }));
    await without("simple features (one rule in, one out)", { features: "rules" });
  }
  return {
    options,
    train: sizeOf(train),
    dev: sizeOf(dev),
    heads: context.heads?.name ?? "generic",
    threads: trials.threads,
    spectral,
    em,
    emCurves,
    stages,
    ratios: speedRatios(spectral, emCurves),
    ablations,
    baselines,
  };
}

function checkStates({ states, emStates }: LpcfgExperimentOptions): void {
  if (new Set(states).size !== states.length || states.length === 0)
    throw new OptionError("states", `experimentLpcfg: states must be one number at least and none twice; got "${states}".`);
  const alien = emStates.find((value) => !states.includes(value));
  if (alien !== undefined) throw new OptionError("emStates", `experimentLpcfg: emStates must be among states (${states}); got ${alien}.`);
}

const sizeOf = (trees: readonly Tree[]): TreebankSize => ({
  trees: trees.length,
  words: trees.reduce((sum, tree) => sum + leaves(tree).length, 0),
});

/** An m for which EM was only timed takes its best iteration from the followed m nearest to it. */
export function speedRatios(spectral: readonly LpcfgRow[], curves: readonly EmCurve[]): SpeedRatio[] {
  const followed = curves.filter(({ bestIteration }) => bestIteration !== undefined);
  return spectral.flatMap(({ states, training }) => {
    const own = curves.find((curve) => curve.states === states);
    const distance = (curve: EmCurve) => Math.abs(curve.states - states);
    const from = followed.reduce<EmCurve | undefined>((a, b) => (a === undefined || distance(b) < distance(a) ? b : a), undefined);
    if (own === undefined || from === undefined) return [];
    const iterations = from.bestIteration!;
    const upTo = (part: (time: WallAndCpu) => number | undefined) => {
      const [start, step, words] = [part(own.start), part(own.step), part(own.words)];
      return start === undefined || step === undefined || words === undefined ? undefined : start + iterations * step + words;
    };
    const emTime = { seconds: upTo(({ seconds }) => seconds)!, cpuSeconds: upTo(({ cpuSeconds }) => cpuSeconds) };
    const ratio = {
      seconds: emTime.seconds / training.seconds,
      cpuSeconds:
        emTime.cpuSeconds === undefined || training.cpuSeconds === undefined ? undefined : emTime.cpuSeconds / training.cpuSeconds,
    };
    return [{ states, iterations, inferredFrom: from.states === states ? undefined : from.states, em: emTime, spectral: training, ratio }];
  });
}
