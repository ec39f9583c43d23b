/** The unfolding autoencoder: binary trees, errors by the formula, gradients by differences, pooling. */
import { expect, test } from "vitest";
import { layoutOf, treeError, Workspace } from "../../../src/applications/similarity/neural/autoencoder.ts";
import { binaryTree } from "../../../src/applications/similarity/neural/binary-tree.ts";
import { parameterCount } from "../../../src/applications/similarity/neural/encoder.ts";
import { learnEncoder } from "../../../src/applications/similarity/neural/learn-encoder.ts";
import { Leaves } from "../../../src/applications/similarity/neural/leaves.ts";
import { pool, pooledSummary } from "../../../src/applications/similarity/neural/pooling.ts";
import { Frequencies } from "../../../src/applications/similarity/words/frequencies.ts";
import { Random } from "../../../src/base/index.ts";
import { WordVectors } from "../../../src/data/index.ts";
import { readPenn } from "../../../src/formats/index.ts";

const DIM = 3;
const random = new Random(5);
const numbers = (count: number, scale = 1) => Float64Array.from({ length: count }, () => scale * random.normal());
const treeOf = (text: string) => binaryTree(readPenn(text)[0]!);

const TREES = [
  "(S (NP (D the) (N dog)) (VP (V sees) (NP (D a) (N cat))))",
  "(S (A one) (B two) (C three) (D four))",
  "(X (S (N word)))",
].map(treeOf);

test("a tree becomes binary, children before parents, the last two joined first", () => {
  const [first, flat, single] = TREES;
  expect(first!.words).toEqual(["the", "dog", "sees", "a", "cat"]);
  expect([...first!.left]).toEqual([0, 3, 2, 5]);
  expect([...first!.right]).toEqual([1, 4, 6, 7]);
  expect([...flat!.left]).toEqual([2, 1, 0]);
  expect([...flat!.right]).toEqual([3, 4, 5]);
  expect(single!.left.length).toBe(0);
});

test("the error of a pair of words is that of its formula", () => {
  const tree = treeOf("(S (A one) (B two))");
  const parameters = numbers(parameterCount(DIM), 0.7);
  const leaves = numbers(2 * DIM);
  const { encode, encodeBias, decode, decodeBias } = layoutOf(DIM);
  const parent = Array.from({ length: DIM }, (_, i) => {
    let sum = parameters[encodeBias + i]!;
    for (let k = 0; k < 2 * DIM; k++) sum += parameters[encode + i * 2 * DIM + k]! * leaves[k]!;
    return Math.tanh(sum);
  });
  let expected = 0;
  for (let i = 0; i < 2 * DIM; i++) {
    let sum = parameters[decodeBias + i]!;
    for (let k = 0; k < DIM; k++) sum += parameters[decode + i * DIM + k]! * parent[k]!;
    expected += (Math.tanh(sum) - leaves[i]!) ** 2;
  }
  const gradient = new Float64Array(parameters.length);
  expect(treeError({ dim: DIM, parameters }, tree, leaves, new Workspace(), gradient, 1)).toBeCloseTo(expected, 12);
});

test.each(TREES.map((tree, i) => [i, tree] as const))(
  "gradients of tree %i are those of finite differences",
  (_, tree) => {
    const parameters = numbers(parameterCount(DIM), 0.6);
    const leaves = numbers(tree.words.length * DIM);
    const space = new Workspace();
    const errorAt = (point: Float64Array) =>
      treeError({ dim: DIM, parameters: point }, tree, leaves, space, new Float64Array(point.length), 1);
    const gradient = new Float64Array(parameters.length);
    const scale = 0.5;
    treeError({ dim: DIM, parameters }, tree, leaves, space, gradient, scale);
    const step = 1e-6;
    for (let p = 0; p < parameters.length; p++) {
      const [up, down] = [parameters.slice(), parameters.slice()];
      up[p]! += step;
      down[p]! -= step;
      expect(gradient[p]).toBeCloseTo((scale * (errorAt(up) - errorAt(down))) / (2 * step), 6);
    }
  },
);

test("learning lowers the error, and the same seed gives the same encoder", async () => {
  const words = ["the", "dog", "sees", "a", "cat", "one", "two", "three", "four"];
  const vectors = new WordVectors(words, 4, Float32Array.from(numbers(words.length * 4)));
  const frequencies = new Frequencies({ words: ["the"], counts: Float64Array.of(1), total: 100 });
  const leaves = new Leaves(vectors, frequencies, 4);
  const [the, dog] = [leaves.of(["The"]), leaves.of(["dog"])].map((row) => Math.hypot(...row));
  expect(the).toBeCloseTo(1e-3 / (1e-3 + 0.01), 6);
  expect(dog).toBeCloseTo(1, 6);
  const options = { iterations: 30, seed: 1 };
  const learnt = await learnEncoder(TREES, leaves, options);
  expect(learnt.lastError).toBeLessThan(0.8 * learnt.firstError);
  const again = await learnEncoder(TREES, leaves, options);
  expect(again.encoder.parameters).toEqual(learnt.encoder.parameters);
});

test("pooling takes the least of every block, repeats what is too small, and knows no order", () => {
  const matrix = Float64Array.from([9, 1, 8, 7, 6, 5, 4, 3, 2, 0, 11, 12, 13, 14, 15, 16]);
  expect([...pool(matrix, 4, 4, 2)]).toEqual([1, 3, 0, 11]);
  expect([...pool(Float64Array.of(4, 2), 1, 2, 2)]).toEqual([4, 2, 4, 2]);
  const transposed = matrix.map((_, e) => matrix[(e % 4) * 4 + Math.floor(e / 4)]!);
  expect(pooledSummary(pool(transposed, 4, 4, 2), 2)).toEqual(pooledSummary(pool(matrix, 4, 4, 2), 2));
  expect(pooledSummary(Float64Array.of(1, 3, 5, 7), 2)).toEqual([4, 4, 7]);
});
