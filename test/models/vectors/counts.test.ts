/** Counts of words and contexts, by definition, spilled and in threads. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inlineWorkers } from "../../../src/base/index.ts";
import { MemoryScratch } from "../../../src/data/corpus/scratch.ts";
import { LINE_END } from "../../../src/data/corpus/tokens.ts";
import type { CorpusView } from "../../../src/data/index.ts";
import { FileScratch, openWorkers } from "../../../src/files/index.ts";
import { operatorToDense, svd, truncatedSvd } from "../../../src/linalg/index.ts";
import { whitenedCounts } from "../../../src/models/vectors/cca/oscca.ts";
import { contextLayout, countCorpus, leftRightLayout } from "../../../src/models/vectors/counts/cooccurrences.ts";
import type { PairLayout } from "../../../src/models/vectors/counts/count-rows.ts";
import { CountStore } from "../../../src/models/vectors/counts/count-store.ts";
import type { CountTable } from "../../../src/models/vectors/counts/count-table.ts";
import { sampleText, viewOf } from "./text.ts";

// Threads and decompositions on a busy machine take their time.

const SQRT = { transform: "sqrt", regularization: 0 } as const;

/** A corpus over given ids. */
function corpusOf(tokens: readonly number[], words: number): CorpusView {
  const ids = Uint32Array.from(tokens);
  return {
    words: Array.from({ length: words }, (_, i) => `w${i}`),
    counts: new Float64Array(words + 1),
    tokens: tokens.filter((id) => id !== LINE_END).length,
    types: words,
    length: ids.length,
    read: (begin, into) => into.set(ids.subarray(begin, begin + into.length)),
  };
}

function denseOf(table: CountTable): number[][] {
  const dense = Array.from({ length: table.rows }, () => Array<number>(table.columns).fill(0));
  for (const { firstRow, rows, starts, ids, counts } of table.blocks()) {
    for (let row = 0; row < rows; row++) {
      for (let e = starts[row]!; e < starts[row + 1]!; e++) dense[firstRow + row]![ids[e]!] = counts[e]!;
    }
  }
  return dense;
}

/** Straight from the definition: every middle word, every kind of pair. */
function countByDefinition(
  tokens: readonly number[],
  { rows, columns, rowWords, columnWords, kinds }: PairLayout,
): number[][] {
  const dense = Array.from({ length: rows }, () => Array<number>(columns).fill(0));
  for (let t = 0; t < tokens.length; t++) {
    for (const { row, column, rowBase, columnBase, weight } of kinds) {
      const [from, to] = [Math.min(t, t + row, t + column), Math.max(t, t + row, t + column)];
      if (from < 0 || to >= tokens.length || tokens.slice(from, to + 1).includes(LINE_END)) continue;
      const [r, c] = [Math.min(tokens[t + row]!, rowWords), Math.min(tokens[t + column]!, columnWords)];
      dense[rowBase + r]![columnBase + c]! += weight;
    }
  }
  return dense;
}

const tokens = fc.array(
  fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 0, max: 5 }) }, { weight: 1, arbitrary: fc.constant(LINE_END) }),
  {
    minLength: 1,
    maxLength: 60,
  },
);
const shape = fc.record({
  window: fc.integer({ min: 1, max: 3 }),
  contextWords: fc.integer({ min: 1, max: 5 }),
  positions: fc.boolean(),
  nearCountsMore: fc.boolean(),
});

