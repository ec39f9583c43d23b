/** Counts of both engines as plain text, to compare. */
import type { CountTable } from "../../src/models/vectors/counts/count-table.ts";

/** Every entry of a table as "row column count", in order; the table is closed. */
export function entriesOf(table: CountTable): string[] {
  const entries: string[] = [];
  for (const { firstRow, rows, starts, ids, counts } of table.blocks())
    for (let row = 0; row < rows; row++)
      for (let e = starts[row]!; e < starts[row + 1]!; e++) entries.push(`${firstRow + row} ${ids[e]} ${counts[e]}`);
  table.close();
  return entries;
}
