/** EM followed step by step on development trees (Cohen et al. 2013, table 1), or only timed. */

import { StageClock } from "../../../base/learning.ts";
import { checkOptions } from "../../../base/options.ts";
import { Meter } from "../../../base/progress.ts";
import type { Treebank } from "../../../data/treebank.ts";
import { defaultSegmentation } from "../../../formats/text/defaults.ts";
import { EM_OPTIONS, EmLearner } from "../../grammar/index.ts";
import { binaryTreesOf } from "../binary-trees.ts";
import { type ParserModel, parserModel } from "../model.ts";
import type { LpcfgExperimentContext, Measured, Trials, WallAndCpu } from "./trials.ts";

/** A measured step of EM. */
export interface EmPoint {
  readonly iteration: number;
  readonly f1: number;
  /** Of the training trees, before the step. */
  readonly logLikelihood: number;
}

/** How EM progresses, step by step, and what the steps cost. */
export interface EmCurve {
  readonly states: number;
  /** Steps that were run: fewer than asked for where F1 had not risen for long. */
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
  /** Measurements without a better F1 after which EM stops. */
  readonly emPatience: number;
  readonly emTimed: number;
  readonly seed: number;
  /** Whether it is measured on the way; otherwise `emTimed` steps are timed. */
  readonly followed: boolean;
}

/** The curve, and the best iteration on the development trees: its row, its trees and its model. */
export async function runEm(
  train: Treebank,
  trials: Trials,
  context: LpcfgExperimentContext,
  { states, emIterations, every, emPatience, emTimed, seed, followed }: EmRun,
): Promise<{ readonly curve: EmCurve; readonly best: (Measured & { readonly model: ParserModel }) | undefined }> {
  const iterations = followed ? emIterations : emTimed;
  const options = checkOptions("experimentLpcfg", EM_OPTIONS, { states, seed });
  const { signal } = context;
  const { heads, language, preparation } = train;
  const settings = { method: "em", heads: heads.name, language, preparation: { ...preparation } } as const;
  const { result: learner, time: start } = await trials.timed(async () => {
    const { binary } = await binaryTreesOf(train, new StageClock(context));
    return new EmLearner(binary, options);
  });
  const stage = new Meter(`EM, m = ${states}`, "steps", iterations, context);
  try {
    const points: EmPoint[] = [];
    let steps: WallAndCpu = { seconds: 0, cpuSeconds: undefined };
    let words: WallAndCpu | undefined;
    let best: (Measured & { readonly model: ParserModel }) | undefined;
    let since = 0;
    let done = 0;
    for (let iteration = 1; iteration <= iterations && since < emPatience; iteration++) {
      done = iteration;
      const { result: logLikelihood, time } = await trials.timed(() => learner.step(signal));
      steps = iteration === 1 ? time : sum(steps, time, 1);
      stage.advance();
      if (!followed || (iteration % every !== 0 && iteration !== iterations)) continue;
      const made = await trials.timed(() => learner.model(signal));
      words ??= made.time;
      const training = sum(sum(start, steps, 1), made.time, 1);
      const model = parserModel(made.result, { ...options, ...settings }, defaultSegmentation(settings.language), {
        times: [],
        warnings: [],
      });
      const measured = await trials.measure("EM", states, model, training, {}, iteration);
      const { f1 } = measured.row;
      points.push({ iteration, f1, logLikelihood });
      since = best === undefined || f1 > best.row.f1 ? 0 : since + 1;
      if (since === 0) best = { ...measured, model };
    }
    words ??= (await trials.timed(() => learner.model(signal))).time;
    const step = sum({ seconds: 0, cpuSeconds: 0 }, steps, 1 / done);
    const bestIteration = best?.row.iterations;
    return { curve: { states, iterations: done, points, bestIteration, start, step, words }, best };
  } finally {
    stage.finish();
    learner.free();
  }
}

/** a + factor·b. */
const sum = (a: WallAndCpu, b: WallAndCpu, factor: number): WallAndCpu => ({
  seconds: a.seconds + factor * b.seconds,
  cpuSeconds:
    a.cpuSeconds === undefined || b.cpuSeconds === undefined ? undefined : a.cpuSeconds + factor * b.cpuSeconds,
});
