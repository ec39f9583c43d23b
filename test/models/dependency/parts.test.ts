/** Dependency parsers as parts: every variant comes back as it was, small, and nothing hostile gets through. */
import { describe, expect, test } from "vitest";
import { ModelFileError, type ModelParts, unpackTensors } from "../../../src/base/index.ts";
import { readVectors } from "../../../src/data/index.ts";
import {
  type DependencyModel,
  type DependencyOptions,
  DependencyParser,
  dependencyFromParts,
  dependencyToParts,
  learnDependency,
} from "../../../src/models/dependency/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { comparable } from "../comparable.ts";
import { failuresOf } from "../hostile.ts";

const { dependencies } = generateTreebank({ trees: 60, maxWords: 8 });
const BASE = { epochs: 1, hashBits: 10 };
const RERANK = { rerank: true, listSize: 4, listFolds: 2, rerankEpochs: 2 };
const VARIANTS: Readonly<Record<string, Partial<DependencyOptions>>> = {
  "base alone": { ...BASE, tagger: false, spectral: false },
  "second order": { ...BASE, order: "second", tagger: false, spectral: false },
  "with automata": { ...BASE, tagger: false, states: 2 },
  "with arcs": { ...BASE, tagger: false, spectralModel: "arcs", states: 2 },
  "with a tagger": { ...BASE, folds: 2, spectral: false },
  "re-ranked without a spectral model": { ...BASE, ...RERANK, tagger: false, spectral: false },
  "re-ranked with arcs": { ...BASE, ...RERANK, tagger: false, spectralModel: "arcs", states: 2 },
  whole: { ...BASE, ...RERANK, folds: 2, states: 2 },
};
const VERB = "VBZ";
const listedVerbs = () =>
  [...new Set(dependencies.flatMap(({ words, tags }) => words.filter((_, i) => tags[i] === VERB)))].map((word) => ({
    type: "verb",
    words: [word],
  }));
const learn = async (options: Partial<DependencyOptions>) => (await learnDependency(dependencies, options)).model;

