/** A grammar cut to its first states is the one learnt with as many. */
import { expect, test } from "vitest";
import { checkOptions } from "../../src/base/index.ts";
import { StageClock } from "../../src/base/learning.ts";
import { coarseChart } from "../../src/charts/phrases/coarse-chart.ts";
import { narrowGrammar, narrowingOf } from "../../src/charts/phrases/narrow-grammar.ts";
import { plainLatentChart } from "../../src/charts/phrases/plain-latent-chart.ts";
import { buildSkeleton, pruneSkeleton } from "../../src/charts/phrases/skeleton.ts";
import {
  binaryTreebank,
  DirectionTable,
  decompose,
  grammarFromDecompositions,
  Lexicon,
  leafVectors,
  SPECTRAL_OPTIONS,
} from "../../src/models/grammar/index.ts";
import { generateTreebank } from "../../src/samples/index.ts";
import { ENGLISH_HEADS, words } from "../../src/trees/index.ts";

const { trees } = generateTreebank({ trees: 120, seed: 3 });
const sentence = words(trees[110]!);
const treebank = binaryTreebank(trees.slice(0, 100), ENGLISH_HEADS);
// All rules as samples, few as tensors: both become dense tensors of few states.
const options = (states: number, denseAbove: number) =>
  checkOptions("test", SPECTRAL_OPTIONS, { states, denseAbove, winsorize: 0 });
const found = await decompose(treebank, options(6, 0), new StageClock());
const modelOf = async (states: number, denseAbove: number) =>
  (await grammarFromDecompositions(found, options(states, denseAbove))).model;

test("a grammar cut to its first states is the one learnt with so many states, whichever form its rules have", async () => {
  const narrow = await modelOf(3, 0);
  const { lexicon, lexiconOptions, symbols, directions } = narrow;
  const readings = sentence.map((word, at) => new Lexicon(symbols, lexicon, lexiconOptions).readings(word, at === 0));
  const coarse = coarseChart(narrow.grammar.rules, narrow.grammar.rootProbability, readings, {
    threshold: 1e-4,
    least: 1e-4,
  });
  const skeleton = buildSkeleton(narrow.grammar.rules, coarse);
  const chartOf = (grammar: typeof narrow.grammar, table: DirectionTable) =>
    plainLatentChart(grammar, skeleton, leafVectors(grammar, table, sentence, readings))!;
  const learnt = chartOf(narrow.grammar, new DirectionTable(directions));
  for (const denseAbove of [0, 5, 1000]) {
    const wide = await modelOf(6, denseAbove);
    const cut = chartOf(narrowGrammar(wide.grammar, 3), new DirectionTable(wide.directions));
    // Single precision against double.
    expect(Math.abs(cut.logTotal - learnt.logTotal)).toBeLessThan(1e-4);
    for (let item = 0; item < skeleton.items; item++)
      expect(Math.abs(cut.itemMarginal[item]! - learnt.itemMarginal[item]!)).toBeLessThan(1e-4);
  }
  expect(narrowGrammar(narrow.grammar, 3)).toBe(narrow.grammar);
});

test("tensors of a narrow grammar that are made one by one, whatever the order, are those made together", async () => {
  const { grammar: wide } = await modelOf(6, 5);
  const { grammar, form } = narrowingOf(wide, 3)!;
  expect(grammar.numbers.every((value) => value === 0)).toBe(true);
  const numbers = new Float32Array(grammar.numbers.length);
  for (let rule = grammar.rules.size - 1; rule >= 0; rule--) form(rule, numbers);
  expect(numbers).toEqual(narrowGrammar(wide, 3).numbers);
});

test("a pruned skeleton has the items and edges that reach the thresholds, and those alone", async () => {
  const { grammar, lexicon, lexiconOptions, symbols } = await modelOf(3, 0);
  const readings = sentence.map((word, at) => new Lexicon(symbols, lexicon, lexiconOptions).readings(word, at === 0));
  const coarse = coarseChart(grammar.rules, grammar.rootProbability, readings, { threshold: 1e-4, least: 1e-4 });
  const skeleton = buildSkeleton(grammar.rules, coarse);
  const { items, edgeRule } = skeleton;
  const ones = {
    itemMarginal: new Float64Array(items).fill(-1),
    edgeMarginal: new Float64Array(edgeRule.length).fill(1),
  };
  expect(pruneSkeleton(skeleton, ones, 0.5, 0.5)).toEqual(skeleton);
  const lost = pruneSkeleton(
    skeleton,
    { ...ones, itemMarginal: ones.itemMarginal.map((_, at) => (at === 0 ? 0 : 1)) },
    0.5,
    0.5,
  );
  expect(lost.items).toBeLessThan(items);
  for (let edge = 0; edge < lost.edgeRule.length; edge++) {
    const rule = lost.edgeRule[edge]!;
    expect(lost.symbol[lost.edgeLeft[edge]!]).toBe(grammar.rules.left[rule]);
    expect(lost.symbol[lost.edgeRight[edge]!]).toBe(grammar.rules.right[rule]);
    expect(lost.end[lost.edgeLeft[edge]!]).toBe(lost.start[lost.edgeRight[edge]!]);
  }
  for (let item = 0; item < lost.items; item++)
    if (lost.end[item]! - lost.start[item]! > 1)
      expect(lost.edgeStarts[item + 1]).toBeGreaterThan(lost.edgeStarts[item]!);
});
