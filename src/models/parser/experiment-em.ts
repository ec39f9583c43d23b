/** EM followed step by step on development trees (Cohen et al. 2013, table 1), or only timed. */
import { Stage } from "../../base/progress.ts";
import type { Tree } from "../../trees/tree.ts";
import type { LpcfgExperimentContext, LpcfgRow, Trials, WallAndCpu } from "./experiment-trials.ts";
import { EmLearner } from "./learn-em.ts";

export interface EmPoint {
  readonly iteration: number;
  readonly f1: number;
  /** Of the training trees, before the step. */
  readonly logLikelihood: number;
}

export interface EmCurve {
  readonly states: number;
  /** Steps that were run. */
  readonly iterations: number;
  readonly points: readonly EmPoint[];
  /** Of the measured ones; undefined where EM was only timed. */
  readonly bestIteration: number | undefined;
  /** Counting rules and words and drawing the first parameters. */
  readonly start: WallAndCpu;
  /** Mean over all steps. */
  readonly step: WallAndCpu;
  /** Making the model of the parameters. */
  readonly words: WallAndCpu;
}

export interface EmRun {
  readonly states: number;
  readonly emIterations: number;
  readonly every: number;
  readonly emTimed: number;
  readonly seed: number;
  /** Whether it is measured on the way; else `emTimed` steps are timed. */
  readonly followed: boolean;
}

/** The curve, and the row of its best iteration. */
export async function runEm(
  train: readonly Tree[],
  trials: Trials,
  context: LpcfgExperimentContext,
  { states, emIterations, every, emTimed, seed, followed }: EmRun,
): Promise<{ readonly curve: EmCurve; readonly row: LpcfgRow | undefined }> {
  const iterations = followed ? emIterations : emTimed;
  const { result: learner, time: start } = trials.timed(() => new EmLearner(train, { states, seed }, context));
  const stage = new Stage(`EM, m = ${states}`, "steps", iterations, context.progress);
  try {
    const points: EmPoint[] = [];
    let steps: WallAndCpu = { seconds: 0, cpuSeconds: undefined };
    let words: WallAndCpu | undefined;
    let best: LpcfgRow | undefined;
    for (let iteration = 1; iteration <= iterations; iteration++) {
      const { result: logLikelihood, time } = trials.timed(() => learner.step());
      steps = iteration === 1 ? time : sum(steps, time, 1);
      stage.advance();
      if (!followed || (iteration % every !== 0 && iteration !== iterations)) continue;
      const made = trials.timed(() => learner.model());
      words ??= made.time;
      const training = sum(sum(start, steps, 1), made.time, 1);
      const row = await trials.measure("EM", states, made.result, training, {}, iteration);
      points.push({ iteration, f1: row.f1, logLikelihood });
      if (best === undefined || row.f1 > best.f1) best = row;
    }
    words ??= trials.timed(() => learner.model()).time;
    const step = sum({ seconds: 0, cpuSeconds: 0 }, steps, 1 / iterations);
    return { curve: { states, iterations, points, bestIteration: best?.iterations, start, step, words }, row: best };
  } finally {
    stage.finish();
    learner.free();
  }
}

/** a + factor·b. */
const sum = (a: WallAndCpu, b: WallAndCpu, factor: number): WallAndCpu => ({
  seconds: a.seconds + factor * b.seconds,
  cpuSeconds: a.cpuSeconds === undefined || b.cpuSeconds === undefined ? undefined : a.cpuSeconds + factor * b.cpuSeconds,
});
