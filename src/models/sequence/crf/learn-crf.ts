/**
 * Learns a linear-chain conditional random field: a few passes of AdaGrad (warm-start.ts), then L-BFGS (objective.ts).
 * The objective is convex: given enough iterations there is one answer, whatever the start.
 */
import { OptionError } from "../../../base/errors.ts";
import type { StageClock } from "../../../base/learning.ts";
import { expert, type OptionsOf, real, whole } from "../../../base/options.ts";
import { DEFAULT_SEED } from "../../../base/random.ts";
import { breathe } from "../../../base/stopping.ts";
import { minimizeAsync } from "../../../linalg/regression/lbfgs.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { coverageWarnings, type Representations } from "../../representations/index.ts";
import type { FeatureCoder } from "../features/coder.ts";
import { defaultTemplates } from "../features/defaults.ts";
import { FEATURE_OPTIONS } from "../features/options.ts";
import { coderOf, prepare } from "../features/setup.ts";
import type { SequenceKnowledge } from "../knowledge.ts";
import { encodeLessons, type Lessons } from "./lessons.ts";
import { CrfObjective, type RealFeatures, type WeightLayout } from "./objective.ts";
import type { CrfTables } from "./tables.ts";
import { warmStart } from "./warm-start.ts";

export const CRF_OPTIONS = {
  ...FEATURE_OPTIONS,
  l2: real("weight of the penalty: λ in (λ/2)‖w‖²", { default: 1, min: 0, max: 1e6 }),
  iterations: whole("iterations of L-BFGS, at most", { default: 3, min: 0, max: 100_000 }),
  warmup: whole("passes of AdaGrad over the data before L-BFGS; 0: none", { default: 6, min: 0, max: 1000 }),
  seed: whole("seed of the order of sentences in these passes", { default: DEFAULT_SEED }),
  ...expert({
    rate: real("step of AdaGrad", { default: 0.2, min: 1e-6, max: 100 }),
    minCount: whole("features seen less often are left out", { default: 1, min: 1, max: 1000 }),
    tolerance: real("stop when five iterations together lower the objective by less than this share of it", {
      default: 1e-3,
      min: 0,
      max: 1,
    }),
  }),
};

export type CrfOptions = OptionsOf<typeof CRF_OPTIONS>;

/** What learning tells. */
export interface CrfFacts {
  readonly features: number;
  readonly weights: number;
  /** Why L-BFGS ended, and after how many iterations. */
  readonly stopped: string;
  readonly iterations: number;
  /** The value of what was minimised. */
  readonly value: number;
}

/** `columns` are the names of the further columns of the data. */
export async function learnCrf(
  sequences: readonly TaggedSentence[],
  columns: readonly string[],
  options: CrfOptions,
  clock: StageClock,
  knowledge: SequenceKnowledge,
): Promise<{ readonly tables: CrfTables; readonly facts: CrfFacts; readonly warnings: readonly string[] }> {
  const { signal } = clock.context;
  const { setup, sentences, words, labels } = prepare(sequences, columns, options, knowledge, defaultTemplates);
  const { known } = setup;
  const coder = coderOf(setup);
  if (coder === undefined) throw new OptionError("templates", "templates holds only blanks; give some.");
  const { vectors } = known;
  const lessons = await clock.run("features", "sentences", sentences.length, (meter) =>
    encodeLessons(
      sentences,
      labels,
      coder,
      {
        minCount: options.minCount,
        contextsOf: coder.contexts ? (found) => vectors!.inContext(found) : undefined,
      },
      async () => {
        meter.advance();
        await breathe(signal);
      },
    ),
  );
  if (lessons.keys.length === 0)
    throw new OptionError("minCount", `minCount is ${options.minCount}, and no feature was seen so often; lower it.`);
  const numbers = realFeatures(lessons, coder, known.vectors);
  const objective = new CrfObjective(lessons, numbers, options.l2);
  const { layout } = objective;
  try {
    const start =
      options.warmup === 0
        ? new Float64Array(layout.size)
        : await clock.run("AdaGrad", "sentences", options.warmup * lessons.sentences.length, (meter) =>
            warmStart(
              lessons,
              numbers,
              layout,
              { epochs: options.warmup, rate: options.rate, penalty: options.l2, seed: options.seed },
              async () => {
                meter.advance();
                await breathe(signal);
              },
            ),
          );
    const minimum = await clock.run("L-BFGS", "iterations", options.iterations, () =>
      minimizeAsync(
        objective.evaluate,
        start,
        { maxIterations: options.iterations, progressTolerance: options.tolerance, gradientTolerance: 1e-6 },
        { ...clock.context, stage: "L-BFGS" },
      ),
    );
    return {
      tables: { ...setup, labels, words, ...tablesOf(minimum.point, lessons, layout) },
      facts: {
        features: lessons.keys.length,
        weights: layout.size,
        stopped: minimum.stopped,
        iterations: minimum.iterations,
        value: minimum.value,
      },
      warnings: coverageWarnings(known, words.words()),
    };
  } finally {
    objective.close();
  }
}

function realFeatures(
  { rows }: Lessons,
  { vectorOffsets, contexts }: FeatureCoder,
  vectors: Representations["vectors"],
): RealFeatures {
  const width = vectors?.width ?? 0;
  const rowVectors = new Float64Array(vectorOffsets.length === 0 ? 0 : rows.length * width);
  // What is beyond the ends of a sentence has no vector: the last row stays 0.
  if (vectorOffsets.length > 0)
    for (let r = 0; r + 1 < rows.length; r++) rowVectors.set(vectors!.vector(rows[r]!.word), r * width);
  return { width, rowVectors, places: vectorOffsets.length, contextWidth: contexts ? vectors!.contextWidth : 0 };
}

function tablesOf(
  w: Float64Array,
  { keys, starts, columns }: Lessons,
  layout: WeightLayout,
): Pick<CrfTables, "weights" | "transitions" | "vectorWeights" | "contextWeights"> {
  return {
    weights: { keys, starts, columns, values: Float32Array.from(w.subarray(0, layout.transitions)) },
    transitions: Float32Array.from(w.subarray(layout.transitions, layout.vectors)),
    vectorWeights: Float32Array.from(w.subarray(layout.vectors, layout.contexts)),
    contextWeights: Float32Array.from(w.subarray(layout.contexts)),
  };
}