describe("parts", () => {
  test.each(Object.entries(VARIANTS))("%s comes back as it was", async (_, options) => {
    const model = await learn(options);
    const parts = dependencyToParts(model);
    const restored = dependencyFromParts(structuredClone(parts));
    expect(restored).toMatchObject({ kind: "dependency", options: model.options, report: model.report });
    expect(Object.isFrozen(restored)).toBe(true);
    expect(comparable(dependencyToParts(restored))).toEqual(comparable(parts));
    const [before, after] = [new DependencyParser(model, { kBest: 3 }), new DependencyParser(restored, { kBest: 3 })];
    for (const tree of dependencies.slice(0, 10)) expect(after.parse(tree)).toEqual(before.parse(tree));
  });

  test("classes of words come back, for the tagger too, and are stored once", async () => {
    const words = [...new Set(dependencies.flatMap((tree) => tree.words.map((word) => word.toLowerCase())))];
    const classes = words.map((word, i) => ({ word, path: (i % 8).toString(2).padStart(3, "0") }));
    const { model, report } = await learnDependency({ train: dependencies, classes }, VARIANTS["with a tagger"]);
    expect(report.warnings.filter((warning) => warning.includes("class"))).toEqual([]);
    const parts = dependencyToParts(model);
    expect(Object.keys(parts.symbols).filter((name) => name.endsWith("classWords"))).toEqual(["classWords"]);
    const restored = dependencyFromParts(structuredClone(parts));
    expect(comparable(dependencyToParts(restored))).toEqual(comparable(parts));
    const [before, after] = [new DependencyParser(model), new DependencyParser(restored)];
    for (const { words: sentence } of dependencies.slice(0, 10))
      expect(after.parse(sentence)).toEqual(before.parse(sentence));
    const plain = await learn(VARIANTS["with a tagger"]!);
    expect(plain.base.classes).toBeUndefined();
    expect(plain.base.arcWeights).not.toEqual(model.base.arcWeights);
  });

  test("lists of words are features of the tagger, and come back with it", async () => {
    const lists = [{ type: "verb", words: ["zzzs"] }, ...listedVerbs()];
    const { model } = await learnDependency({ train: dependencies, lists }, { ...BASE, folds: 2, spectral: false });
    const restored = dependencyFromParts(structuredClone(dependencyToParts(model)));
    const tagOf = (parser: DependencyParser) => parser.parse(["The", "dog", "zzzs", "."]).tree.tags[2];
    expect(tagOf(new DependencyParser(model))).toBe(VERB);
    expect(tagOf(new DependencyParser(restored))).toBe(VERB);
  });

  test("classes of another language are told in the report", async () => {
    const classes = [{ word: "Haus", path: "01" }];
    const { report } = await learnDependency({ train: dependencies, classes }, VARIANTS["base alone"]);
    expect(report.warnings.join()).toMatch(/only 0\.0 % of the words of the training data have a class/);
  });

  test("vectors of another language are told too, and refused where arcs rest on them", async () => {
    const data = { train: dependencies, vectors: readVectors("Haus 1 2\nund 3 4\nder 1 1\n") };
    const options = { ...BASE, tagger: false, states: 2 };
    const { report } = await learnDependency(data, options);
    expect(report.warnings.join()).toMatch(/only 0\.0 % of the words of the training data have a vector/);
    await expect(learnDependency(data, { ...options, spectralModel: "arcs" })).rejects.toThrow(
      "word vectors: no word of the treebank has one; expected vectors of the same language.",
    );
  });

  test("hold nothing that depends on time, and no zeros to speak of", async () => {
    const [one, two] = [await learn(VARIANTS.whole!), await learn(VARIANTS.whole!)];
    expect(two.report).toEqual(one.report);
    expect(JSON.stringify(dependencyToParts(one).report)).not.toMatch(/seconds|times|stages/);
    const bytes = (tensors: object) =>
      Object.values(tensors).reduce((sum: number, { data }) => sum + data.byteLength, 0);
    // Of a table as large as the default one, few places are used by so small a treebank.
    const weights = ({ tensors }: ModelParts) =>
      Object.fromEntries(Object.entries(tensors).filter(([name]) => /Weights/.test(name)));
    const packed = dependencyToParts(await learn({ ...VARIANTS.whole!, hashBits: 18 }));
    expect(bytes(weights(packed))).toBeLessThan(0.3 * bytes(weights(unpackTensors(packed))));
  });

  test("of another version or kind are refused", async () => {
    const parts = dependencyToParts(await learn(VARIANTS["base alone"]!));
    const refusal = (changes: object) => () => dependencyFromParts({ ...parts, ...changes });
    expect(refusal({ version: 2 })).toThrow(ModelFileError);
    expect(refusal({ version: 2 })).toThrow("holds version 2 of a dependency model; this program reads version 4");
    expect(refusal({ version: 5 })).toThrow("update Eigentree");
    expect(refusal({ kind: "parser" })).toThrow('holds a model of kind "parser"; expected kind "dependency"');
  });
});

describe("hostile parts", () => {
  // Tables of the tagger and of the grammar are for their own kinds to check. The tagger's are large: beside them only
  // options are tried.
  const OTHERS = /^(tagger|automata)\//;
  const TABLES = /\/|Weights|labels/;

  test.each(Object.entries(VARIANTS))("%s", async (_, options) => {
    const parts = dependencyToParts(await learn(options));
    const tagged = options.tagger !== false;
    const use = (model: DependencyModel) => {
      const parser = new DependencyParser(model, { kBest: 2 });
      for (const tree of dependencies.slice(0, 3)) parser.parse(tree);
      if (model.tagger !== undefined) parser.parseText("The gardener sees Xylophones. They bark.");
    };
    const { failures, tried } = failuresOf(parts, dependencyFromParts, use, tagged ? TABLES : OTHERS);
    expect(failures).toEqual([]);
    expect(tried).toBeGreaterThan(tagged ? 150 : 200);
  });
});
