/**
 * Exact moments give back the exact model (Cohen et al. 2012, theorem 1). The population is the list of all trees of a small random grammar, each with its
 * probability as its weight.
 */
import { describe, expect, test } from "vitest";
import { checkOptions } from "../../src/base/options.ts";
import { Random } from "../../src/base/random.ts";
import { vectorOffsets } from "../../src/charts/latent-grammar.ts";
import { Parser } from "../../src/models/parser/decode.ts";
import { learnFromTreebank, learnSpectral, SPECTRAL_OPTIONS } from "../../src/models/parser/learn-spectral.ts";
import type { ParserModel } from "../../src/models/parser/model.ts";
import { treeProbability } from "../../src/models/parser/tree-probability.ts";
import { buildTreebank } from "../../src/models/parser/treebank.ts";
import { GENERIC_HEADS } from "../../src/trees/head-tables.ts";
import { type Tree, words } from "../../src/trees/tree.ts";
import { allTrees, drawTrees, type RandomLpcfg, randomLpcfg, trueMarginals, trueProbability } from "../oracles/random-lpcfg.ts";

/** Relative error allowed where mathematics says zero. */
const EXACT = 1e-8;
const STATES = 3;
const NO_LEXICAL_SMOOTHING = { unknown: 0, chain: 0 };
const UNSMOOTHED = { states: STATES, smoothing: 0, lexicalSmoothing: 0, rareWords: 0, smallestSingularValue: 1e-9, denseAbove: 0 };

function learnPopulation(truth: RandomLpcfg, trees: readonly Tree[], given: object = {}): ParserModel {
  const options = checkOptions("test", SPECTRAL_OPTIONS, { ...UNSMOOTHED, ...given });
  const bank = buildTreebank(trees, GENERIC_HEADS);
  const tree = Float64Array.from(trees, (each) => trueProbability(truth, each));
  const node = new Float64Array(bank.size);
  for (let at = 0, of = 0; at < bank.size; at++) {
    node[at] = tree[of]!;
    if (at === bank.roots[of]) of++;
  }
  return learnFromTreebank(bank, options, { lexicon: NO_LEXICAL_SMOOTHING }, { node, tree }).model;
}

const estimate = (model: ParserModel, tree: Tree): number => {
  const { log, sign } = treeProbability(model, tree);
  return sign * Math.exp(log);
};

function largestError(model: ParserModel, truth: RandomLpcfg, trees: readonly Tree[]): number {
  const probabilities = trees.map((tree) => trueProbability(truth, tree));
  const scale = Math.max(...probabilities);
  return trees.reduce((worst, tree, at) => Math.max(worst, Math.abs(estimate(model, tree) - probabilities[at]!) / scale), 0);
}

describe("exact moments of a random L-PCFG", () => {
  const truth = randomLpcfg({ seed: 3, states: STATES });
  const trees = allTrees(truth);
  const model = learnPopulation(truth, trees);

  test("find the true number of states", () => {
    expect(Math.max(...model.grammar.states)).toBe(STATES);
    const wide = learnPopulation(truth, trees, { states: 8, smallestSingularValue: 1e-6 });
    expect(Math.max(...wide.grammar.states)).toBe(STATES);
  });

  test("give back the probability of every tree", () => {
    expect(trees.length).toBeGreaterThan(1000);
    expect(largestError(model, truth, trees)).toBeLessThan(EXACT);
  });

  test("do so without feature scaling", () => {
    expect(largestError(learnPopulation(truth, trees, { scaling: false }), truth, trees)).toBeLessThan(EXACT);
  });

  test("give the marginals of every span", () => {
    const parser = new Parser(model, { prune: 0, pruneUses: 0 });
    for (const tree of [trees[0]!, trees[777]!, trees.at(-1)!]) {
      const sentence = words(tree);
      const expected = trueMarginals(truth, trees, sentence);
      const { skeleton, itemMarginal } = parser.chart(sentence)!;
      for (let item = 0; item < skeleton.items; item++) {
        const key = `${model.symbols.labels[skeleton.symbol[item]!]} ${skeleton.start[item]} ${skeleton.end[item]}`;
        expect(Math.abs(itemMarginal[item]! - (expected.get(key) ?? 0))).toBeLessThan(EXACT);
      }
    }
  });

  test("survive an invertible change of basis of every symbol", () => {
    expect(largestError(changeBasis(model, new Random(11)), truth, trees)).toBeLessThan(EXACT);
  });

  test("do not with too few states", () => {
    expect(largestError(learnPopulation(truth, trees, { states: 1 }), truth, trees)).toBeGreaterThan(1e-3);
  });
});

