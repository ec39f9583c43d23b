/** The passes in WebAssembly against their twin in TypeScript. */
import { describe, expect, test } from "vitest";
import { checkOptions } from "../../src/base/index.ts";
import { coarseChart } from "../../src/charts/phrases/coarse-chart.ts";
import { latentChart } from "../../src/charts/phrases/latent-chart.ts";
import { plainLatentChart } from "../../src/charts/phrases/plain-latent-chart.ts";
import { buildSkeleton } from "../../src/charts/phrases/skeleton.ts";
import {
  binaryTreebank,
  DirectionTable,
  Lexicon,
  leafVectors,
  learnSpectral,
  residentGrammar,
  SPECTRAL_OPTIONS,
  toSinglePrecision,
} from "../../src/models/grammar/index.ts";
import { generateTreebank } from "../../src/samples/index.ts";
import { ENGLISH_HEADS, words } from "../../src/trees/index.ts";

const { trees } = generateTreebank({ trees: 120, seed: 3 });
// Some rules dense, some kept as samples.
const options = checkOptions("test", SPECTRAL_OPTIONS, { states: 7, denseAbove: 12 });
const { model } = await learnSpectral(binaryTreebank(trees.slice(0, 100), ENGLISH_HEADS), options);

describe.each([
  ["double", model, 1e-9],
  ["single", toSinglePrecision(model), 2e-3],
] as const)("in %s precision", (_, { grammar, directions, symbols, lexicon, lexiconOptions }, tolerance) => {
  const resident = residentGrammar(grammar);
  const table = new DirectionTable(directions);
  const readingsOf = new Lexicon(symbols, lexicon, lexiconOptions);

  test("the kernel's marginals and totals are those of the twin, at any length", () => {
    const sentences = trees.slice(100).map((tree) => words(tree));
    for (const sentence of [...sentences, sentences.flat().slice(0, 60)]) {
      const readings = sentence.map((word, at) => readingsOf.readings(word, at === 0));
      const coarse = coarseChart(grammar.rules, grammar.rootProbability, readings, { threshold: 1e-4, least: 1e-4 });
      if (coarse.total === 0) continue;
      const skeleton = buildSkeleton(grammar.rules, coarse);
      const leaf = leafVectors(grammar, table, sentence, readings);
      const [own, twin] = [latentChart(resident, skeleton, leaf), plainLatentChart(resident, skeleton, leaf)];
      expect(own === undefined).toBe(twin === undefined);
      if (own === undefined || twin === undefined) continue;
      expect(own.sign).toBe(twin.sign);
      expect(Math.abs(own.logTotal - twin.logTotal)).toBeLessThan(tolerance);
      for (const [mine, other] of [
        [own.itemMarginal, twin.itemMarginal],
        [own.edgeMarginal, twin.edgeMarginal],
      ] as const) {
        const most = other.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1);
        const worst = other.reduce((largest, value, at) => Math.max(largest, Math.abs(value - mine[at]!)), 0);
        expect(worst).toBeLessThan(tolerance * most);
      }
    }
  });
});

test("both forms of rules were met", () => {
  const { samples } = model.grammar;
  expect(samples.some((n) => n === 0)).toBe(true);
  expect(samples.some((n) => n > 0)).toBe(true);
});
