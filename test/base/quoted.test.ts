/** Input as messages show it. */
import { expect, test } from "vitest";
import { printable, quoted, shortened } from "../../src/base/index.ts";

test("short texts are shown as they are, long ones by their beginning", () => {
  expect(quoted("dog")).toBe('"dog"');
  expect(quoted("x".repeat(48))).toBe(`"${"x".repeat(48)}"`);
  expect(quoted("x".repeat(20_000_000))).toBe(`"${"x".repeat(47)}…"`);
});
test("no half of a pair is shown", () => {
  const text = `${"x".repeat(46)}😀😀`;
  expect(shortened(text)).toBe(`${"x".repeat(46)}…`);
  expect(shortened(`x${text}`)).toBe(`${"x".repeat(47)}…`);
});
test("what would break the line or the terminal is escaped", () => {
  expect(shortened("a\r\n\tb\u001b[1m\uFEFF\\/")).toBe("a\\r\\n\\tb\\u001b[1m\\ufeff\\/");
});

test("a message for a terminal moves no cursor, turns no text, and has an end", () => {
  expect(printable('a\u001b[31m.mrg: "b\u202ec"\nsecond line')).toBe('a\\u001b[31m.mrg: "b\\u202ec"\nsecond line');
  expect(printable(`${"x".repeat(100_000)}: there is no such file`)).toMatch(/^x{4095}… there is no such file$/);
});
