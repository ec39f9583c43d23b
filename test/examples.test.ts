/** The programs in examples/ run and say what they should. They import the built package, as a user does. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");

/** Example, and what its output must hold. */
const EXAMPLES: readonly (readonly [string, RegExp])[] = [
  ["tagging.ts", /^The\tDT\t[\d.]+\n[\s\S]*28 labels; accuracy 9\d\.\d\n$/],
  ["word-vectors.ts", /^Doctor: (\w+ ){4}\w+\n/],
  ["hmm.ts", /^singular values 0\.\d+ [\s\S]*\ntruth .*\nspectral .*log p per symbol -1\.\d{3}\nEM /],
  ["cca.ts", /^two strong directions, and noise: 0\.91 0\.89 0\.\d\d\n.*\n.*: 1\.00 0\.89\n.*: 1 1 -1 -1\n$/],
  ["induction.ts", /^\(X \(X \(DT The\).*\(NN zebra\)+\nlearnt from \d+ words; \d+ distances between tags\n$/],
  ["dependency.ts", /^The\tgardener\t\w+\n[\s\S]*\d+ relations; UAS \d\d\.\d\n$/],
  ["noun-phrases.ts", /^It \| a truth \|[\s\S]*\nThe girls \| the house\n[\s\S]*the letter\n$/],
  ["triples.ts", /(^|\n)girls – admired – house\n[\s\S]*Elizabeth – read – letter\n/],
  ["find-sentences.ts", /\[ possession of a good fortune \]/],
  ["keyword-in-context.ts", / be in want of a {2}wife {2}\.\n.*assuring his {2}wife {2}that he should not go/],
  [
    "similarity.ts",
    /^[3-5]\.\d for .*\n[01]\.\d for .*\nwords that match: .*boy–boy .*guitar–guitar\nlearnt from 12 pairs/,
  ],
  [
    "captions.ts",
    /^A brown dog is sitting on a green sofa\.\nTwo men are riding horses\.\n\(S \(NP [\s\S]*known: \d+ nouns\n$/,
  ],
  [
    "visual-text.ts",
    /^13 phrases, 62 % of them visual\n\[0\.\d\d The brown dog\] waits near \[0\.\d\d a car\] in \[0\.\d\d the morning\]\.\n$/,
  ],
  ["phones.ts", /^lo {2}0\.000–0\.\d+ {3}\(spoken: lo 0\.000–0\.\d+\)\nhi /],
];

describe("examples", { timeout: 300_000 }, () => {
  test.each(EXAMPLES)("%s", (name, expected) => {
    const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", `examples/${name}`], {
      cwd: ROOT,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(stdout).toMatch(expected);
  });
});
