/** Spectral sequence models are exact on population moments. */
import { describe, expect, test } from "vitest";
import { type ChainVisit, visitChain } from "../../../src/charts/chain.ts";
import { estimateOperators, type Operators } from "../../../src/models/sequence/spectral/moments.ts";
import { marginalsByEnumeration, type PopulationSamples, populationSamples, randomRhmm } from "./known-rhmm.ts";

const EXACT = 1e-8;

/** The chain of a word sequence: weights p(x|a), emissions Σ_q d̄_q Ẽ_q, all from the samples. */
function chainOf(operators: Operators, samples: PopulationSamples, n: number, words: readonly number[]) {
  const { states: m, labelCount: l } = operators;
  const pair = (a: number, x: number) => {
    let weight = 0;
    const mean = new Float64Array(m);
    samples.labels.forEach((label, s) => {
      if (label !== a || samples.observations[s] !== x) return;
      weight += samples.weights![s]!;
      for (let h = 0; h < m; h++)
        mean[h]! += samples.weights![s]! * operators.destinies[operators.order.places[s]! * m + h]!;
    });
    const operator = new Float64Array(m * m);
    for (let q = 0; q < m; q++) {
      const slice = (a * (m + 1) + q) * m * m;
      for (let e = 0; e < m * m; e++) operator[e]! += (mean[q]! / weight) * operators.emissions[slice + e]!;
    }
    return { weight: weight / operators.totals[a]!, operator };
  };
  const table = Array.from({ length: n }, (_, x) => Array.from({ length: l }, (_, a) => pair(a, x)));
  return {
    ...operators,
    labels: l,
    length: words.length,
    position: (i: number) => ({
      labels: Int32Array.from({ length: l }, (_, a) => a),
      weights: Float64Array.from(table[words[i]!]!, ({ weight }) => weight),
      operators: table[words[i]!]!.map(({ operator }) => operator),
    }),
  };
}

describe("population moments", () => {
  test.each([
    [2, 2, 3, 1],
    [3, 2, 4, 2],
    [2, 3, 5, 3],
  ])("of a random R-HMM with %i labels, %i states, %i observations give its marginals", async (l, m, n, seed) => {
    const model = randomRhmm(l, m, n, seed);
    const samples = populationSamples(model);
    for (const kappa of [undefined, 5]) {
      const operators = await estimateOperators(samples, {
        states: m,
        emissionRank: m,
        kappa,
        shrinkage: true,
        minSingularValue: 1e-12,
        passes: 2,
      });
      for (const words of [[0], [1, 0], [0, 1, 2], [2, 2, 1, 0, 1]]) {
        const { marginals, probability } = marginalsByEnumeration(model, words);
        const found = new Float64Array(marginals.length);
        const summary = visitChain(
          chainOf(operators, samples, n, words),
          ({ index, labels, posteriors }: ChainVisit) => {
            for (const [k, a] of labels.entries()) found[index * l + a] = posteriors[k]!;
          },
        );
        expect(Math.abs(Math.exp(summary.logProbability) / probability - 1)).toBeLessThan(EXACT);
        for (const [e, value] of marginals.entries())
          expect(Math.abs(found[e]! - value / probability)).toBeLessThan(EXACT);
      }
    }
  });
});
