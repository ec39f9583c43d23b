import { describe, expect, test } from "vitest";
import { InputError, OptionError, Random } from "../../../src/base/index.ts";
import { bestBracketing, bracketPosteriors, neighbourJoining, spansOf } from "../../../src/charts/index.ts";
import { readPenn, readTagged } from "../../../src/formats/index.ts";
import { Covariances } from "../../../src/models/induction/covariances.ts";
import { binCentre, binOf, kernelWeight } from "../../../src/models/induction/distance-bins.ts";
import {
  binaryGold,
  bracketed,
  ccmParse,
  clusterVectors,
  countSpans,
  goldSentence,
  goldTop,
  guessTagMap,
  induce,
  inductionFromParts,
  inductionParts,
  latentDrawing,
  latentJson,
  latentNewick,
  latentTree,
  learnCcm,
  learnInduction,
  plainSentence,
  randomStart,
  readClassedWords,
  rightBranchingBelow,
  scoreBracketings,
  spanCosts,
  splitProbability,
  topBracket,
  universalTag,
} from "../../../src/models/induction/index.ts";
import { WordVectors } from "../../../src/models/vectors/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { taggedSentence } from "../../../src/trees/index.ts";
import { allTrees, treeText } from "../../oracles/latent-trees.ts";

const tagged = (text: string) => readTagged(text)[0]!;
const plain = (text: string) => plainSentence(tagged(text), "penn");

describe("tags", () => {
  test.each([
    ["penn", "VBZ", "VERB"],
    ["stts", "APPRART", "ADP"],
    ["ctb", "LC", "ADP"],
    ["ud", "PROPN", "NOUN"],
    ["universal", "CONJ", "CONJ"],
    ["sinica", "VC2[+NEG]", "VERB"],
    ["sinica", "Nhaa", "PRON"],
    ["sinica", "P21", "ADP"],
    ["sinica", "DE", "PRT"],
    ["sinica", "Dbab", "ADV"],
    ["penn", "NONSENSE", undefined],
  ] as const)("%s %s is %s", (map, tag, universal) => expect(universalTag(map, tag)).toBe(universal));

  test("the map is guessed from what it knows", () => {
    const guess = (...tags: string[]) => guessTagMap(new Map(tags.map((tag) => [tag, 1])));
    expect(guess("DT", "NN", "VBZ")).toBe("penn");
    expect(guess("ART", "NN", "VVFIN", "$.")).toBe("stts");
    expect(guess("DET", "NOUN", "AUX")).toBe("ud");
    expect(guess("Nab", "VC2", "DE")).toBe("sinica");
  });

  test("punctuation goes but its places stay; unknown tags are counted", () => {
    const unknown = new Map<string, number>();
    const found = plainSentence(tagged("``/`` Yes/UH ,/, he/PRP *t*/-NONE- ran/VBD --/: fast/QQ ./."), "penn", unknown);
    expect(found).toEqual({
      words: ["Yes", "he", "ran", "fast"],
      tags: ["UH", "PRP", "VBD", "QQ"],
      universal: ["X", "PRON", "VERB", "X"],
      marks: [1, 3],
      clauseMarks: [1],
    });
    expect([...unknown]).toEqual([["QQ", 1]]);
  });
});

describe("the top bracket", () => {
  test.each([
    ["He/PRP said/VBD ,/, she/PRP saw/VBD ,/, dogs/NNS bark/VBP", 4],
    ["the/DT dog/NN ,/, barking/VBG ,/, ran/VBD", 3],
    ["barking/VBG dogs/NNS bite/VBP", 2],
    ["no/DT verb/NN here/RB", 1],
    ["run/VB fast/RB", 1],
  ])("of %s comes after word %i", (text, top) => expect(topBracket(plain(text))).toBe(top));
});

