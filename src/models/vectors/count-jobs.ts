/** The threads' part of counting: a block of tokens becomes a table of its pairs. */
import { defineJobs, Transferred } from "../../base/index.ts";
import { type CountRows, PairCounter, type PairLayout } from "./count-rows.ts";

export interface TokenBlock {
  /** With what the pairs reach on either side of the block itself, which is `begin` up to `end`. */
  readonly tokens: Uint32Array;
  readonly begin: number;
  readonly end: number;
}

export const countJobs = defineJobs(import.meta.url, {
  start: (layout: PairLayout) => new PairCounter(layout),
  jobs: {
    count: ({ tokens, begin, end }: TokenBlock, counter): Transferred<CountRows> => {
      const table = counter.count(tokens, begin, end);
      return new Transferred(table, [table.starts.buffer, table.ids.buffer, table.counts.buffer] as Transferable[]);
    },
  },
});

export default countJobs;
