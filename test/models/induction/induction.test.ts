/** Induction: tags, top brackets, moments, CCM, the learnt metric, evaluation. */
import { describe, expect, test } from "vitest";
import { InputError, OptionError, Random } from "../../../src/base/index.ts";
import { bestBracketing, bracketPosteriors, neighbourJoining, spansOf } from "../../../src/charts/index.ts";
import { clusterVectors, readSequences, WordVectors } from "../../../src/data/index.ts";
import { readPenn, readTagged, writePenn } from "../../../src/formats/index.ts";
import { binaryGold, goldTop, rightBranchingBelow } from "../../../src/models/induction/baselines/branching.ts";
import { randomStart, splitProbability } from "../../../src/models/induction/baselines/ccm.ts";
import { plainSentence } from "../../../src/models/induction/data/sentence.ts";
import { guessTagMap } from "../../../src/models/induction/data/tags.ts";
import { goldSentence, scoreBracketings } from "../../../src/models/induction/evaluate.ts";
import {
  ccmParse,
  evaluateInduction,
  type InductionModel,
  InductionParser,
  inductionFromParts,
  inductionToParts,
  latentDrawing,
  latentJson,
  latentNewick,
  latentTree,
  learnCcm,
  learnInduction,
  universalTag,
} from "../../../src/models/induction/index.ts";
import { Covariances } from "../../../src/models/induction/metric/covariances.ts";
import { binCentre, binOf, kernelWeight } from "../../../src/models/induction/metric/distance-bins.ts";
import { bracketed } from "../../../src/models/induction/predict.ts";
import { spanCosts } from "../../../src/models/induction/spans/costs.ts";
import { countSpans } from "../../../src/models/induction/spans/ratios.ts";
import { topBracket } from "../../../src/models/induction/spans/top-bracket.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { taggedSentence } from "../../../src/trees/index.ts";
import { allTrees, treeText } from "../../oracles/latent-trees.ts";
import { failuresOf } from "../hostile.ts";

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
          for (let a = 0; a < p; a++)
            for (let b = 0; b < p; b++) entry.sum[a * p + b]! += rows[x * p + a]! * rows[y * p + b]!;
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
      const logOf = (tree: (typeof trees)[number]) =>
        [...spansOf(tree)].reduce((sum, [s, e]) => sum + logs[s * (n + 1) + e]!, 0);
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

  test("brackets what stands in many contexts, the same way every time", async () => {
    const sentences = ["D N V D N", "D N V", "V D N", "P D N V D N", "D N V P D N"].map((text) => text.split(" "));
    const sentence = ["D", "N", "V", "D", "N"];
    const parse = async () => treeText(ccmParse((await learnCcm(sentences)).model, sentence));
    expect(await parse()).toContain("(0 1)");
    expect(await parse()).toContain("(3 4)");
    expect(await parse()).toBe(await parse());
    const restart = async (seed: number) =>
      treeText(ccmParse((await learnCcm(sentences, {}, {}, randomStart(seed))).model, sentence));
    expect(await restart(1)).toBe(await restart(1));
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
  const sentences = trees.map(taggedSentence);
  const learnt = learnInduction({ sentences, vectors }, { states: 3 });
  const METHODS = ["minimal", "representatives", "joining", "grouping"] as const;
  const splitText = (model: InductionModel, sentence: (typeof sentences)[number], tree: (typeof METHODS)[number]) =>
    treeText(new InductionParser(model, { tree }).parse(sentence).split);

  test("is the same on every run, survives storing, and parses sentences of any length", async () => {
    const { model, report } = await learnt;
    const again = await learnInduction({ sentences, vectors }, { states: 3 });
    expect(inductionToParts(again.model)).toEqual(inductionToParts(model));
    expect(report).toMatchObject({ sentences: 300, tagMap: "penn", withoutVector: 0, unknownTags: {} });
    const stored = inductionFromParts(inductionToParts(model));
    expect(stored).toEqual(model);
    expect(Object.isFrozen(stored)).toBe(true);
    for (const sentence of [...sentences.slice(0, 20), tagged("one/CD"), tagged("two/CD words/NNS")]) {
      for (const tree of METHODS) expect(splitText(stored, sentence, tree)).toBe(splitText(model, sentence, tree));
      const found = new InductionParser(model).parse(sentence);
      expect(found.split.end).toBe(found.sentence.words.length);
    }
  });

  test("is that of the same text in the trees of a treebank, whose traces are no words", async () => {
    const { model } = await learnt;
    const read = readSequences(writePenn(trees));
    const fromText = await learnInduction({ sentences: read, vectors }, { states: 3 });
    const fromTrees = await learnInduction({ sentences: trees, vectors }, { states: 3 });
    for (const { model: other } of [fromText, fromTrees]) {
      expect(other.distances).toEqual(model.distances);
      expect(other.spans).toEqual(model.spans);
    }
  });

  test("takes words with tags, tagged text, or tags alone", async () => {
    const parser = new InductionParser((await learnt).model);
    const { tree, split } = parser.parse("the/DT dog/NN sees/VBZ a/DT cat/NN ./.");
    expect(tree).toMatchObject({ label: "X", children: [{ label: "X" }, { label: "X" }] });
    expect(
      parser.parse({ words: ["the", "dog", "sees", "a", "cat"], tags: ["DT", "NN", "VBZ", "DT", "NN"] }).tree,
    ).toEqual(tree);
    for (const tags of ["DT NN VBZ DT NN", ["DT", "NN", "VBZ", "DT", "NN"]])
      expect(treeText(parser.parse(tags).split)).toBe(treeText(split));
    expect(parser.parseText("the/DT dog/NN\n\n./.\nDT NN VBZ\n").map(({ sentence }) => sentence.words)).toEqual([
      ["the", "dog"],
      ["DT", "NN", "VBZ"],
    ]);
    expect(parser.parseText("")).toEqual([]);
    expect(parser.parse("strange/ZZZ word/NN").unknownTags).toBe(parser.model.tags.includes("X") ? 0 : 1);
  });

  test("refuses sentences without words, and words without tags", async () => {
    const parser = new InductionParser((await learnt).model);
    for (const nothing of ["", " ", [], "./. ,/,", { words: [], tags: [] }])
      expect(() => parser.parse(nothing)).toThrow(
        new InputError("a sentence without words cannot be bracketed; expected words with tags, as in dog/NN."),
      );
    expect(() => parser.parse("The dog barks")).toThrow(
      'none of "The dog barks" is a tag of the map "penn"; expected tags, or words with tags as in dog/NN;',
    );
    expect(() => new InductionParser(parser.model, { crossing: -1 })).toThrow(OptionError);
  });

  test("cuts a very long sentence into pieces at its punctuation, in linear time", async () => {
    const parser = new InductionParser((await learnt).model);
    const tags = Array.from({ length: 150 }, (_, i) => ["DT", "NN", "VBZ", "IN"][i % 4]!);
    expect([...spansOf(parser.parse(tags).split)]).toHaveLength(149);
    const long = Array.from({ length: 3000 }, (_, i) => (i % 30 === 29 ? "," : ["DT", "NN", "VBZ"][i % 3]!));
    const { split, sentence } = parser.parse({ words: long, tags: long });
    expect(sentence.words).toHaveLength(2900);
    const spans = [...spansOf(split)];
    expect(spans).toHaveLength(2899);
    // No piece reaches over a comma unless it goes on to the end.
    for (const [start, end] of spans)
      expect(end === 2900 || Math.floor(start / 29) === Math.floor((end - 1) / 29)).toBe(true);
  });

  test("counts tag pairs it has not seen and gives them the largest distance", async () => {
    const classes = [
      { path: "0", word: "the" },
      { path: "1", word: "dog" },
    ];
    const data = { sentences: [tagged("the/DT dog/NN barks/VBZ")], vectors: clusterVectors(classes) };
    const { model, report } = await learnInduction(data, { states: 1, minPairs: 1 });
    expect(report.withoutVector).toBe(1);
    expect(report.warnings[0]).toBe("33.3 % of the words have no vector and were left out.");
    expect(report.unseen).toBeGreaterThan(0);
    expect(model.distances.every(Number.isFinite)).toBe(true);
  });

  test("reports tags that the map does not know", async () => {
    const data = { sentences: [tagged("the/DT dog/NN barks/QQ loud/QQ")], vectors };
    const { report } = await learnInduction(data, { states: 1, minPairs: 1, tagMap: "penn" });
    expect(report.unknownTags).toEqual({ QQ: 2 });
    expect(report.warnings.at(-1)).toBe('the map "penn" does not know these tags, which became X: QQ (2).');
  });

  test("needs words with vectors, and vectors long enough", async () => {
    await expect(learnInduction({ sentences: [], vectors })).rejects.toThrow(
      new InputError("learnInduction: there are no words to learn from; expected tagged sentences."),
    );
    await expect(learnInduction({ sentences: [tagged("qqq/NN")], vectors }, { states: 2 })).rejects.toThrow(
      new InputError(
        "learnInduction: no word of the sentences has a vector; expected vectors of the same language and spelling.",
      ),
    );
    await expect(learnInduction({ sentences: [], vectors }, { states: 9 })).rejects.toThrow(
      new OptionError(
        "states",
        "learnInduction: states is 9, but the vectors have 8 dimensions; expected no more states than dimensions.",
      ),
    );
  });

  test("stops when told to, at every stage, and so do evaluation and CCM", async () => {
    const { model, report } = await learnt;
    const stopping = (wanted: string) => {
      const stop = new AbortController();
      const progress = ({ stage }: { readonly stage: string }) => {
        if (stage === wanted) stop.abort(new Error("enough"));
      };
      return { signal: stop.signal, progress };
    };
    for (const { stage } of report.times)
      await expect(learnInduction({ sentences, vectors }, { states: 3 }, stopping(stage))).rejects.toThrow("enough");
    await expect(evaluateInduction(new InductionParser(model), trees, {}, stopping("parsing"))).rejects.toThrow(
      "enough",
    );
    const tags = sentences.map((sentence) => sentence.tags);
    await expect(learnCcm(tags, {}, stopping("constituent-context model"))).rejects.toThrow("enough");
  });

  test.each([4, 0])("refuses damaged tables, whatever is wrong with them, after %i rounds", async (rounds) => {
    const { model } = await learnInduction({ sentences, vectors }, { states: 3, rounds });
    expect(model.spans === undefined).toBe(rounds === 0);
    const { failures, refused } = failuresOf(inductionToParts(model), inductionFromParts, (damaged) => {
      const found = new InductionParser(damaged).parse("the/DT dog/NN sees/VBZ a/QQ cat/NN");
      latentJson(found);
      latentNewick(found);
    });
    expect(failures).toEqual([]);
    expect(refused).toBeGreaterThan(30);
  });
});