/** T ← T(Gᵃ·, Gᵇ⁻¹·, Gᶜ⁻¹·) with diagonal-dominant G of every symbol: what vectors on the parent's side gain, those on the child's side lose. */
function changeBasis(model: ParserModel, random: Random): ParserModel {
  const { grammar } = model;
  const { states, rules } = grammar;
  // Products of elementary matrices I + s·e_i e_jᵀ are inverted by s → −s, in reverse order; here one for each symbol.
  const shear = Array.from(states, (m) => ({ i: 0, j: m - 1, s: m > 1 ? 0.5 + random.uniform() : 0 }));
  const numbers = grammar.numbers.slice();
  for (let rule = 0; rule < rules.size; rule++) {
    const [a, b, c] = [rules.parent[rule]!, rules.left[rule]!, rules.right[rule]!];
    const [ma, mb, mc] = [states[a]!, states[b]!, states[c]!];
    const at = (i: number, j: number, k: number) => grammar.offset[rule]! + (i * mb + j) * mc + k;
    const [ga, gb, gc] = [shear[a]!, shear[b]!, shear[c]!];
    for (let j = 0; j < mb; j++) for (let k = 0; k < mc; k++) numbers[at(ga.i, j, k)]! += ga.s * numbers[at(ga.j, j, k)]!;
    for (let i = 0; i < ma; i++) for (let k = 0; k < mc; k++) numbers[at(i, gb.j, k)]! -= gb.s * numbers[at(i, gb.i, k)]!;
    for (let i = 0; i < ma; i++) for (let j = 0; j < mb; j++) numbers[at(i, j, gc.j)]! -= gc.s * numbers[at(i, j, gc.i)]!;
  }
  const offsets = vectorOffsets(states);
  const root = grammar.root.slice();
  for (const [symbol, { i, j, s }] of shear.entries()) root[offsets[symbol]! + j]! -= s * root[offsets[symbol]! + i]!;
  const data = model.directions.data.slice();
  for (const [at, symbol] of model.directions.symbol.entries()) {
    const { i, j, s } = shear[symbol]!;
    data[model.directions.offset[at]! + i]! += s * data[model.directions.offset[at]! + j]!;
  }
  return { ...model, grammar: { ...grammar, numbers, root }, directions: { ...model.directions, data } };
}

test("the error of p̂(tree) falls with the number of sampled trees, about as 1/√M", () => {
  const truth = randomLpcfg({ seed: 5, states: 2 });
  const trees = allTrees(truth);
  const probabilities = trees.map((tree) => trueProbability(truth, tree));
  const errors = [300, 3000, 30000].map((size) => {
    const sample = drawTrees(truth, size, new Random(1));
    const { model } = learnSpectral(sample, { ...UNSMOOTHED, states: 2 }, { lexicon: NO_LEXICAL_SMOOTHING });
    return trees.reduce((sum, tree, at) => sum + Math.abs(estimate(model, tree) - probabilities[at]!), 0);
  });
  expect(errors[1]!).toBeLessThan(errors[0]! / 2);
  expect(errors[2]!).toBeLessThan(errors[1]! / 2);
  expect(errors[2]!).toBeLessThan(0.1);
});

test("rare rules as samples and as full tensors are the same model", () => {
  const sample = drawTrees(randomLpcfg({ seed: 5, states: 3 }), 400, new Random(2));
  const dense = learnSpectral(sample, { states: 3, smoothing: 5, denseAbove: 0 }).model;
  const sampled = learnSpectral(sample, { states: 3, smoothing: 5, denseAbove: 1000 }).model;
  expect(sampled.grammar.samples.some((n) => n > 0)).toBe(true);
  for (const tree of sample.slice(0, 50)) {
    const expected = estimate(dense, tree);
    expect(Math.abs(estimate(sampled, tree) - expected)).toBeLessThan(1e-5 * Math.abs(expected) + 1e-12);
  }
});

test("one node per tree, drawn at random, also leads to the truth, only slower", () => {
  const truth = randomLpcfg({ seed: 5, states: 2 });
  const trees = allTrees(truth);
  const sample = drawTrees(truth, 30000, new Random(1));
  const error = (singleNode: boolean) => {
    const { model } = learnSpectral(sample, { ...UNSMOOTHED, states: 2, singleNode }, { lexicon: NO_LEXICAL_SMOOTHING });
    return trees.reduce((sum, tree) => sum + Math.abs(estimate(model, tree) - trueProbability(truth, tree)), 0);
  };
  expect(error(true)).toBeLessThan(0.5);
  expect(error(true)).toBeGreaterThan(error(false));
});
