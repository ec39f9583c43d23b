/** Patterns of trees, against what they say in words. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/base/index.ts";
import { formatPenn, readPenn } from "../../../src/formats/index.ts";
import { readPattern, searchTree, type Tree, words } from "../../../src/trees/index.ts";

const treeOf = (text: string): Tree => [...readPenn(text)][0]!;
const SENTENCE = treeOf(
  "(S (NP (DT The) (NN dog)) (VP (VBZ sees) (NP (NP (DT a) (JJ small) (NN cat)) (PP (IN in) (NP (NNP Vienna))))) (. .))",
);
const found = (pattern: string, tree = SENTENCE): string[] =>
  [...searchTree(tree, pattern)].map(({ label, begin, end }) => `${label} ${words(tree).slice(begin, end).join(" ")}`);

describe("a search finds", () => {
  test.each<[string, string[]]>([
    ["NN", ["NN dog", "NN cat"]],
    ["dog", ["dog dog"]],
    ["NP < DT", ["NP The dog", "NP a small cat"]],
    ["NP < (DT . NN)", ["NP The dog"]],
    ["NP < (DT .. NN)", ["NP The dog", "NP a small cat"]],
    ["NP << NNP", ["NP a small cat in Vienna", "NP Vienna"]],
    ["NP !<< NNP", ["NP The dog", "NP a small cat"]],
    ["NP > VP", ["NP a small cat in Vienna"]],
    ["NP >> PP", ["NP Vienna"]],
    ["NP $ VP", ["NP The dog"]],
    ["NP $+ PP", ["NP a small cat"]],
    ["PP $- NP", ["PP in Vienna"]],
    ["NP $++ /^\\.$/", ["NP The dog"]],
    ["/^\\.$/ $-- NP", [". ."]],
    ["VP , NP", ["VP sees a small cat in Vienna"]],
    ["NNP ,, VBZ", ["NNP Vienna"]],
    ["NP <: NNP", ["NP Vienna"]],
    ["NP <, DT <- NN", ["NP The dog", "NP a small cat"]],
    ["NP < DT & < JJ", ["NP a small cat"]],
    ["NP < JJ | < NNP", ["NP a small cat", "NP Vienna"]],
    ["NP [< JJ | < NNP] !< DT", ["NP Vienna"]],
    ["NP|PP > NP", ["NP a small cat", "PP in Vienna"]],
    ["/^N/ > PP", ["NP Vienna"]],
    ["__ > S", ["NP The dog", "VP sees a small cat in Vienna", ". ."]],
    ["!NP > S", ["VP sees a small cat in Vienna", ". ."]],
    ["NN < cat", ["NN cat"]],
    ['NN < "cat"', ["NN cat"]],
    ["S < (NP $+ (VP < (VBZ . NP)))", ["S The dog sees a small cat in Vienna ."]],
    ["ADJP", []],
  ])("%s", (pattern, nodes) => {
    expect(found(pattern)).toEqual(nodes);
  });

  test("nodes under names, once for every choice", () => {
    const matches = [...searchTree(SENTENCE, "NP=phrase << /^NN/=noun")];
    expect(matches.map(({ names }) => [names.phrase!.end - names.phrase!.begin, names.noun!.label])).toEqual([
      [2, "NN"],
      [5, "NN"],
      [5, "NNP"],
      [3, "NN"],
      [1, "NNP"],
    ]);
    expect(formatPenn(matches[0]!.names.phrase!.tree)).toBe("(NP (DT The) (NN dog))");
  });

  test("the same node where a name comes again", () => {
    expect(found("S < NP=a < (VP $- =a)")).toHaveLength(1);
    expect(found("NP=a >> (VP << (PP << =a))")).toEqual(["NP Vienna"]);
  });

  test("in every tree the same as the definitions say", () => {
    const tree: fc.Arbitrary<Tree> = fc.letrec((tie) => ({
      tree: fc.oneof({ depthSize: "small" }, tie("leaf"), tie("branch")) as fc.Arbitrary<Tree>,
      leaf: fc.record({ label: fc.constantFrom("A", "B"), word: fc.constantFrom("a", "b") }),
      branch: fc.record({
        label: fc.constantFrom("A", "B", "C"),
        children: fc.array(tie("tree") as fc.Arbitrary<Tree>, { minLength: 1, maxLength: 3 }),
      }),
    })).tree as fc.Arbitrary<Tree>;
    const count = (pattern: string, of: Tree) => [...searchTree(of, `${pattern}=y`.replace("X", "__=x"))].length;
    const mirrored = [
      ["<", ">"],
      ["<<", ">>"],
      [".", ","],
      ["..", ",,"],
      ["$", "$"],
      ["$+", "$-"],
      ["$++", "$--"],
    ] as const;
    fc.assert(
      fc.property(tree, (of) => {
        for (const [there, back] of mirrored) expect(count(`X ${there} __`, of)).toBe(count(`X ${back} __`, of));
        const nodes = [...searchTree(of, "__")].length;
        expect([...searchTree(of, "__ > __")]).toHaveLength(nodes - 1); // all but the top
        expect([...searchTree(of, "__ !< __")]).toHaveLength(words(of).length); // words
      }),
      { numRuns: 50 },
    );
  });

  test("something in a tree of a hundred thousand levels", () => {
    let deep: Tree = { label: "NN", word: "dog" };
    for (let i = 0; i < 100_000; i++) deep = { label: "NP", children: [deep] };
    expect([...searchTree(deep, "NN < dog")]).toHaveLength(1);
  });
});

describe("patterns without names are decided once for each node", () => {
  const words: Tree[] = Array.from({ length: 60 }, (_, i) => ({ label: "N", word: `w${i}` }));
  const tree: Tree = { label: "S", children: words };
  // Every choice of nodes together would be 60 to the power of the relations.
  test.each([
    ["__ .. __ .. __ .. __ .. __ .. __ .. zzz"],
    ["__ .. (__ .. (__ .. (__ .. (__ .. (__ .. (__ .. zzz))))))"],
    ["__ [.. __ | $ __] [.. __ | $ __] [.. __ | $ __] [.. __ | $ __] .. zzz"],
    ["__ !.. (__ !.. (__ .. (__ .. (__ .. (__ .. (__ .. zzz))))))"],
  ])("%s", (pattern) => {
    const expected = pattern.includes("!") ? words.length * 2 + 1 : 0;
    expect([...searchTree(tree, pattern)].length).toBeLessThanOrEqual(expected);
  });
});

describe("a pattern that is none says where", () => {
  test.each([
    ["", 1, /the pattern ends here; expected a label/],
    ["NP <", 5, /the pattern ends here; expected a label/],
    ["NP < (DT . NN", 14, /the pattern ends here; expected "\)" or a relation/],
    ["NP ) DT", 4, /"\)" stands here; expected a relation/],
    ["NP DT", 4, /"DT" stands here; expected a relation/],
    ["NP < /a(/", 6, /expected a regular expression between slashes/],
    ["NP < DT |", 10, /expected a relation after \|/],
    ["NP & ", 4, /"&" stands here/],
    ["NP !", 5, /expected a relation after !/],
    ["NP < DT=", 9, /expected a name/],
    ["NP [< DT", 9, /"\]" or a relation/],
    ["NP < /DT", 6, /cannot be read/],
  ])("%s", (pattern, column, message) => {
    const attempt = () => readPattern(pattern);
    expect(attempt).toThrow(InputError);
    expect(attempt).toThrow(message);
    try {
      attempt();
    } catch (error) {
      expect((error as InputError).column).toBe(column);
    }
  });
});

test("a pattern may be nested, but not without end", () => {
  const nested = (depth: number) => [
    `${"(".repeat(depth)}NP${")".repeat(depth)}`,
    `NP ${"< (NP ".repeat(depth)}${")".repeat(depth)}`,
    `NP ${"[".repeat(depth)}< DT${"]".repeat(depth)}`,
  ];
  for (const pattern of nested(200)) readPattern(pattern);
  for (const pattern of nested(50_000)) {
    expect(() => readPattern(pattern)).toThrow(InputError);
    expect(() => readPattern(pattern)).toThrow(/expected at most 200 parentheses and brackets in each other/);
  }
});
