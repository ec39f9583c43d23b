/** The taxonomy of fixture.ts, worked by hand. */
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/base/index.ts";
import {
  informationContent,
  jiangConrath,
  jiangConrathDistance,
  leacockChodorow,
  lin,
  pathSimilarity,
  Taxonomy,
  VIRTUAL_ROOT,
  WordNet,
  WordSimilarity,
  wuPalmer,
} from "../../../src/data/wordnet/index.ts";
import { FILES, type FixtureSynset, keyOf, synsetOf, writeDatabase } from "./fixture.ts";

const wordnet = new WordNet(FILES);
const taxonomy = new Taxonomy(wordnet);
/** Rounding of a few logarithms. */
const DIGITS = 12;

/**
 * dog has two noun senses, so that 8 of it give 4 to each. With the one that is added:
 *
 *   own    entity 1, object 1, animal 1, dog 5, cad 5, poodle 1, cat 5, artifact 1, car 3, toy dog 1, idea 2, Rex 1
 *          in all 27
 *   freq   object 24, animal 14, dog 8, cad 5, poodle 1, cat 5, artifact 5, car 3, toy dog 1, idea 2, Rex 1
 *   verbs  move 1, run 4, walk 1, think 1; in all 7;   freq of move 6
 */
const COUNTS = [
  ["dog", 6],
  ["dogs", 2, "noun"],
  ["cats", 4],
  ["auto", 2],
  ["idea", 1],
  ["ran", 3],
  ["xyzzy", 5],
] as const;
const content = informationContent(taxonomy, COUNTS);
const between = (measure: (a: number, b: number) => number) => (a: string, b: string) => {
  const value = measure(synsetOf(a), synsetOf(b));
  expect(measure(synsetOf(b), synsetOf(a))).toBe(value);
  return value;
};

describe("taxonomy", () => {
  test("ancestors with distances, by the shortest way", () => {
    const above = (key: string) =>
      taxonomy.ancestors(synsetOf(key)).map(({ synset, distance }) => `${keyOf(synset)} ${distance}`);
    expect(above("poodle")).toEqual(["poodle 0", "dog 1", "animal 2", "object 3", "entity 4"]);
    expect(above("toy-dog")).toEqual(["toy-dog 0", "dog 1", "artifact 1", "object 2", "animal 2", "entity 3"]);
    expect(above("rex")).toEqual(["rex 0", "dog 1", "animal 2", "object 3", "entity 4"]);
    expect(above("good")).toEqual(["good 0"]);
  });

  test("depths by the longest way; verbs have a virtual root", () => {
    const depths = (...keys: string[]) => keys.map((key) => taxonomy.depths[synsetOf(key)]);
    expect(depths("entity", "object", "artifact", "dog", "toy-dog", "rex")).toEqual([0, 1, 2, 3, 4, 4]);
    expect(depths("move", "think", "run")).toEqual([1, 1, 2]);
    expect([taxonomy.deepest("noun"), taxonomy.deepest("verb")]).toEqual([4, 2]);
    expect([taxonomy.hasVirtualRoot("noun"), taxonomy.hasVirtualRoot("verb")]).toEqual([false, true]);
  });

  test("distances and common ancestors", () => {
    const steps = (a: string, b: string) => taxonomy.distance(synsetOf(a), synsetOf(b));
    expect([steps("dog", "dog"), steps("dog", "cat"), steps("poodle", "car"), steps("toy-dog", "car")]).toEqual([
      0, 2, 5, 2,
    ]);
    expect([steps("run", "walk"), steps("run", "think"), steps("move", "think")]).toEqual([2, 3, 2]);
    expect([steps("dog", "run"), steps("good", "well")]).toEqual([undefined, undefined]);
    const common = (a: string, b: string) => taxonomy.highestCommon(synsetOf(a), synsetOf(b), taxonomy.depths);
    expect(common("poodle", "cat")).toEqual({ ancestor: synsetOf("animal"), distance: 3 });
    expect(common("run", "think")).toEqual({ ancestor: VIRTUAL_ROOT, distance: 3 });
    expect(common("dog", "run")).toBeUndefined();
  });

  test("a cycle of hypernyms is entered at its first member", () => {
    const cyclic: FixtureSynset[] = [
      { key: "a", letter: "v", words: ["aa"], gloss: "", pointers: [["@", "b"]] },
      { key: "b", letter: "v", words: ["bb"], gloss: "", pointers: [["@", "a"]] },
      { key: "c", letter: "v", words: ["cc"], gloss: "", pointers: [["@", "b"]] },
      { key: "d", letter: "v", words: ["dd"], gloss: "" },
    ];
    const small = new Taxonomy(new WordNet(writeDatabase(cyclic)));
    expect([...small.depths]).toEqual([1, 2, 3, 1]);
    expect([small.distance(0, 1), small.distance(1, 2), small.distance(2, 3)]).toEqual([1, 1, 4]);
    expect(pathSimilarity(small)(0, 0)).toBe(1);
  });

  test("the shorter of two ways, whichever comes first", () => {
    for (const order of [
      ["root", "middle"],
      ["middle", "root"],
    ]) {
      const small: FixtureSynset[] = [
        { key: "root", letter: "n", words: ["r"], gloss: "" },
        { key: "middle", letter: "n", words: ["m"], gloss: "", pointers: [["@", "root"]] },
        { key: "low", letter: "n", words: ["l"], gloss: "", pointers: order.map((key) => ["@", key] as const) },
      ];
      const made = new Taxonomy(new WordNet(writeDatabase(small)));
      expect([made.distance(2, 0), made.depths[2]]).toEqual([1, 2]);
    }
  });

  test("a chain that is too long to be true", () => {
    const chain = Array.from(
      { length: 300 },
      (_, i): FixtureSynset => ({
        ...{ key: `${i}`, letter: "n", words: [`w${i}`], gloss: "" },
        pointers: i === 0 ? [] : [["@", `${i - 1}`]],
      }),
    );
    const opened = new WordNet(writeDatabase(chain));
    expect(() => new Taxonomy(opened)).toThrow(InputError);
    expect(() => new Taxonomy(opened)).toThrow("has 201 above it, on a way of 201 steps; expected some 20");
  });
});

