/** Drawings of dependency trees. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generateTreebank } from "../../../src/samples/index.ts";
import { type DependencyTree, drawArcs } from "../../../src/trees/index.ts";

const FOX: DependencyTree = {
  words: ["The", "dog", "sees", "a", "cat", "."],
  tags: ["DET", "NOUN", "VERB", "DET", "NOUN", "PUNCT"],
  heads: [2, 3, 0, 5, 3, 3],
  labels: ["det", "nsubj", "root", "det", "obj", "punct"],
};

describe("arcs", () => {
  test("stand above the words, and point at what depends", () => {
    expect(`\n${drawArcs(FOX)}`).toMatchInlineSnapshot(`
      "
                     root
                     │┌────punct─────┐
                     ││┌──obj───┐    │
       ┌det─┐┌nsubj─┐│││  ┌det─┐│    │
       ▼    │▼      │▼││  ▼    │▼    ▼
      The  dog      sees a    cat  .
      DET  NOUN     VERB DET  NOUN PUNCT"
    `);
  });

  test("of one word are its root", () => {
    expect(drawArcs({ words: ["Go"], tags: ["VERB"], heads: [0], labels: ["root"] })).toMatch(/root\n.*▼\nGo\nVERB/);
    expect(drawArcs({ words: [], tags: [], heads: [], labels: [] })).toBe("");
  });

  test("in ASCII have no other characters", () => {
    expect(drawArcs(FOX, { ascii: true })).toMatch(/^[ -~\n]+$/);
  });

  test("of any tree have one head for each word, and all labels", () => {
    const { dependencies } = generateTreebank({ trees: 60, seed: 3 });
    fc.assert(
      fc.property(fc.constantFrom(...dependencies), (tree) => {
        const drawing = drawArcs(tree);
        const arcs = drawing.split("\n").slice(0, -2).join("\n");
        expect([...arcs].filter((sign) => sign === "▼")).toHaveLength(tree.words.length);
        for (const label of tree.labels) expect(arcs).toContain(label);
        // Nothing crosses: every corner of an arc is seen.
        expect([...arcs].filter((sign) => sign === "┌")).toHaveLength(tree.words.length - 1);
        expect([...arcs].filter((sign) => sign === "┐")).toHaveLength(tree.words.length - 1);
      }),
      { numRuns: 60 },
    );
  });
});
