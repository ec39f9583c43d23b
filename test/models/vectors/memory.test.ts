/** The memory of counting is bounded. */
import { afterEach, describe, expect, test } from "vitest";
import { type inlineWorkers, Random } from "../../../src/base/index.ts";
import { MemoryScratch } from "../../../src/data/corpus/scratch.ts";
import type { CorpusView, Spilling } from "../../../src/data/index.ts";
import { openWorkers } from "../../../src/files/index.ts";
import { matrix } from "../../../src/linalg/index.ts";
import { whitenedCounts } from "../../../src/models/vectors/cca/oscca.ts";
import { CountingMemory, contextLayout, countCorpus } from "../../../src/models/vectors/counts/cooccurrences.ts";
import type { CountTable } from "../../../src/models/vectors/counts/count-table.ts";

// Threads on a busy machine take their time.

const WORDS = 1500;
/** As many tokens as a block has in this layout, so that every block is the same text again. */
const LAYOUT = contextLayout(WORDS, { window: 5, contextWords: WORDS, positions: false, nearCountsMore: false });
const TEXT = Math.floor((1 << 20) / 10);

const random = new Random(3);
const text = Uint32Array.from({ length: TEXT }, () => random.integer(WORDS));

/** The text this many times. */
function repeated(times: number): CorpusView {
  return {
    words: Array.from({ length: WORDS }, (_, i) => `w${i}`),
    counts: new Float64Array(WORDS + 1),
    tokens: times * TEXT,
    types: WORDS,
    length: times * TEXT,
    read(begin, into) {
      for (let done = 0; done < into.length; ) {
        const from = (begin + done) % TEXT;
        const part = text.subarray(from, from + into.length - done);
        into.set(part, done);
        done += part.length;
      }
    },
  };
}

/** Counts the bytes of every array of numbers that is constructed from here on. */
const ARRAYS = ["Uint32Array", "Float64Array"] as const;
const restore: (() => void)[] = [];
function watchAllocations(): { bytes: number } {
  const seen = { bytes: 0 };
  for (const name of ARRAYS) {
    const original = globalThis[name];
    const watched = new Proxy(original, {
      construct(target, given) {
        const made = Reflect.construct(target, given) as Uint32Array;
        if (!(given[0] instanceof ArrayBuffer)) seen.bytes += made.byteLength;
        return made;
      },
    });
    Object.assign(globalThis, { [name]: watched });
    restore.push(() => Object.assign(globalThis, { [name]: original }));
  }
  return seen;
}

afterEach(() => {
  for (const undo of restore.splice(0)) undo();
});

/** Counts the text this many times. */
async function count(times: number, memory: CountingMemory, spilling?: Spilling): Promise<CountTable> {
  const table = await countCorpus(repeated(times), LAYOUT, { spilling }, { memory });
  expect(table.total).toBeGreaterThan(9.9 * times * TEXT);
  return table;
}

describe("memory of counting", () => {
  test("is that of the pairs, however often they come", async () => {
    const [few, many] = [new CountingMemory(), new CountingMemory()];
    const tables = [await count(6, few), await count(18, many)];
    expect(many.pieces.mostBytes).toBe(few.pieces.mostBytes);
    // The sum, as much that is new, and a piece or two for every table that is merged.
    expect(many.pieces.mostBytes).toBeLessThan(2 * 8 * tables[1]!.entries + (8 << 20));
    expect([few.blocks.length, many.blocks.length]).toEqual([1, 1]);
    for (const table of tables) table.close();
    expect([few.pieces.bytes, many.pieces.bytes]).toEqual([0, 0]);
  });

  test("blocks under way in threads are few, and come back", async () => {
    const memory = new CountingMemory();
    const workers = ((jobs, setup) => openWorkers(jobs, { threads: 2, setup })) as typeof inlineWorkers;
    (await countCorpus(repeated(12), LAYOUT, { workers }, { memory })).close();
    expect(memory.blocks.length).toBeLessThanOrEqual(6);
    expect(memory.blocks.length).toBeGreaterThan(0);
  });

  test("is bounded outside too, in bytes and in files", async () => {
    const outside = (times: number) => {
      const most = { bytes: 0, files: 0 };
      const open = new Set<MemoryScratch>();
      const look = () => {
        most.bytes = Math.max(
          most.bytes,
          [...open].reduce((sum, { length }) => sum + 4 * length, 0),
        );
        most.files = Math.max(most.files, open.size);
      };
      class Watched extends MemoryScratch {
        override append(numbers: Uint32Array): void {
          super.append(numbers);
          look();
        }
        /** As a file does. */
        override forget(): void {}
        override close(): void {
          open.delete(this);
          super.close();
        }
      }
      const spilling = {
        memory: 1 << 20,
        open: () => {
          const scratch = new Watched();
          open.add(scratch);
          return scratch;
        },
      };
      return { most, open, run: () => count(times, new CountingMemory(), spilling) };
    };
    const [few, many] = [outside(6), outside(18)];
    const tables = [await few.run(), await many.run()];
    expect(tables.map(({ spilled }) => spilled)).toEqual([true, true]);
    expect(many.most).toEqual(few.most);
    // The sum, what is new, and the sum of both.
    expect(many.most.bytes).toBeLessThan(3.1 * 8 * tables[0]!.entries);
    for (const table of tables) table.close();
    expect([few.open.size, many.open.size]).toEqual([0, 0]);
  });

  test("is used again by the next table", async () => {
    const memory = new CountingMemory();
    (await count(3, memory)).close();
    const { mostBytes } = memory.pieces;
    (await count(3, memory)).close();
    expect(memory.pieces.mostBytes).toBe(mostBytes);
    expect(memory.blocks.length).toBe(1);
  });

  test("products with counts outside memory allocate nothing but their results", async () => {
    const spilling = { memory: 1 << 20, open: () => new MemoryScratch() };
    const operator = whitenedCounts(await countCorpus(repeated(2), LAYOUT, { spilling }), {
      transform: "sqrt",
      regularization: 1,
    });
    const x = matrix(operator.columns, 4, new Float64Array(operator.columns * 4).fill(1));
    const [y, z] = [matrix(operator.rows, 4), matrix(operator.columns, 4)];
    operator.multiplyTransposed(operator.multiply(x, y), z);
    const seen = watchAllocations();
    operator.multiplyTransposed(operator.multiply(x, y), z);
    expect(seen.bytes).toBe(0);
  });
});
