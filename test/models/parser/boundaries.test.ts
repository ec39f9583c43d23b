/** The filter of where constituents begin and end. */
import { describe, expect, test } from "vitest";
import { ModelFileError } from "../../../src/base/index.ts";
import { BoundaryFilter } from "../../../src/models/grammar/boundaries/boundaries.ts";
import { boundaryNeeds } from "../../../src/models/grammar/boundaries/needs.ts";
import {
  evaluateParser,
  learnParser,
  Parser,
  parserFromParts,
  parserToParts,
} from "../../../src/models/parser/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { isLeaf, type Tree, words } from "../../../src/trees/index.ts";

const { trees } = generateTreebank({ trees: 500, seed: 6 });
const fresh = trees.slice(400);
const { model } = await learnParser(trees.slice(0, 400), { states: 4, members: 3 });

/** Spans of two words or more, the whole sentence left out. */
function spansOf(tree: Tree): [number, number][] {
  const spans: [number, number][] = [];
  const visit = (node: Tree, start: number): number => {
    if (isLeaf(node)) return start + 1;
    let end = start;
    for (const child of node.children) end = visit(child, end);
    if (end - start > 1) spans.push([start, end]);
    return end;
  };
  const length = visit(tree, 0);
  return spans.filter(([start, end]) => end - start < length);
}

describe("the filter of boundaries", () => {
  const filter = new BoundaryFilter(model.boundaries!, model.lexicon, model.symbols);

  test("leaves the boundaries of nearly all constituents of new trees open, and closes many others", () => {
    let [needed, kept, closed, all] = [0, 0, 0, 0];
    for (const tree of fresh) {
      const { begins, ends } = filter.open(words(tree), 0.999);
      for (const [start, end] of spansOf(tree)) {
        needed += 2;
        kept += begins[start]! + ends[end]!;
      }
      for (let at = 0; at < begins.length; at++) {
        closed += 2 - begins[at]! - ends[at + 1]!;
        all += 2;
      }
    }
    expect(kept / needed).toBeGreaterThan(0.98);
    expect(closed / all).toBeGreaterThan(0.2);
  });

  test("leaves the begin and the end of the sentence open: its parts need them, whichever way it is cut", () => {
    for (const tree of fresh) {
      const { begins, ends } = filter.open(words(tree), 0.997);
      expect([begins[0], ends.at(-1)]).toEqual([1, 1]);
    }
  });

  test("changes few trees, and none when more than the best is asked for", async () => {
    const [fast, slow] = [new Parser(model), new Parser(model, { filter: "none", narrow: 0 })];
    const f1 = async (parser: Parser) => (await evaluateParser(parser, fresh, { copyTags: true })).all.f1;
    expect(Math.abs((await f1(fast)) - (await f1(slow)))).toBeLessThan(1);
    const sentence = words(fresh[0]!);
    expect(fast.kBest(sentence, 5)).toEqual(slow.kBest(sentence, 5));
  });

  test("is not learnt from a few trees", async () => {
    expect((await learnParser(trees.slice(0, 30), { states: 2 })).model.boundaries).toBeUndefined();
  });
});

test("tables of the filter that cannot be used are refused, and a file without them is read", () => {
  const parts = parserToParts(model);
  const { "boundaries.weights": weights, "boundaries.thresholds": thresholds, ...rest } = parts.tensors;
  const read = (tensors: typeof parts.tensors) => () => parserFromParts({ ...parts, tensors: { ...rest, ...tensors } });
  expect(read({})().boundaries).toBeUndefined();
  expect(read({ "boundaries.weights": weights! })).toThrow('has no table "boundaries.thresholds"');
  const wrong = { shape: [2, 1], data: new Float64Array(2) };
  expect(read({ "boundaries.weights": weights!, "boundaries.thresholds": wrong })).toThrow(ModelFileError);
  const short = { shape: [2, 8], data: new Float32Array(16) };
  expect(read({ "boundaries.weights": short, "boundaries.thresholds": thresholds! })).toThrow(ModelFileError);
  const odd = { shape: weights!.shape, data: new Float32Array(weights!.data.length).fill(Number.NaN) };
  expect(read({ "boundaries.weights": odd, "boundaries.thresholds": thresholds! })).toThrow("holds NaN");
});

test("parts of constituents need a begin where trees are cut to the left, and an end where to the right", () => {
  const needsOf = (at: number, label: string) => {
    const { rules } = [model, ...model.others][at]!.grammar;
    return boundaryNeeds(model.symbols, rules)[model.symbols.labels.indexOf(label)];
  };
  expect([0, 1, 2].map((at) => needsOf(at, "NP"))).toEqual([3, 3, 3]);
  expect([0, 1, 2].map((at) => needsOf(at, "@NP"))).toEqual([1, 2, 2]);
  expect([0, 1, 2].map((at) => needsOf(at, "@S"))).toEqual([1, 2, 1]);
  expect(needsOf(0, "NN")).toBe(0);
});
