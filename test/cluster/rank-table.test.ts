/** The hash table that SQL looks words up in: found by the rule of the statement, every word once. */
import { expect, test } from "vitest";
import { checksum, rankTable } from "../../src/cluster/rank-table.ts";
import { ONE_CHECKSUM } from "./hostile-text.ts";

/** What the statement does with a word. */
function lookUp(word: string, words: readonly string[], { size, slots, strays }: ReturnType<typeof rankTable>): number {
  for (const slot of [checksum(word) % size, checksum(word) % (size - 1)])
    if (slots[slot]! >= 0 && words[slots[slot]!] === word) return slots[slot]!;
  return strays.find((rank) => words[rank] === word) ?? words.length;
}

test("the checksum is CRC-32", () => {
  // The check value of the standard, and those that Spark's crc32 gives.
  expect(checksum("123456789")).toBe(0xcbf43926);
  expect([checksum(""), checksum("abc")]).toEqual([0, 891568578]);
});

test("every word of a large vocabulary is found in its slots, and no other", () => {
  const words = Array.from({ length: 60_000 }, (_, i) => `w${(i * 2654435761) % 4294967296}é`);
  const table = rankTable(words);
  expect(table.strays).toEqual([]);
  expect(words.every((word, rank) => lookUp(word, words, table) === rank)).toBe(true);
  for (const absent of ["", "x", "w1"]) expect(lookUp(absent, words, table)).toBe(words.length);
  expect(table.slots.filter((rank) => rank >= 0)).toHaveLength(words.length);
});

test("words with one checksum have two slots at most, and the others are strays", () => {
  expect(new Set(ONE_CHECKSUM.map(checksum)).size).toBe(1);
  const words = ["the", ...ONE_CHECKSUM, "dog"];
  const table = rankTable(words);
  expect(table.strays).toHaveLength(ONE_CHECKSUM.length - 2);
  expect(words.map((word) => lookUp(word, words, table))).toEqual(words.map((_, rank) => rank));
});
