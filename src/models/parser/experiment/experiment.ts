/**
 * The experiments of Cohen et al. 2013, section 4, on any treebank: EM against the spectral method over the number of
 * states m (table 2), EM by iteration (table 1), training time by stage and the ratio of EM's time to the spectral
 * method's (table 3), what each part of the method brings at every m (section 4.3), and how alike the trees of the
 * methods are. With test trees every choice (m, EM's iteration) is made on the development trees, and each method is
 * measured once. All rows share trees, preparation, head
 * rules, lexicon, pruning and decoder; nothing but the named part differs.
 */
import { InputError, OptionError } from "../../../base/errors.ts";
import type { StageTime } from "../../../base/learning.ts";
import { checkOptions, choices, flag, type OptionsOf, whole, wholes } from "../../../base/options.ts";
import { DEFAULT_SEED } from "../../../base/random.ts";
import { type Treebank, treebankOf } from "../../../data/treebank.ts";
import { leaves, type Tree } from "../../../trees/tree.ts";
import type { SpectralOptions } from "../../grammar/index.ts";
import { learnParser } from "../learn.ts";
import type { ParserModel } from "../model.ts";
import { type Agreement, agreementOf, changedTrees, compareMethods, type MethodComparison } from "./comparisons.ts";
import { type EmCurve, runEm } from "./em-curve.ts";
import { type LpcfgExperimentContext, type LpcfgRow, type Measured, Trials, type WallAndCpu } from "./trials.ts";

/** Options of `experimentLpcfg`, declared. */
export const LPCFG_EXPERIMENT_OPTIONS = {
  states: wholes("numbers of hidden states to compare", { default: [8, 16, 24, 32], min: 1, max: 512 }),
  emStates: wholes("those of them for which EM is followed on the development trees; empty: all", {
    default: [],
    min: 1,
    max: 512,
  }),
  emIterations: whole("steps of EM to follow", { default: 30, min: 1, max: 1000 }),
  every: whole("steps of EM between two measurements", { default: 5, min: 1, max: 1000 }),
  emPatience: whole("measurements of EM without a better F1 on the development trees after which it stops", {
    default: 3,
    min: 1,
    max: 1000,
  }),
  emTimed: whole("steps to time where EM is not followed", { default: 10, min: 1, max: 1000 }),
  ablationStates: wholes("hidden states of the ablations; empty: all that are compared", {
    default: [],
    min: 1,
    max: 512,
  }),
  goldTags: flag("give the parser the tags of the development trees, not the words alone", { default: false }),
  skip: choices("what to leave out", ["spectral", "em", "ablations", "pcfg", "markov"], { default: [] }),
  seed: whole("seed of all random choices", { default: DEFAULT_SEED }),
};

/** Options of `experimentLpcfg`. */
export type LpcfgExperimentOptions = OptionsOf<typeof LPCFG_EXPERIMENT_OPTIONS>;

/** How large a treebank is. */
export interface TreebankSize {
  readonly trees: number;
  readonly words: number;
}

/** Where the time of spectral learning goes. */
export interface SpectralStages {
  readonly states: number;
  readonly total: WallAndCpu;
  readonly stages: readonly StageTime[];
}

/** EM up to its best iteration on the development trees, against the spectral method with as many states. */
export interface SpeedRatio {
  readonly states: number;
  readonly iterations: number;
  /** States of the curve that the iterations were read from, where it is not its own. */
  readonly inferredFrom: number | undefined;
  readonly em: WallAndCpu;
  readonly spectral: WallAndCpu;
  /** em / spectral. */
  readonly ratio: WallAndCpu;
}

/** What `experimentLpcfg` finds. */
export interface LpcfgExperiment {
  readonly options: LpcfgExperimentOptions;
  readonly train: TreebankSize;
  readonly dev: TreebankSize;
  readonly heads: string;
  readonly threads: number;
  /** Whether the parsers were given tags by a tagger. */
  readonly tagged: boolean;
  readonly spectral: readonly LpcfgRow[];
  /** At the best iteration. */
  readonly em: readonly LpcfgRow[];
  readonly emCurves: readonly EmCurve[];
  readonly stages: readonly SpectralStages[];
  readonly ratios: readonly SpeedRatio[];
  /** For each m the spectral model first, then without one part each. */
  readonly ablations: readonly LpcfgRow[];
  readonly baselines: readonly LpcfgRow[];
  /** How similar the trees of the methods are on the development trees, each with its best m. */
  readonly agreement: readonly Agreement[];
  /** The one measurement on test trees, where there are any: each method with what was best on the others. */
  readonly test: LpcfgTest | undefined;
}

