/** Batches of row, column and count, from a cluster or from files, as a table. */
import type { CorpusContext } from "../data/index.ts";
import type { PairLayout } from "../models/vectors/counts/count-rows.ts";
import type { CountTable } from "../models/vectors/counts/count-table.ts";
import { TripleTable } from "../models/vectors/counts/triples.ts";

/** A batch of row, column and count. */
export interface TripleBatch {
  readonly length: number;
  readonly row: (i: number) => number;
  readonly column: (i: number) => number;
  readonly count: (i: number) => number;
}

/** The table of a layout from batches of triples. */
export async function tripleTable(
  batches: AsyncIterable<TripleBatch>,
  { rows, columns }: Pick<PairLayout, "rows" | "columns">,
  { spilling }: CorpusContext,
  warnings: string[],
): Promise<CountTable> {
  const table = new TripleTable(rows, columns, spilling);
  try {
    for await (const { length, row, column, count } of batches)
      for (let i = 0; i < length; i++) table.add(row(i), column(i), count(i));
    const finished = table.finish();
    if (table.clipped > 0) {
      const counts = table.clipped === 1 ? "one count is" : `${table.clipped} counts are`;
      warnings.push(`${counts} larger than 4,294,967,295 and stand for that number.`);
    }
    return finished;
  } catch (error) {
    table.close();
    throw error;
  }
}