describe("measures", () => {
  test("path, Leacock–Chodorow, Wu–Palmer", () => {
    const path = between(pathSimilarity(taxonomy));
    expect([path("dog", "cat"), path("poodle", "car"), path("run", "think")]).toEqual([1 / 3, 1 / 6, 1 / 4]);
    expect([path("dog", "dog"), path("dog", "run"), path("good", "bad"), path("good", "good")]).toEqual([1, 0, 0, 1]);
    const chodorow = between(leacockChodorow(taxonomy));
    expect(chodorow("dog", "cat")).toBeCloseTo(-Math.log(3 / 8), DIGITS);
    expect(chodorow("dog", "dog")).toBeCloseTo(Math.log(8), DIGITS);
    expect(chodorow("run", "walk")).toBeCloseTo(-Math.log(3 / 4), DIGITS);
    const palmer = between(wuPalmer(taxonomy));
    expect([palmer("dog", "cat"), palmer("toy-dog", "car"), palmer("run", "think")]).toEqual([6 / 8, 6 / 8, 2 / 5]);
  });

  test("information content: every synset below counts once", () => {
    const shares = {
      entity: 27,
      object: 24,
      animal: 14,
      dog: 8,
      cad: 5,
      cat: 5,
      artifact: 5,
      car: 3,
      "toy-dog": 1,
      idea: 2,
    };
    for (const [key, frequency] of Object.entries(shares))
      expect(content.values[synsetOf(key)]).toBeCloseTo(Math.log(27 / frequency), DIGITS);
    expect(content.values[synsetOf("entity")]).toBe(0);
    expect(content.values[synsetOf("move")]).toBeCloseTo(Math.log(7 / 6), DIGITS);
    expect([content.known, content.unknown]).toEqual([18, 5]);
    expect(() => informationContent(taxonomy, [["dog", Number.NaN]])).toThrow('"dog" has the count NaN; expected');
  });

  test("a word is shared among the senses of all parts of speech unless its own is known", () => {
    const synsets: FixtureSynset[] = [
      { key: "n", letter: "n", words: ["fish"], gloss: "" },
      { key: "m", letter: "n", words: ["other"], gloss: "" },
      { key: "v", letter: "v", words: ["fish"], gloss: "" },
    ];
    const small = new Taxonomy(new WordNet(writeDatabase(synsets)));
    const both = informationContent(small, [["fish", 4]]).values;
    expect(both[0]).toBeCloseTo(Math.log(4 / 3), DIGITS);
    const one = informationContent(small, [["fish", 4, "noun"]]).values;
    expect(one[0]).toBeCloseTo(Math.log(6 / 5), DIGITS);
  });

  test("Jiang–Conrath and Lin", () => {
    const distance = between((a, b) => jiangConrathDistance(taxonomy, content, a, b));
    expect(distance("dog", "cat")).toBeCloseTo(Math.log(4.9), DIGITS);
    expect(distance("toy-dog", "car")).toBeCloseTo(Math.log(25 / 3), DIGITS);
    expect(distance("run", "think")).toBeCloseTo(Math.log(7 / 4) + Math.log(7), DIGITS);
    expect(distance("dog", "dog")).toBeCloseTo(0, DIGITS);
    const conrath = between(jiangConrath(taxonomy, content));
    expect(conrath("dog", "cat")).toBeCloseTo(1 / (1 + Math.log(4.9)), DIGITS);
    expect([conrath("dog", "run"), conrath("good", "bad"), conrath("good", "good")]).toEqual([0, 0, 1]);
    const similarity = between(lin(taxonomy, content));
    expect(similarity("dog", "cat")).toBeCloseTo((2 * Math.log(27 / 14)) / Math.log((27 * 27) / 40), DIGITS);
    expect([similarity("dog", "idea"), similarity("run", "think"), similarity("dog", "dog")]).toEqual([0, 0, 1]);
  });
});

