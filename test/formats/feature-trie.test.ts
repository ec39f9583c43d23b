/** Paths of features, found again by name. */
import { describe, expect, test } from "vitest";
import { gapWeigher } from "../../src/formats/text/boundaries.ts";
import { FeatureTrie, NOWHERE } from "../../src/formats/text/feature-trie.ts";

describe("a trie of features", () => {
  test("numbers paths, says their names, and finds them by name", () => {
    const trie = new FeatureTrie();
    const [x, y] = [trie.atom("x"), trie.atom("y")];
    const paths = [trie.path(x), trie.path(y), trie.path(y, trie.path(x)), trie.path(x, trie.path(y))];
    expect(new Set(paths).size).toBe(4);
    expect(paths.map((path) => trie.nameOf(path))).toEqual(["x", "y", "x y", "y x"]);
    expect(["x", "y", "x y", "y x"].map((name) => trie.named(name))).toEqual(paths);
    expect(trie.size).toBe(5);
  });

  test("keeps what it knows when it grows", () => {
    const trie = new FeatureTrie();
    const names = Array.from({ length: 5000 }, (_, i) => `a${i % 70} b${Math.floor(i / 70)} c${i}`);
    const paths = names.map((name) => trie.named(name));
    expect(new Set(paths).size).toBe(5000);
    expect(paths.map((path) => trie.nameOf(path))).toEqual(names);
    expect(names.map((name) => trie.named(name))).toEqual(paths);
  });

  test("once closed knows nothing new, and nothing below it", () => {
    const trie = new FeatureTrie();
    const path = trie.named("x y");
    trie.close();
    expect(trie.named("x y")).toBe(path);
    expect(trie.named("x z")).toBe(NOWHERE);
    expect(trie.named("y")).toBe(NOWHERE);
    expect(trie.path(trie.atom("x"), NOWHERE)).toBe(NOWHERE);
    expect(trie.size).toBe(3);
  });
});

test("the weights of a gap are added", () => {
  const gap = {
    ...{ words: ["The", "end", "."], next: "Then", filled: "Then" },
    ...{ spaced: true, brackets: 0, inQuote: false },
  };
  const weights = { ".": 1, ". Aa": -0.5, ". n=then": -0.25, ". a Aa": -0.125, "end Aa": -0.125, ". n=now": 9 };
  expect(gapWeigher(weights)(gap)).toBe(false); // they make 0
  expect(gapWeigher({ ...weights, ". p=end": 0.01 })(gap)).toBe(true);
  expect(gapWeigher({ ...weights, ". Aa s=2": 0.01 })(gap)).toBe(true);
  expect(gapWeigher({ ...weights, ". Aa s=3": 0.01 })(gap)).toBe(false);
  expect(gapWeigher({ w: 5 })({ ...gap, words: ["The"], next: "end", filled: "end" })).toBe(false); // no sentence ends before it
});
