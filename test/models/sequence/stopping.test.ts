/** Learning and evaluating let timers run, end soon after their signal, and say how far they are. */
import { describe, expect, test } from "vitest";
import type { ProgressEvent } from "../../../src/base/index.ts";
import { evaluateSequence, learnSequence, type SequenceOptions, Tagger } from "../../../src/models/sequence/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { taggedSentence } from "../../../src/trees/index.ts";
import { stoppedByTimer } from "../../stopped.ts";

const sentences = generateTreebank({ trees: 80 }).trees.map(taggedSentence);

describe("a timer stops", () => {
  test.each<[string, SequenceOptions]>([
    ["perceptron", { method: "perceptron", epochs: 1000 }],
    ["expectation maximisation", { method: "em", states: 16, iterations: 10_000 }],
  ])("%s", async (stage, options) => {
    await stoppedByTimer((context) => learnSequence(sentences, options, context), stage);
  });

  test("an evaluation", async () => {
    const tagger = new Tagger((await learnSequence(sentences, { method: "hmm" })).model);
    const much = Array.from({ length: 10_000 }, () => sentences).flat();
    await stoppedByTimer((context) => evaluateSequence(tagger, much, {}, context));
  });
});

describe.each<SequenceOptions["method"]>(["spectral", "em", "hmm", "unigram", "perceptron"])("%s", (method) => {
  test("stops at any stage, and not at all when its signal is not given", async () => {
    const stages = new Set<string>();
    const signal = new AbortController().signal;
    await learnSequence(sentences, { method }, { signal, progress: ({ stage }) => stages.add(stage) });
    expect(stages.size).toBeGreaterThan(1);
    for (const wanted of stages) {
      const stop = new AbortController();
      const progress = ({ stage }: ProgressEvent) => {
        if (stage === wanted) stop.abort(new Error(`stopped at ${stage}`));
      };
      await expect(learnSequence(sentences, { method }, { signal: stop.signal, progress })).rejects.toThrow(
        `stopped at ${wanted}`,
      );
    }
  });

  test("does not begin when it was stopped before", async () => {
    const signal = AbortSignal.abort(new Error("never begin"));
    await expect(learnSequence(sentences, { method }, { signal })).rejects.toThrow("never begin");
  });
});
