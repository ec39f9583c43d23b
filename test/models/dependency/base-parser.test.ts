import { describe, expect, test } from "vitest";
import { InputError, Random } from "../../../src/base/index.ts";
import { atomsOf } from "../../../src/models/dependency/atoms.ts";
import { visitTree, Weights } from "../../../src/models/dependency/features.ts";
import {
  BaseParser,
  DependencyParser,
  dependencyFromParts,
  dependencyToParts,
  learnBase,
  learnDependency,
} from "../../../src/models/dependency/index.ts";
import { hildreth, Margin } from "../../../src/models/dependency/margin.ts";
import { OnlineWeights } from "../../../src/models/dependency/online-weights.ts";
import { bestRelation, RELATION_FEATURES } from "../../../src/models/dependency/relations.ts";
import { type DependencyTree, isProjective, projectivize } from "../../../src/trees/index.ts";
import { allTrees } from "../../oracles/dependency-trees.ts";

/** Sentences of noun, verb and determiner in which tags decide every head: a language that arcs can separate. */
function toyTreebank(size: number, seed = 5): DependencyTree[] {
  const random = new Random(seed);
  const pick = (words: string) => words.split(" ")[random.integer(words.split(" ").length)]!;
  return Array.from({ length: size }, () => {
    const words: string[] = [];
    const tags: string[] = [];
    const heads: number[] = [];
    const labels: string[] = [];
    const put = (word: string, tag: string, label: string) => {
      words.push(word);
      tags.push(tag);
      labels.push(label);
      return heads.push(-1);
    };
    const nounPhrase = (label: string) => {
      const determiner = random.bits() < 0 ? put(pick("the a this"), "DET", "det") : undefined;
      const adjective = random.bits() < 0 ? put(pick("big old green"), "ADJ", "amod") : undefined;
      const noun = put(pick("dog cat tree house"), "NOUN", label);
      for (const word of [determiner, adjective]) if (word !== undefined) heads[word - 1] = noun;
      return noun;
    };
    const subject = nounPhrase("nsubj");
    const verb = put(pick("sees likes finds"), "VERB", "root");
    heads[verb - 1] = 0;
    heads[subject - 1] = verb;
    heads[nounPhrase("obj") - 1] = verb;
    return { words, tags, heads, labels };
  });
}

const SMALL = { hashBits: 16, epochs: 5 };
const WHOLE = { ...SMALL, spectral: false };

describe("features", () => {
  const sentence = { words: ["a", "big", "dog", "sees", "it", "all"], tags: ["D", "A", "N", "V", "N", "D"] };
  const atoms = atomsOf(sentence);
  const random = new Random(3);
  const values = Float32Array.from({ length: 2 ** 12 }, () => random.normal());
  const N = 7;

  test("the score of a tree is the sum of the weights that its visit names, in both orders", () => {
    const weights = new Weights(values);
    const arcs = new Float64Array(N * N);
    const siblings = new Float32Array(N * N * N);
    weights.scoreArcs(atoms, arcs);
    weights.scoreSiblings(atoms, siblings);
    for (const heads of allTrees(6, "projective").slice(0, 100)) {
      let first = 0;
      let second = 0;
      visitTree(atoms, heads, false, weights.mask, (index) => (first += values[index]!));
      visitTree(atoms, heads, true, weights.mask, (index) => (second += values[index]!));
      let arcSum = 0;
      let siblingSum = 0;
      heads.forEach((h, i) => {
        const m = i + 1;
        arcSum += arcs[h * N + m]!;
        if (h === 0) return;
        let inner = h;
        const step = Math.sign(m - h);
        for (let s = h + step; s !== m; s += step) if (heads[s - 1] === h) inner = s;
        siblingSum += siblings[(h * N + m) * N + inner]!;
      });
      expect(Math.abs(first - arcSum)).toBeLessThan(1e-4);
      expect(Math.abs(second - arcSum - siblingSum)).toBeLessThan(1e-4);
    }
  });

  test("the difference of two trees times the weights is the difference of their scores", () => {
    const margin = new Margin(values.length);
    const trees = allTrees(6, "projective");
    for (const second of [false, true]) {
      for (let n = 0; n + 40 < trees.length; n += 40) {
        const [a, b] = [trees[n]!, trees[n + 37]!];
        let expected = 0;
        visitTree(atoms, a, second, values.length - 1, (index) => (expected += values[index]!));
        visitTree(atoms, b, second, values.length - 1, (index) => (expected -= values[index]!));
        const { indices, values: changes } = margin.difference(atoms, a, b, second);
        const got = indices.reduce((sum, index, e) => sum + values[index]! * changes[e]!, 0);
        expect(Math.abs(got - expected)).toBeLessThan(1e-4);
      }
    }
  });
});

