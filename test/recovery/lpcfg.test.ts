/**
 * Exact moments give back the exact model (Cohen et al. 2012, theorem 1). The population is the list of all trees of a
 * small random grammar, each with its probability as its weight.
 */
import { describe, expect, test } from "vitest";
import { checkOptions } from "../../src/base/options.ts";
import { Random } from "../../src/base/random.ts";
import { vectorOffsets } from "../../src/charts/phrases/latent-grammar.ts";
import {
  binaryTreebank,
  ChartParser,
  type GrammarModel,
  learnSpectral,
  SPECTRAL_OPTIONS,
  treeProbability,
} from "../../src/models/grammar/index.ts";
import { GENERIC_HEADS } from "../../src/trees/heads/head-tables.ts";
import { type Tree, words } from "../../src/trees/tree.ts";
import {
  allTrees,
  drawTrees,
  type RandomLpcfg,
  randomLpcfg,
  trueMarginals,
  trueProbability,
} from "../oracles/random-lpcfg.ts";

/** Relative error allowed where mathematics says zero. */
const EXACT = 1e-8;
const STATES = 3;
const NO_LEXICAL_SMOOTHING = { unknown: 0, chain: 0 };
const UNSMOOTHED = {
  winsorize: 0,
  states: STATES,
  smoothing: 0,
  lexicalSmoothing: 0,
  rareWords: 0,
  minSingularValue: 1e-9,
  denseAbove: 0,
};

/** The grammar of trees that need no preparation. */
async function learnt(trees: readonly Tree[], given: object, settings: object = {}): Promise<GrammarModel> {
  const options = checkOptions("test", SPECTRAL_OPTIONS, given);
  return (await learnSpectral(binaryTreebank(trees, GENERIC_HEADS), options, {}, settings)).model;
}

async function learnPopulation(truth: RandomLpcfg, trees: readonly Tree[], given: object = {}): Promise<GrammarModel> {
  const bank = binaryTreebank(trees, GENERIC_HEADS);
  const tree = Float64Array.from(trees, (each) => trueProbability(truth, each));
  const node = new Float64Array(bank.size);
  for (let at = 0, of = 0; at < bank.size; at++) {
    node[at] = tree[of]!;
    if (at === bank.roots[of]) of++;
  }
  return learnt(trees, { ...UNSMOOTHED, ...given }, { lexicon: NO_LEXICAL_SMOOTHING, weights: { node, tree } });
}

const estimate = (model: GrammarModel, tree: Tree): number => {
  const { log, sign } = treeProbability(model, tree);
  return sign * Math.exp(log);
};

function largestError(model: GrammarModel, truth: RandomLpcfg, trees: readonly Tree[]): number {
  const probabilities = trees.map((tree) => trueProbability(truth, tree));
  const scale = Math.max(...probabilities);
  return trees.reduce(
    (worst, tree, at) => Math.max(worst, Math.abs(estimate(model, tree) - probabilities[at]!) / scale),
    0,
  );
}

describe("exact moments of a random L-PCFG", async () => {
  const truth = randomLpcfg({ seed: 3, states: STATES });
  const trees = allTrees(truth);
  const model = await learnPopulation(truth, trees);

  test("find the true number of states", async () => {
    expect(Math.max(...model.grammar.states)).toBe(STATES);
    const wide = await learnPopulation(truth, trees, { states: 8, minSingularValue: 1e-6 });
    expect(Math.max(...wide.grammar.states)).toBe(STATES);
  });

  test("give back the probability of every tree", () => {
    expect(trees.length).toBeGreaterThan(1000);
    expect(largestError(model, truth, trees)).toBeLessThan(EXACT);
  });

  test("do so without feature scaling", async () => {
    expect(largestError(await learnPopulation(truth, trees, { scaling: false }), truth, trees)).toBeLessThan(EXACT);
  });

  test("give the marginals of every span", () => {
    const parser = new ChartParser(model, { prune: 0, pruneUses: 0 });
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

  test("do not with too few states", async () => {
    expect(largestError(await learnPopulation(truth, trees, { states: 1 }), truth, trees)).toBeGreaterThan(1e-3);
  });
});

/**
 * T ← T(Gᵃ·, Gᵇ⁻¹·, Gᶜ⁻¹·) with diagonal-dominant G of every symbol: what vectors on the parent's side gain, those on
 * the child's side lose.
 */
function changeBasis(model: GrammarModel, random: Random): GrammarModel {
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
    for (let j = 0; j < mb; j++)
      for (let k = 0; k < mc; k++) numbers[at(ga.i, j, k)]! += ga.s * numbers[at(ga.j, j, k)]!;
    for (let i = 0; i < ma; i++)
      for (let k = 0; k < mc; k++) numbers[at(i, gb.j, k)]! -= gb.s * numbers[at(i, gb.i, k)]!;
    for (let i = 0; i < ma; i++)
      for (let j = 0; j < mb; j++) numbers[at(i, j, gc.j)]! -= gc.s * numbers[at(i, j, gc.i)]!;
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

test("the error of p̂(tree) falls with the number of sampled trees, about as 1/√M", async () => {
  const truth = randomLpcfg({ seed: 5, states: 2 });
  const trees = allTrees(truth);
  const probabilities = trees.map((tree) => trueProbability(truth, tree));
  const errors: number[] = [];
  for (const size of [300, 3000, 30000]) {
    const sample = drawTrees(truth, size, new Random(1));
    const model = await learnt(sample, { ...UNSMOOTHED, states: 2 }, { lexicon: NO_LEXICAL_SMOOTHING });
    errors.push(trees.reduce((sum, tree, at) => sum + Math.abs(estimate(model, tree) - probabilities[at]!), 0));
  }
  expect(errors[1]!).toBeLessThan(errors[0]! / 2);
  expect(errors[2]!).toBeLessThan(errors[1]! / 2);
  expect(errors[2]!).toBeLessThan(0.1);
});

test("rare rules as samples and as full tensors are the same model", async () => {
  const sample = drawTrees(randomLpcfg({ seed: 5, states: 3 }), 400, new Random(2));
  const dense = await learnt(sample, { states: 3, smoothing: 5, denseAbove: 0 });
  const sampled = await learnt(sample, { states: 3, smoothing: 5, denseAbove: 1000 });
  expect(sampled.grammar.samples.some((n) => n > 0)).toBe(true);
  for (const tree of sample.slice(0, 50)) {
    const expected = estimate(dense, tree);
    expect(Math.abs(estimate(sampled, tree) - expected)).toBeLessThan(1e-5 * Math.abs(expected) + 1e-12);
  }
});

test("one node per tree, drawn at random, also leads to the truth, only slower", async () => {
  const truth = randomLpcfg({ seed: 5, states: 2 });
  const trees = allTrees(truth);
  const sample = drawTrees(truth, 30000, new Random(1));
  const error = async (singleNode: boolean) => {
    const options = { ...UNSMOOTHED, states: 2, singleNode };
    const model = await learnt(sample, options, { lexicon: NO_LEXICAL_SMOOTHING });
    return trees.reduce((sum, tree) => sum + Math.abs(estimate(model, tree) - trueProbability(truth, tree)), 0);
  };
  const one = await error(true);
  expect(one).toBeLessThan(0.5);
  expect(one).toBeGreaterThan(await error(false));
});
