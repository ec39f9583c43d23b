/** Binarization and unary chains, there and back; very deep trees; spans. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPenn } from "../../src/formats/index.ts";
import {
  binarize,
  collapseUnaries,
  debinarize,
  depth,
  equalTrees,
  expandUnaries,
  isLeaf,
  joinChain,
  mapLabels,
  nodes,
  spans,
  splitChain,
  type Tree,
  words,
} from "../../src/trees/index.ts";
import { anyTree, chainTree, deepTree } from "./arbitrary.ts";

const parse = (text: string): Tree => readPenn(text)[0]!;

describe("binarization", () => {
  test("left-branching as in the parser's definition", () => {
    expect(binarize(parse("(VP (V a) (NP b) (PP c) (SBAR d))"))).toEqual(
      parse("(VP (@VP (@VP (V a) (NP b)) (PP c)) (SBAR d))"),
    );
  });
  test("right-branching", () => {
    expect(binarize(parse("(VP (V a) (NP b) (PP c) (SBAR d))"), "right")).toEqual(
      parse("(VP (V a) (@VP (NP b) (@VP (PP c) (SBAR d))))"),
    );
  });
  test("mixed: clauses, VP and PP to the left, by the lowest label of a chain, all others to the right", () => {
    expect(binarize(parse("(S (NP (DT a) (JJ b) (NN c)) (VP d) (. e))"), "mixed")).toEqual(
      parse("(S (@S (NP (DT a) (@NP (JJ b) (NN c))) (VP d)) (. e))"),
    );
    expect(binarize(collapseUnaries(parse("(NP (S (NP a) (VP b) (. c)))")), "mixed")).toEqual(
      parse("(NP|S (@NP|S (NP a) (VP b)) (. c))"),
    );
  });

  test.each(["left", "right", "mixed"] as const)(
    "%s: at most two children, same words, exact inverse, whatever the labels",
    (branching) => {
      fc.assert(
        fc.property(anyTree, (tree) => {
          const binary = binarize(tree, branching);
          for (const node of nodes(binary)) if (!isLeaf(node)) expect(node.children.length).toBeLessThanOrEqual(2);
          expect(words(binary)).toEqual(words(tree));
          expect(debinarize(binary)).toEqual(tree);
        }),
      );
    },
  );
  test("markings after the @ are taken away too", () => {
    expect(debinarize(parse("(VP (@VP:V^NP (V a) (NP b)) (PP c))"))).toEqual(parse("(VP (V a) (NP b) (PP c))"));
  });
  test("a node with 50,000 children", () => {
    const wide: Tree = {
      label: "X",
      children: Array.from({ length: 50_000 }, (_, i) => ({ label: "W", word: `${i}` })),
    };
    for (const branching of ["left", "right"] as const)
      expect(equalTrees(debinarize(binarize(wide, branching)), wide)).toBe(true);
  });
});

describe("unary chains", () => {
  test("S over VP, NP over a tag", () => {
    expect(collapseUnaries(parse("(S (VP (VB go) (NP (NN home))))"))).toEqual(parse("(S|VP (VB go) (NP|NN home))"));
    expect(collapseUnaries(parse("(S (VP (NN home)))"), { tags: false })).toEqual(parse("(S|VP (NN home))"));
  });
  test("no unary branch is left and the inverse is exact, whatever the labels", () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const collapsed = collapseUnaries(tree);
        for (const node of nodes(collapsed)) if (!isLeaf(node)) expect(node.children.length).toBeGreaterThan(1);
        expect(expandUnaries(collapsed)).toEqual(tree);
        expect(expandUnaries(collapseUnaries(tree, { tags: false }))).toEqual(tree);
        expect(expandUnaries(debinarize(binarize(collapsed)))).toEqual(tree);
      }),
    );
  });
  test("chains of labels that contain the marks", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom("|", "\\", "A") }), { minLength: 1 }), (labels) => {
        expect(splitChain(joinChain(labels))).toEqual(labels);
      }),
    );
  });
});

describe("very deep trees", () => {
  test("20,000 levels go through every transformation", () => {
    const tree = deepTree(20_000);
    const chain = chainTree(20_000);
    expect(depth(tree)).toBe(20_000);
    expect(equalTrees(debinarize(binarize(tree)), tree)).toBe(true);
    expect(equalTrees(expandUnaries(collapseUnaries(chain)), chain)).toBe(true);
    expect(spans(tree)).toHaveLength(20_000);
    expect(words(mapLabels(tree, (label) => label.toLowerCase()))).toHaveLength(40_001);
  });
});

describe("spans", () => {
  test("children first, with or without tags", () => {
    const tree = parse("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))");
    expect(spans(tree)).toEqual([
      { label: "NP", start: 0, end: 2 },
      { label: "VP", start: 2, end: 3 },
      { label: "S", start: 0, end: 3 },
    ]);
    expect(spans(tree, { leaves: true }).map((span) => span.label)).toEqual(["DT", "NN", "NP", "VBZ", "VP", "S"]);
  });
});