describe("evaluation", () => {
  test("scores trees and treebanks alike, by length and all together", async () => {
    const { model } = await learnInduction({ sentences: trees, vectors }, { states: 3 });
    const parser = new InductionParser(model);
    const { scores, unknownTags } = await evaluateInduction(parser, trees, { limits: [12, 8] });
    expect(scores.map(({ limit }) => limit)).toEqual([8, 12, Number.POSITIVE_INFINITY]);
    expect(scores.at(-1)!.sentences + scores.at(-1)!.trivial).toBe(300);
    expect(unknownTags).toBe(0);
    const gold = await evaluateInduction(parser, trees, { top: "gold" });
    expect(gold.scores.at(-1)!.withWhole.micro.f1).toBeGreaterThan(scores.at(-1)!.withWhole.micro.f1);
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
    // "D N" is a bracket 3 times of 3, "N V" never of 2; smoothing adds 2 and 8. "V D" was seen once, which is not
    // kept.
    expect(spans.yields.get("D N")! - spans.yields.get("N V")!).toBeCloseTo(Math.log(5 / 2) - Math.log(8 / 10), 12);
    expect(spans.yields.has("V D")).toBe(false);
    expect(spans.contexts.get("◊ V")! - spans.unseenContext).toBeCloseTo(Math.log(4 / 2) - Math.log(8 / 8), 12);
    const found = spanCosts({ tags: ["D", "N", "V"], marks: [] }, 0, spans)!;
    expect(found[2]).toBeCloseTo(-spans.yields.get("D N")! - spans.contexts.get("◊ V")!, 12);
    expect(found[1 * 4 + 3]).toBeCloseTo(
      -spans.yields.get("N V")! - (spans.contexts.get("D ◊") ?? spans.unseenContext),
      12,
    );
  });
});