describe("moments by tags and distance", () => {
  test("are the sums over all pairs of positions", () => {
    const random = new Random(4);
    const p = 3;
    const rows = Float32Array.from({ length: 20 * p }, () => random.normal());
    const covariances = new Covariances(p, rows);
    const sentences = Array.from({ length: 60 }, () => {
      const n = 1 + random.integer(30);
      const of = (below: number, least = 0) => Array.from({ length: n }, () => least + random.integer(below - least));
      return { rows: of(20, -1), tags: of(2) };
    });
    const naive = new Map<string, { sum: Float64Array; count: number }>();
    for (const sentence of sentences) {
      covariances.add(sentence.rows, sentence.tags);
      for (const [j, x] of sentence.rows.entries()) {
        for (const [k, y] of sentence.rows.entries()) {
          if (k < j || x < 0 || y < 0) continue;
          const key = `${sentence.tags[j]} ${sentence.tags[k]} ${binOf(k - j)}`;
          const entry = naive.get(key) ?? { sum: new Float64Array(p * p), count: 0 };
          naive.set(key, entry);
          entry.count++;
          for (let a = 0; a < p; a++) for (let b = 0; b < p; b++) entry.sum[a * p + b]! += rows[x * p + a]! * rows[y * p + b]!;
        }
      }
    }
    for (const [key, { sum, count }] of naive) {
      const [left, right, bin] = key.split(" ").map(Number) as [number, number, number];
      const into = new Float64Array(p * p);
      expect(covariances.addTo(into, 2, left, right, bin)).toBe(2 * count);
      for (const [i, value] of sum.entries()) expect(into[i]).toBeCloseTo(2 * value, 9);
    }
    expect(covariances.addTo(new Float64Array(p * p), 1, 7, 7, 1)).toBe(0);
    covariances.close();
  });

  test("the kernel is that of the paper", () => {
    expect(kernelWeight(3, 3, 0.4)).toBe(1);
    expect(kernelWeight(2, 3, 0.4)).toBeCloseTo(1 - 0.2 / 0.4, 12);
    expect(kernelWeight(1, 4, 0.4)).toBe(0);
    expect(kernelWeight(0, 1, 0.4)).toBe(0);
    expect([1, 16, 17, 21, 22, 5000].map(binOf)).toEqual([1, 16, 17, 17, 18, binOf(1023)]);
    expect(binCentre(17)).toBe(19);
  });
});

describe("bracketings weighed by spans", () => {
  test("have the posteriors of enumeration, and the best is found", () => {
    const random = new Random(6);
    for (let n = 2; n <= 7; n++) {
      const logs = Float64Array.from({ length: (n + 1) ** 2 }, () => 2 * random.normal());
      const trees = allTrees(0, n);
      const logOf = (tree: (typeof trees)[number]) => [...spansOf(tree)].reduce((sum, [s, e]) => sum + logs[s * (n + 1) + e]!, 0);
      const total = trees.reduce((sum, tree) => sum + Math.exp(logOf(tree)), 0);
      const posteriors = bracketPosteriors(logs, n);
      for (let s = 0; s < n; s++) {
        for (let e = s + 2; e <= n; e++) {
          const having = trees.filter((tree) => [...spansOf(tree)].some(([a, b]) => a === s && b === e));
          const expected = having.reduce((sum, tree) => sum + Math.exp(logOf(tree)), 0) / total;
          expect(posteriors[s * (n + 1) + e]).toBeCloseTo(expected, 10);
        }
      }
      expect(logOf(bestBracketing(logs, n))).toBeCloseTo(Math.max(...trees.map(logOf)), 10);
    }
  });

  test("stay in range for 150 words", () => {
    const random = new Random(7);
    const n = 150;
    const posteriors = bracketPosteriors(
      Float64Array.from({ length: (n + 1) ** 2 }, () => 3 * random.normal()),
      n,
    );
    expect(posteriors[n]).toBeCloseTo(1, 9);
    let sum = 0;
    for (let s = 0; s < n; s++) for (let e = s + 2; e <= n; e++) sum += posteriors[s * (n + 1) + e]!;
    expect(sum).toBeCloseTo(n - 1, 6);
  });
});

describe("CCM", () => {
  test("starts from uniform splits", () => {
    // Four words: [1,3) comes from splitting at 1 then at 2 of the rest, or at 3 then at 1: ⅓·½ + ⅓·½.
    expect(splitProbability(1, 3, 4)).toBeCloseTo(1 / 3, 12);
    // [0,2): split at 2, or at 3 and then at 2: ⅓ + ⅓·½.
    expect(splitProbability(0, 2, 4)).toBeCloseTo(1 / 2, 12);
  });

  test("brackets what stands in many contexts, the same way every time", () => {
    const sentences = ["D N V D N", "D N V", "V D N", "P D N V D N", "D N V P D N"].map((text) => text.split(" "));
    const parse = () => treeText(ccmParse(learnCcm(sentences).model, ["D", "N", "V", "D", "N"]));
    expect(parse()).toContain("(0 1)");
    expect(parse()).toContain("(3 4)");
    expect(parse()).toBe(parse());
    const restart = (seed: number) => treeText(ccmParse(learnCcm(sentences, {}, randomStart(seed)).model, ["D", "N", "V", "D", "N"]));
    expect(restart(1)).toBe(restart(1));
  });
});

