/** The largest of many numbers. */
import { expect, test } from "vitest";
import { largest } from "../../src/base/index.ts";

test("the largest number, also of more than a call has arguments", () => {
  expect(largest([3, -1, 7, 2])).toBe(7);
  expect(largest([], 0)).toBe(0);
  expect(largest([-5], -2)).toBe(-2);
  expect(largest(Array.from({ length: 400_000 }, (_, i) => (i === 399_998 ? 1 : 0)))).toBe(1);
});
