/** Every step of Midge by itself, on the examples of the paper. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { learnCaptions } from "../../../src/applications/captions/index.ts";
import { attributeClasses } from "../../../src/applications/captions/knowledge/attribute-classes.ts";
import { Knowledge, NO_KNOWLEDGE } from "../../../src/applications/captions/knowledge/knowledge.ts";
import { headNouns } from "../../../src/applications/captions/knowledge/noun-phrases.ts";
import { finished, textOf } from "../../../src/applications/captions/realise.ts";
import { groupAtRandom, groupRelated } from "../../../src/applications/captions/steps/1-group-nouns.ts";
import { orderNouns } from "../../../src/applications/captions/steps/2-order-nouns.ts";
import { filterAttributes } from "../../../src/applications/captions/steps/3-filter-attributes.ts";
import { groupPlurals } from "../../../src/applications/captions/steps/4-group-plurals.ts";
import {
  gatherSubtrees,
  subtreeTree,
  verbSubtrees,
} from "../../../src/applications/captions/steps/5-gather-subtrees.ts";
import { combineTrees } from "../../../src/applications/captions/steps/6-combine-trees.ts";
import { rankTrees } from "../../../src/applications/captions/steps/7-choose-tree.ts";
import { orderModifiers } from "../../../src/applications/captions/steps/8-order-modifiers.ts";
import { linksBetween } from "../../../src/applications/captions/steps/links.ts";
import { nounPhrase } from "../../../src/applications/captions/steps/noun-phrase.ts";
import { placeOf } from "../../../src/applications/captions/steps/places.ts";
import type { Entity, Thing } from "../../../src/applications/captions/steps/thing.ts";
import { articleBefore } from "../../../src/applications/captions/words/articles.ts";
import { Random } from "../../../src/base/index.ts";
import { formatPenn, readPenn } from "../../../src/formats/index.ts";
import { clause, knowledge } from "./fixture.ts";

const LIMITS = { alpha: 0.01, beta: 3 };

const thing = (noun: string, id = 0, more: Partial<Thing> = {}): Thing => ({
  ...{ id, label: noun, noun, several: false, box: [0, 0, 10, 10], score: 1, attributes: [], actions: [] },
  ...more,
});
const entity = (noun: string, more: Partial<Entity> = {}): Entity => ({
  ...groupPlurals([thing(noun)], [], knowledge),
  ...more,
});
const scored = (words: Record<string, number>) => Object.entries(words).map(([word, score]) => ({ word, score }));

describe("step 1, groups of nouns", () => {
  const nouns = ["sheep", "cow", "road", "sky", "sheep", "bus", "dog"];
  const things = nouns.map((noun, id) => thing(noun, id));

  test("have at most three nouns, and every thing once; things of a noun stay together", () => {
    for (const groups of [groupAtRandom(things, new Random(1)), groupRelated(things, knowledge)]) {
      expect(groups.every((group) => group.length <= 3)).toBe(true);
      expect(
        groups
          .flat(2)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(nouns.map((_, id) => id));
      const sheep = groups.flat().find(([first]) => first!.noun === "sheep");
      expect(sheep).toHaveLength(2);
    }
  });

  test("are drawn by the seed, and the same for the same seed", () => {
    const shown = (seed: number) =>
      groupAtRandom(things, new Random(seed)).map((group) => group.map(([first]) => first!.noun));
    expect(shown(1)).toEqual(shown(1));
    expect(new Set([1, 2, 3, 4].map((seed) => JSON.stringify(shown(seed)))).size).toBeGreaterThan(1);
  });

  test("put together what captions have together", () => {
    const nouns = ["sofa", "bottle", "person", "dog"];
    const things = nouns.map((noun, id) => thing(noun, id));
    const groups = groupRelated(things, knowledge, 2).map((group) => group.map(([first]) => first!.noun).sort());
    expect(groups).toEqual(
      expect.arrayContaining([
        ["dog", "sofa"],
        ["bottle", "person"],
      ]),
    );
  });
});

test("step 2 orders nouns as figure 8 has them", () => {
  const order = (...nouns: string[]) =>
    orderNouns(
      nouns.map((noun) => ({ noun })),
      knowledge,
    ).map(({ noun }) => noun);
  expect(order("bottle", "table", "person")).toEqual(["person", "bottle", "table"]);
  expect(order("road", "sky", "cow")).toEqual(["cow", "road", "sky"]);
  expect(order("road", "sky", "bus")).toEqual(["bus", "road", "sky"]);
  expect(orderNouns([{ noun: "x" }, { noun: "y" }], NO_KNOWLEDGE).map(({ noun }) => noun)).toEqual(["x", "y"]);
});

describe("step 3, attributes", () => {
  const kept = (noun: string, attributes: Record<string, number>) =>
    filterAttributes(noun, scored(attributes), knowledge, { ...LIMITS, score: 0.3 })
      .filter((found) => found.kept)
      .map(({ word }) => word);

  test("of figure 2: one colour of the sky, nothing wooden about the road, no black bus", () => {
    expect(kept("sky", { clear: 0.432, blue: 0.945, grey: 0.853, white: 0.501 })).toEqual(["clear", "blue"]);
    expect(kept("road", { wooden: 0.722, clear: 0.02 })).toEqual([]);
    expect(kept("bus", { black: 0.872, red: 0.244 })).toEqual([]);
  });

  test("of one class compete: the noun's own word and the detector's score decide together", () => {
    expect(kept("dog", { brown: 0.5, black: 0.5 })).toEqual(["brown"]);
    expect(kept("dog", { brown: 0.31, black: 0.99 })).toEqual(["black"]);
  });

  test("that fit no class are their own, and unknown words are dropped", () => {
    expect(kept("dog", { brown: 0.9, sparkling: 0.9 })).toEqual(["brown"]);
    expect(
      filterAttributes("dog", scored({ sparkling: 0.9, brown: 0.2 }), NO_KNOWLEDGE, { ...LIMITS, score: 0.3 }).map(
        (found) => found.kept,
      ),
    ).toEqual([true, false]);
  });

  test("classes are learnt: what stands before the nouns of colours is a colour", () => {
    const counts = new Map<string, Map<string, number>>();
    const nouns = ["shirt", "dog", "car", "hat", "ball"];
    for (const colour of ["red", "blue", "black", "white", "green", "maroon"])
      counts.set(colour, new Map(nouns.map((noun, i) => [noun, 3 + i])));
    for (const size of ["big", "small", "large", "tall", "huge", "gigantic"])
      counts.set(size, new Map(["building", "wave", "truck"].map((noun, i) => [noun, 5 + i])));
    const classes = attributeClasses(counts);
    expect(classes.get("maroon")).toBe("color");
    expect(classes.get("gigantic")).toBe("size");
    expect(classes.get("unheard")).toBeUndefined();
  });
});

describe("step 4, plurals", () => {
  test("join things of a noun, without modifiers, in the place of the first", () => {
    const two = groupPlurals([thing("dog", 0, { box: [1, 2, 3, 4] }), thing("dog", 1)], ["brown"], knowledge);
    expect(two).toMatchObject({ many: true, count: 2, modifiers: [], box: [1, 2, 3, 4] });
    expect(groupPlurals([thing("dog")], ["brown"], knowledge)).toMatchObject({
      many: false,
      count: 1,
      modifiers: ["brown"],
    });
  });

  test("of a mass noun there are none; of a plural label the number is not known", () => {
    expect(groupPlurals([thing("grass"), thing("grass", 1)], [], knowledge).many).toBe(false);
    // Cabinets that are called furniture: a plural label, and a noun that captions have in the singular alone.
    expect(groupPlurals([thing("water", 0, { several: true })], [], knowledge).many).toBe(false);
    expect(groupPlurals([thing("tree", 0, { several: true })], [], knowledge)).toMatchObject({
      many: true,
      count: undefined,
    });
  });

  test("keep actions that all of them share", () => {
    const actions = (...words: string[]) => words.map((word) => ({ word, score: 1 }));
    const both = [
      thing("dog", 0, { actions: actions("running", "barking") }),
      thing("dog", 1, { actions: actions("running") }),
    ];
    expect(groupPlurals(both, [], knowledge).actions.map(({ word }) => word)).toEqual(["running"]);
  });
});

describe("step 5, local subtrees", () => {
  test("of duck and grass are those of figure 10", () => {
    const duck = gatherSubtrees("duck", "right", knowledge, LIMITS);
    const grass = gatherSubtrees("grass", "left", knowledge, LIMITS);
    expect([...duck.frames[4].keys()].sort()).toEqual(["above", "by", "on"]);
    expect([...grass.frames[5].keys()].sort()).toEqual(["by", "in", "on", "over", "through"]);
    expect([...duck.frames[5].keys(), ...grass.frames[4].keys()]).toEqual([]); // the wrong side
    expect(formatPenn(subtreeTree(duck.frames[4].get("on")!))).toBe("(NP (NP (NN duck)) (PP (IN on) (NP ↓)))");
  });

  test("of all seven frames have their shape", () => {
    const shape = (frame: 2 | 3 | 5 | 6 | 7, word: string, selectedBy: string) =>
      formatPenn(subtreeTree({ frame, word, selectedBy }));
    expect(shape(2, "sitting", "dog")).toBe("(S (NP (NN dog)) (VP (VBZ sitting)))");
    expect(shape(3, "parked", "bus")).toBe("(NP (NP (NN bus)) (VP (VBN parked)))");
    expect(shape(5, "on", "grass")).toBe("(PP (IN on) (NP (NN grass)))");
    expect(shape(6, "on", "sitting")).toBe("(VP (VBG sitting) (PP (IN on) (NP ↓)))");
    expect(shape(7, "riding", "horse")).toBe("(VP (VBG riding) (NP (NN horse)))");
  });

  test("must pass α and β", () => {
    const of = (noun: string, limits: typeof LIMITS) => [
      ...gatherSubtrees(noun, "both", knowledge, limits).frames[2].keys(),
    ];
    expect(of("dog", LIMITS)).toEqual(["sitting", "running"]);
    expect(of("dog", { alpha: 0.5, beta: 3 })).toEqual(["sitting"]);
    expect(of("dog", { alpha: 0.01, beta: 8 })).toEqual(["sitting"]);
    expect([...verbSubtrees("sitting", knowledge, LIMITS).keys()]).toEqual(["on"]);
    expect([...verbSubtrees("sitting", knowledge, { alpha: 0.01, beta: 10 }).keys()]).toEqual([]);
  });
});

describe("step 6, full trees", () => {
  const OPTIONS = { ...LIMITS, hallucinate: false, form: "any", modifiers: "all" } as const;
  const texts = (entities: Entity[], options = {}) =>
    combineTrees(entities, knowledge, { ...OPTIONS, ...options }).map(({ tree }) => textOf(finished(tree)));

  test("are the intersection of the subtrees of both nouns", () => {
    const links = linksBetween(entity("duck"), entity("grass"), knowledge, OPTIONS);
    expect(links.map(({ preposition }) => preposition).sort()).toEqual(["by", "on"]);
    expect(texts([entity("duck"), entity("grass")])).toEqual(
      expect.arrayContaining(["A duck on the grass.", "A duck by the grass.", "A duck is on the grass."]),
    );
  });

  test("join by and what nothing links", () => {
    expect(linksBetween(entity("bus"), entity("sofa"), knowledge, OPTIONS)).toEqual([]);
    expect(texts([entity("bus"), entity("sofa")])).toEqual(expect.arrayContaining(["The bus and a sofa."]));
  });

  test("have verbs that were detected, or any likely ones where these may be hallucinated", () => {
    const [dog, sofa] = [entity("dog"), entity("sofa")];
    expect(texts([dog, sofa]).some((text) => text.includes("sitting"))).toBe(false);
    expect(texts([dog, sofa], { hallucinate: true })).toContain("A dog is sitting on a sofa.");
    const seen = entity("dog", { actions: [{ word: "sitting", score: 0.9 }] });
    expect(texts([seen, sofa])).toContain("A dog is sitting on a sofa.");
    expect(texts([entity("man"), entity("horse"), entity("field")], { hallucinate: true })).toContain(
      "A man is riding a horse in a field.",
    );
  });

  test("have no object beside a verb that only a mistake of the parser gave one", async () => {
    const captions: [number, string][] = [
      [3, "a girl | sitting | a bench"],
      [30, "a girl | sitting |  | on | a bench"],
      [4, "a girl | walking | a dog"],
      [30, "a girl | walking |  | in | a field"],
    ];
    const trees = captions.flatMap(([times, text]) => readPenn(Array(times).fill(clause(text)).join("\n")));
    const { model } = await learnCaptions({ trees });
    const links = (object: string) =>
      linksBetween(entity("girl"), entity(object), model.knowledge, { ...LIMITS, hallucinate: true });
    expect(links("bench").map(({ verb, preposition }) => `${verb} ${preposition}`)).toEqual(["sitting on"]);
    expect(links("dog").map(({ verb, preposition }) => `${verb} ${preposition}`)).toEqual(["walking "]);
    const seen = entity("girl", { actions: [{ word: "sitting", score: 1 }] });
    const detected = linksBetween(seen, entity("bench"), model.knowledge, { ...LIMITS, hallucinate: false });
    expect(detected.some(({ verb, preposition }) => verb === "sitting" && preposition === "")).toBe(false);
  });

  test("let nothing act that does not live", () => {
    const classes = (table: string, dog: string) =>
      new Knowledge({
        ...knowledge.content,
        hypernyms: new Map([
          ["man", ["noun.person"]],
          ["table", [table]],
          ["dog", [dog]],
        ]),
      });
    const said = (group: Entity[], known: Knowledge) =>
      combineTrees(group, known, { ...OPTIONS, hallucinate: true }).map(({ tree }) => textOf(tree));
    const group = [entity("man"), entity("table"), entity("bottle")];
    expect(said(group, classes("noun.animal", "noun.animal"))).toContain("a man and a table are holding a bottle");
    expect(said(group, classes("noun.artifact", "noun.animal"))).not.toContain(
      "a man and a table are holding a bottle",
    );
    expect(said([entity("dog")], classes("noun.artifact", "noun.animal"))).toContain("a dog is running");
    expect(said([entity("dog")], classes("noun.artifact", "noun.artifact"))).not.toContain("a dog is running");
  });

  test("agree in number, whatever the subject is", () => {
    const men = groupPlurals([thing("man"), thing("man", 1)], [], knowledge);
    expect(texts([men, entity("horse")], { hallucinate: true })).toEqual(
      expect.arrayContaining(["Two men are riding a horse.", "There are two men riding a horse."]),
    );
    expect(texts([entity("man")])).toContain("There is a man.");
  });

  test("are dominated by an S or an NP, and name every noun once, in order", () => {
    const group = [entity("cow"), entity("road"), entity("sky")];
    for (const { tree, plan } of combineTrees(group, knowledge, { ...OPTIONS, hallucinate: true })) {
      expect(["S", "NP"]).toContain(tree.label);
      const said = textOf(tree).match(/cow|road|sky/g)!;
      const inOrder = plan.rest.includes(group[0]!) ? ["road", "sky", "cow"] : ["cow", "road", "sky"];
      expect(said).toEqual(inOrder);
    }
  });
});

test("step 7 takes the longest tree, the likeliest, or that of the language model, and no form twice in a row", () => {
  const trees = combineTrees(
    [entity("dog", { modifiers: ["brown"] }), entity("sofa", { modifiers: ["green"] })],
    knowledge,
    { ...LIMITS, hallucinate: true, form: "any", modifiers: "both" },
  );
  const best = (choice: "likely" | "longest" | "model", before?: "clause") =>
    textOf(rankTrees(trees, choice, before, knowledge)[0]!.tree);
  expect(best("longest")).toBe("there is a brown dog sitting on a green sofa");
  expect(best("likely")).toBe("a brown dog is sitting on a green sofa");
  expect(best("model")).toBe("a brown dog is sitting on a green sofa");
  expect(best("likely", "clause")).not.toBe(best("likely"));
});

test("step 8 orders modifiers as captions and English do", () => {
  expect(orderModifiers(["blue", "clear"], knowledge)).toEqual(["clear", "blue"]);
  expect(orderModifiers(["wooden", "brown"], knowledge)).toEqual(["brown", "wooden"]);
  expect(orderModifiers(["wooden", "red", "old", "big"], knowledge)).toEqual(["big", "old", "red", "wooden"]);
  fc.assert(
    fc.property(fc.array(fc.constantFrom("big", "red", "odd", "wooden", "young"), { maxLength: 8 }), (words) => {
      expect([...orderModifiers(words, knowledge)].sort()).toEqual([...words].sort());
    }),
    { numRuns: 50 },
  );
});

test("a colour that is tagged as a noun modifies the noun behind it, and other nouns make a compound", () => {
  const [head] = headNouns(readPenn("(NP (DT A) (JJ big) (NN brown) (NN traffic) (NN light))")[0]!);
  expect(head).toMatchObject({ noun: "light", modifiers: ["big", "brown"], compound: "traffic light" });
  const [dog] = headNouns(readPenn("(NP (DT a) (NN brown) (NN dog))")[0]!);
  expect(dog).toMatchObject({ noun: "dog", modifiers: ["brown"], compound: undefined });
  expect(headNouns(readPenn("(NP (DT an) (NN orange))")[0]!)[0]).toMatchObject({ noun: "orange", modifiers: [] });
});

describe("noun phrases", () => {
  const said = (found: Entity, indefinite = false) =>
    textOf(nounPhrase(found, { modifiers: true, indefinite }, knowledge));

  test("have the determiner that captions give the noun, with and without modifiers", () => {
    expect(said(entity("sky"))).toBe("the sky");
    expect(said(entity("sky", { modifiers: ["blue"] }))).toBe("a blue sky");
    expect(said(entity("road"), true)).toBe("a road");
    expect(said(entity("water"))).toBe("water");
    expect(said(entity("unicorn"))).toBe("a unicorn");
  });

  test("count what was detected one by one, up to ten", () => {
    const dogs = (count: number | undefined) => said(entity("dog", { many: true, count }));
    expect([2, 10, 11, undefined].map(dogs)).toEqual(["two dogs", "ten dogs", "many dogs", "dogs"]);
  });
});

test("abbreviations have the article of their first letter's name, also in small letters", () => {
  expect(["suv", "SUV", "tv", "x-ray", "rv", "umbrella", "surfer"].map(articleBefore)).toEqual([
    "an",
    "an",
    "a",
    "an",
    "an",
    "an",
    "a",
  ]);
});

test("places of boxes are those of table 3", () => {
  const b = [100, 100, 100, 100] as const;
  expect(placeOf([120, 120, 20, 20], b)).toBe("inside");
  expect(placeOf([50, 50, 300, 300], b)).toBe("around");
  expect(placeOf([110, 20, 80, 70], b)).toBe("above");
  expect(placeOf([110, 220, 80, 70], b)).toBe("below");
  expect(placeOf([300, 110, 80, 70], b)).toBe("beside");
  expect(placeOf([150, 110, 100, 80], b)).toBe("overlapping");
  expect(placeOf([0, 0, 0, 0], [5, 5, 0, 0])).toBe("beside"); // boxes without area
});
