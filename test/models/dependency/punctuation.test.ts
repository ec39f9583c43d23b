/** Punctuation: where marks may hang, conventions learnt from trees, and texts told apart. */
import { describe, expect, test } from "vitest";
import { type Json, ModelFileError, PartsReader } from "../../../src/base/index.ts";
import {
  DEPENDENCY_KIND,
  DEPENDENCY_VERSION,
  DependencyParser,
  dependencyFromParts,
  dependencyToParts,
  evaluateDependency,
  learnDependency,
  punctuationOf,
} from "../../../src/models/dependency/index.ts";
import { learnConventions, withConventions } from "../../../src/models/dependency/punctuation/conventions.ts";
import { marksOf } from "../../../src/models/dependency/punctuation/marks.ts";
import { learnPunctuation, styleOf } from "../../../src/models/dependency/punctuation/punctuation.ts";
import type { DependencyTree } from "../../../src/trees/index.ts";

/** "However/2:advmod": a word with its head and its relation. */
function tree(text: string): DependencyTree {
  const rows = text.split(" ").map((item) => /^(.+)\/(\d+):(\w+)$/.exec(item)!.slice(1) as [string, string, string]);
  return {
    words: rows.map(([word]) => word),
    tags: rows.map(([, , label]) => (label === "punct" ? "PUNCT" : "X")),
    heads: rows.map(([, head]) => Number(head)),
    labels: rows.map(([, , label]) => label),
  };
}

const LOW = tree("However/4:advmod ,/1:punct he/4:nsubj left/0:root ./4:punct");
const HIGH = tree("However/4:advmod ,/4:punct he/4:nsubj left/0:root ./4:punct");
const many = (one: DependencyTree, count: number) => Array.from({ length: count }, () => one);

describe("marks", () => {
  test("between a phrase and its head: the lower word, the higher one, and the neighbours", () => {
    const [comma, period] = marksOf(LOW);
    expect(comma).toMatchObject({ place: 2, heads: { low: 1, up: 4, high: 4, left: 1, right: 3 } });
    expect(period).toMatchObject({ place: 5, heads: { low: 4, up: 4, high: 4, left: 4 } });
  });

  test("around words with one head: that head", () => {
    const found = marksOf(tree("He/2:nsubj said/0:root (/2:punct very/5:advmod loudly/2:advmod )/2:punct so/2:obj"));
    expect(found.map(({ place, heads }) => [place, heads.inner])).toEqual([
      [3, 5],
      [6, 5],
    ]);
  });

  test("a mark with words below it, a root, and a sentence of marks only are left alone", () => {
    expect(marksOf(tree("a/2:dep -/0:punct b/2:dep"))).toEqual([]);
    expect(marksOf(tree("!/0:root ?/1:punct"))).toHaveLength(1);
    expect(marksOf(tree("!/2:punct ?/1:punct"))).toEqual([]);
  });
});

describe("conventions", () => {
  test.each([LOW, HIGH])("those of the trees come back, whatever the parser found", (gold) => {
    const conventions = learnConventions(many(gold, 40));
    for (const head of [1, 3, 4]) {
      const found = { ...gold, heads: gold.heads.map((own, i) => (i === 1 ? head : own)) };
      expect(withConventions(found, conventions)).toEqual(gold.heads);
    }
  });

  test("other arcs stay, and the result is a tree", () => {
    const found = tree("A/5:dep ,/3:punct b/1:conj ,/5:punct c/0:root");
    const heads = withConventions(found, learnConventions(many(LOW, 40)));
    expect([heads[0], heads[2], heads[4]]).toEqual([5, 1, 0]);
    expect(heads[1]).toBe(3);
    expect(heads[3]).toBe(1);
  });
});

describe("treebanks", () => {
  const spoken = tree("Yeah/4:discourse ,/4:punct she/4:nsubj went/0:root !/4:punct");
  const files = (...records: number[]) =>
    records.map((count, i) => ({ file: `${i}.conllu`, records: count, skipped: 0 }));

  test("that agree are one, others are kept apart and texts told from each other", () => {
    expect(learnPunctuation([...many(LOW, 80), ...many(LOW, 80)], files(80, 80))!.styles).toHaveLength(1);
    const both = learnPunctuation([...many(LOW, 80), ...many(spoken, 80)], files(80, 80))!;
    expect(both.styles.map(({ sources }) => sources)).toEqual([["0.conllu"], ["1.conllu"]]);
    expect(
      styleOf(
        both,
        many(spoken, 100).map(({ words }) => words),
      ),
    ).toBe(1);
    expect(
      styleOf(
        both,
        many(LOW, 100).map(({ words }) => words),
      ),
    ).toBe(0);
    // Too short to tell.
    expect(styleOf(both, [spoken.words])).toBe(0);
  });

  test("without relations of punctuation there is nothing to learn", () => {
    const bare = tree("He/2:nsubj left/0:root ./2:P");
    expect(learnPunctuation(many(bare, 200), files(200))).toBeUndefined();
  });

  test("a parser of both follows each in its own texts; its file keeps that", async () => {
    const train = {
      ...{ trees: [...many(LOW, 80), ...many(spoken, 80)], tags: "upos" as const, language: "en" },
      ...{ sources: files(80, 80), skipped: [], preparation: {} },
    };
    const options = { spectral: false, epochs: 2, folds: 2, hashBits: 12 };
    const { model } = await learnDependency(train, options);
    const again = dependencyFromParts(dependencyToParts(model));
    expect(again.punctuation).toEqual(model.punctuation);
    const parser = new DependencyParser(again);
    for (const gold of [many(LOW, 100), many(spoken, 100)])
      expect((await evaluateDependency(parser, gold)).uas.f1).toBe(100);
    expect(parser.parse({ words: LOW.words, style: 1 }).tree.heads[1]).toBe(4);
    const plain = await learnDependency(train, { ...options, punctuation: false });
    expect(plain.model.punctuation).toBeUndefined();
  });

  test("conventions that no parser can have written are refused", () => {
    const wrong: Json[] = [{}, { styles: [] }, { styles: [{ sources: ["a"], conventions: { x: "above" } }] }];
    for (const punctuation of wrong) {
      const parts = {
        ...{ kind: DEPENDENCY_KIND, version: DEPENDENCY_VERSION, report: null, symbols: {}, tensors: {} },
        options: { inner: { tagger: null, punctuation } },
      };
      expect(() => punctuationOf(new PartsReader(parts, parts))).toThrow(ModelFileError);
    }
  });
});
