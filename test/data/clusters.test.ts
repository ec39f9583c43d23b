/** Word classes as text, and as vectors. */
import { describe, expect, test } from "vitest";
import { clusterVectors, readClusters, writeClusters } from "../../src/data/index.ts";

describe("word classes", () => {
  test("are read with their counts or without, and written as they were read", () => {
    const text = "00\ta\t5\n01\tb\t3\n1\tc\n";
    const classes = readClusters(text);
    expect(classes).toEqual([
      { path: "00", word: "a", count: 5 },
      { path: "01", word: "b", count: 3 },
      { path: "1", word: "c" },
    ]);
    expect(writeClusters(classes)).toBe(text);
    expect(readClusters(text.replaceAll("\n", "\r\n"))).toEqual(classes);
  });

  test("become bits and marks", () => {
    const found = clusterVectors(readClusters("00\ta\t5\n01\tb\t3\n1\tc\n"));
    expect(found.dimensions).toBe(5);
    expect(Array.from(found.vector("b")!)).toEqual([0, 1, 0, 1, 0]);
    expect(Array.from(found.vector("C")!)).toEqual([1, 0, 0, 0, 1]);
  });

  const EXPECTED = "expected a path of 0 and 1, a tab, the word, and after a tab its count.";
  test.each([
    ["01\tword\n2\tx\n", `c.paths:2: "2\\tx" is not a word class; ${EXPECTED}`],
    ["01\ta\t3\n02\tb\t4\n", `c.paths:2: "02\\tb\\t4" is not a word class; ${EXPECTED}`],
    ["01\ta\tmany\n", `c.paths:1: "01\\ta\\tmany" is not a word class; ${EXPECTED}`],
    ["01\ta\t3\tx\n", `c.paths:1: "01\\ta\\t3\\tx" is not a word class; ${EXPECTED}`],
    [`01\ta\t${"9".repeat(22)}\n`, `c.paths:1: "01\\ta\\t${"9".repeat(22)}" is not a word class; ${EXPECTED}`],
    ["0\ta\t3\n1\ta\t3\n", 'c.paths:2: the word "a" appears twice, first on line 1; expected every word once.'],
    [
      "0\ta\r\r\n",
      "c.paths:1:4: a carriage return stands inside this line; expected line ends LF or CR LF; convert them.",
    ],
    ["\n", "c.paths: holds no word classes; expected lines of path, tab, word, tab, count."],
  ])("refuse %j", (text, message) => expect(() => readClusters(text, { file: "c.paths" })).toThrow(message));

  test("are not written where they could not be read again", () => {
    for (const word of ["", "a\tb", "a\n", "a\r"])
      expect(() => writeClusters([{ path: "0", word }])).toThrow(/^word classes cannot hold (an empty|the) word/);
    expect(readClusters(writeClusters([{ path: "", word: "\u00a0" }]))).toEqual([{ path: "", word: "\u00a0" }]);
  });
});