/** What is measured once, after every choice was made on the development trees. */
export interface LpcfgTest extends TreebankSize {
  readonly rows: readonly LpcfgRow[];
  /** The spectral method less each other one. */
  readonly comparisons: readonly MethodComparison[];
}

/** What the experiment may have in addition to training and development trees. */
export interface LpcfgExperimentData {
  /** Trees to measure on once. */
  readonly test?: Treebank | readonly Tree[] | undefined;
  /** Gives the tags of words that every parser is given, in place of words alone. */
  readonly tagger?: ((words: readonly string[]) => readonly string[]) | undefined;
}

/** Runs the experiment. Plain trees are prepared as `readTreebank` prepares them. */
export async function experimentLpcfg(
  trainData: Treebank | readonly Tree[],
  devData: Treebank | readonly Tree[],
  given: Partial<LpcfgExperimentOptions> = {},
  context: LpcfgExperimentContext = {},
  more: LpcfgExperimentData = {},
): Promise<LpcfgExperiment> {
  const options = checkOptions("experimentLpcfg", LPCFG_EXPERIMENT_OPTIONS, given);
  const { seed } = options;
  checkStates(options);
  const train = treebankOf(trainData);
  const dev = treebankOf(devData, { preparation: train.preparation });
  if (dev.trees.length === 0) throw new InputError("there are no trees to measure with; expected at least one.");
  const wants = (part: LpcfgExperimentOptions["skip"][number]) => !options.skip.includes(part);
  const reading = { goldTags: options.goldTags, tagger: more.tagger };
  const trials = new Trials(dev, reading, context);
  const baselines: Candidate[] = [];
  const baseline = async (name: string, method: "pcfg" | "markov") => {
    const { learnt, ...measured } = await trials.learnAndMeasure(name, 1, () =>
      learnParser(train, { method }, context),
    );
    baselines.push({ ...measured, model: learnt.model });
  };
  if (wants("pcfg")) await baseline("PCFG", "pcfg");
  if (wants("markov")) await baseline("Markovized PCFG", "markov");

  const spectral: Candidate[] = [];
  const stages: SpectralStages[] = [];
  const learn = (changes: Partial<SpectralOptions>) => () =>
    learnParser(train, { seed, members: 1, ...changes }, context);
  const learnSpectral = async (states: number): Promise<Candidate & { readonly times: readonly StageTime[] }> => {
    const { learnt, ...measured } = await trials.learnAndMeasure("spectral", states, learn({ states }));
    return { ...measured, model: learnt.model, times: learnt.report.times };
  };
  for (const states of wants("spectral") ? options.states : []) {
    const { times, ...found } = await learnSpectral(states);
    spectral.push(found);
    stages.push({ states, total: found.row.training, stages: times });
  }

  const em: Candidate[] = [];
  const emCurves: EmCurve[] = [];
  for (const states of wants("em") ? options.states : []) {
    const followed = options.emStates.length === 0 || options.emStates.includes(states);
    const { curve, best } = await runEm(train, trials, context, { ...options, states, followed });
    emCurves.push(curve);
    if (best !== undefined) em.push(best);
  }

  const ablations: LpcfgRow[] = [];
  const ablated = options.ablationStates.length === 0 ? options.states : options.ablationStates;
  for (const states of wants("ablations") ? ablated : []) {
    const { row, model, trees } =
      spectral.find((found) => found.row.states === states) ?? (await learnSpectral(states));
    ablations.push(row);
    const without = async (name: string, changes: Partial<SpectralOptions>) =>
      ablations.push((await trials.learnAndMeasure(name, states, learn({ states, ...changes }))).row);
    await without("no smoothing of rules (C = 0)", { smoothing: 0 });
    await without("no scaling of features", { scaling: false });
    await without("no shrinkage of noisy directions", { shrinkage: false });
    const signed = await trials.measure("no absolute values (sum of μ)", states, model, row.training, {
      objective: "signed",
    });
    ablations.push({ ...signed.row, changed: changedTrees(trees, signed.trees) });
    await without("simple features (one rule in, one out)", { features: "rules" });
  }
  const rowsOf = (found: readonly Candidate[]) => found.map(({ row }) => row);
  const chosen = [bestOf(spectral), bestOf(em), ...baselines].filter((each) => each !== undefined);
  const [first, ...others] = chosen;
  return {
    options,
    train: sizeOf(train),
    dev: sizeOf(dev),
    heads: train.heads.name,
    threads: trials.threads,
    tagged: more.tagger !== undefined,
    spectral: rowsOf(spectral),
    em: rowsOf(em),
    emCurves,
    stages,
    ablations,
    baselines: rowsOf(baselines),
    ratios: speedRatios(rowsOf(spectral), emCurves),
    agreement: first === undefined ? [] : others.map((other) => agreementOf(first, other)),
    test: more.test === undefined ? undefined : await measureTest(more.test),
  };

  /** Each method as it was best on the development trees, once. */
  async function measureTest(data: Treebank | readonly Tree[]): Promise<LpcfgTest> {
    const test = treebankOf(data, { preparation: train.preparation });
    if (test.trees.length === 0)
      throw new InputError("there are no test trees to measure with; expected at least one.");
    const last = new Trials(test, reading, context);
    const measured: Measured[] = [];
    for (const { row, model } of chosen)
      measured.push(await last.measure(row.name, row.states, model, row.training, {}, row.iterations));
    const [ahead, ...rest] = measured;
    return {
      ...sizeOf(test),
      rows: measured.map(({ row }) => row),
      comparisons: ahead === undefined ? [] : rest.map((other) => compareMethods(test.trees, ahead, other, seed)),
    };
  }
}

