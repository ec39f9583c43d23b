/** Learning, scoring and explaining as a user meets them. */
import { beforeAll, describe, expect, test } from "vitest";
import { combinations, experimentSimilarity } from "../../../src/applications/similarity/experiment/experiment.ts";
import { similarityMarkdown } from "../../../src/applications/similarity/experiment/report.ts";
import {
  describeRegressions,
  evaluateSimilarity,
  learnSimilarity,
  readPairs,
  SentenceSimilarity,
  type SimilarityModel,
  similarityFromParts,
  similarityToParts,
  sourceOfFile,
} from "../../../src/applications/similarity/index.ts";
import { sourceIndex } from "../../../src/applications/similarity/predict.ts";
import { readCorpus } from "../../../src/data/index.ts";
import { WordNet } from "../../../src/data/wordnet/index.ts";
import { learnParser, Parser } from "../../../src/models/parser/index.ts";
import { writeDatabase } from "../../data/wordnet/fixture.ts";
import { failuresOf } from "../../models/hostile.ts";
import { pairLines, samplePairs, sampleText, sampleVectors, trees } from "./pairs.ts";

const pairs = samplePairs(160);
const FEW = { folds: 4, treeIterations: 3, treeSentences: 30, treeDim: 4 };
const wordnet = new WordNet(
  writeDatabase([
    { key: "animal", letter: "n", words: ["animal"], gloss: "a living thing" },
    { key: "dog", letter: "n", words: ["dog", "hound"], gloss: "an animal that barks", pointers: [["@", "animal"]] },
    { key: "cat", letter: "n", words: ["cat"], gloss: "an animal that purrs", pointers: [["@", "animal"]] },
  ]),
);

let whole: SimilarityModel;
let similarity: SentenceSimilarity;

beforeAll(async () => {
  const parser = new Parser((await learnParser(trees.slice(0, 80), { states: 2 })).model);
  const text = readCorpus(sampleText());
  const learnt = await learnSimilarity({ pairs, vectors: sampleVectors(), parser, text, wordnet }, FEW);
  expect(learnt.report.warnings).toEqual([]);
  expect(learnt.report.groups).toEqual(["surface", "wordnet", "eigenwords", "neural", "selectors"]);
  whole = learnt.model;
  similarity = new SentenceSimilarity(whole, { wordnet });
});

describe("scores", () => {
  test("follow the pairs, also those of an unknown source", async () => {
    const fresh = samplePairs(60, 9);
    const known = await evaluateSimilarity(similarity, fresh, { samples: 0 });
    expect(known.sets.map(({ name }) => name)).toEqual(["even", "odd"]);
    expect(known.mean.value).toBeGreaterThan(0.9);
    const strange = await evaluateSimilarity(
      similarity,
      fresh.map((pair) => ({ ...pair, source: "strange" })),
      { samples: 0 },
    );
    expect(strange.all.value).toBeGreaterThan(0.8);
  });

  test("are the same for (b, a) to the last bit, and highest for the same words", () => {
    for (const { first, second } of pairs.slice(0, 40)) {
      for (const source of ["even", undefined]) {
        const score = similarity.score(first, second, source);
        expect(similarity.score(second, first, source)).toBe(score);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(similarity.score(first, first, source));
      }
    }
    expect(similarity.score("The dog  sees.", "the DOG sees")).toBe(5);
  });

  test("of odd texts are numbers on the scale; an empty sentence is an error", () => {
    const long = "the dog sees a cat and ".repeat(84);
    for (const [a, b] of [
      [long, "A dog ."],
      ["狗看见猫", "собака видит кошку"],
      ["…", "?"],
      ["dog", "🐕"],
    ] as const) {
      const score = similarity.score(a, b);
      expect(score >= 0 && score <= 5).toBe(true);
    }
    expect(() => similarity.score("a dog", " \n")).toThrow("sentence 2 of the pair is empty; expected words.");
  });
});

test("contributions add up to the score, and words are matched in the given order", () => {
  const [first, second] = ["The dog sees a man .", "A hound sees the man ."];
  const { score, average, contributions, matches } = similarity.explain(first, second, "even");
  const sum = contributions.reduce((total, { adds }) => total + adds, average);
  expect(Math.max(0, Math.min(5, sum))).toBeCloseTo(score, 9);
  expect(contributions.length).toBe((whole.report as { readonly features: number }).features);
  expect(matches).toContainEqual({ first: "dog", second: "hound", places: [2, 2], group: "wordnet", similarity: 1 });
  const turned = similarity.explain(second, first, "even");
  expect(turned.score).toBe(score);
  expect(turned.matches).toContainEqual({
    first: "hound",
    second: "dog",
    places: [2, 2],
    group: "wordnet",
    similarity: 1,
  });
});