test("the best relation is the one whose rows add up to most, in the order of the rows", () => {
  const labels = 5;
  const random = new Random(3);
  const weights = Float32Array.from({ length: 64 + labels }, () => random.normal());
  for (let n = 0; n < 50; n++) {
    const rows = Int32Array.from({ length: RELATION_FEATURES }, () => random.integer(64));
    const scores = new Float64Array(labels).fill(n);
    const best = bestRelation(weights, rows, scores);
    const sums = Array.from(scores, (_, a) => rows.reduce((sum, row) => sum + weights[row + a]!, 0));
    expect(Array.from(scores)).toEqual(sums);
    expect(best).toBe(sums.indexOf(Math.max(...sums)));
  }
});

describe("MIRA", () => {
  test("one constraint is met exactly by the shortest step", () => {
    expect(hildreth([[4]], [2], 10)).toEqual([0.5]);
    expect(hildreth([[4]], [-2], 10)).toEqual([0]);
    expect(hildreth([[4]], [2], 0.1)).toEqual([0.1]);
  });

  test("several constraints meet the conditions of Karush, Kuhn and Tucker", () => {
    const gram = [
      [3, 1, 0.5],
      [1, 2, -0.5],
      [0.5, -0.5, 4],
    ];
    const gaps = [1, 2, -3];
    const shares = hildreth(gram, gaps, 100);
    gaps.forEach((gap, i) => {
      const slack = gram[i]!.reduce((sum, value, j) => sum + value * shares[j]!, 0) - gap;
      expect(slack).toBeGreaterThan(-1e-6);
      expect(Math.abs(slack * shares[i]!)).toBeLessThan(1e-6);
    });
  });

  test("after an update the gold tree leads by its loss", () => {
    const sentence = { words: ["a", "dog", "sees", "it"], tags: ["D", "N", "V", "N"] };
    const atoms = atomsOf(sentence);
    const weights = new OnlineWeights(2 ** 12);
    const margin = new Margin(2 ** 12);
    const [gold, wrong, worse] = [
      [2, 3, 0, 3],
      [3, 3, 0, 3],
      [4, 4, 4, 0],
    ];
    const differences = [wrong!, worse!].map((heads) => margin.difference(atoms, gold!, heads, true));
    margin.update(weights, differences, [1, 4], 1, 1e6);
    const leads = differences.map(({ indices, values }) =>
      indices.reduce((sum, index, e) => sum + weights.current[index]! * values[e]!, 0),
    );
    expect(leads[0]).toBeGreaterThan(1 - 1e-4);
    expect(leads[1]).toBeGreaterThan(4 - 1e-4);
  });

  test("the average is that of the weights after each step", () => {
    const weights = new OnlineWeights(2);
    const seen: number[] = [];
    for (let step = 1; step <= 5; step++) {
      if (step !== 3) weights.add(0, step, step);
      seen.push(weights.current[0]!);
    }
    expect(weights.average(6)[0]).toBeCloseTo(seen.reduce((sum, value) => sum + value, 0) / 6, 5);
  });
});

