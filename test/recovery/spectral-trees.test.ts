/** Population moments of a random latent tree model give the exact probabilities of trees, whatever their shape. */
import { describe, expect, test } from "vitest";
import { Random } from "../../src/base/index.ts";
import { inverse, type Matrix, matrix, multiply, transpose } from "../../src/linalg/index.ts";
import { MomentCollector, operatorsFrom, type TreeMoments } from "../../src/models/dependency/arcs/moments.ts";
import { SpectralScorer } from "../../src/models/dependency/arcs/scorer.ts";
import { allTrees } from "../oracles/dependency-trees.ts";

const K = 3;
const WORDS = 7;
const EXACT = 1e-8;

/** Columns are distributions. */
function stochastic(random: Random, rows: number, columns: number): Matrix {
  const result = matrix(rows, columns);
  for (let j = 0; j < columns; j++)
    for (const [i, p] of random.dirichlet(rows).entries()) result.data[i * columns + j] = p;
  return result;
}

/** Half of the children keep the state of their parent, turned by one: conditioned well enough for eight digits. */
function moving(random: Random): Matrix {
  const result = stochastic(random, K, K);
  for (let i = 0; i < K; i++)
    for (let j = 0; j < K; j++) result.data[i * K + j] = 0.4 * result.data[i * K + j]! + (i === (j + 1) % K ? 0.6 : 0);
  return result;
}

/** Each state likes words of its own. */
function emitting(random: Random): Matrix {
  const result = stochastic(random, WORDS, K);
  for (let x = 0; x < WORDS; x++)
    for (let h = 0; h < K; h++) result.data[x * K + h] = 0.5 * result.data[x * K + h]! + (x === h ? 0.5 : 0);
  return result;
}

interface LatentTrees {
  readonly roots: Float64Array;
  readonly parents: Float64Array;
  readonly left: Matrix;
  readonly right: Matrix;
  readonly emissions: Matrix;
}

function randomModel(seed: number): LatentTrees {
  const random = new Random(seed);
  return {
    roots: random.dirichlet(K),
    parents: random.dirichlet(K),
    left: moving(random),
    right: moving(random),
    emissions: emitting(random),
  };
}

/** p(words | tree) by the sum over all states, bottom-up. */
function exactProbability(
  { roots, left, right, emissions }: LatentTrees,
  words: readonly number[],
  heads: readonly number[],
): number {
  const below = (word: number): number[] =>
    Array.from({ length: K }, (_, state) => {
      let p = emissions.data[words[word - 1]! * K + state]!;
      heads.forEach((head, i) => {
        if (head !== word) return;
        const child = below(i + 1);
        const move = i + 1 < word ? left : right;
        p *= child.reduce((sum, value, s) => sum + value * move.data[s * K + state]!, 0);
      });
      return p;
    });
  return below(heads.indexOf(0) + 1).reduce((sum, value, state) => sum + value * roots[state]!, 0);
}

/** Moments over U = the emissions turned by a random matrix, so that G is nothing simple. */
function population(model: LatentTrees, seed: number) {
  const random = new Random(seed);
  const turn = matrix(
    K,
    K,
    Float64Array.from({ length: K * K }, () => random.normal()),
  );
  const U = multiply(model.emissions, turn);
  const G = multiply(transpose(U), model.emissions);
  const diagonal = (values: Float64Array) => {
    const result = matrix(K, K);
    for (const [i, value] of values.entries()) result.data[i * K + i] = value;
    return result;
  };
  const product = (...factors: Matrix[]) => factors.reduce((a, b) => multiply(a, b));
  const P = diagonal(model.parents);
  const Gt = transpose(G);
  const trigram = new Float64Array(K ** 3);
  for (let l = 0; l < K; l++) {
    const slice = product(G, model.left, diagonal(G.data.slice(l * K, (l + 1) * K)), P, transpose(model.right), Gt);
    trigram.set(slice.data, l * K * K);
  }
  const moments: TreeMoments = {
    k: K,
    start: multiply(G, matrix(K, 1, model.roots)).data,
    rightMean: product(G, model.right, matrix(K, 1, model.parents)).data,
    omegaLeft: product(G, P, transpose(model.left), Gt),
    omegaRight: product(G, P, transpose(model.right), Gt),
    psi: product(G, model.left, P, transpose(model.right), Gt),
    trigram,
  };
  const pinv = multiply(inverse(multiply(transpose(U), U)), transpose(U));
  const emissions = Array.from({ length: WORDS }, (_, x) =>
    Float64Array.from({ length: K }, (_, i) => pinv.data[i * WORDS + x]!),
  );
  return { moments, emissions, U };
}