const trees = generateTreebank({ trees: 300 }).trees;
const words = [...new Set(trees.flatMap((tree) => taggedSentence(tree).words))];
const random = new Random(8);
const vectors = new WordVectors(
  words,
  8,
  Float32Array.from({ length: words.length * 8 }, () => random.normal()),
);

describe("a learnt metric", () => {
  test("is the same on every run, survives storing, and parses sentences of any length", async () => {
    const sentences = trees.map(taggedSentence);
    const { model, report } = await learnInduction(sentences, vectors, { states: 3 });
    const again = await learnInduction(sentences, vectors, { states: 3 });
    expect(again.model.distances).toEqual(model.distances);
    expect([...again.model.spans!.yields]).toEqual([...model.spans!.yields]);
    expect(report).toMatchObject({ sentences: 300, tagMap: "penn", withoutVector: 0, unknownTags: {} });
    const stored = inductionFromParts(inductionParts(model));
    const long = { words: Array(150).fill("dog"), tags: Array.from({ length: 150 }, (_, i) => ["DT", "NN", "VBZ", "IN"][i % 4]!) };
    for (const sentence of [...sentences.slice(0, 20), tagged("one/CD"), tagged("two/CD words/NNS"), tagged("./.")]) {
      const found = induce(model, sentence);
      for (const tree of ["minimal", "representatives", "joining", "grouping"] as const)
        expect(treeText(induce(stored, sentence, { tree }).tree)).toBe(treeText(induce(model, sentence, { tree }).tree));
      if (found.sentence.words.length > 0) expect(found.tree.end).toBe(found.sentence.words.length);
    }
    expect([...spansOf(induce(model, long).tree)]).toHaveLength(149);
    expect(induce(model, tagged("strange/ZZZ word/NN")).unknownTags).toBe(model.tags.includes("X") ? 0 : 1);
  });

  test("counts tag pairs it has not seen and gives them the largest distance", async () => {
    const { model, report } = await learnInduction(
      [tagged("the/DT dog/NN barks/VBZ")],
      clusterVectors([
        { path: "0", word: "the" },
        { path: "1", word: "dog" },
      ]),
      {
        states: 1,
        minimum: 1,
      },
    );
    expect(report.withoutVector).toBe(1);
    expect(report.warnings[0]).toBe("33.3 % of the words have no vector and were left out.");
    expect(report.unseen).toBeGreaterThan(0);
    expect(model.distances.every(Number.isFinite)).toBe(true);
  });

  test("reports tags that the map does not know", async () => {
    const { report } = await learnInduction([tagged("the/DT dog/NN barks/QQ loud/QQ")], vectors, { states: 1, minimum: 1, tagMap: "penn" });
    expect(report.unknownTags).toEqual({ QQ: 2 });
    expect(report.warnings.at(-1)).toBe('the map "penn" does not know these tags, which became X: QQ (2).');
  });

  test("needs words with vectors, and vectors long enough", async () => {
    await expect(learnInduction([], vectors)).rejects.toThrow(
      new InputError("learnInduction: there are no words to learn from; expected tagged sentences."),
    );
    await expect(learnInduction([tagged("qqq/NN")], vectors, { states: 2 })).rejects.toThrow(
      new InputError("learnInduction: no word of the sentences has a vector; expected vectors of the same language and spelling."),
    );
    await expect(learnInduction([], vectors, { states: 9 })).rejects.toThrow(
      new OptionError("states", "learnInduction: states is 9, but the vectors have 8 dimensions; expected no more states than dimensions."),
    );
  });
});

describe("costs of spans", () => {
  const sentence = { tags: ["DT", "NN", "VBZ", "RB"], marks: [2] };
  const costs = (crossing: number) => {
    const found = spanCosts(sentence, crossing)!;
    return [
      [0, 2],
      [0, 3],
      [1, 3],
      [2, 4],
      [0, 4],
      [1, 4],
    ].map(([s, e]) => found[s! * 5 + e!]);
  };

  test("punish brackets that cross punctuation and end elsewhere", () => {
    expect(costs(1.5)).toEqual([0, 1.5, 1.5, 0, 0, 0]);
    expect(spanCosts(sentence, 0)).toBeUndefined();
  });

  test("count what brackets look like: yields and contexts as brackets against all", () => {
    const sentences = [
      ["D", "N", "V"],
      ["D", "N", "V", "D", "N"],
    ];
    const trees = [rightBranchingBelow(3, 2), rightBranchingBelow(5, 2)];
    const spans = countSpans(sentences, trees);
    // "D N" is a bracket 3 times of 3, "N V" never of 2; smoothing adds 2 and 8. "V D" was seen once, which is not kept.
    expect(spans.yields.get("D N")! - spans.yields.get("N V")!).toBeCloseTo(Math.log(5 / 2) - Math.log(8 / 10), 12);
    expect(spans.yields.has("V D")).toBe(false);
    expect(spans.contexts.get("◊ V")! - spans.unseenContext).toBeCloseTo(Math.log(4 / 2) - Math.log(8 / 8), 12);
    const found = spanCosts({ tags: ["D", "N", "V"], marks: [] }, 0, spans)!;
    expect(found[2]).toBeCloseTo(-spans.yields.get("D N")! - spans.contexts.get("◊ V")!, 12);
    expect(found[1 * 4 + 3]).toBeCloseTo(-spans.yields.get("N V")! - (spans.contexts.get("D ◊") ?? spans.unseenContext), 12);
  });
});

