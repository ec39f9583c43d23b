/** Learning and evaluating stop soon after their signal, whatever they are at, and leave nothing running. */
import { describe, expect, test } from "vitest";
import type { LearnContext } from "../../../src/base/index.ts";
import { openWorkers } from "../../../src/files/index.ts";
import {
  DependencyParser,
  dependencyExperiment,
  evaluateDependency,
  learnDependency,
} from "../../../src/models/dependency/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { stoppedByTimer } from "../../stopped.ts";

const { dependencies } = generateTreebank({ trees: 60, maxWords: 8 });
const BARE = { epochs: 1, hashBits: 12, tagger: false };
const WHOLE = {
  ...{ epochs: 1, hashBits: 12, folds: 2, states: 2 },
  ...{ rerank: true, listSize: 4, listFolds: 2, rerankEpochs: 2 },
};
const enough = new Error("enough");
const threads: LearnContext["workers"] = (jobs, setup) => openWorkers(jobs, { threads: 2, setup });
const data = { train: dependencies.slice(0, 40), dev: dependencies.slice(40) };

/** Runs work that is stopped at the first sign of a stage; the stages it told of afterwards. */
async function stoppedAt(stage: string, work: (context: LearnContext) => Promise<unknown>, context: LearnContext = {}) {
  const controller = new AbortController();
  const after: string[] = [];
  const running = work({
    ...context,
    signal: controller.signal,
    progress: (event) => {
      if (controller.signal.aborted) after.push(event.stage);
      else if (event.stage === stage) controller.abort(enough);
    },
  });
  await expect(running).rejects.toBe(enough);
  await new Promise((resolve) => setTimeout(resolve, 50));
  return after;
}

describe("learnDependency", () => {
  const STAGES = [
    "jackknifed tags and tagger",
    "spectral models",
    "lists and base parser",
    "probabilities of lists",
    "parsing",
  ];
  const learn = (context: LearnContext) => learnDependency(data, WHOLE, context);

  test.each(STAGES)("stops at %s", async (stage) => {
    expect(await stoppedAt(stage, learn)).toEqual([]);
  });

  test.each(["jackknifed tags and tagger", "lists and base parser"])("stops at %s in threads", async (stage) => {
    expect(await stoppedAt(stage, learn, { workers: threads })).toEqual([]);
  });

  const LONG = { ...BARE, spectral: false, epochs: 1000 };

  test("lets timers stop the epochs of the base parser", () =>
    stoppedByTimer((context) => learnDependency(data.train, LONG, context), "base parser"));

  test("lets timers stop threads, which are closed", () =>
    stoppedByTimer((context) => learnDependency(data.train, LONG, { ...context, workers: threads })));

  test("does not begin when it was stopped before", async () => {
    const signal = AbortSignal.abort(enough);
    await expect(learnDependency(data, WHOLE, { signal })).rejects.toBe(enough);
  });
});

describe("evaluateDependency", () => {
  test("stops half-way", async () => {
    const { model } = await learnDependency(data.train, { ...BARE, spectral: false });
    const gold = Array.from({ length: 40 }, () => data.train).flat();
    const evaluate = (context: LearnContext) =>
      evaluateDependency(new DependencyParser(model), gold, { goldTags: true }, context);
    expect(await stoppedAt("parsing", evaluate)).toEqual([]);
  });
});

describe("dependencyExperiment", () => {
  const options = { epochs: 1, hashBits: 12, states: 2, listSize: 4, listFolds: 2, goldTags: true, second: false };

  test.each(["spectral models", "lists of new sentences", "probabilities"])("stops at %s", async (stage) => {
    const run = (context: LearnContext) =>
      dependencyExperiment({ train: data.train, test: data.dev }, options, context);
    expect(await stoppedAt(stage, run)).toEqual([]);
  });
});
