/** Trees and arcs drawn as text and SVG. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPenn } from "../../../src/formats/index.ts";
import { drawSvg, drawText, layoutTree, nodes, textColumns, words } from "../../../src/trees/index.ts";
import { treebankTree } from "../arbitrary.ts";

const [tree] = readPenn("(S (NP (DT the) (JJ old) (NN dog)) (VP (VBZ barks)) (. .))");

describe("text drawings", () => {
  test("stand upright where they fit", () => {
    expect(`\n${drawText(tree!)}`).toBe(`
              S
      ┌───────┴──┬────┐
     NP         VP    .
 ┌────┼────┐     │    │
DT   JJ   NN    VBZ   │
 │    │    │     │    │
the  old  dog  barks  .`);
  });

  test("lie where they do not, in ASCII when asked", () => {
    expect(drawText(tree!, { width: 10, ascii: true })).toBe(
      ["S", "|- NP", "|  |- DT the", "|  |- JJ old", "|  `- NN dog", "|- VP", "|  `- VBZ barks", "`- . ."].join("\n"),
    );
  });

  test("give wide characters two columns", () => {
    expect(textColumns("狗")).toBe(2);
    expect(textColumns("e\u0301")).toBe(1);
    const lines = drawText(readPenn("(S (N 狗) (V 叫))")[0]!).split("\n");
    expect(lines.at(-1)).toBe("狗  叫");
    expect(lines[1]).toBe(" ┌─┴─┐");
  });

  test("show every word in order, whatever the tree, and nothing overlaps", () => {
    fc.assert(
      fc.property(treebankTree, (any) => {
        const last = drawText(any, { width: Number.POSITIVE_INFINITY }).split("\n").at(-1)!;
        expect(last.replace(/\s+/g, "")).toBe(words(any).join("").replace(/\s+/g, ""));
        const { nodes: placed, width } = layoutTree(any, {
          label: (text) => text.length,
          word: (text) => text.length,
          gap: 2,
        });
        for (let level = 0; level < 20; level++) {
          const row = placed.filter((node) => node.level === level);
          for (let i = 1; i < row.length; i++) {
            const [a, b] = [row[i - 1]!, row[i]!];
            expect(b.x - b.node.label.length / 2).toBeGreaterThanOrEqual(a.x + a.node.label.length / 2 + 2 - 1e-9);
          }
          for (const { x, node } of row) {
            expect(x - node.label.length / 2).toBeGreaterThanOrEqual(-1e-9);
            expect(x + node.label.length / 2).toBeLessThanOrEqual(width + 1e-9);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("SVG drawings", () => {
  test("are one line of well-formed XML with every label and word", () => {
    const svg = drawSvg(readPenn("(S (NP (NN a<b&c)) (VP (VBZ \u0001)))")[0]!);
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" class="et" viewBox="0 0 [\d.]+ [\d.]+" [^<]*><title>[^<]*<\/title><style>[^<]*<\/style>.*<\/svg>$/,
    );
    expect(svg).toContain(">a&lt;b&amp;c</text>");
    expect(svg).toContain(">\ufffd</text>");
    expect(svg.match(/<text /g)).toHaveLength(7);
  });

  test("show probabilities as strength, as numbers, or both", () => {
    const probabilities = [...nodes(tree!)].map((_, at) => (at === 1 ? 0.5 : 1));
    expect(drawSvg(tree!, { probabilities })).toMatch(/opacity="0\.63".*>\.50<\/text>/);
    expect(drawSvg(tree!, { probabilities, show: "numbers" })).not.toContain("opacity");
    expect(drawSvg(tree!, { probabilities, show: "opacity" })).not.toContain(">.50<");
    expect(drawSvg(tree!)).not.toContain("opacity");
  });
});