describe("counts", () => {
  test("are those of the definition, for words × contexts and left × right contexts", async () => {
    await fc.assert(
      fc.asyncProperty(tokens, shape, fc.integer({ min: 1, max: 5 }), async (ids, given, words) => {
        const pooled = ids.map((id) => (id === LINE_END ? id : Math.min(id, words)));
        const context = { ...given, contextWords: Math.min(given.contextWords, words) };
        for (const layout of [
          contextLayout(words, context),
          contextLayout(words, context, [-1]),
          leftRightLayout(context),
        ]) {
          const table = await countCorpus(corpusOf(pooled, words), layout);
          expect(denseOf(table)).toEqual(countByDefinition(pooled, layout));
          expect(table.total).toBe(
            denseOf(table)
              .flat()
              .reduce((a, b) => a + b, 0),
          );
        }
      }),
      { numRuns: 150 },
    );
  });

  test("are the same with and without temporary files, and with one thread and two", async () => {
    const text = sampleText(32_000);
    const corpus = await viewOf(text, 1);
    const layout = contextLayout(corpus.words.length, {
      window: 3,
      contextWords: 40,
      positions: true,
      nearCountsMore: true,
    });
    const plain = await countCorpus(corpus, layout, { workers: inlineWorkers });
    let opened = 0;
    const open = () => {
      opened++;
      return new FileScratch();
    };
    const context = {
      workers: ((jobs, setup) => openWorkers(jobs, { threads: 2, setup })) as typeof inlineWorkers,
      spilling: { memory: 1 << 16, open },
    };
    const spilled = await countCorpus(corpus, layout, context);
    expect(opened).toBeGreaterThan(2);
    expect([plain.spilled, spilled.spilled]).toEqual([false, true]);
    expect(denseOf(spilled)).toEqual(denseOf(plain));
    expect(spilled.rowSums).toEqual(plain.rowSums);
    expect(spilled.columnSums).toEqual(plain.columnSums);
    expect(spilled.entries).toBe(plain.entries);
    const values = (table: CountTable) => truncatedSvd(whitenedCounts(table, SQRT), 8, { tolerance: 1e-6 });
    expect(values(spilled).left.data).toEqual(values(plain).left.data);
    spilled.close();
  });

  test("runs are merged before they are many: few are open at a time, and none is left", () => {
    let open = 0;
    let most = 0;
    const opened = () => {
      most = Math.max(most, ++open);
      const scratch = new MemoryScratch();
      const close = scratch.close.bind(scratch);
      scratch.close = () => {
        open--;
        close();
      };
      return scratch;
    };
    const store = new CountStore(1, 50, { memory: 16, open: opened });
    for (let i = 0; i < 200; i++) {
      store.add(Uint32Array.of(1, i % 50, 1));
    }
    const table = store.finish();
    expect(denseOf(table)).toEqual([Array(50).fill(4)]);
    expect(most).toBeLessThanOrEqual(17);
    table.close();
    expect(open).toBe(0);
  });

  test("merge in any number of runs, some of them empty", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.tuple(fc.nat(3), fc.nat(4), fc.integer({ min: 1, max: 9 })), { maxLength: 12 }), {
          maxLength: 30,
        }),
        (tables) => {
          const expected = Array.from({ length: 4 }, () => Array<number>(5).fill(0));
          const store = new CountStore(4, 5, { memory: 400, open: () => new MemoryScratch() });
          for (const entries of tables) {
            const dense = Array.from({ length: 4 }, () => Array<number>(5).fill(0));
            for (const [row, column, count] of entries) {
              dense[row]![column] = count;
            }
            const packed: number[] = [];
            for (const [row, values] of dense.entries()) {
              const used = values.flatMap((count, column) => (count === 0 ? [] : [column]));
              packed.push(used.length);
              for (const column of used) {
                packed.push(column, values[column]!);
                expected[row]![column]! += values[column]!;
              }
            }
            store.add(Uint32Array.from(packed));
          }
          expect(denseOf(store.finish())).toEqual(expected);
        },
      ),
    );
  });

  test("whitened and multiplied they are the matrix of the definition, whose truncated SVD is the dense one", async () => {
    const corpus = await viewOf(sampleText(400), 1);
    const words = corpus.words.length;
    const table = await countCorpus(
      corpus,
      contextLayout(words, { window: 2, contextWords: words, positions: false, nearCountsMore: false }),
    );
    const counts = denseOf(table);
    const sum = (numbers: number[]) => numbers.reduce((a, b) => a + Math.sqrt(b), 0);
    const operator = whitenedCounts(table, SQRT);
    const dense = operatorToDense(operator);
    for (let i = 0; i < table.rows; i++) {
      for (let j = 0; j < table.columns; j++) {
        const margins = sum(counts[i]!) * sum(counts.map((row) => row[j]!));
        expect(dense.data[i * table.columns + j]).toBeCloseTo(
          margins === 0 ? 0 : Math.sqrt(counts[i]![j]!) / Math.sqrt(margins),
          12,
        );
      }
    }
    const whole = svd(dense);
    const cut = truncatedSvd(operator, 6, { tolerance: 1e-12 });
    for (let i = 0; i < 6; i++) expect(Math.abs(cut.values[i]! - whole.values[i]!)).toBeLessThan(1e-10);
    expect(cut.values[0]).toBeCloseTo(1, 10);
  });
});
