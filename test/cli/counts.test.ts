/** Counting for `inspect`: quantiles, tallies, oddities. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { counted, formatBytes, formatCount, formatSeconds, formatTable } from "../../src/cli/frame/numbers.ts";
import { Lengths, Oddities, ownCopy, Tally } from "../../src/cli/inspection/counts.ts";

describe("counting", () => {
  test("quantiles are the smallest values that enough of the data reach or stay under", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, share) => {
          const lengths = new Lengths();
          for (const value of values) lengths.add(value);
          const found = lengths.quantile(share);
          const under = (limit: number) => values.filter((value) => value <= limit).length;
          expect(values).toContain(found);
          expect(under(found)).toBeGreaterThanOrEqual(share * values.length);
          const smaller = values.filter((value) => value < found);
          if (smaller.length > 0) expect(under(Math.max(...smaller))).toBeLessThan(share * values.length);
        },
      ),
    );
    const lengths = new Lengths();
    for (let i = 1; i <= 100; i++) lengths.add(i);
    expect(lengths.toJSON()).toEqual({
      min: 1,
      "5%": 5,
      "25%": 25,
      median: 50,
      "75%": 75,
      "95%": 95,
      max: 100,
      mean: 50.5,
    });
    expect(new Lengths().toJSON()).toMatchObject({ min: 0, max: 0, mean: 0 });
  });

  test("tallies sort by count, then name", () => {
    const tally = new Tally();
    const news = ["b", "a", "c", "c", "constructor", "__proto__"].map((name) => tally.add(name));
    expect(news).toEqual([true, true, true, false, true, true]);
    // biome-ignore format: a list
    expect(tally.sorted()).toEqual([["c", 2], ["__proto__", 1], ["a", 1], ["b", 1], ["constructor", 1]]);
    expect(tally.format(2)).toBe("c\u00A02, __proto__\u00A01, …\u00A03\u00A0more");
    expect([tally.total, tally.size]).toEqual([6, 5]);
    expect(ownCopy('a\ud800 long word with "quotes"')).toBe('a\ud800 long word with "quotes"');
  });

  test("oddities keep the first places and name a file once", () => {
    const oddities = new Oddities(3);
    for (const place of ["a.mrg:1", "a.mrg:1", "a.mrg:5", "b.mrg:2", "b.mrg:9"]) oddities.add("empty tree", place);
    oddities.add("odd label", "c");
    expect(oddities.format("  ")).toBe("  4 × empty tree: a.mrg:1, 5, b.mrg:2, …\n  1 × odd label: c");
  });
});

describe("numbers", () => {
  test("read well", () => {
    expect([0, 999, 1000, 1234567].map(formatCount)).toEqual(["0", "999", "1,000", "1,234,567"]);
    expect([counted(1, "tree"), counted(2780, "tree")]).toEqual(["1 tree", "2,780 trees"]);
    expect([12, 1500, 2_345_678, 5e9].map(formatBytes)).toEqual(["12 B", "1.5 kB", "2.3 MB", "5.0 GB"]);
    expect([0.25, 12.6, 75, 3725].map(formatSeconds)).toEqual(["0.3 s", "13 s", "1 min 15 s", "1 h 2 min"]);
    expect([9.96, 59.7, 419.6, 3599.8, 7199].map(formatSeconds)).toEqual([
      "10 s",
      "1 min 0 s",
      "7 min 0 s",
      "1 h 0 min",
      "2 h 0 min",
    ]);
    // biome-ignore format: a table
    expect(formatTable([["trees", 12], ["tokens", 1200]], "  ")).toBe("  trees      12\n  tokens  1,200");
  });
});