describe("base parser", () => {
  const train = toyTreebank(60);
  const test_ = toyTreebank(40, 6);
  for (const order of ["first", "second"] as const) {
    for (const learner of ["mira", "perceptron"] as const) {
      test(`${learner}, ${order} order, separates what can be separated and finds it again in new sentences`, () => {
        const { model, report } = learnBase(train, { ...SMALL, order, learner, trainK: 3 });
        const parser = new DependencyParser({ tags: "upos", base: model, tagger: undefined, options: {}, report: null });
        for (const tree of [...train, ...test_]) {
          const found = parser.parse(tree.words, tree.tags).tree;
          expect(found.heads).toEqual(tree.heads);
          expect(found.labels).toEqual(tree.labels);
        }
        expect(report.epochs.length).toBe(5);
      });
    }
  }

  test("stops early, keeps the best epoch, and says so", () => {
    const seen: number[] = [];
    const { report } = learnBase(train, { ...SMALL, epochs: 50 }, { dev: test_, onEpoch: ({ epoch }) => seen.push(epoch) });
    expect(report.epochs.length).toBeLessThan(50);
    expect(seen).toEqual(report.epochs.map(({ epoch }) => epoch));
    expect(report.epochs.length - report.keptEpoch).toBe(2);
    expect(report.epochs[report.keptEpoch - 1]!.devUas).toBe(100);
  });

  test("a whole parser tags by itself, survives storage, and is the same for the same seed", async () => {
    const { model, report } = await learnDependency(train, WHOLE);
    const again = (await learnDependency(train, WHOLE)).model;
    expect(again.base.arcWeights).toEqual(model.base.arcWeights);
    expect(report.jackknifedTags).toBeGreaterThan(95);
    const parser = new DependencyParser(model);
    const restored = new DependencyParser(dependencyFromParts(dependencyToParts(model)));
    for (const { words, heads } of test_) {
      expect(parser.parse(words).tree.heads).toEqual(heads);
      expect(restored.parse(words)).toEqual(parser.parse(words));
    }
    expect(parser.parse([]).tree.heads).toEqual([]);
    expect(parser.parse(["Xylophone"]).tree.heads).toEqual([0]);
    const long = Array.from({ length: 250 }, (_, i) => train[i % 60]!.words[0]!);
    expect(parser.parse(long).tree.heads.filter((head) => head === 0).length).toBe(1);
  });

  test("lists k trees, best first, and trees of any shape", () => {
    const { model } = learnBase(train, SMALL);
    const whole = { tags: "upos", base: model, tagger: undefined, options: {}, report: null } as const;
    const { list } = new DependencyParser(whole, { kBest: 20 }).parse(train[0]!.words, train[0]!.tags);
    expect(list.map(({ score }) => score)).toEqual(list.map(({ score }) => score!).sort((a, b) => b - a));
    expect(list[0]!.tree.heads).toEqual(train[0]!.heads);
    expect(new DependencyParser(whole, { trees: "any" }).parse(train[0]!.words, train[0]!.tags).tree.heads).toEqual(train[0]!.heads);
    expect(() => new DependencyParser(whole, { trees: "any", kBest: 2 })).toThrow("kBest must be 1 for trees of any shape");
    expect(() => new DependencyParser(whole).parse(["a"])).toThrow("this parser has no tagger");
  });

  test.each(["first", "second"] as const)("learns from a sentence of 250 words, %s order", { timeout: 120_000 }, (order) => {
    const size = 250;
    const long: DependencyTree = {
      words: Array.from({ length: size }, (_, i) => `w${i % 7}`),
      tags: Array.from({ length: size }, (_, i) => `T${i % 3}`),
      heads: Array.from({ length: size }, (_, i) => i),
      labels: Array.from({ length: size }, () => "next"),
    };
    const { model } = learnBase([long], { ...SMALL, epochs: 2, order });
    expect(new BaseParser(model).parse(long).heads).toEqual(long.heads);
  });

  test("refuses trees that are none, and no trees", () => {
    const tree = { words: ["a", "b"], tags: ["X", "X"], labels: ["x", "x"] };
    expect(() => learnBase([])).toThrow(InputError);
    expect(() => learnBase([])).toThrow("learnBase: there are no words; expected dependency trees.");
    expect(() => learnBase([{ ...tree, heads: [2, 1] }])).toThrow("tree 1: words 1 → 2 → 1 form a cycle");
    expect(() => learnBase([{ ...tree, heads: [0, 0] }])).toThrow("tree 1: words 1, 2 all have the head 0; a tree has one root");
  });
});

describe("projectivize", () => {
  test("gives projective trees, leaves projective ones alone, and counts lifts", () => {
    for (const heads of allTrees(5, "any")) {
      const { heads: lifted, lifts } = projectivize(heads);
      expect(isProjective(lifted)).toBe(true);
      if (isProjective(heads)) expect([lifted, lifts]).toEqual([heads, 0]);
      else expect(lifts).toBeGreaterThan(0);
    }
  });
});
