/** Observations, contexts and graphs of words. */
import { expect, test } from "vitest";
import { weightedContexts } from "../../../src/applications/visual-text/lexicon/contexts.ts";
import { ObservationCounts, transposed } from "../../../src/applications/visual-text/lexicon/counts.ts";
import { narrowed, nearestRows } from "../../../src/applications/visual-text/lexicon/graph.ts";
import { observe } from "../../../src/applications/visual-text/lexicon/observations.ts";
import { Random } from "../../../src/base/index.ts";
import { readTagged } from "../../../src/formats/index.ts";
import { type SparseMatrix, sparseFromCounts, sparseToDense } from "../../../src/linalg/index.ts";

function observed(text: string): ObservationCounts {
  const counts = new ObservationCounts();
  for (const { words, tags } of readTagged(text)) observe(words, tags, counts.count);
  return counts;
}

const pairsOf = (text: string) => {
  const { rows, columns, counts } = observed(text).adjectiveNouns({ minCount: 1, modifierShare: 0.25 }, new Set());
  const { data } = sparseToDense(counts);
  return rows.flatMap((row, i) =>
    columns.flatMap((column, j) =>
      data[i * columns.length + j]! > 0 ? `${row} ${column} ${data[i * columns.length + j]}` : [],
    ),
  );
};

test("only the adjective right before the noun counts, and forms of a noun are one", () => {
  expect(
    pairsOf(
      "a/DT small/JJ red/JJ apple/NN and/CC red/JJ apples/NNS ,/, an/DT apple/NN is/VBZ red/JJ\nthe/DT apple/NN\n",
    ).sort(),
  ).toEqual(["red apple 2"]);
});

test("a participle counts where it modifies, a noun where it usually stands before others", () => {
  expect(pairsOf("a/DT broken/VBN cup/NN\nhe/PRP has/VBZ broken/VBN cups/NNS\n")).toEqual(["broken cup 1"]);
  // cotton stands before another noun in all of its uses, garden in one of five.
  const text = `a/DT cotton/NN shirt/NN\na/DT garden/NN gate/NN\n${"the/DT garden/NN grows/VBZ\n".repeat(4)}`;
  expect(pairsOf(text)).toEqual(["cotton shirt 1"]);
});

test("objects are the heads of what follows a verb, brought to base forms", () => {
  const counts = observed(
    "she/PRP was/VBD wearing/VBG a/DT cotton/NN shirt/NN\nthey/PRP wear/VBP shirts/NNS\nto/TO wear/VB a/DT shirt/NN\nwear/VB shirt/NN\n",
  );
  const { rows, columns, counts: table } = counts.predicateArguments({ minCount: 1 });
  expect([rows, columns]).toEqual([["wear"], ["shirt"]]);
  expect([...table.values!]).toEqual([4]);
});

function randomCounts(rows: number, columns: number, entries: number): SparseMatrix {
  const random = new Random(3);
  const draw = (below: number) => Uint32Array.from({ length: entries }, () => random.integer(below));
  return sparseFromCounts(rows, columns, draw(rows), draw(columns));
}

test("weights are PMI by its definition, discounted; only the best are kept; rows have unit length", () => {
  const counts = randomCounts(12, 9, 150);
  const dense = sparseToDense(counts);
  const at = (i: number, j: number) => dense.data[i * 9 + j]!;
  const total = dense.data.reduce((sum, count) => sum + count, 0);
  const most = 3;
  const weights = sparseToDense(weightedContexts(counts, most));
  for (let i = 0; i < 12; i++) {
    const row = Array.from({ length: 9 }, (_, j) => at(i, j)).reduce((sum, count) => sum + count, 0);
    const expected = Array.from({ length: 9 }, (_, j) => {
      const column = Array.from({ length: 12 }, (_, k) => at(k, j)).reduce((sum, count) => sum + count, 0);
      const [n, least] = [at(i, j), Math.min(row, column)];
      const pmi = n === 0 ? 0 : Math.log((n * total) / (row * column));
      return Math.max(0, pmi * (n / (n + 1)) * (least / (least + 1)));
    });
    const kept = [...expected].sort((a, b) => b - a).slice(0, most);
    const cut = expected.map((weight) => (kept.includes(weight) ? weight : 0));
    const norm = Math.hypot(...cut);
    for (let j = 0; j < 9; j++) expect(weights.data[i * 9 + j]).toBeCloseTo(norm === 0 ? 0 : cut[j]! / norm, 12);
  }
});

test("neighbours are those of all cosines, sorted", async () => {
  const rows = weightedContexts(randomCounts(40, 25, 600), 1000);
  const { data } = sparseToDense(rows);
  const cosine = (a: number, b: number) => {
    let sum = 0;
    for (let j = 0; j < 25; j++) sum += data[a * 25 + j]! * data[b * 25 + j]!;
    return sum;
  };
  const graph = await nearestRows(rows, 7);
  for (let node = 0; node < 40; node++) {
    const found = [...graph.weights.subarray(graph.starts[node], graph.starts[node + 1])];
    const all = Array.from({ length: 40 }, (_, other) => (other === node ? 0 : cosine(node, other)));
    const expected = all
      .filter((value) => value > 0)
      .sort((a, b) => b - a)
      .slice(0, 7);
    expect(found.length).toBe(expected.length);
    for (const [i, value] of found.entries()) expect(value).toBeCloseTo(expected[i]!, 12);
  }
  const fewer = narrowed(graph, 3);
  expect([...fewer.neighbours.subarray(fewer.starts[5], fewer.starts[6])]).toEqual([
    ...graph.neighbours.subarray(graph.starts[5]!, graph.starts[5]! + 3),
  ]);
});

test("a table turned twice is itself", () => {
  const table = observed("red/JJ car/NN\nred/JJ bus/NN\nold/JJ car/NN\n").adjectiveNouns(
    { minCount: 1, modifierShare: 1 },
    new Set(),
  );
  expect(transposed(transposed(table))).toEqual(table);
});
