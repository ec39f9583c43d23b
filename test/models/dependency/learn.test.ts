/** `learnDependency` and `evaluateDependency`: what they take, what they refuse, what they report. */
import { describe, expect, test } from "vitest";
import { OptionError } from "../../../src/base/index.ts";
import { readDependencies } from "../../../src/data/index.ts";
import { conlluFromDependencies, writeConllu } from "../../../src/formats/index.ts";
import {
  type DependencyOptions,
  DependencyParser,
  evaluateDependency,
  learnDependency,
} from "../../../src/models/dependency/index.ts";
import { partEnds } from "../../../src/models/grammar/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";

const { dependencies } = generateTreebank({ trees: 40, maxWords: 8 });
const BARE = { epochs: 1, hashBits: 12, tagger: false, spectral: false };
const text = writeConllu(dependencies.map((tree) => conlluFromDependencies(tree)));
const fine = writeConllu(dependencies.map((tree) => conlluFromDependencies(tree, { tags: "xpos" })));

describe("learnDependency", () => {
  test("learns the same from a treebank and from its trees, and is frozen", async () => {
    const treebank = readDependencies(text, { file: "x.conllu" });
    const [read, plain] = [await learnDependency(treebank, BARE), await learnDependency(dependencies, BARE)];
    expect(plain.model.base).toEqual(read.model.base);
    expect(read.report.sources).toEqual([{ file: "x.conllu", records: 40, skipped: 0 }]);
    for (const part of [read.model, read.model.options, read.model.base, read.model.report as object])
      expect(Object.isFrozen(part)).toBe(true);
    expect(read.model.options).toMatchObject({ ...BARE, order: "first", states: 32, tags: "upos", language: "en" });
    expect(read.report.times.map(({ stage }) => stage)).toEqual(["base parser"]);
    expect(read.model.report).not.toHaveProperty("times");
  });

  test("keeps the tags and the language of its data", async () => {
    const { model } = await learnDependency(readDependencies(fine, { tags: "xpos", language: "de" }), BARE);
    expect(model.options).toMatchObject({ tags: "xpos", language: "de" });
  });

  const idle: [option: keyof DependencyOptions, given: Partial<DependencyOptions>, needs: string][] = [
    ["maxStep", { learner: "perceptron", maxStep: 1 }, "learner mira"],
    ["patience", { patience: 3 }, "learning with development trees"],
    ["folds", { tagger: false, folds: 3 }, "learning with a tagger"],
    ["states", { spectral: false, states: 3 }, "learning with a spectral model"],
    ["smoothing", { spectralModel: "arcs", smoothing: 3 }, "spectralModel automata"],
    ["ridge", { ridge: 0.1 }, "spectralModel arcs"],
    ["listSize", { listSize: 9 }, "learning with rerank"],
  ];
  test.each(idle)("refuses %s where it has no effect", async (option, given, needs) => {
    const learning = learnDependency(dependencies, given);
    await expect(learning).rejects.toBeInstanceOf(OptionError);
    await expect(learning).rejects.toThrow(`learnDependency: ${option} has no effect here; it belongs to ${needs}.`);
  });

  test("refuses development trees with other tags", async () => {
    const data = { train: readDependencies(text), dev: readDependencies(fine, { tags: "xpos" }) };
    await expect(learnDependency(data, BARE)).rejects.toThrow(
      "learnDependency: the development trees have the tags of xpos, the others those of upos; expected the same.",
    );
  });
});

describe("evaluateDependency", () => {
  test("measures what the parser parses, from trees and from a treebank", async () => {
    const { model } = await learnDependency(dependencies, BARE);
    const parser = new DependencyParser(model);
    const { times, ...scores } = await evaluateDependency(parser, dependencies, { goldTags: true });
    const right = dependencies.reduce((sum, tree) => {
      const { heads } = parser.parse(tree).tree;
      return sum + tree.heads.filter((head, i) => head === heads[i]).length;
    }, 0);
    expect(scores.uas.f1).toBeCloseTo(
      (100 * right) / dependencies.reduce((sum, { words }) => sum + words.length, 0),
      9,
    );
    expect(times.map(({ stage }) => stage)).toEqual(["parsing"]);
    const { times: _, ...again } = await evaluateDependency(parser, readDependencies(text), { goldTags: true });
    expect(again).toEqual(scores);
  });

  test("refuses gold tags of another column, and to do without a tagger", async () => {
    const parser = new DependencyParser((await learnDependency(dependencies, BARE)).model);
    const gold = readDependencies(fine, { tags: "xpos" });
    await expect(evaluateDependency(parser, gold, { goldTags: true })).rejects.toThrow(
      'evaluateDependency: the gold trees have the tags of xpos, but the parser knows those of upos; read them with tags "upos".',
    );
    await expect(evaluateDependency(parser, dependencies)).rejects.toThrow("this parser has no tagger");
  });
});

describe("sentences longer than the limit", () => {
  test("are parsed in parts, whose roots hang from the first, and relations are those of the whole", async () => {
    const { model } = await learnDependency(dependencies, { ...BARE, order: "second" });
    const [words, tags] = [dependencies.flatMap((tree) => tree.words), dependencies.flatMap((tree) => tree.tags)];
    const whole = new DependencyParser(model);
    const parted = new DependencyParser(model, { maxWords: 20, kBest: 3 }).parse({ words, tags });
    expect([parted.inParts, parted.list.length]).toEqual([true, 1]);
    expect(whole.parse({ words: words.slice(0, 20), tags: tags.slice(0, 20) }).inParts).toBe(false);
    const { heads } = parted.tree;
    const root = heads.indexOf(0) + 1;
    expect(heads.filter((head) => head === 0)).toHaveLength(1);
    let start = 0;
    for (const end of partEnds(words, 20)) {
      const part = { words: words.slice(start, end), tags: tags.slice(start, end) };
      const own = whole.parse(part).tree.heads.map((head) => (head === 0 ? 0 : start + head));
      expect(heads.slice(start, end).map((head) => (head === root && !own.includes(root) ? 0 : head))).toEqual(own);
      start = end;
    }
    expect(parted.tree.labels).toHaveLength(words.length);
  });

  test("of 2,000 words have a tree in time and memory that one of 250 words would take a few times over", async () => {
    const { model } = await learnDependency(dependencies, { ...BARE, order: "second" });
    const { words, tags } = dependencies[0]!;
    const many = <T>(list: readonly T[]): T[] => Array.from({ length: 2000 }, (_, at) => list[at % list.length]!);
    const { tree, inParts } = new DependencyParser(model).parse({ words: many(words), tags: many(tags) });
    expect([tree.heads.length, tree.heads.filter((head) => head === 0).length, inParts]).toEqual([2000, 1, true]);
  }, 60_000);
});
