/** The base parser: scores, differences, learning, relations. */
import { describe, expect, test } from "vitest";
import { InputError, Random } from "../../../src/base/index.ts";
import { BaseParser } from "../../../src/models/dependency/base/base-parser.ts";
import { visitTree } from "../../../src/models/dependency/base/features/places.ts";
import { hashesOf } from "../../../src/models/dependency/base/features/sentence-hashes.ts";
import { Weights } from "../../../src/models/dependency/base/features/weights.ts";
import { learnBase } from "../../../src/models/dependency/base/learn-base.ts";
import { hildreth, Margin } from "../../../src/models/dependency/base/margin.ts";
import { OnlineWeights } from "../../../src/models/dependency/base/online-weights.ts";
import { bestRelation } from "../../../src/models/dependency/base/relations.ts";
import {
  DependencyParser,
  dependencyFromParts,
  dependencyToParts,
  learnDependency,
} from "../../../src/models/dependency/index.ts";
import { WordClasses } from "../../../src/models/representations/index.ts";
import { type DependencyTree, isProjective, projectivize, type TaggedSentence } from "../../../src/trees/index.ts";
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
/** The base parser alone. */
const BARE = { ...WHOLE, tagger: false };

const PLAIN = { words: ["a", "big", "dog", "sees", "it", "all"], tags: ["D", "A", "N", "V", "N", "D"] };
const TWO_PARTS = { ...PLAIN, tags: ["D DT", "A JJ", "N NN", "V VBZ", "N PRP", "D DT"] };
const CLASSES = new WordClasses(
  new Map([
    ["a", "00001"],
    ["big", "01101011"],
    ["dog", "1110101"],
    ["it", "1110"],
  ]),
);

describe.each([
  ["words and tags", hashesOf(PLAIN)],
  ["classes of words", hashesOf(PLAIN, CLASSES)],
  ["tags of two parts", hashesOf(TWO_PARTS)],
  ["both", hashesOf(TWO_PARTS, CLASSES)],
])("features of %s", (_, hashes) => {
  const random = new Random(3);
  const values = Float32Array.from({ length: 2 ** 12 }, () => random.normal());
  const N = 7;

  test("the score of a tree is the sum of the weights that its visit names, in both orders", () => {
    const weights = new Weights(values);
    const arcs = new Float64Array(N * N);
    const siblings = new Float32Array(N * N * N);
    weights.scoreArcs(hashes, arcs);
    weights.scoreSiblings(hashes, siblings);
    for (const heads of allTrees(6, "projective").slice(0, 100)) {
      let first = 0;
      let second = 0;
      visitTree(hashes, heads, false, weights.mask, (index) => (first += values[index]!));
      visitTree(hashes, heads, true, weights.mask, (index) => (second += values[index]!));
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
        visitTree(hashes, a, second, values.length - 1, (index) => (expected += values[index]!));
        visitTree(hashes, b, second, values.length - 1, (index) => (expected -= values[index]!));
        const { indices, values: changes } = margin.difference(hashes, a, b, second);
        const got = indices.reduce((sum, index, e) => sum + values[index]! * changes[e]!, 0);
        expect(Math.abs(got - expected)).toBeLessThan(1e-4);
      }
    }
  });
});

test("words of one class share features of arcs, and only with classes", () => {
  const [seen, alike, other] = ["dog", "cat", "sofa"].map((noun) => ({ words: ["a", noun], tags: ["D", "N"] }));
  const classes = new WordClasses(
    new Map([
      ["dog", "0110"],
      ["cat", "0110"],
      ["sofa", "1000"],
    ]),
  );
  const places = (sentence: TaggedSentence, known?: WordClasses) => {
    const found = new Set<number>();
    visitTree(hashesOf(sentence, known), [2, 0], true, 2 ** 24 - 1, (index) => found.add(index));
    return found;
  };
  const shared = (a: TaggedSentence, b: TaggedSentence, known?: WordClasses) => {
    const of = places(a, known);
    return [...places(b, known)].filter((index) => of.has(index)).length;
  };
  expect(shared(seen!, alike!)).toBe(shared(seen!, other!));
  expect(shared(seen!, alike!, classes)).toBeGreaterThan(shared(seen!, other!, classes));
});

