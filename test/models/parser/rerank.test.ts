/** Re-ranking: what it looks at, that it learns what it is shown, and that a parser with one keeps its promises. */
import { describe, expect, test } from "vitest";
import { readPenn } from "../../../src/formats/index.ts";
import { learnParser, Parser, parserFromParts, parserToParts } from "../../../src/models/parser/index.ts";
import { NUMBERS } from "../../../src/models/parser/rerank/candidates.ts";
import { TreeFeatures } from "../../../src/models/parser/rerank/features.ts";
import { learnReranker } from "../../../src/models/parser/rerank/learn-reranker.ts";
import { gainOf, packList, type TreeList } from "../../../src/models/parser/rerank/lists.ts";
import { TreeRanker } from "../../../src/models/parser/rerank/reranker.ts";
import { fullerFirst, withTree } from "../../../src/models/parser/rerank/short-sentences.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { ENGLISH_HEADS } from "../../../src/trees/heads/head-tables.ts";
import { words } from "../../../src/trees/index.ts";

const tree = (text: string) => readPenn(text)[0]!;
const LOW = tree("(S (NP (PRP I)) (VP (VBP eat) (NP (NP (NN soup)) (PP (IN with) (NP (NN salt))))))");
const HIGH = tree("(S (NP (PRP I)) (VP (VBP eat) (NP (NN soup)) (PP (IN with) (NP (NN salt)))))");

describe("features", () => {
  const features = new TreeFeatures(ENGLISH_HEADS);
  features.begin(words(LOW));
  const [low, high] = [features.of(LOW), features.of(HIGH)];

  test("of the same tree are the same, in rising order", () => {
    expect(features.of(LOW)).toEqual(low);
    expect(low).toEqual(low.slice().sort());
  });

  test("tell an attachment from another, and share what both trees have", () => {
    const [ours, theirs] = [new Set(low), new Set(high)];
    const common = [...ours].filter((feature) => theirs.has(feature)).length;
    expect(common).toBeGreaterThan(low.length / 3);
    expect(ours.size - common).toBeGreaterThan(5);
    expect(theirs.size - common).toBeGreaterThan(5);
  });
});

test("a tree's gain is what it adds to F1: right brackets, less the price of all", () => {
  // S, NP, VP, NP, PP, NP: the low tree has one NP more.
  expect(gainOf(HIGH, HIGH)).toBeCloseTo(6 - 0.45 * 6, 12);
  expect(gainOf(HIGH, LOW)).toBeCloseTo(6 - 0.45 * 7, 12);
  expect(gainOf(LOW, HIGH)).toBeCloseTo(6 - 0.45 * 6, 12);
});

test("learns the feature that good trees have, and counts for nothing what is rare", async () => {
  const candidate = (features: number[]) => ({
    features: Int32Array.from(features).sort(),
    numbers: new Float64Array(NUMBERS),
  });
  const lists: TreeList[] = Array.from({ length: 400 }, (_, n) =>
    packList([candidate([7, n + 1000]), candidate([-9, 7])], [0, 3]),
  );
  const reranker = await learnReranker(lists, 2);
  expect([...reranker.features]).toEqual([-9]);
  expect(reranker.weights[0]).toBeGreaterThan(1);
});

describe("short sentences", () => {
  const flat = tree("(NP (NP (NNS Birds)) (NN sing) (. .))");
  const clause = tree("(S (NP (NNS Birds)) (VP (VBP sing)) (. .))");
  const doubled = tree("(S (S (NP (NNS Birds)) (VP (VBP sing))) (. .))");
  const ranked = (...trees: (typeof flat)[]) => trees.map((each, n) => ({ tree: each, score: -1 - n }));
  const order = (list: ReturnType<typeof fullerFirst>) => list.map((each) => each.tree);

  test("take the tree on which members agree where it has more kinds of constituents", () => {
    expect(order(fullerFirst(ranked(flat, clause), clause))).toEqual([clause, flat]);
    expect(order(fullerFirst(ranked(clause, flat), flat))).toEqual([clause, flat]);
  });

  test("leave the choice to the re-ranker where both have as many, however often", () => {
    expect(order(fullerFirst(ranked(clause, doubled), doubled))).toEqual([clause, doubled]);
  });

  test("have the tree on which members agree in their list, once", () => {
    const list = { trees: ranked(flat), charts: [] } as unknown as Parameters<typeof withTree>[0];
    const longer = withTree(list, clause);
    expect(longer.trees.map((each) => each.tree)).toEqual([flat, clause]);
    expect(withTree({ ...list, trees: longer.trees }, clause).trees).toHaveLength(2);
  });
});

describe("a parser with a re-ranker", async () => {
  const { trees } = generateTreebank({ trees: 260, seed: 3 });
  const train = trees.slice(0, 220);
  const options = { states: 4, members: 2, rerank: true, rerankFolds: 2, listSize: 8 };
  const { model, report } = await learnParser(train, options);
  const sentences = trees.slice(220).map(words);

  test("tells the time of its lists", () => {
    expect(report.times.map(({ stage }) => stage)).toEqual(
      expect.arrayContaining(["lists 1 of 2", "lists 2 of 2", "re-ranker"]),
    );
  });

  test("comes back from its parts as it was", () => {
    const again = new Parser(parserFromParts(parserToParts(model)));
    const parser = new Parser(model);
    for (const sentence of sentences.slice(0, 5))
      expect(again.parse(sentence).trees).toEqual(parser.parse(sentence).trees);
  });

  test("is the plain parser when it is told not to re-rank", async () => {
    const { model: plain } = await learnParser(train, { states: 4, members: 2 });
    expect(plain.reranker).toBeUndefined();
    const [without, other] = [new Parser(model, { rerank: false }), new Parser(plain)];
    for (const sentence of sentences) expect(without.parse(sentence).tree).toEqual(other.parse(sentence).tree);
  });

  test("gives the k best by their probability in the list, which adds up to 1", () => {
    const parser = new Parser(model);
    const sentence = sentences.find((each) => each.length > 6)!;
    const all = parser.kBest(sentence, 8);
    expect(all.length).toBeGreaterThan(2);
    const scores = all.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((x, y) => y - x));
    expect(scores.reduce((sum, score) => sum + Math.exp(score), 0)).toBeCloseTo(1, 9);
    expect(parser.parse(sentence).tree).toEqual(all[0]!.tree);
    expect(parser.kBest(sentence, 2)).toEqual(all.slice(0, 2));
  });

  test("follows its weights: with them turned round the last tree is the first", () => {
    const { reranker } = model;
    const turned = {
      ...reranker!,
      weights: reranker!.weights.map((weight) => -weight),
      numberWeights: reranker!.numberWeights.map((weight) => -weight),
    };
    const sentence = sentences.find((each) => each.length > 6)!;
    const plain = new Parser(model).parse(sentence);
    const list = { ...plain, trees: new Parser(model).kBest(sentence, 8) };
    const ranked = new TreeRanker(model, ENGLISH_HEADS, turned).rank(sentence, list);
    expect(ranked.at(-1)!.tree).toEqual(list.trees[0]!.tree);
  });

  test("parses words that nobody has seen", () => {
    expect(words(new Parser(model).parse(["wug", "?"]).tree)).toEqual(["wug", "?"]);
  });
});
