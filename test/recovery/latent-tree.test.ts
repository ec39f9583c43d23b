/**
 * Lemma 1 and Theorem 1 of Parikh et al. 2014 on linear latent-tree models: the metric is additive, and more data find
 * the tree more often.
 */
import { expect, test } from "vitest";
import { Random } from "../../src/base/index.ts";
import { minimalLatentTree, type SplitTree } from "../../src/charts/index.ts";
import { identity, type Matrix, matrix, multiply } from "../../src/linalg/index.ts";
import { logTopProduct, spectralDistance } from "../../src/models/induction/metric/metric.ts";
import { randomTree, treeText } from "../oracles/latent-trees.ts";

const STATES = 3;
/** Variance of what a node has in addition to its parent's image. */
const NOISE = 6;
const DIMENSIONS = 6;
/** Products of a dozen well-conditioned matrices keep this many digits. */
const ADDITIVITY = 1e-8;

interface Node {
  readonly parent: number;
  /** E[child | parent] = map · parent. */
  readonly map: Matrix;
  readonly word: number | undefined;
  readonly covariance: Matrix;
}

const randomMatrix = (random: Random, rows: number, columns: number) =>
  matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => random.normal()),
  );

/** Near a multiple of the identity, so that no relation is weak; orthogonal mixing is not needed. */
function stateMap(random: Random): Matrix {
  const map = randomMatrix(random, STATES, STATES);
  for (let i = 0; i < STATES; i++) {
    for (let j = 0; j < STATES; j++) map.data[i * STATES + j] = 0.25 * map.data[i * STATES + j]! + (i === j ? 0.5 : 0);
  }
  return map;
}

const plus = (a: Matrix, scale: number): Matrix =>
  matrix(
    a.rows,
    a.columns,
    a.data.map((x, i) => x + (i % (a.columns + 1) === 0 ? scale : 0)),
  );

/**
 * Nodes in an order where parents come first; the root edge of the bracketing joins its halves: the left half is the
 * root.
 */
function modelOf(random: Random, tree: SplitTree): Node[] {
  const nodes: Node[] = [];
  const add = (at: SplitTree, parent: number): number => {
    const word = at.parts === undefined ? at.start : undefined;
    const above = nodes[parent];
    const map =
      above === undefined
        ? identity(STATES)
        : word === undefined
          ? stateMap(random)
          : randomMatrix(random, DIMENSIONS, STATES);
    const carried =
      above === undefined ? identity(STATES) : multiply(multiply(map, above.covariance), map, { transposeB: true });
    const index =
      nodes.push({ parent, map, word, covariance: above === undefined ? carried : plus(carried, NOISE) }) - 1;
    for (const part of at.parts ?? []) add(part, index);
    return index;
  };
  const [left, right] = tree.parts!;
  const root = add({ start: left.start, end: left.end, parts: left.parts! }, -1);
  add(right, root);
  return nodes;
}

/** E[u vᵀ]: down from the lowest common ancestor on both sides. */
function cross(nodes: readonly Node[], u: number, v: number): Matrix {
  const up = (node: number): number[] => (node < 0 ? [] : [node, ...up(nodes[node]!.parent)]);
  const above = up(v);
  const common = up(u).find((node) => above.includes(node))!;
  const down = (node: number): Matrix | undefined => {
    if (node === common) return undefined;
    const rest = down(nodes[node]!.parent);
    return rest === undefined ? nodes[node]!.map : multiply(nodes[node]!.map, rest);
  };
  const [left, right] = [down(u), down(v)];
  const middle = nodes[common]!.covariance;
  const half = left === undefined ? middle : multiply(left, middle);
  return right === undefined ? half : multiply(half, right, { transposeB: true });
}

const treeWithInnerLeft = (random: Random, n: number): SplitTree => {
  for (;;) {
    const tree = randomTree(random, 0, n);
    if (tree.parts![0].parts !== undefined) return tree;
  }
};

test("the distance of any two nodes is the sum along their path (Lemma 1)", () => {
  const random = new Random(5);
  for (let trial = 0; trial < 5; trial++) {
    const nodes = modelOf(random, treeWithInnerLeft(random, 7));
    const own = nodes.map((_, i) => logTopProduct(cross(nodes, i, i), STATES));
    const d = (u: number, v: number) => spectralDistance(logTopProduct(cross(nodes, u, v), STATES), own[u]!, own[v]!);
    const path = (u: number, v: number): number => {
      if (u === v) return 0;
      return u > v ? d(u, nodes[u]!.parent) + path(nodes[u]!.parent, v) : path(v, u);
    };
    for (let u = 0; u < nodes.length; u++) {
      for (let v = 0; v < u; v++) expect(Math.abs(d(u, v) - path(u, v))).toBeLessThan(ADDITIVITY);
    }
  }
});

/** Word vectors of one sentence: each node is its parent's image plus noise. */
function draw(random: Random, nodes: readonly Node[], into: Float64Array): void {
  const values: Float64Array[] = [];
  for (const { parent, map, word } of nodes) {
    const value = Float64Array.from({ length: map.rows }, () => (parent < 0 ? 1 : Math.sqrt(NOISE)) * random.normal());
    if (parent >= 0) {
      for (let i = 0; i < map.rows; i++)
        for (let j = 0; j < STATES; j++) value[i]! += map.data[i * STATES + j]! * values[parent]![j]!;
    }
    values.push(value);
    if (word !== undefined) into.set(value, word * DIMENSIONS);
  }
}

function recovered(seed: number, samples: number): number {
  const random = new Random(seed);
  const n = 6;
  const size = n * DIMENSIONS;
  let right = 0;
  for (let trial = 0; trial < 20; trial++) {
    const tree = treeWithInnerLeft(random, n);
    const nodes = modelOf(random, tree);
    const rows = matrix(samples, size);
    for (let i = 0; i < samples; i++) draw(random, nodes, rows.data.subarray(i * size, (i + 1) * size));
    const moments = multiply(rows, rows, { transposeA: true });
    const log = (i: number, j: number) => {
      const block = matrix(DIMENSIONS, DIMENSIONS);
      for (let a = 0; a < DIMENSIONS; a++) {
        for (let b = 0; b < DIMENSIONS; b++)
          block.data[a * DIMENSIONS + b] = moments.data[(i * DIMENSIONS + a) * size + j * DIMENSIONS + b]! / samples;
      }
      return logTopProduct(block, STATES);
    };
    const distances = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < i; j++)
        distances[i * n + j] = distances[j * n + i] = spectralDistance(log(i, j), log(i, i), log(j, j));
    }
    if (treeText(minimalLatentTree(distances, n, { top: tree.parts![0].end }).tree) === treeText(tree)) right++;
  }
  return right;
}

test("the tree is found more often from more sentences, and nearly always from many (Theorem 1)", () => {
  const [few, some, many] = [8, 40, 5000].map((samples) => recovered(11, samples)) as [number, number, number];
  expect(few).toBeLessThan(some);
  expect(some).toBeLessThan(many);
  expect(many).toBeGreaterThanOrEqual(19);
});
