/**
 * Exact moments of random head automata give back the exact probabilities of trees, and of arcs given a sentence. The
 * population is the list of all trees, weighted.
 */
import { describe, expect, test } from "vitest";
import { checkOptions } from "../../src/base/options.ts";
import { automataTreebank } from "../../src/models/dependency/automata/derivations.ts";
import { AutomataForests } from "../../src/models/dependency/automata/forest.ts";
import { AutomataTrees } from "../../src/models/dependency/automata/sentences.ts";
import { learnSpectral, SPECTRAL_OPTIONS } from "../../src/models/grammar/index.ts";
import type { DependencyTree } from "../../src/trees/dependencies.ts";
import { allAutomataTrees, RandomAutomata } from "../oracles/head-automata.ts";

const EXACT = 1e-8;
const STATES = 2;
const UNSMOOTHED = {
  states: STATES,
  smoothing: 0,
  lexicalSmoothing: 0,
  winsorize: 0,
  rareWords: 0,
  minSingularValue: 1e-9,
};

const trees = allAutomataTrees();

async function learnPopulation(truth: RandomAutomata, given: object = {}) {
  const bank = automataTreebank(trees);
  const tree = Float64Array.from(trees, (each) => truth.probability(each));
  const node = new Float64Array(bank.size);
  for (let at = 0, of = 0; at < bank.size; at++) {
    node[at] = tree[of]!;
    if (at === bank.roots[of]) of++;
  }
  const options = checkOptions("test", SPECTRAL_OPTIONS, { ...UNSMOOTHED, ...given });
  const settings = { lexicon: { unknown: 0, chain: 0 }, weights: { node, tree } };
  return (await learnSpectral(bank, options, {}, settings)).model;
}

const sentenceOf = ({ words, tags }: DependencyTree) => `${words.join(" ")}/${tags.join(" ")}`;

describe.each([1, 2, 3])("population moments of random head automata, seed %i", async (seed) => {
  const truth = new RandomAutomata(seed, STATES);
  const model = await learnPopulation(truth);

  test("give the probability of every tree", () => {
    expect(trees.length).toBeGreaterThan(500);
    expect(trees.reduce((sum, tree) => sum + truth.probability(tree), 0)).toBeCloseTo(1, 10);
    const scorer = new AutomataTrees(model);
    for (const tree of trees) {
      const { log, sign } = scorer.score(tree, [tree.heads])[0]!;
      const exact = truth.probability(tree);
      expect(sign).toBe(1);
      expect(Math.abs(Math.exp(log) - exact) / exact).toBeLessThan(EXACT);
    }
  });

  test("give the probability of every arc, summed over all trees of a sentence", () => {
    const forests = new AutomataForests(model);
    const ambiguous = trees.filter((tree) => tree.tags.join("") === "ABCBC" || tree.tags.join("") === "ABCB");
    expect(ambiguous.length).toBeGreaterThan(50);
    for (const { words, tags } of ambiguous.slice(0, 40)) {
      const sentence = sentenceOf({ words, tags, heads: [], labels: [] });
      const readings = trees.filter((tree) => sentenceOf(tree) === sentence);
      const N = words.length + 1;
      const expected = new Float64Array(N * N);
      let total = 0;
      for (const tree of readings) {
        const p = truth.probability(tree);
        total += p;
        tree.heads.forEach((h, m) => {
          expected[h * N + m + 1]! += p;
        });
      }
      const found = forests.marginals({ words, tags }, new Uint8Array(N * N).fill(1))!;
      expect(Math.abs(Math.exp(found.logTotal) - total) / total).toBeLessThan(EXACT);
      found.arcs.forEach((value, at) => {
        expect(Math.abs(value - expected[at]! / total)).toBeLessThan(EXACT);
      });
    }
  });

  test("do not with one state", async () => {
    const scorer = new AutomataTrees(await learnPopulation(truth, { states: 1 }));
    const errors = trees.map((tree) =>
      Math.abs(Math.exp(scorer.score(tree, [tree.heads])[0]!.log) / truth.probability(tree) - 1),
    );
    expect(Math.max(...errors)).toBeGreaterThan(1e-2);
  });
});