describe("spectral tree probabilities from population moments", () => {
  test.each([1, 2, 3, 4, 5, 6])(
    "are exact for model %i over all trees of one to five words and some of six",
    (seed) => {
      const model = randomModel(seed);
      const { moments, emissions } = population(model, seed + 100);
      const { operators } = operatorsFrom(moments, 0);
      const scorer = new SpectralScorer(operators);
      const random = new Random(seed + 200);
      let topologies = 0;
      for (const n of [1, 2, 3, 4, 5, 6]) {
        const all = allTrees(n, n < 5 ? "any" : "projective");
        for (const heads of all.filter((_, i) => n < 6 || i % 10 === 0)) {
          const words = heads.map(() => random.integer(WORDS));
          const { log, sign } = scorer.score(scorer.wordOperators(words.map((x) => emissions[x]!)), heads);
          const exact = exactProbability(model, words, heads);
          expect(sign).toBe(1);
          expect(Math.abs(Math.exp(log) - exact) / exact).toBeLessThan(EXACT);
          topologies++;
        }
      }
      expect(topologies).toBeGreaterThan(250);
    },
  );

  test("sum to one over all words of a tree", () => {
    const { moments, emissions } = population(randomModel(9), 9);
    const scorer = new SpectralScorer(operatorsFrom(moments, 0).operators);
    let sum = 0;
    for (let a = 0; a < WORDS; a++) {
      for (let b = 0; b < WORDS; b++) {
        for (let c = 0; c < WORDS; c++) {
          sum += Math.exp(scorer.score(scorer.wordOperators([a, b, c].map((x) => emissions[x]!)), [2, 0, 2]).log);
        }
      }
    }
    expect(Math.abs(sum - 1)).toBeLessThan(EXACT);
  });

  test("come from a sampled treebank too, the nearer the more trees it has, about as 1/√trees", () => {
    const random = new Random(11);
    const model = randomModel(4);
    // Every tree has one head, the root: both have one distribution.
    const truth = { ...model, roots: model.parents };
    const { moments: exact, U } = population(truth, 104);
    const column = ({ data, rows, columns }: Matrix, j: number) =>
      Float64Array.from({ length: rows }, (_, i) => data[i * columns + j]!);
    const columnsOf = (table: Matrix) => Array.from({ length: table.columns }, (_, j) => column(table, j));
    const [left, right, emissions] = [truth.left, truth.right, truth.emissions].map(columnsOf);
    const draw = (shares: Float64Array) => {
      let [at, rest] = [0, random.uniform()];
      for (; at + 1 < shares.length && rest >= shares[at]!; at++) rest -= shares[at]!;
      return at;
    };
    const errorOf = (trees: number): number => {
      const collector = new MomentCollector(K, U.data, true);
      for (let n = 0; n < trees; n++) {
        const state = draw(truth.parents);
        const states = [draw(left![state]!), state, draw(right![state]!)];
        const words = Int32Array.from(states, (each) => draw(emissions![each]!));
        collector.add(words, [2, 0, 2]);
      }
      const found = collector.moments();
      const numbers = (moments: TreeMoments) => [
        ...[moments.start, moments.rightMean, moments.omegaLeft.data, moments.omegaRight.data, moments.psi.data],
        moments.trigram,
      ];
      const differences = numbers(found).flatMap((values, of) =>
        Array.from(values, (value, i) => value - numbers(exact)[of]![i]!),
      );
      return Math.sqrt(differences.reduce((sum, value) => sum + value * value, 0));
    };
    const meanError = (trees: number) => [1, 2, 3, 4].reduce((sum) => sum + errorOf(trees) / 4, 0);
    const few = meanError(250);
    const many = meanError(16_000);
    expect(few).toBeGreaterThan(0);
    // √64 = 8 on average; chance leaves more than a third of that.
    expect(many).toBeLessThan(few / 3);
  });
});