describe("baselines and scores", () => {
  const [tree] = readPenn("(S (NP (DT the) (NN dog)) (, ,) (VP (VBZ sees) (NP (-NONE- *t*)) (PP (IN in) (NP (DT a) (NN park)))) (. .))");
  const sentence = goldSentence(tree!)!;

  test("the binary gold tree has every gold bracket", () => {
    const [scores] = scoreBracketings([sentence], ({ gold }) => binaryGold(gold), [10]);
    expect(scores!.withWhole.micro.recall).toBe(100);
    expect(scores!.withoutWhole.micro).toMatchObject({ recall: 100 });
    expect(goldTop(sentence.gold)).toBe(2);
  });

  test("branching below a top bracket", () => {
    expect(treeText(rightBranchingBelow(5, 2))).toBe("((0 1) (2 (3 4)))");
  });

  test("sentences beyond the limit are not parsed", () => {
    const scores = scoreBracketings([sentence], () => rightBranchingBelow(6, 2), [5, 6]);
    expect(scores.map((score) => score.sentences)).toEqual([0, 1]);
  });
});

test("the latent tree has the lengths of an additive metric, as data and as Newick", () => {
  const sentence = plain("a/DT b's/NN c/VBZ d/NN");
  const tree = {
    start: 0,
    end: 4,
    parts: [
      { start: 0, end: 2, parts: [leaf(0), leaf(1)] },
      { start: 2, end: 4, parts: [leaf(2), leaf(3)] },
    ],
  } as const;
  // Leaf edges 1, 2, 3, 4 and an inner edge of 5.
  const distances = Float64Array.of(0, 3, 9, 10, 3, 0, 10, 11, 9, 10, 0, 7, 10, 11, 7, 0);
  const induced = { sentence, tree, distances, unknownTags: 0 } as unknown as Parameters<typeof latentTree>[0];
  expect(latentNewick(induced)).toBe("((a:1,'b''s':2):2.5,(c:3,d:4):2.5);");
  const undirected = neighbourJoining(distances, 4);
  expect(latentNewick({ ...induced, undirected })).toBe("((a:1,'b''s':2):5,c:3,d:4);");
  expect(latentJson({ ...induced, undirected }).undirected!.edges).toHaveLength(5);
  expect(latentDrawing(induced)).toMatchObject({
    label: "·",
    children: [{ label: "2.50", children: [{ label: "DT 1.00", word: "a" }, {}] }, {}],
  });
  expect(latentTree(induced).parts!.map(({ length }) => length)).toEqual([2.5, 2.5]);
  expect(bracketed(sentence, induced.tree)).toMatchObject({
    label: "X",
    children: [{ label: "X" }, { children: [{ label: "VBZ", word: "c" }, {}] }],
  });
});

function leaf(start: number) {
  return { start, end: start + 1, parts: undefined };
}

describe("classes of words", () => {
  test("become bits and marks", () => {
    const found = clusterVectors(readClassedWords("00\ta\t5\n01\tb\t3\n1\tc\n"));
    expect(found.dimensions).toBe(5);
    expect(Array.from(found.vectorOf("b")!)).toEqual([0, 1, 0, 1, 0]);
    expect(Array.from(found.vectorOf("c")!)).toEqual([1, 0, 0, 0, 1]);
  });

  test.each([
    ["01\tword\n2\tx\n", 'c.paths:2: "2	x" is no class of a word; expected a path of 0 and 1, a tab, the word.'],
    ["\n", "c.paths: has no classes of words; expected a path and a word a line."],
  ])("refuse %j", (text, message) => expect(() => readClassedWords(text, "c.paths")).toThrow(message));
});
