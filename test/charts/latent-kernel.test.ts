/** The passes in WebAssembly against their twin in TypeScript. */
import { describe, expect, test } from "vitest";
import { checkOptions } from "../../src/base/index.ts";
import { coarseChart } from "../../src/charts/phrases/coarse-chart.ts";
import { type LeafVector, latentChart } from "../../src/charts/phrases/latent-chart.ts";
import { plainLatentChart } from "../../src/charts/phrases/plain-latent-chart.ts";
import { buildSkeleton } from "../../src/charts/phrases/skeleton.ts";
import { narrowOf } from "../../src/models/grammar/decode/resident-grammar.ts";
import {
  binaryTreebank,
  DirectionTable,
  EM_OPTIONS,
  Lexicon,
  leafVectors,
  learnEm,
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
const treebank = binaryTreebank(trees.slice(0, 100), ENGLISH_HEADS);
const { model } = await learnSpectral(treebank, options);
// Classes exclude each other more and more: many items have an α of 0, and others numbers beyond single precision.
const em = (await learnEm(treebank, checkOptions("test", EM_OPTIONS, { states: 16, iterations: 120 }))).model;

describe.each([
  ["double", model, 1e-9],
  ["single", toSinglePrecision(model), 2e-3],
  ["double, by EM,", em, 1e-9],
] as const)("in %s precision", (_, { grammar, directions, symbols, lexicon, lexiconOptions }, tolerance) => {
  const resident = residentGrammar(grammar);
  const table = new DirectionTable(directions);
  const readingsOf = new Lexicon(symbols, lexicon, lexiconOptions);

  const sentences = trees.slice(100).map((tree) => words(tree));
  // The living are made so small that an exponent of the dead, if it counted, would drown them.
  const small = grammar.numbers instanceof Float32Array ? 1e-30 : 1e-250;
  test.each([
    ["of the twin, at any length", [...sentences, sentences.flat().slice(0, 60)], 1, 0],
    ["of the twin where words are impossible under some tags", sentences, small, 3],
  ] as const)("the kernel's marginals and totals are those %s", (_case, given, scale, deadEvery) => {
    let found = 0;
    for (const sentence of given) {
      const readings = sentence.map((word, at) => readingsOf.readings(word, at === 0));
      const coarse = coarseChart(grammar.rules, grammar.rootProbability, readings, { threshold: 1e-4, least: 1e-4 });
      if (coarse.total === 0) continue;
      const skeleton = buildSkeleton(grammar.rules, coarse);
      const full = leafVectors(grammar, table, sentence, readings);
      const leaf: LeafVector = (position, symbol, work, offset) => {
        full(position, symbol, work, offset);
        const isDead = deadEvery > 0 && readings[position]!.length > 1 && (symbol + position) % deadEvery === 0;
        for (let i = 0; i < grammar.states[symbol]!; i++) work[offset + i]! *= isDead ? 0 : scale;
      };
      const [own, twin] = [latentChart(resident, skeleton, leaf), plainLatentChart(resident, skeleton, leaf)];
      expect(own === undefined).toBe(twin === undefined);
      if (own === undefined || twin === undefined) continue;
      found++;
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
    expect(found).toBeGreaterThan(1);
  });
});

test("grammars of EM are computed in double precision, and their states are not cut", () => {
  const resident = residentGrammar(toSinglePrecision(em).grammar);
  expect(resident.numbers).toBeInstanceOf(Float64Array);
  expect(narrowOf(resident, new DirectionTable(em.directions), 8)).toBeUndefined();
  expect(narrowOf(residentGrammar(model.grammar), new DirectionTable(model.directions), 3)).toBeDefined();
});

test("both forms of rules were met", () => {
  const { samples } = model.grammar;
  expect(samples.some((n) => n === 0)).toBe(true);
  expect(samples.some((n) => n > 0)).toBe(true);
});
