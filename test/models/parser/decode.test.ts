/** Parsing from the library: long, short, odd and impossible sentences; probabilities of spans. */
import { beforeAll, describe, expect, test } from "vitest";
import { InputError, OptionError } from "../../../src/base/index.ts";
import { formatPenn, readPenn } from "../../../src/formats/index.ts";
import { partEnds } from "../../../src/models/grammar/decode/long-sentences.ts";
import { learnParser, nodeProbabilities, Parser, type ParserModel } from "../../../src/models/parser/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { isLeaf, leaves, nodes, words as wordsOf } from "../../../src/trees/index.ts";

const { trees } = generateTreebank({ trees: 400 });
let model: ParserModel;
let small: ParserModel;
let parser: Parser;
beforeAll(async () => {
  model = (await learnParser(trees.slice(0, 150), { states: 4 })).model;
  small = (await learnParser(trees.slice(0, 30), { states: 3 })).model;
  parser = new Parser(model);
});
const fresh = trees.slice(300).map(wordsOf);
/** Sentences one after another, without their full stops, up to a number of words. */
const run = (length: number) =>
  fresh
    .flatMap((words) => words.slice(0, -1).concat(","))
    .slice(0, length - 1)
    .concat(".");

/**
 * Σ over tags of μ(tag, i, i + 1), which is 1 for every word, whatever the estimates are: an identity of inside and
 * outside vectors.
 */
function tagMass({ charts }: ReturnType<Parser["parse"]>, length: number): number[] {
  const { skeleton, itemMarginal } = charts[0]!;
  const sums = new Array<number>(length).fill(0);
  for (let item = 0; item < skeleton.items; item++) {
    if (skeleton.end[item]! - skeleton.start[item]! === 1) sums[skeleton.start[item]!]! += itemMarginal[item]!;
  }
  return sums;
}

/** Single precision through a chart of hundreds of levels. */
const SINGLE_PRECISION = 2e-3;

describe("sentences of any length", () => {
  test.each([1, 2, 30, 120, 250])(
    "of %i words get a tree over their words, and no vector underflows",
    (length) => {
      const words = length === 1 ? ["Vienna"] : run(length);
      // A small grammar and strong pruning for long charts, for the sake of time: depth is what underflows, and that
      // stays.
      const parse = (length > 100 ? new Parser(small, { prune: 0.001, pruneUses: 0.0001 }) : parser).parse(words);
      expect(wordsOf(parse.tree)).toEqual(words);
      if (parse.charts.length === 0 || parse.fallback === "coarse") {
        expect(parse.fallback).not.toBe("none");
        return;
      }
      for (const mass of tagMass(parse, length)) expect(Math.abs(mass - 1)).toBeLessThan(SINGLE_PRECISION);
    },
    120_000,
  );

  test("longer than the limit are parsed in parts, cut after punctuation, and say so", () => {
    const words = run(70);
    const { tree, fallback, charts } = new Parser(model, { maxWords: 25 }).parse(words);
    expect([wordsOf(tree), fallback, charts]).toEqual([words, "pieces", []]);
    expect(partEnds("a b c . , d e f g h".split(" "), 5)).toEqual([4, 9, 10]);
    expect(partEnds("a b c , d e".split(" "), 5)).toEqual([4, 6]);
    expect(partEnds("a b c".split(" "), 5)).toEqual([3]);
    expect(partEnds("a b c d e f g".split(" "), 3)).toEqual([3, 6, 7]);
  });

  test("of only unknown words get a tree", () => {
    const words = ["Zorgl", "blixed", "quonkily", "the-wug", "1234", "ß", "."];
    const { tree, fallback } = parser.parse(words);
    expect(wordsOf(tree)).toEqual(words);
    expect(["none", "relaxed"]).toContain(fallback);
  });

  test("without words are refused, and so are tags that do not fit", () => {
    expect(() => parser.parse([])).toThrow(new InputError("a sentence without words cannot be parsed."));
    expect(() => parser.parse({ words: ["a", "b"], tags: ["DT"] })).toThrow(
      new InputError("2 words but 1 tags; each word needs its own, or undefined."),
    );
    expect(() => new Parser(model, { kBest: 0 })).toThrow(OptionError);
  });

  test("that no rule covers are joined from pieces, and given tags are kept even when training did not know them", async () => {
    const one = readPenn("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))");
    const pcfg = new Parser((await learnParser(one, { method: "pcfg" })).model);
    const { tree, fallback } = pcfg.parse({ words: ["barks", "the", "dog"], tags: ["VBZ", "DT", "NN"] });
    expect([formatPenn(tree), fallback]).toEqual(["(S (VBZ barks) (NP (DT the) (NN dog)))", "pieces"]);
    const flat = pcfg.parse({ words: ["dog", "dog"], tags: ["FW", "NN"] });
    expect(leaves(flat.tree).map(({ word }) => word)).toEqual(["dog", "dog"]);
    expect(flat.fallback).not.toBe("none");
  });
});