describe("words", () => {
  test("the best over senses, with the senses", () => {
    const words = new WordSimilarity(wordnet, pathSimilarity(taxonomy));
    expect(words.similarity("dogs", "cat")).toBe(1 / 3);
    expect(words.similarity("object", "dog")).toBe(1 / 2);
    expect(words.similarity("auto", "car")).toBe(1);
    expect(words.best("dog", "object")).toEqual({ similarity: 1 / 2, senses: [synsetOf("cad"), synsetOf("object")] });
    expect([words.similarity("dog", "zebra"), words.best("zebra", "dog")]).toEqual([undefined, undefined]);
    const first = new WordSimilarity(wordnet, pathSimilarity(taxonomy), { maxSenses: 1 });
    expect(first.similarity("object", "dog")).toBe(1 / 3);
    const verbs = new WordSimilarity(wordnet, pathSimilarity(taxonomy), { part: "verb" });
    expect([verbs.similarity("dog", "cat"), verbs.similarity("ran", "walks")]).toEqual([undefined, 1 / 3]);
  });

  test("pairs are remembered, in either order, up to a limit", () => {
    let calls = 0;
    const measure = (a: number, b: number) => {
      calls++;
      return pathSimilarity(taxonomy)(a, b);
    };
    const words = new WordSimilarity(wordnet, measure, { remembered: 2 });
    const ask = (a: string, b: string) => {
      const before = calls;
      expect(words.similarity(a, b)).toBe(new WordSimilarity(wordnet, pathSimilarity(taxonomy)).similarity(a, b));
      return calls - before;
    };
    expect([ask("cat", "car"), ask("cat", "car"), ask("car", "cat")]).toEqual([1, 0, 0]);
    expect([ask("cat", "idea"), ask("cat", "poodle"), ask("cat", "car")]).toEqual([1, 1, 1]);
    const none = new WordSimilarity(wordnet, measure, { remembered: 0 });
    const before = calls;
    none.similarity("cat", "car");
    none.similarity("cat", "car");
    expect(calls - before).toBe(2);
  });
});
