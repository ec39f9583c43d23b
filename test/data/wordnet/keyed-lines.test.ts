/** Lines that are found by their first field. */
import { describe, expect, test } from "vitest";
import { KeyedLines } from "../../../src/data/wordnet/keyed-lines.ts";

const linesOf = (text: string, options = {}) => new KeyedLines(new TextEncoder().encode(text), "x", options);

describe("lines by their first field", () => {
  test("every line is found, and no beginning or continuation of a field", () => {
    // Short lines make the table grow; numbers are beginnings of each other.
    const numbers = Array.from({ length: 5000 }, (_, i) => `${7 * i}`);
    const lines = linesOf(`  licence\n${numbers.map((number) => `${number} n\n`).join("")}`);
    for (const number of numbers) expect(lines.text(lines.find(number))).toBe(`${number} n`);
    for (let i = 0; i < 35_000; i++) if (i % 7 !== 0 && lines.find(`${i}`) >= 0) throw new Error(`found ${i}`);
    expect([lines.find(""), lines.find(" "), lines.find("licence"), lines.find("7 n"), lines.find("70 ")]).toEqual([
      ...[-1, -1, -1, -1, -1],
    ]);
    expect([...lines.lines()]).toHaveLength(5000);
  });

  test("runs, other separators, the last line without its end", () => {
    const lines = linesOf("b%1\na%2\na%3\nc", { separator: 0x25, runs: true });
    expect(lines.text(lines.find("a"))).toBe("a%2");
    expect(lines.text(lines.next(lines.find("a")))).toBe("a%3");
    expect(lines.text(lines.find("c"))).toBe("c");
    expect(() => linesOf("a%1\nb%1\na%2\n", { separator: 0x25, runs: true })).toThrow('x:3: "a" has a line already');
    expect(linesOf("").find("a")).toBe(-1);
  });
});
