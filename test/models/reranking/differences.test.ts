/** Features of a list as differences from its first tree. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { eachDifference } from "../../../src/models/reranking/differences.ts";

const sorted = fc.array(fc.integer({ min: -3, max: 3 })).map((list) => Int32Array.from(list).sort());
const countOf = (list: Int32Array, value: number) => list.filter((other) => other === value).length;

test("every feature that two lists have unequally often is told once, with the difference", () => {
  fc.assert(
    fc.property(sorted, sorted, (own, first) => {
      const found = new Map<number, number>();
      eachDifference(own, first, (feature, difference) => {
        expect(found.has(feature)).toBe(false);
        found.set(feature, difference);
      });
      for (let value = -3; value <= 3; value++)
        expect(found.get(value) ?? 0).toBe(countOf(own, value) - countOf(first, value));
    }),
  );
});