describe("baselines and scores", () => {
  const [tree] = readPenn(
    "(S (NP (DT the) (NN dog)) (, ,) (VP (VBZ sees) (NP (-NONE- *t*)) (PP (IN in) (NP (DT a) (NN park)))) (. .))",
  );
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
  const induced = { sentence, split: tree, distances } as unknown as Parameters<typeof latentTree>[0];
  expect(latentNewick(induced)).toBe("((a:1,'b''s':2):2.5,(c:3,d:4):2.5);");
  const undirected = neighbourJoining(distances, 4);
  expect(latentNewick({ ...induced, undirected })).toBe("((a:1,'b''s':2):5,c:3,d:4);");
  expect(latentJson({ ...induced, undirected }).undirected!.edges).toHaveLength(5);
  expect(latentDrawing(induced)).toMatchObject({
    label: "·",
    children: [{ label: "2.50", children: [{ label: "DT 1.00", word: "a" }, {}] }, {}],
  });
  expect(latentTree(induced).parts!.map(({ length }) => length)).toEqual([2.5, 2.5]);
  expect(bracketed(sentence, induced.split)).toMatchObject({
    label: "X",
    children: [{ label: "X" }, { children: [{ label: "VBZ", word: "c" }, {}] }],
  });
});

function leaf(start: number) {
  return { start, end: start + 1, parts: undefined };
}
