/** Bigrams of vocabulary words, by first and by second word. */
import type { Meter } from "../../../base/index.ts";
import type { CorpusContext } from "../../../data/index.ts";
import type { CountRows, PairLayout } from "./count-rows.ts";
import type { RankedText } from "./ranked-text.ts";

export interface BigramCounts {
  readonly words: number;
  /** Row w: what follows w. */
  readonly after: CountRows;
  /** Row w: what precedes w. */
  readonly before: CountRows;
  /** Bigrams that w begins, and that it ends. */
  readonly left: Float64Array;
  readonly right: Float64Array;
}

/** Words × words: each with its right neighbour. */
export const bigramLayout = (words: number): PairLayout => ({
  rows: words + 1,
  columns: words + 1,
  rowWords: words,
  columnWords: words,
  kinds: [{ row: 0, column: 1, rowBase: 0, columnBase: 0, weight: 1 }],
});

/** Neighbours within a line; bigrams with pooled words are left out. */
export async function countBigrams(
  text: Pick<RankedText, "words" | "count">,
  context: CorpusContext = {},
  meter?: Meter,
): Promise<BigramCounts> {
  const words = text.words.length;
  const table = await text.count(bigramLayout(words), context, meter === undefined ? {} : { meter });
  const starts = new Uint32Array(words + 1);
  const ids = new Uint32Array(table.entries);
  const counts = new Uint32Array(table.entries);
  let length = 0;
  for (const block of table.blocks()) {
    for (let row = 0; row < block.rows && block.firstRow + row < words; row++) {
      for (let e = block.starts[row]!; e < block.starts[row + 1]!; e++) {
        if (block.ids[e] === words) continue;
        ids[length] = block.ids[e]!;
        counts[length++] = block.counts[e]!;
      }
      starts[block.firstRow + row + 1] = length;
    }
  }
  table.close();
  return bigramCounts({
    rows: words,
    columns: words,
    starts,
    ids: ids.slice(0, length),
    counts: counts.slice(0, length),
  });
}

/** From the rows of what follows each word. */
export function bigramCounts(after: CountRows): BigramCounts {
  const before = transposed(after);
  return { words: after.rows, after, before, left: rowSums(after), right: rowSums(before) };
}

function rowSums({ rows, starts, counts }: CountRows): Float64Array {
  const sums = new Float64Array(rows);
  for (let row = 0; row < rows; row++) for (let e = starts[row]!; e < starts[row + 1]!; e++) sums[row]! += counts[e]!;
  return sums;
}

function transposed({ rows, columns, starts, ids, counts }: CountRows): CountRows {
  const columnStarts = new Uint32Array(columns + 1);
  for (const id of ids) columnStarts[id + 1]!++;
  for (let column = 0; column < columns; column++) columnStarts[column + 1]! += columnStarts[column]!;
  const next = columnStarts.slice();
  const rowIds = new Uint32Array(ids.length);
  const columnCounts = new Uint32Array(ids.length);
  for (let row = 0; row < rows; row++) {
    for (let e = starts[row]!; e < starts[row + 1]!; e++) {
      const place = next[ids[e]!]!++;
      rowIds[place] = row;
      columnCounts[place] = counts[e]!;
    }
  }
  return { rows: columns, columns: rows, starts: columnStarts, ids: rowIds, counts: columnCounts };
}
