/** Steps that prepare a treebank, and their counts. */
import { describe, expect, test } from "vitest";
import { OptionError } from "../../src/base/index.ts";
import { formatPenn, readPenn } from "../../src/formats/index.ts";
import {
  coreLabel,
  PREPARATION_STEPS,
  prepareTree,
  prepareTreebank,
  type StepCounts,
  type StepName,
} from "../../src/trees/index.ts";

function apply(step: StepName, text: string): { tree: string | undefined; counts: StepCounts } {
  const counts: StepCounts = {};
  const tree = PREPARATION_STEPS[step](readPenn(text)[0]!, counts);
  return { tree: tree && formatPenn(tree), counts };
}

describe("preparation steps", () => {
  test("traces go with the constituents they alone fill", () => {
    expect(apply("empties", "(S (NP-SBJ (-NONE- *-1)) (VP (VB go) (SBAR (-NONE- 0) (S (-NONE- *T*-2)))))")).toEqual({
      tree: "(S (VP (VB go)))",
      counts: { traces: 3, "emptied constituents": 3 },
    });
    expect(apply("empties", "(S (NP (-NONE- *)))")).toEqual({
      tree: undefined,
      counts: { traces: 1, "emptied constituents": 2 },
    });
  });
  test.each([
    ["NP-SBJ-1", "NP"],
    ["NP=2", "NP"],
    ["NP-TMP=3", "NP"],
    ["-LRB-", "-LRB-"],
    ["-RRB-", "-RRB-"],
    ["-NONE-", "-NONE-"],
    ["$-LRB-", "$-LRB-"],
    ["PRP$", "PRP$"],
    ["ADVP|PRT-CLR", "ADVP|PRT"],
    ["--", "--"],
    ["-", "-"],
    ["=", "="],
    ["", ""],
  ])("function tags: %s → %s", (label, core) => expect(coreLabel(label)).toBe(core));
  test("function tags are counted", () => {
    expect(apply("functions", "(S (NP-SBJ (-LRB- -LRB-) (NN x)) (VP-1 (VB go)))")).toEqual({
      tree: "(S (NP (-LRB- -LRB-) (NN x)) (VP (VB go)))",
      counts: { "function tags": 2 },
    });
  });
  test.each([
    [
      "all" as const,
      "(IP-MAT-SPE (NP-SBJ-1 (N-D a)) (VP=2 (VB-X-3 b)))",
      "(IP-MAT-SPE (NP-SBJ (N-D a)) (VP (VB-X b)))",
    ],
    [["IP-*"], "(IP-MAT-SPE-1 (NP-SBJ (N-D a)))", "(IP-MAT-SPE (NP (N a)))"],
    [["IP-MAT", "N-*"], "(IP-MAT-SPE (NP-SBJ (N-D a) (NS-D b)))", "(IP-MAT (NP (N-D a) (NS b)))"],
    [["IP-MAT-SPE"], "(IP-MAT (IP-MAT-SPE (N a)))", "(IP (IP-MAT-SPE (N a)))"],
    [["*-SBJ"], "(S (NP-SBJ=2 (N a)) (NP-TMP-SBJ-1 (N b)))", "(S (NP-SBJ (N a)) (NP-TMP-SBJ (N b)))"],
    [["IP"], "(IP-MAT (N a))", "(IP (N a))"],
    [["sn.e-*"], "(sn.e-SUJ (snxe-SUJ (N a)))", "(sn.e-SUJ (snxe (N a)))"],
    [
      ["*"],
      "(S (-LRB- -LRB-) (-NONE- *-1) (-- --) (S-- a) (NP-1-SBJ b))",
      "(S (-LRB- -LRB-) (-NONE- *-1) (-- --) (S-- a) (NP-SBJ b))",
    ],
    [[], "(S (NP-SBJ (N a)))", "(S (NP (N a)))"],
  ])("functions that are kept: %j", (keepFunctions, text, expected) => {
    const { trees } = prepareTreebank(readPenn(text), ["functions"], { keepFunctions });
    expect(trees.map((tree) => formatPenn(tree))).toEqual([expected]);
  });
  test("what is cut and what is kept is counted", () => {
    const text = "(IP-MAT-SPE (NP-SBJ-1 (N-D a)) (VP=2 (VB-X-3 b)) (IP-SUB-4 (N c)) (IP-INF (N d)))";
    const counts = (keepFunctions?: "all" | string[]) =>
      prepareTreebank(readPenn(text), ["functions"], { keepFunctions }).counts.functions;
    expect(counts()).toEqual({ "function tags": 7 });
    expect(counts(["IP-MAT", "IP-SUB"])).toEqual({ "function tags kept": 2, "function tags": 5, indices: 2 });
    expect(counts("all")).toEqual({ "function tags kept": 6, indices: 4 });
  });
  test("an empty pattern", () => {
    const bad = () => prepareTreebank(readPenn("(NN a)"), ["functions"], { keepFunctions: ["NP-*", ""] });
    expect(bad).toThrow(OptionError);
    expect(bad).toThrow("preparation: keepFunctions has an empty pattern; expected a label or a pattern such as IP-*.");
  });
  test.each([
    ["( (S (NN a)))", "(S (NN a))", 1],
    ["(TOP (S (NN a)))", "(S (NN a))", 1],
    ["(ROOT ( (S (NN a))))", "(S (NN a))", 2],
    ["( (NN a))", "(NN a)", 1],
    ["( (S (NN a)) (. .))", "( (S (NN a)) (. .))", undefined],
    ["(S (TOP (NN a)))", "(S (TOP (NN a)))", undefined],
  ])("the outer bracket of %s", (text, tree, brackets) => {
    expect(apply("top", text)).toEqual({ tree, counts: brackets === undefined ? {} : { "top brackets": brackets } });
  });
  test("punctuation", () => {
    expect(apply("punctuation", "(S (`` ``) (NP (NN a) (PRN (, ,))) (VP (VB go)) (. .) ('' ''))")).toEqual({
      tree: "(S (NP (NN a)) (VP (VB go)))",
      counts: { punctuation: 4, "emptied constituents": 1 },
    });
  });
  test("labels", () => {
    expect(apply("labels", "( (S (ADVP|PRT (RB a)) ( (NN b))))")).toEqual({
      tree: "( (S (ADVP (RB a)) (X (NN b))))",
      counts: { "alternative labels": 1, "missing labels": 1 },
    });
  });
  test("repeats", () => {
    expect(apply("repeats", "(NP (NP (NP (NN a) (NN b))))")).toEqual({
      tree: "(NP (NN a) (NN b))",
      counts: { "repeated labels": 2 },
    });
  });
  test("a treebank: steps in order, each with its counts", () => {
    const { trees, counts } = prepareTreebank(readPenn("( (S (NP-SBJ (NN a)) (VP (-NONE- *))))\n( (NP (-NONE- *)))"));
    expect(trees.map((tree) => formatPenn(tree))).toEqual(["(S (NP (NN a)))"]);
    expect(counts).toEqual({
      empties: { traces: 2, "emptied constituents": 3, "trees lost": 1 },
      functions: { "function tags": 1 },
      top: { "top brackets": 1 },
      labels: {},
    });
  });
  test("a mistyped step", () => {
    const mistyped = () => prepareTree({ label: "NN", word: "a" }, ["emptys" as StepName]);
    expect(mistyped).toThrow(OptionError);
    expect(mistyped).toThrow('preparation: unknown step "emptys". Did you mean "empties"?');
  });
});
