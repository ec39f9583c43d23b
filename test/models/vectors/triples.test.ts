/** Tables from triples in any order, as clusters send them. */
import { expect, test } from "vitest";
import { MemoryScratch } from "../../../src/data/corpus/scratch.ts";
import { TripleTable } from "../../../src/models/vectors/counts/triples.ts";
import { entriesOf } from "../../cluster/counts.ts";

const ROWS = 1500;
const COLUMNS = 1000;
const COUNT = 1_200_000;

/** Cells of the table in an order of their own, each once, with a count that tells it. */
const cell = (i: number) => (i * 7_654_321) % (ROWS * COLUMNS);
const countOf = (place: number) => 1 + (place % 997);

test.each([
  { memory: 2 ** 30, spilled: false },
  { memory: 2 ** 22, spilled: true },
])("are the triples in order; spilled: $spilled", ({ memory, spilled }) => {
  const table = new TripleTable(ROWS, COLUMNS, { memory, open: () => new MemoryScratch() });
  for (let i = 0; i < COUNT; i++) {
    const place = cell(i);
    table.add(Math.floor(place / COLUMNS), place % COLUMNS, countOf(place));
  }
  const finished = table.finish();
  expect(finished.spilled).toBe(spilled);
  let [entries, wrong, last] = [0, 0, -1];
  const seen = new Uint8Array(ROWS * COLUMNS);
  for (let i = 0; i < COUNT; i++) seen[cell(i)] = 1;
  for (const { firstRow, rows, starts, ids, counts } of finished.blocks()) {
    for (let row = 0; row < rows; row++) {
      for (let e = starts[row]!; e < starts[row + 1]!; e++, entries++) {
        const place = (firstRow + row) * COLUMNS + ids[e]!;
        if (place <= last || seen[place] !== 1 || counts[e] !== countOf(place)) wrong++;
        last = place;
      }
    }
  }
  finished.close();
  expect([entries, wrong]).toEqual([COUNT, 0]);
});

test("refuse what belongs to another table, and clip and count what is too large", () => {
  const table = new TripleTable(2, 2, undefined);
  expect(() => table.add(2, 0, 1)).toThrow("a count of 1 came for row 2 and column 0; expected rows below 2");
  expect(() => table.add(0, -1, 1)).toThrow("column -1");
  expect(() => table.add(0, 1, Number.NaN)).toThrow("a count of NaN");
  table.add(1, 1, 2 ** 33);
  table.add(0, 1, 2 ** 32 - 1);
  expect(table.clipped).toBe(1);
  expect(entriesOf(table.finish())).toEqual(["0 1 4294967295", "1 1 4294967295"]);
});