describe("what is missing", () => {
  test("is said when learning", async () => {
    const { model, report } = await learnSimilarity({ pairs }, FEW);
    expect(report.groups).toEqual(["surface"]);
    expect(report.warnings).toEqual([
      'the group "wordnet" is off for lack of WordNet.',
      'the group "eigenwords" is off for lack of word vectors.',
      'the group "neural" is off for lack of a parser.',
      'the group "selectors" is off for lack of text.',
    ]);
    expect(new SentenceSimilarity(model).score("The dog sees a cat .", "The dog sees a man .")).toBeGreaterThan(1);
    await expect(learnSimilarity({ pairs }, { ...FEW, groups: ["selectors"] })).rejects.toThrow(
      "no group of features is left: selectors needs text; expected at least one.",
    );
  });

  test("does not stop a model that was learnt with it", async () => {
    const bare = new SentenceSimilarity(whole);
    expect(bare.lost).toEqual(["wordnet"]);
    const scores = await evaluateSimilarity(bare, samplePairs(60, 9), { samples: 0 });
    expect(scores.mean.value).toBeGreaterThan(0.9);
    expect(bare.withWordNet(wordnet).lost).toEqual([]);
    const fast = new SentenceSimilarity(whole, { without: ["neural"] });
    expect(fast.lost).toEqual(["wordnet", "neural"]);
    expect(fast.score("The dog .", "A cat .")).toBeLessThan(5);
    expect(() => new SentenceSimilarity(whole, { wordnet, without: ["surface"] })).toThrow(
      "the model cannot score with",
    );
  });
});

test("too few pairs are an error", async () => {
  await expect(learnSimilarity({ pairs: pairs.slice(0, 5) }, FEW)).rejects.toThrow(
    "there are 5 pairs to learn from; expected at least 8, two for each fold.",
  );
  await expect(learnSimilarity({ pairs: [{ first: "a", second: "b", score: 7 }] })).rejects.toThrow(
    "pair 1 has the score 7; expected a number from 0 to 5.",
  );
});

test("groups and weights are told for each source and for unknown ones", () => {
  const { weights, shares } = describeRegressions(whole);
  expect(shares.map(({ group }) => group)).toEqual(whole.groups);
  for (let s = 0; s <= 2; s++) expect(shares.reduce((sum, { bySource }) => sum + bySource[s]!, 0)).toBeCloseTo(1, 9);
  expect(weights[0]!.bySource.length).toBe(3);
});

test("a source is known by the name of its file", () => {
  expect(sourceOfFile("a/MSRpar.train.tsv.gz")).toBe("MSRpar");
  expect(sourceOfFile("C:\\x\\test.MSRpar.txt")).toBe("MSRpar");
  expect(sourceOfFile("pairs.tsv")).toBe("");
  expect(sourceOfFile("STS.input.OnWN.txt")).toBe("OnWN");
  expect(sourceIndex(["MSRpar", "SMT"], "MSRpar")).toBe(0);
  expect(sourceIndex(["MSRpar", "SMT"], "en.SMT")).toBe(1);
  expect(sourceIndex(["MSRpar", "SMT"], "SMTnews")).toBe(2);
  expect(sourceIndex(["", "SMT"], undefined)).toBe(2);
});

test("files of pairs are read with their source; bad lines have their place", () => {
  const data = readPairs(pairLines(pairs.slice(0, 3)), { file: "sets/news.train.tsv" });
  expect(data.pairs.map(({ source }) => source)).toEqual(["news", "news", "news"]);
  const bad = (text: string) => () => readPairs(text, { file: "p.tsv" });
  expect(bad("1\ta\n")).toThrow("p.tsv:1:1: this line has 2 columns; expected 3: a score and two sentences");
  expect(bad("1\ta\tb\tc\n")).toThrow("p.tsv:1:7: this line has 4 columns; expected 3");
  expect(bad("1\ta\tb\n5.5\ta\tb\n")).toThrow(
    "p.tsv:2:1: the score 5.5 is outside the scale; expected a number from 0 to 5.",
  );
  expect(bad("1\ta\t \n")).toThrow("p.tsv:1:5: the second sentence is empty; expected words.");
  const skipped = readPairs("1\ta\n2\ta\tb\n", { file: "p.tsv", skipBad: true });
  expect([skipped.pairs.length, skipped.skipped.length]).toEqual([1, 1]);
});

test("the experiment has the paper's combinations, with intervals and what each group adds", async () => {
  expect(combinations(["surface", "wordnet", "eigenwords"]).map((groups) => groups.join("+"))).toEqual([
    "surface",
    "wordnet",
    "eigenwords",
    "surface+wordnet",
    "surface+wordnet+eigenwords",
    "wordnet+eigenwords",
    "surface+eigenwords",
  ]);
  const data = { pairs, vectors: sampleVectors() };
  const result = await experimentSimilarity(data, { ...FEW, samples: 50 });
  expect(result.measured).toBe("cross-validation");
  expect(result.rows.map(({ groups }) => groups.join("+"))).toEqual(["surface", "eigenwords", "surface+eigenwords"]);
  expect(result.gains.map(({ group }) => group)).toEqual(["surface", "eigenwords"]);
  expect(result.rows.at(-1)!.scores.mean.value).toBeGreaterThan(0.9);
  const text = similarityMarkdown(result);
  expect(text).toMatch(/\| surface \+ eigenwords \| \.9\d+ ±\.0\d+ \|/);
  const tested = await experimentSimilarity({ ...data, test: samplePairs(40, 12) }, { ...FEW, samples: 0 });
  expect([tested.measured, tested.pairs, tested.unknown]).toEqual(["test", 40, null]);
});

test("damaged tables are refused, whatever is wrong with them", () => {
  const { failures, refused } = failuresOf(
    similarityToParts(whole),
    similarityFromParts,
    (damaged) => {
      const bare = new SentenceSimilarity(damaged);
      bare.score("The dog sees a cat .", "A man sees the dog .", "even");
      bare.explain("The dog .", "A zebra .");
    },
    /^parser\//,
  );
  expect(failures).toEqual([]);
  expect(refused).toBeGreaterThan(150);
});
