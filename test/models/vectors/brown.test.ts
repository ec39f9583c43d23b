/** Brown clustering against a search from its definition. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { brownClusters, type Merge } from "../../../src/models/vectors/clusters/brown.ts";
import { bigramCounts } from "../../../src/models/vectors/counts/bigrams.ts";
import type { CountRows } from "../../../src/models/vectors/counts/count-rows.ts";

function rowsFrom(dense: number[][]): CountRows {
  const starts = [0];
  const ids: number[] = [];
  const counts: number[] = [];
  for (const row of dense) {
    for (const [id, count] of row.entries()) {
      if (count === 0) continue;
      ids.push(id);
      counts.push(count);
    }
    starts.push(ids.length);
  }
  const size = dense.length;
  return {
    rows: size,
    columns: size,
    starts: Uint32Array.from(starts),
    ids: Uint32Array.from(ids),
    counts: Uint32Array.from(counts),
  };
}

/**
 * Q of the definition, from the words of each class: marginals over all words, bigrams among the words that have
 * classes.
 */
function quality(dense: number[][], classes: number[][]): number {
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  const left = (words: number[]) => sum(words.map((w) => sum(dense[w]!)));
  const right = (words: number[]) => sum(words.map((w) => sum(dense.map((row) => row[w]!))));
  let q = 0;
  for (const a of classes) {
    for (const b of classes) {
      const n = sum(a.flatMap((v) => b.map((w) => dense[v]![w]!)));
      if (n > 0) q += n * Math.log(n / (left(a) * right(b)));
    }
  }
  return q;
}

/** Follows the merges and checks that each one costs what it says and that no other pair would have cost less. */
function checkMerges(dense: number[][], classes: number, merges: readonly Merge[]): void {
  const words = dense.length;
  const current = new Map<number, number[]>();
  let made = 0;
  const mergeOnce = () => {
    const { first, second, loss } = merges[made]!;
    const before = quality(dense, [...current.values()]);
    let least = Number.POSITIVE_INFINITY;
    const keys = [...current.keys()];
    for (const a of keys) {
      for (const b of keys) {
        if (a >= b) continue;
        const others = keys.filter((key) => key !== a && key !== b).map((key) => current.get(key)!);
        least = Math.min(least, before - quality(dense, [...others, [...current.get(a)!, ...current.get(b)!]]));
      }
    }
    const merged = [...current.get(first)!, ...current.get(second)!];
    current.delete(first);
    current.delete(second);
    current.set(words + made, merged);
    made++;
    const tolerance = 1e-13 * Math.abs(before) + 1e-9;
    expect(Math.abs(loss - (before - quality(dense, [...current.values()])))).toBeLessThan(tolerance);
    expect(Math.abs(loss - least)).toBeLessThan(tolerance);
  };
  for (let word = 0; word < words; word++) {
    current.set(word, [word]);
    if (current.size > classes) mergeOnce();
  }
  while (current.size > 1) mergeOnce();
  expect(made).toBe(merges.length);
}

describe("Brown clustering", () => {
  const counts = (size: number) =>
    fc.array(
      fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 })), { minLength: size, maxLength: size }),
      {
        minLength: size,
        maxLength: size,
      },
    );

  test("makes the merges that a search over all pairs from the definition makes", async () => {
    const sized = fc.integer({ min: 2, max: 11 }).chain(counts);
    await fc.assert(
      fc.asyncProperty(sized, fc.integer({ min: 1, max: 6 }), async (dense, classes) => {
        checkMerges(dense, classes, (await brownClusters(bigramCounts(rowsFrom(dense)), classes)).merges);
      }),
      { numRuns: 60 },
    );
  });

  test("counts beyond the table of x·log x take the same merges", async () => {
    const dense = Array.from({ length: 9 }, (_, a) =>
      Array.from({ length: 9 }, (_, b) => ((a * 31 + b * 17 + a * b * 7) % 23) * 40_000),
    );
    checkMerges(dense, 4, (await brownClusters(bigramCounts(rowsFrom(dense)), 4)).merges);
  });

  test("puts words of the same distribution into one class, and gives as many paths as classes", async () => {
    // Words 0–3 precede words 4–7 and the other way round, in two groups that never mix.
    const dense = Array.from({ length: 8 }, (_, a) =>
      Array.from({ length: 8 }, (_, b) => (a >> 2 !== b >> 2 && (a & 1) === (b & 1) ? 10 + a + b : 0)),
    );
    const { paths } = await brownClusters(bigramCounts(rowsFrom(dense)), 4);
    expect(paths[0]).toBe(paths[2]);
    expect(paths[1]).toBe(paths[3]);
    expect(paths[4]).toBe(paths[6]);
    expect(paths[5]).toBe(paths[7]);
    expect(new Set(paths).size).toBe(4);
    for (const a of paths) for (const b of paths) if (a !== b) expect(a.startsWith(b)).toBe(false);
  });

  test("one class and a single word have the empty path", async () => {
    const pathsOf = async (dense: number[][], classes: number) =>
      (await brownClusters(bigramCounts(rowsFrom(dense)), classes)).paths;
    expect(await pathsOf([[1]], 5)).toEqual([""]);
    const pairs = [
      [1, 2],
      [3, 4],
    ];
    expect(await pathsOf(pairs, 1)).toEqual(["", ""]);
  });
});