test("a long sentence that pruning leaves without a tree is parsed in two parts, not with ever looser pruning", async () => {
  const one = readPenn("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))");
  const pcfg = new Parser((await learnParser(one, { method: "pcfg" })).model);
  const times = (count: number) => Array.from({ length: count }, () => ["barks", "the", "dog"]).flat();
  const [short, long] = [pcfg.parse(times(30)), pcfg.parse(times(40))];
  expect([short.fallback, long.fallback]).toEqual(["pieces", "pieces"]);
  expect(wordsOf(long.tree)).toEqual(times(40));
  const childrenOf = ({ tree }: typeof long) => (isLeaf(tree) ? [] : tree.children);
  expect([childrenOf(short).length > 2, childrenOf(long).length]).toEqual([true, 2]);
});

describe("given tags", () => {
  test("are trusted where training knew them", () => {
    for (const tree of trees.slice(300, 320)) {
      const { words, tags } = { words: wordsOf(tree), tags: leaves(tree).map(({ label }) => label) };
      expect(leaves(parser.parse({ words, tags }).tree).map(({ label }) => label)).toEqual(tags);
    }
  });
});

describe("probabilities of spans", () => {
  test("of a PCFG are those of its marginals, summed over symbols with one label, and chains are told apart into their labels", async () => {
    const { model: markov } = await learnParser(trees.slice(0, 300), { method: "markov" });
    const fine = new Parser(markov, { prune: 0, pruneUses: 0 });
    for (const words of fresh.slice(0, 5)) {
      const parse = fine.parse(words);
      const spans = fine.spans(parse, 0);
      expect(
        spans.every(({ label, probability }) => !/[@|^]/.test(label) && probability >= 0 && probability <= 1),
      ).toBe(true);
      for (let at = 0; at < words.length; at++) {
        const mass = spans
          .filter(({ tag, start }) => tag && start === at)
          .reduce((sum, { probability }) => sum + probability, 0);
        expect(mass).toBeCloseTo(1, 5);
      }
      const whole = spans.filter(({ start, end, tag }) => start === 0 && end === words.length && !tag);
      expect(Math.max(...whole.map(({ probability }) => probability))).toBeGreaterThan(0.5);
      const ofNodes = nodeProbabilities(parse.tree, spans);
      const all = [...nodes(parse.tree)];
      expect(ofNodes).toHaveLength(all.length);
      // Every node of the tree is an item of the chart, and its label one of the spans.
      expect(ofNodes.every((probability) => probability !== undefined)).toBe(true);
      for (const [at, node] of all.entries()) {
        if (!isLeaf(node)) continue;
        const position = all.slice(0, at).filter(isLeaf).length;
        expect(ofNodes[at]).toBe(
          spans.find(({ tag, start, label }) => tag && start === position && label === node.label)!.probability,
        );
      }
    }
  });
});
