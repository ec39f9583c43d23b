/** Head rules. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPenn } from "../../../src/formats/index.ts";
import {
  binarize,
  collapseUnaries,
  dependencyDefect,
  ENGLISH_HEADS,
  GENERIC_HEADS,
  headIndex,
  headWords,
  isProjective,
  leaves,
  nodes,
  toDependencies,
} from "../../../src/trees/index.ts";
import { anyTree, deepTree, treebankTree } from "../arbitrary.ts";

describe("English heads", () => {
  test.each([
    ["VP", "VBD NP PP", 0],
    ["VP", "MD VP", 0],
    ["VP", "ADVP VBZ NP", 1],
    ["NP", "DT JJ NN", 2],
    ["NP", "NP PP", 0],
    ["NP", "NNP POS", 1],
    ["NP", "DT NN POS JJ", 2],
    ["NP", "NP , NP", 0],
    ["NP", "CD", 0],
    ["NP", "DT JJ", 1],
    ["NP", "NN CC NN", 0],
    ["PP", "IN NP", 0],
    ["S", "NP VP .", 1],
    ["S", "S CC S .", 0],
    ["S", "`` NP VP ''", 2],
    ["SBAR", "WHNP S", 0],
    ["ADJP", "RB JJ", 1],
    ["QP", "IN CD", 0],
    ["X", ", .", 1],
    ["HEADING", "NP", 0],
    ["constructor", "NP VP", 0],
  ])("%s → %s", (parent, labels, head) => expect(headIndex(parent, labels.split(" "), ENGLISH_HEADS)).toBe(head));
});

describe("generic heads", () => {
  test.each([
    ["NP", "ART ADJA NN $,", 2],
    ["VP", "NP VVINF", 1],
    ["S", "NP VVFIN NP", 1],
    ["NP", "NP PP", 0],
    ["CNP", "NP KON NP", 0],
    ["Q", "A B", 0],
    ["", "A B", 0],
  ])("%s → %s", (parent, labels, head) => expect(headIndex(parent, labels.split(" "), GENERIC_HEADS)).toBe(head));
});

describe("head words of whole trees", () => {
  const [tree] = readPenn("(S (NP (DT the) (JJ old) (NN dog)) (VP (VBZ eats) (NP (NN meat)) (ADVP (RB often))) (. .))");
  test("each node, parents first", () => {
    expect([...headWords(tree!, ENGLISH_HEADS)]).toEqual([3, 2, 0, 1, 2, 3, 3, 4, 4, 5, 5, 6]);
  });
  test("binarized and collapsed trees have the heads of the tree they came from", () => {
    fc.assert(
      fc.property(treebankTree, fc.constantFrom("left" as const, "right" as const), (any, branching) => {
        const before = headWords(any, ENGLISH_HEADS);
        const binary = binarize(collapseUnaries(any), branching);
        const after = headWords(binary, ENGLISH_HEADS, { binarized: true });
        expect(after[0]).toBe(before[0]);
        expect(after).toHaveLength([...nodes(binary)].length);
        for (const head of after) expect(head).toBeLessThan(leaves(any).length);
      }),
    );
  });
  test("an intermediate node that holds the head of its constituent has that head", () => {
    // The head of the whole is c: the last conjunct is e, and c stands before its CC. Alone, [@NP a b c d] and [@NP a b
    // c] would have a.
    const np = binarize(readPenn("(NP (NN a) (CC b) (NN c) (CC d) (NN e))")[0]!, "left");
    expect([...headWords(np, ENGLISH_HEADS, { binarized: true })]).toEqual([2, 2, 2, 0, 0, 1, 2, 3, 4]);
  });
  test("an intermediate node without the constituent's head has a head of its own", () => {
    // VP → VBZ NP NP ADVP, right-branching: [VP VBZ [@VP NP [@VP NP ADVP]]]; the head "eats" lies outside both @VP.
    const vp = binarize(readPenn("(VP (VBZ eats) (NP (NN meat)) (NP (NN bread)) (ADVP (RB often)))")[0]!, "right");
    expect(headWords(vp, ENGLISH_HEADS, { binarized: true })[0]).toBe(0);
    expect(headWords(vp, ENGLISH_HEADS, { binarized: true })[2]).toBe(1);
  });
  test("dependencies", () => {
    const { words, tags, heads, labels } = toDependencies(tree!);
    expect(words).toEqual(["the", "old", "dog", "eats", "meat", "often", "."]);
    expect(tags[3]).toBe("VBZ");
    expect(heads).toEqual([3, 3, 4, 0, 4, 4, 4]);
    expect(labels).toEqual(["NP", "NP", "S", "root", "VP", "VP", "S"]);
  });
  test("every tree gives a projective tree with one root", () => {
    fc.assert(
      fc.property(anyTree, (any) => {
        const { heads } = toDependencies(any);
        expect(dependencyDefect(heads)).toBeUndefined();
        expect(isProjective(heads)).toBe(true);
      }),
    );
  });
  test("20,000 levels", () => expect(rootCount(toDependencies(deepTree(20_000)).heads)).toBe(1));
});

const rootCount = (heads: readonly number[]) => heads.filter((head) => head === 0).length;
