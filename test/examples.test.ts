/** The programs in examples/ run and say what they should. They import the built package, as a user does. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");

/** Example, and what its output must hold. */
const EXAMPLES: readonly (readonly [string, RegExp])[] = [
  ["tagging.ts", /^The\tDT\t[\d.]+\n[\s\S]*28 labels; accuracy 9\d\.\d\n$/],
  ["word-vectors.ts", /^doctor: (\w+ ){4}\w+\n/],
  ["dependency.ts", /^The\tgardener\t\w+\n[\s\S]*\d+ relations; UAS \d\d\.\d\n$/],
  ["phones.ts", /^lo {2}0\.000–0\.\d+ {3}\(spoken: lo 0\.000–0\.\d+\)\nhi /],
];

describe("examples", () => {
  test.each(EXAMPLES)("%s", (name, expected) => {
    const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", `examples/${name}`], { cwd: ROOT, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout).toMatch(expected);
  });
});