/** A measured model that may be chosen. */
interface Candidate extends Measured {
  readonly model: ParserModel;
}

const bestOf = (found: readonly Candidate[]): Candidate | undefined =>
  found.reduce<Candidate | undefined>((a, b) => (a === undefined || b.row.f1 > a.row.f1 ? b : a), undefined);

function checkStates({ states, emStates }: LpcfgExperimentOptions): void {
  if (new Set(states).size !== states.length || states.length === 0)
    throw new OptionError(
      "states",
      `experimentLpcfg: states must hold at least one number, and none twice; got "${states}".`,
    );
  const alien = emStates.find((value) => !states.includes(value));
  if (alien !== undefined)
    throw new OptionError("emStates", `experimentLpcfg: emStates must be among states (${states}); got ${alien}.`);
}

const sizeOf = ({ trees }: Treebank): TreebankSize => ({
  trees: trees.length,
  words: trees.reduce((sum, tree) => sum + leaves(tree).length, 0),
});

/** An m for which EM was only timed takes its best iteration from the followed m nearest to it. */
export function speedRatios(spectral: readonly LpcfgRow[], curves: readonly EmCurve[]): SpeedRatio[] {
  const followed = curves.filter(({ bestIteration }) => bestIteration !== undefined);
  return spectral.flatMap(({ states, training }) => {
    const own = curves.find((curve) => curve.states === states);
    const distance = (curve: EmCurve) => Math.abs(curve.states - states);
    const from = followed.reduce<EmCurve | undefined>(
      (a, b) => (a === undefined || distance(b) < distance(a) ? b : a),
      undefined,
    );
    if (own === undefined || from === undefined) return [];
    const iterations = from.bestIteration!;
    const upTo = (part: (time: WallAndCpu) => number | undefined) => {
      const [start, step, words] = [part(own.start), part(own.step), part(own.words)];
      return start === undefined || step === undefined || words === undefined
        ? undefined
        : start + iterations * step + words;
    };
    const emTime = { seconds: upTo(({ seconds }) => seconds)!, cpuSeconds: upTo(({ cpuSeconds }) => cpuSeconds) };
    const ratio = {
      seconds: emTime.seconds / training.seconds,
      cpuSeconds:
        emTime.cpuSeconds === undefined || training.cpuSeconds === undefined
          ? undefined
          : emTime.cpuSeconds / training.cpuSeconds,
    };
    return [
      {
        states,
        iterations,
        inferredFrom: from.states === states ? undefined : from.states,
        em: emTime,
        spectral: training,
        ratio,
      },
    ];
  });
}
