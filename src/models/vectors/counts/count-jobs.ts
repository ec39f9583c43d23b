/** The threads' part of counting: a block of tokens becomes a table of its pairs. */
import { defineJobs, Transferred } from "../../../base/index.ts";
import { PairCounter, type PairLayout } from "./count-rows.ts";

export interface TokenBlock {
  /** The block itself, from `begin` up to `end`, and the context that pairs reach on either side of it. */
  readonly tokens: Uint32Array;
  readonly begin: number;
  readonly end: number;
  /** For the table. */
  readonly room: Uint32Array;
}

/** The block comes back with its table, so that the next one is put in the same memory. */
export interface CountedBlock {
  readonly tokens: Uint32Array;
  /** Packed rows at the beginning of the room. */
  readonly table: Uint32Array;
}

export const countJobs = defineJobs(import.meta.url, {
  start: (layout: PairLayout) => new PairCounter(layout),
  jobs: {
    count: ({ tokens, begin, end, room }: TokenBlock, counter): Transferred<CountedBlock> => {
      const table = room.subarray(0, counter.count(tokens, begin, end, room));
      return new Transferred({ tokens, table }, [tokens.buffer, room.buffer]);
    },
  },
});

export default countJobs;
