/** Label propagation against its closed form. */
import { describe, expect, test } from "vitest";
import { propagateLabels } from "../../../src/applications/visual-text/lexicon/propagation.ts";
import { sparseFromCounts } from "../../../src/linalg/index.ts";

/** Solves A x = b by elimination with pivots. */
function solve(a: number[][], b: number[]): number[] {
  const n = b.length;
  const rows = a.map((row, i) => [...row, b[i]!]);
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let i = column; i < n; i++) if (Math.abs(rows[i]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = i;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let i = 0; i < n; i++) {
      if (i === column) continue;
      const factor = rows[i]![column]! / rows[column]![column]!;
      for (let j = column; j <= n; j++) rows[i]![j]! -= factor * rows[column]![j]!;
    }
  }
  return rows.map((row, i) => row[n]! / row[i]!);
}

/** f_U = (I − D·P_UU)⁻¹ D·P_UL f_L over all nodes: seeds hold on, others are the damped mean of their neighbours. */
function closedForm(counts: number[][], labels: number[], lost: number): number[] {
  const [p, a] = [counts.length, counts[0]!.length];
  const rowSums = counts.map((row) => row.reduce((sum, count) => sum + count, 0));
  const columnSums = Array.from({ length: a }, (_, j) => counts.reduce((sum, row) => sum + row[j]!, 0));
  const matrix = Array.from({ length: p + a }, (_, i) =>
    Array.from({ length: p + a }, (_, j) => {
      const own = i === j ? 1 : 0;
      if (i < p && labels[i] !== 0) return own;
      if (i < p) return own - (j < p ? 0 : ((1 - lost) * counts[i]![j - p]!) / rowSums[i]!);
      return own - (j < p ? counts[j]![i - p]! / columnSums[i - p]! : 0);
    }),
  );
  return solve(matrix, [...labels, ...new Array<number>(a).fill(0)]);
}

describe("label propagation", () => {
  test.each([0.1, 0.001, 0.5])("reaches the closed-form solution, δ = %d", (lost) => {
    const counts = [
      [3, 1, 0, 0, 0],
      [0, 2, 2, 0, 0],
      [0, 0, 1, 4, 1],
      [1, 0, 0, 1, 2],
      [0, 0, 0, 0, 5],
    ];
    const labels = [1, 0, -1, 0, 0];
    const entries = counts.flatMap((row, i) => row.flatMap((count, j) => (count > 0 ? [[i, j, count]] : [])));
    const sparse = sparseFromCounts(
      5,
      5,
      Uint32Array.from(entries, ([i]) => i!),
      Uint32Array.from(entries, ([, j]) => j!),
      Float64Array.from(entries, ([, , count]) => count!),
    );
    const found = propagateLabels(sparse, Float64Array.from(labels), lost);
    const expected = closedForm(counts, labels, lost);
    for (const [i, value] of [...found.predicates, ...found.arguments].entries())
      expect(value).toBeCloseTo(expected[i]!, 6);
  });

  test("what no seed reaches stays at 0", () => {
    const sparse = sparseFromCounts(2, 2, Uint32Array.of(0, 1), Uint32Array.of(0, 1), Float64Array.of(1, 1));
    const { arguments: things } = propagateLabels(sparse, Float64Array.of(1, 0), 0.1);
    expect([...things]).toEqual([1, 0]);
  });
});
