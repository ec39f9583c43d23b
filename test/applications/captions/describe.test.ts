/** Whole descriptions: figure 2, every noun from a detection, determinism, English, and input that is odd. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Describer, drawScene, NO_KNOWLEDGE, scenePage } from "../../../src/applications/captions/index.ts";
import type { Detection, Scene } from "../../../src/formats/index.ts";
import { learnParser, Parser } from "../../../src/models/parser/index.ts";
import { leaves } from "../../../src/trees/index.ts";
import { FIGURE_2, knowledge, model, TREES } from "./fixture.ts";

const describer = (options = {}) => new Describer(model, options);
const box = [0, 0, 100, 100] as const;
const scene = (...labels: string[]) => ({ objects: labels.map((label) => ({ label, box })) });
const text = (labels: string[], options = {}) => describer(options).describe(scene(...labels)).text;

test("the input of figure 2 becomes the description of figure 1", () => {
  const midge = describer({ hallucinate: false, form: "phrase", choose: "longest" });
  const { text, sentences } = midge.describe({ size: [500, 375], objects: FIGURE_2 });
  expect(text).toBe("The bus by the road with a clear blue sky.");
  expect(sentences[0]!.tree.label).toBe("NP");
  expect(sentences[0]!.frames).toEqual([1, 4, 5]);
  expect(sentences[0]!.nouns.map(({ noun }) => noun)).toEqual(["bus", "road", "sky"]);
});

test("the sheep, the cow and the road of figures 4 and 5", () => {
  const midge = describer({ hallucinate: false, form: "phrase", sentences: 0 });
  const { sentences } = midge.describe(scene("sheep", "cow", "road"));
  expect(sentences.map((sentence) => sentence.text)).toEqual(["A cow by the road with a sheep."]);
  const two = midge.describe(scene("cow", "cow", "road"));
  expect(two.text).toBe("Two cows by the road.");
});

describe("English", () => {
  test("is well-formed: agreement, articles, capitals, full stops", () => {
    const dog = { label: "dog", box, attributes: { brown: 0.9 } };
    const sofa = { label: "sofa", box, attributes: { green: 0.9 } };
    expect(describer().describe({ objects: [dog, sofa] }).text).toBe("A brown dog is sitting on a green sofa.");
    expect(text(["man", "man", "horse"])).toBe("Two men are riding a horse.");
    expect(text(["water"])).toBe("There is water.");
    expect(text(["people", "table"])).toBe("There are people at a table.");
    expect(text(["man", "horse", "field"])).toBe("A man is riding a horse in a field.");
  });

  test("an before a vowel, whatever comes between", () => {
    const objects = [
      { label: "umbrella", box },
      { label: "hour", box },
      { label: "uniform", box },
    ];
    const plain = new Describer({ ...model, knowledge: NO_KNOWLEDGE }, { form: "phrase" });
    expect(objects.map((object) => plain.describe({ objects: [object] }).text)).toEqual([
      "An umbrella.",
      "An hour.",
      "A uniform.",
    ]);
  });

  test("no frame twice in a row where there is another", () => {
    const { sentences } = describer().describe(scene("dog", "sofa", "man", "horse", "field"));
    expect(sentences.map(({ form }) => form)).toEqual(["clause", "existential"]);
  });

  test("people have their colours behind them", async () => {
    const { nounPhrase } = await import("../../../src/applications/captions/steps/noun-phrase.ts");
    const { Knowledge } = await import("../../../src/applications/captions/index.ts");
    const classed = new Knowledge({
      ...knowledge.content,
      hypernyms: new Map([...knowledge.content.hypernyms, ["person", ["noun.person"]]]),
    });
    const person = {
      noun: "person",
      things: [],
      many: false,
      count: 1,
      modifiers: ["black", "young"],
      actions: [],
      box,
    };
    const tree = nounPhrase(person, { modifiers: true, indefinite: false }, classed);
    expect(
      leaves(tree)
        .map(({ word }) => word)
        .join(" "),
    ).toBe("a young person in black");
  });
});

test("detected actions and poses are said without hallucinating", () => {
  const objects = [
    { label: "dog", box, actions: { sit: 0.8 } },
    { label: "sofa", box },
  ];
  const quiet = describer({ hallucinate: false });
  expect(quiet.describe({ objects }).text).toBe("A dog is sitting on a sofa.");
  expect(quiet.describe({ objects: [{ label: "dog", box, poses: { lying: 0.9 } }] }).text).toBe("A dog is lying.");
  const { links } = quiet.describe({ objects }).sentences[0]!;
  expect(links[0]).toMatchObject({ verb: "sitting", preposition: "on", hallucinated: false });
  expect(describer({ actionThreshold: 0.9, hallucinate: false }).describe({ objects }).text).not.toMatch("sitting");
});

test("styles: terse is one plain sentence, descriptive names everything", () => {
  const objects = FIGURE_2.concat([
    { label: "dog", box, score: 1, attributes: { brown: 0.9 } },
    { label: "sofa", box, score: 1 },
    { label: "bottle", box, score: 1 },
    { label: "duck", box, score: 1 },
  ]);
  const of = (options: object) => describer(options).describe({ objects });
  expect(of({ style: "terse" }).sentences).toHaveLength(1);
  expect(of({ style: "terse" }).text).not.toMatch(/brown|blue|clear/);
  expect(of({}).sentences.length).toBeGreaterThan(1);
  const all = of({ style: "descriptive" });
  expect(all.unsaid).toEqual([]);
  for (const { label } of objects) expect(all.text).toMatch(label);
  expect(of({ sentences: 1 }).unsaid.length).toBeGreaterThan(0);
});

test("the n best are different, the best first, and the first is what describe gives", () => {
  const all = describer({ nBest: 5 }).describeAll(scene("dog", "sofa"));
  expect(all).toHaveLength(5);
  expect(new Set(all.map((found) => found.text)).size).toBe(5);
  expect(all[0]!.text).toBe(text(["dog", "sofa"]));
  const scores = all.slice(1).map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

const LABELS = [
  "dog",
  "dogs",
  "man",
  "people",
  "sofa",
  "grass",
  "water",
  "bus",
  "sky",
  "road",
  "cow",
  "horse",
  "bottle",
  "table",
  "duck",
  "trees",
  "Field",
  "traffic_light",
  "zyxwv",
  "狗",
  "42",
];
const scores = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10);
const detections: fc.Arbitrary<Detection[]> = fc.array(
  fc.record(
    {
      label: fc.constantFrom(...LABELS),
      box: fc.tuple(fc.integer({ min: -50, max: 600 }), fc.integer({ min: -50, max: 500 }), fc.nat(500), fc.nat(400)),
      score: scores,
      attributes: fc.dictionary(fc.constantFrom("brown", "green", "blue", "odd", "wooden"), scores),
      actions: fc.dictionary(fc.constantFrom("sitting", "run", "riding", "fly"), scores),
      poses: fc.dictionary(fc.constantFrom("standing", "lying"), scores),
    },
    { requiredKeys: ["label", "box", "score"] },
  ) as fc.Arbitrary<Detection>,
  { maxLength: 12, size: "max" },
);
const settings = fc.record({
  style: fc.constantFrom("plain", "terse", "descriptive"),
  hallucinate: fc.boolean(),
  form: fc.constantFrom("sentence", "phrase", "any"),
  choose: fc.constantFrom("likely", "longest", "model"),
  group: fc.constantFrom("related", "random"),
  seed: fc.nat(1000),
} as const);

describe("random scenes", () => {
  test("every noun comes from a detection, and the same input gives the same words", () => {
    fc.assert(
      fc.property(detections, settings, (objects, options) => {
        const input = { size: [500, 375] as const, objects };
        const { text, sentences, leftOut, unsaid } = describer(options).describe(input);
        const said = new Set<number>();
        for (const sentence of sentences) {
          const allowed = new Set<string>();
          for (const { noun, things } of sentence.nouns) {
            for (const id of things) {
              expect(said.has(id)).toBe(false); // no thing is named twice
              said.add(id);
              const label = objects[id]!.label.toLowerCase().replace("_", " ");
              expect([noun, knowledge.plural(noun)]).toContain(label);
            }
            for (const form of [noun, knowledge.plural(noun)]) for (const word of form.split(" ")) allowed.add(word);
          }
          const nouns = leaves(sentence.tree).filter(({ label }) => label.startsWith("NN"));
          for (const { word } of nouns) expect(allowed).toContain(word.toLowerCase());
          expect(sentence.nouns.length).toBeLessThanOrEqual(3);
          expect(["S", "NP"]).toContain(sentence.tree.label);
          expect(sentence.text).toMatch(/^[A-Z\d][^.]*[^\s.,]\.$/);
          expect(sentence.text).not.toMatch(/ {2}|\ba [aeio]|\ban [^aeiouh]| ,/i);
        }
        // Every detection is said, left out for a reason, or unsaid for want of sentences.
        expect([...said, ...leftOut.map(({ id }) => id), ...unsaid].sort((a, b) => a - b)).toEqual(
          objects.map((_, id) => id),
        );
        expect(describer(options).describe(input).text).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test("our parser finds an S or an NP in their descriptions, without a fallback", async () => {
    const parser = new Parser((await learnParser(TREES, { method: "pcfg" })).model);
    const samples = fc.sample(fc.tuple(detections, settings), { numRuns: 60, seed: 7 });
    const sentences = samples.flatMap(
      ([objects, options]) => describer({ ...options, form: "any" }).describe({ objects }).sentences,
    );
    const good = sentences.filter((sentence) => {
      const { tree, fallback } = parser.parse(leaves(sentence.tree).map(({ word }) => word));
      return fallback === "none" && ["S", "NP"].includes(tree.label);
    });
    expect(sentences.length).toBeGreaterThan(50);
    expect(good.length / sentences.length).toBeGreaterThanOrEqual(0.97);
  });
});

describe("odd input", () => {
  test("no detections", () => {
    const found = describer().describe({ objects: [] });
    expect(found).toMatchObject({ text: "", sentences: [], leftOut: [], unsaid: [] });
    expect(drawScene({ image: "x", size: undefined, objects: [], descriptions: [] }, found)).toMatch(
      "Nothing to describe.",
    );
  });

  test("500 detections, in a moment", () => {
    const objects = Array.from({ length: 500 }, (_, i) => ({
      label: LABELS[i % LABELS.length]!,
      box: [i, i, 50, 50] as const,
    }));
    const began = process.cpuUsage();
    const { text, leftOut } = describer({ style: "descriptive" }).describe({ objects });
    expect(process.cpuUsage(began).user / 1e6).toBeLessThan(10);
    expect(text).toMatch(/many cows/i);
    expect(leftOut.map(({ reason }) => reason)).toEqual(leftOut.map(() => "unknown label"));
  });

  test("boxes outside the image are left out, those over its edge are cut", () => {
    const objects = [
      { label: "dog", box: [600, 10, 20, 20] as const },
      { label: "sofa", box: [-50, -50, 100, 100] as const },
    ];
    const found = describer().describe({ size: [500, 375], objects });
    expect(found.leftOut).toEqual([{ id: 0, label: "dog", reason: "outside the image" }]);
    expect(found.clipped).toEqual([1]);
    expect(found.text).toBe("There is a sofa.");
  });

  test("labels that nobody knows are left out, and low scores", () => {
    const objects = [
      { label: "zyxwv", box },
      { label: "dog", box, score: 0.1 },
      { label: "<b>", box },
    ];
    const { leftOut, text } = describer().describe({ objects });
    expect(leftOut.map(({ reason }) => reason)).toEqual(["unknown label", "low score", "unknown label"]);
    expect(text).toBe("");
    expect(describer({ threshold: 0.05 }).describe({ objects }).text).toMatch("dog");
  });

  test.each([
    [{ label: "dog", box, score: 1.2 }, "objects[0]: has the score 1.2; expected a number from 0 to 1."],
    [
      { label: "dog", box, attributes: { brown: -1 } },
      'objects[0]: gives "brown" the score -1; expected a number from 0 to 1.',
    ],
    [{ label: " ", box }, "objects[0]: has no label; expected a noun."],
    [{ label: "dog", box: [0, 0, -1, 5] }, "objects[0]: has the box [0,0,-1,5]; expected [x, y, width, height]"],
    [{ label: "dog", box: [0, 0, Number.NaN, 5] }, "objects[0]: has the box [0,0,null,5]"],
  ])("%j is refused", (object, message) => {
    expect(() => describer().describe({ objects: [object as never] })).toThrow(message);
  });

  test("knowledge that is empty leaves the places of boxes", () => {
    const plain = new Describer({ ...model, knowledge: NO_KNOWLEDGE });
    const objects = [
      { label: "dog", box: [0, 0, 10, 10] as const },
      { label: "sofas", box: [100, 0, 10, 10] as const },
    ];
    expect(plain.describe({ objects }).text).toBe("There is a dog by sofas.");
  });
});

test("drawings escape what they are given, and a page has every image", () => {
  const odd: Scene = {
    image: '<img src="x">',
    size: [100, 100],
    objects: [
      { label: "<dog>", box, score: 0.5 },
      { label: "dog", box, score: 1 },
    ],
    descriptions: ["A <b>dog</b>."],
  };
  const description = describer().describe(odd);
  const page = scenePage(
    [
      { scene: odd, best: [description] },
      { scene: odd, best: [description] },
    ],
    { images: "photos" },
  );
  for (const drawing of [drawScene(odd, description, { images: "photos" }), page]) {
    expect(drawing).not.toMatch(/<dog>|<b>|<img/);
    expect(drawing).toMatch("photos/%3Cimg%20src%3D%22x%22%3E");
    expect(drawing).toMatch("dog");
  }
  expect(page.match(/<article>/g)).toHaveLength(2);
  expect(new Set(page.match(/id="[^"]+"/g)).size).toBe(2);
});
