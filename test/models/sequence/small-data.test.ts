/** The spectral method on data too small for it: labels seen once, words seen once, sequences of one word. */
import { describe, expect, test } from "vitest";
import { Random } from "../../../src/base/index.ts";
import { toBytes } from "../../../src/kinds/index.ts";
import { learnSequence, type SequenceOptions, Tagger } from "../../../src/models/sequence/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";

/** Random words under random labels, most of them rare. */
function randomData(seed: number) {
  const random = new Random(seed);
  const pick = (kinds: number) => String(Math.floor(kinds * random.uniform() ** 3));
  return Array.from({ length: 1 + random.integer(20) }, () => {
    const length = 1 + random.integer(6);
    return {
      words: Array.from({ length }, () => `w${pick(40)}`),
      tags: Array.from({ length }, () => `t${pick(9)}`),
    };
  });
}

const OPTIONS: readonly SequenceOptions[] = [
  { states: 3 },
  { states: 8, minCount: 1, minSingularValue: 0, ownSamples: 1, emissionPrior: 0, destinyPrior: 0 },
  { states: 4, shrinkage: false, observations: "classes" },
];

describe.each(OPTIONS.map((options, n) => [n + 1, options] as const))("options %i", (_, options) => {
  test("every number is finite, and every word gets a label with its probability", async () => {
    for (let seed = 0; seed < 25; seed++) {
      const data = randomData(seed);
      const { model } = await learnSequence(data, options);
      await toBytes(model); // refuses what is not a number
      const tagger = new Tagger(model);
      for (const { words } of [...data, { words: ["w1", "new", "w3"] }]) {
        const { confidence, logProbability } = tagger.tag(words);
        for (const value of confidence!) expect(value, `seed ${seed}`).toBeGreaterThan(0);
        expect(Number.isFinite(logProbability), `seed ${seed}`).toBe(true);
      }
    }
  });
});

test("a label whose moments vanish is treated as having no hidden states, and told", async () => {
  const { trees } = generateTreebank({ trees: 50, maxWords: 8 });
  const { model, report } = await learnSequence(trees.slice(0, 40), { states: 3 });
  expect(report.warnings).toEqual([expect.stringMatching(/^labels without hidden states, for lack of data: [A-Z]+/)]);
  await toBytes(model);
});
