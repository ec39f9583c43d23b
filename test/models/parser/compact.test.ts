/** Compact tensors: as near to the whole ones as asked for, fewer numbers in the file, the same when read back. */
import { describe, expect, test } from "vitest";
import { ModelFileError } from "../../../src/base/index.ts";
import { defectOfRanks } from "../../../src/models/grammar/compact-tensors.ts";
import { learnParser, Parser, parserFromParts, parserToParts } from "../../../src/models/parser/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { words } from "../../../src/trees/index.ts";

const ERROR = 0.1;
/** Cores and bases are in single precision. */
const SINGLE = 1e-5;
const { trees } = generateTreebank({ trees: 200, seed: 9 });
const options = { states: 8, members: 1, denseAbove: 10 } as const;
const { model: whole } = await learnParser(trees, options);
const { model: compact, report } = await learnParser(trees, { ...options, tensorError: ERROR });

const norm = (numbers: ArrayLike<number>): number => Math.sqrt(Array.from(numbers).reduce((sum, x) => sum + x * x, 0));

test("a core may not stand for more than a thousand times its numbers", () => {
  const rules = {
    ...whole.grammar.rules,
    size: 1,
    parent: Int32Array.of(0),
    left: Int32Array.of(0),
    right: Int32Array.of(0),
  };
  const defect = (states: number, rank: number) =>
    defectOfRanks(Int32Array.of(rank, rank, rank), rules, Int32Array.of(states), new Int32Array(1));
  expect(defect(512, 1)).toBe("has a core of 1 × 1 × 1 for rule 0");
  expect(defect(32, 1)).toBeUndefined();
  expect(defect(512, 120)).toBeUndefined();
});

describe("a parser with compact tensors", () => {
  test("has tensors within the share that may be left out, and other numbers as they were", () => {
    const { rules, offset, samples } = whole.grammar;
    const { ranks } = compact.compact!;
    let compacted = 0;
    for (let rule = 0; rule < rules.size; rule++) {
      const [from, to] = [offset[rule]!, offset[rule + 1]!];
      const [before, after] = [whole.grammar.numbers.subarray(from, to), compact.grammar.numbers.subarray(from, to)];
      const difference = norm(before.map((value, n) => value - after[n]!));
      if (ranks[3 * rule] === 0) expect(difference).toBe(0);
      else {
        expect(samples[rule]).toBe(0);
        expect(difference).toBeLessThanOrEqual((ERROR + SINGLE) * norm(before));
        compacted++;
      }
    }
    expect(compacted).toBeGreaterThan(5);
  });

  test("stores fewer numbers, and is read back with the same tensors", () => {
    const parts = parserToParts(compact);
    const stored = ["grammar.numbers", "grammar.compact"].map((name) => parts.tensors[name]!.data.length);
    expect(stored[0]! + stored[1]!).toBeLessThan(0.8 * whole.grammar.numbers.length);
    const again = parserFromParts(parts);
    expect(again.grammar.numbers).toEqual(compact.grammar.numbers);
    expect(parserToParts(again).tensors).toEqual(parts.tensors);
  });

  test("parses as the whole one does", () => {
    const [one, other] = [new Parser(whole), new Parser(compact)];
    const same = trees.slice(0, 50).filter((tree) => {
      const sentence = words(tree);
      return JSON.stringify(one.parse(sentence).tree) === JSON.stringify(other.parse(sentence).tree);
    });
    expect(same.length).toBeGreaterThanOrEqual(48);
  });

  test("says how long it took to compact them", () => {
    expect(report.times.map(({ stage }) => stage)).toContain("compact tensors");
  });

  test("of a file with cores that do not fit is refused", () => {
    const parts = parserToParts(compact);
    const ranks = parts.tensors["grammar.ranks"]!;
    const rule = (ranks.data as Int32Array).findIndex((rank) => rank > 0) / 3;
    const damaged = (change: (data: Int32Array) => void) => () => {
      const data = (ranks.data as Int32Array).slice();
      change(data);
      parserFromParts({ ...parts, tensors: { ...parts.tensors, "grammar.ranks": { shape: ranks.shape, data } } });
    };
    const at = Math.floor(rule);
    expect(damaged((data) => data.set([9, 1, 1], 3 * at))).toThrow(ModelFileError);
    expect(damaged((data) => data.set([9, 1, 1], 3 * at))).toThrow(
      `has a core of 9 × 1 × 1 for rule ${at} in table "grammar.ranks"`,
    );
    expect(damaged((data) => data.set([0, 1, 1], 3 * at))).toThrow("has a core of 0 × 1 × 1");
    expect(damaged((data) => data.set([0, 0, 0], 3 * at))).toThrow('has table "grammar.compact" of');
  });
});