test("the best relation is the one whose rows add up to most, in the order of the rows", () => {
  const labels = 5;
  const random = new Random(3);
  const weights = Float32Array.from({ length: 64 + labels }, () => random.normal());
  for (let n = 0; n < 50; n++) {
    const rows = Int32Array.from({ length: 34 }, () => random.integer(64));
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
    const hashes = hashesOf(sentence);
    const weights = new OnlineWeights(2 ** 12);
    const margin = new Margin(2 ** 12);
    const [gold, wrong, worse] = [
      [2, 3, 0, 3],
      [3, 3, 0, 3],
      [4, 4, 4, 0],
    ];
    const differences = [wrong!, worse!].map((heads) => margin.difference(hashes, gold!, heads, true));
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
      test(`${learner}, ${order} order, separates what can be separated and finds it again in new sentences`, async () => {
        const steps = learner === "mira" ? { trainK: 3 } : {};
        const { model, report } = await learnDependency(train, { ...BARE, order, learner, ...steps });
        const parser = new DependencyParser(model);
        for (const tree of [...train, ...test_]) {
          const found = parser.parse(tree).tree;
          expect(found.heads).toEqual(tree.heads);
          expect(found.labels).toEqual(tree.labels);
        }
        expect(report.epochs.length).toBe(5);
      });
    }
  }

  test("stops early, keeps the best epoch, and says so", async () => {
    const seen: number[] = [];
    const { report } = await learnBase(
      { train, dev: test_ },
      { ...SMALL, epochs: 50 },
      { onEpoch: ({ epoch }) => seen.push(epoch) },
    );
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
    expect(() => parser.parse([])).toThrow(new InputError("a sentence without words cannot be parsed."));
    expect(parser.parse(["Xylophone"]).tree.heads).toEqual([0]);
    const long = Array.from({ length: 250 }, (_, i) => train[i % 60]!.words[0]!);
    expect(parser.parse(long).tree.heads.filter((head) => head === 0).length).toBe(1);
  });

  test("lists k trees, best first, and trees of any shape", async () => {
    const { model } = await learnDependency(train, BARE);
    const [tree] = train;
    const { list } = new DependencyParser(model, { kBest: 20 }).parse(tree!);
    expect(list.map(({ score }) => score)).toEqual(list.map(({ score }) => score!).sort((a, b) => b - a));
    expect(list[0]!.tree.heads).toEqual(tree!.heads);
    expect(new DependencyParser(model, { trees: "any" }).parse(tree!).tree.heads).toEqual(tree!.heads);
    expect(() => new DependencyParser(model, { trees: "any", kBest: 2 })).toThrow(
      "kBest must be 1 for trees of any shape",
    );
    expect(() => new DependencyParser(model).parse(["a"])).toThrow("this parser has no tagger");
  });

  test("takes running text, words, or words with tags", async () => {
    const { model } = await learnDependency(train, WHOLE);
    const parser = new DependencyParser(model);
    const text = "The dog sees a cat. It likes the tree.";
    expect(parser.parse("the dog sees a cat")).toEqual(parser.parse(["the", "dog", "sees", "a", "cat"]));
    expect(parser.parseText(text).map(({ tree }) => tree.words.join(" "))).toEqual([
      "The dog sees a cat .",
      "It likes the tree .",
    ]);
    expect(parser.parse(text).tree.words.length).toBe(11);
    expect(parser.parseText("")).toEqual([]);
    expect(() => parser.parse("  ")).toThrow(new InputError("a sentence without words cannot be parsed."));
    const tags = ["DET", "NOUN", "VERB", "DET", "NOUN"];
    expect(parser.parse({ words: ["x", "y", "z", "x", "y"], tags }).tree.tags).toEqual(tags);
    expect(() => parser.parse({ words: ["x"], tags })).toThrow(
      new InputError("the sentence has 1 words and 5 tags; expected one tag for each word."),
    );
  });

  test.each(["first", "second"] as const)("learns from a sentence of 250 words, %s order", async (order) => {
    const size = 250;
    const long: DependencyTree = {
      words: Array.from({ length: size }, (_, i) => `w${i % 7}`),
      tags: Array.from({ length: size }, (_, i) => `T${i % 3}`),
      heads: Array.from({ length: size }, (_, i) => i),
      labels: Array.from({ length: size }, () => "next"),
    };
    const { model } = await learnBase({ train: [long] }, { ...SMALL, epochs: 2, order });
    expect(new BaseParser(model).parse(long).heads).toEqual(long.heads);
  });

  test("refuses trees that are none, and no trees", async () => {
    const tree = { words: ["a", "b"], tags: ["X", "X"], labels: ["x", "x"] };
    await expect(learnBase({ train: [] })).rejects.toThrow(
      new InputError("learnBase: there are no words; expected dependency trees."),
    );
    const refused = (heads: number[]) => expect(learnBase({ train: [{ ...tree, heads }] })).rejects;
    await refused([2, 1]).toThrow("tree 1: words 1 → 2 → 1 form a cycle");
    await refused([0, 0]).toThrow("tree 1: words 1, 2 all have the head 0; a tree has one root");
    await expect(learnDependency([{ ...tree, heads: [0, 1], tags: ["_", "X"] }])).rejects.toThrow(
      'learnDependency: tree 1: word 1 ("a") has no tag',
    );
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
