/** Synthetic captions: trees that read like captions, phrases where they are said to be, scores that mean something. */
import { expect, test } from "vitest";
import { captionTrees, judgedPairs, labelledCaptions } from "../../src/samples/index.ts";
import { words } from "../../src/trees/index.ts";

test("captions begin with a capital, end with a stop, and depend on the seed alone", () => {
  const trees = captionTrees(200);
  for (const tree of trees) expect(words(tree).join(" ")).toMatch(/^[A-Z][a-z]* .* \.$/);
  expect(captionTrees(50)).toEqual(trees.slice(0, 50));
  expect(captionTrees(50, 1)).not.toEqual(trees.slice(0, 50));
});

test("marked phrases are noun phrases of the caption, in order, and both kinds occur", () => {
  const captions = labelledCaptions(300);
  for (const { caption, phrases } of captions) {
    let before = 0;
    for (const { start, end } of phrases) {
      expect(start).toBeGreaterThanOrEqual(before);
      expect(caption.slice(start, end)).toMatch(/^[A-Za-z]+( [a-z]+)*$/);
      expect(caption.slice(end)).toMatch(/^[ ,.:]/);
      before = end;
    }
  }
  const seen = (visual: boolean) =>
    new Set(
      captions.flatMap(({ caption, phrases }) =>
        phrases.filter((each) => each.visual === visual).map(({ start, end }) => caption.slice(start, end)),
      ),
    );
  expect([seen(true).has("the beach"), seen(false).has("last summer")]).toEqual([true, true]);
  for (const phrase of seen(true)) expect(seen(false).has(phrase)).toBe(false);
});

test("scores of pairs span the scale, and pairs with more words in common score higher on average", () => {
  const pairs = judgedPairs(400);
  for (const { score } of pairs) expect(score >= 0 && score <= 5).toBe(true);
  const common = ({ first, second }: { first: string; second: string }) => {
    const [a, b] = [first, second].map((text) => new Set(text.toLowerCase().match(/\w{4,}/g)));
    return [...a!].filter((word) => b!.has(word)).length;
  };
  const mean = (list: readonly { score: number }[]) => list.reduce((sum, { score }) => sum + score, 0) / list.length;
  const [none, some] = [pairs.filter((pair) => common(pair) === 0), pairs.filter((pair) => common(pair) > 1)];
  expect(Math.min(none.length, some.length)).toBeGreaterThan(30);
  expect(mean(some)).toBeGreaterThan(mean(none) + 1);
});
