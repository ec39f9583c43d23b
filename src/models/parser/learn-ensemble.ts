/**
 * Noise-diversified ensembles (Narayan and Cohen, "Diversity in spectral learning for natural language parsing", EMNLP 2015): several spectral models over the same rules,
 * each learnt after multiplicative Gaussian noise on the feature values and with another number of states, whose marginals are averaged. The first member is the
 * plain model. Rules, words and the coarse pass are shared, so that a member costs one more fine pass.
 */
import { checkOptions, type OptionsOf, real, whole } from "../../base/options.ts";
import type { OpenWorkers } from "../../base/parallel.ts";
import { Random } from "../../base/random.ts";
import { GENERIC_HEADS } from "../../trees/head-tables.ts";
import type { Tree } from "../../trees/tree.ts";
import { drawOneNodePerTree, learnFromTreebank, learnInParallel, SPECTRAL_OPTIONS, type SpectralReport } from "./learn-spectral.ts";
import { type LearningContext, type LearntParser, StageClock } from "./learning.ts";
import { toSinglePrecision } from "./model.ts";
import { buildTreebank } from "./treebank.ts";

export const ENSEMBLE_OPTIONS = {
  ...SPECTRAL_OPTIONS,
  members: whole("models whose marginals are averaged", { default: 5, min: 1, max: 50 }),
  noise: real("standard deviation of the noise on the features of all members but the first", { default: 0.2, min: 0, max: 10 }),
};

export type EnsembleOptions = OptionsOf<typeof ENSEMBLE_OPTIONS>;

/** Shares of `states` that the members have in turn: models of different sizes err differently. */
const SIZES = [1, 0.75, 0.5];

export interface EnsembleContext extends LearningContext {
  /** Threads for the decompositions; they run here, one after another, when left out. */
  readonly openWorkers?: OpenWorkers;
}

/** Learns from prepared trees; the report is that of the first member, with the times of all. The result does not depend on the workers. */
export async function learnEnsemble(
  trees: Iterable<Tree>,
  given: Partial<EnsembleOptions> = {},
  context: EnsembleContext = {},
): Promise<LearntParser<SpectralReport>> {
  const { members, ...options } = checkOptions("learnEnsemble", ENSEMBLE_OPTIONS, given);
  const { openWorkers } = context;
  const clock = new StageClock(context.progress);
  const treebank = clock.run("binary trees", "treebanks", 1, () => buildTreebank(trees, context.heads ?? GENERIC_HEADS));
  const weights = options.singleNode ? drawOneNodePerTree(treebank, new Random(options.seed).stream("nodes")) : undefined;
  const learnt: LearntParser<SpectralReport>[] = [];
  for (let index = 0; index < members; index++) {
    const states = Math.max(1, Math.round(options.states * SIZES[index % SIZES.length]!));
    const own = { ...options, states, noise: index === 0 ? 0 : options.noise, seed: options.seed + index };
    const inParallel = openWorkers !== undefined && weights === undefined;
    learnt.push(
      inParallel ? await learnInParallel(treebank, own, context, openWorkers) : learnFromTreebank(treebank, own, context, weights),
    );
  }
  const [first, ...rest] = learnt;
  const { model, report } = first!;
  const stageOf = (index: number, stage: string) => (members === 1 ? stage : `${index + 1}: ${stage}`);
  return {
    model: toSinglePrecision({
      ...model,
      others: rest.map(({ model: { grammar, directions } }) => ({ grammar, directions })),
      options: { ...options, members, method: "spectral" },
    }),
    report: {
      ...report,
      stages: [
        ...clock.times,
        ...learnt.flatMap(({ report: { stages } }, index) => stages.map((time) => ({ ...time, stage: stageOf(index, time.stage) }))),
      ],
    },
  };
}
