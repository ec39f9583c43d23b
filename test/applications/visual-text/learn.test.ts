/** The classifier of noun phrases: features, learning, gradients. */
import { beforeAll, describe, expect, test } from "vitest";
import { simulateDetector } from "../../../src/applications/visual-text/experiment/simulated-detector.ts";
import { examplesOf, tableOf } from "../../../src/applications/visual-text/features/examples.ts";
import { FeatureExtractor, fifthOf } from "../../../src/applications/visual-text/features/extractor.ts";
import { TEMPLATES, templateOf } from "../../../src/applications/visual-text/features/templates.ts";
import { stemOf } from "../../../src/applications/visual-text/features/word-features.ts";
import {
  evaluateVisual,
  experimentVisualText,
  learnVisual,
  markedHtml,
  markedText,
  VisualText,
  visualFromParts,
  visualToParts,
} from "../../../src/applications/visual-text/index.ts";
import { InputError, type ModelParts, OptionError } from "../../../src/base/index.ts";
import { openWordNet } from "../../../src/files/index.ts";
import { logisticObjective } from "../../../src/linalg/index.ts";
import { handLabelled, smallTagger, syntheticCaptions } from "./captions.ts";

let tagger: ModelParts;
beforeAll(async () => {
  tagger = await smallTagger();
});

const NOTHING = { hypernymsOf: undefined, listsOf: undefined };

describe("features", () => {
  const texts = (templates: readonly (typeof TEMPLATES)[number][]) => {
    const names: string[] = [];
    const extractor = new FeatureExtractor(
      templates,
      {
        hypernymsOf: (word) => (word === "dog" ? ["dog.n.1", "animal.n.1"] : []),
        listsOf: (word) => [`list of ${word}`],
      },
      (name) => names.push(name) - 1,
    );
    const found = extractor.phrase({ words: ["He", "saw", "a", "Dog", "there"], from: 2, to: 4 });
    return found.map((id) => names[id]!);
  };

  test("each template gives its own", () => {
    expect(texts(["words-phrase"])).toEqual([
      "words-phrase w a",
      "words-phrase s a",
      "words-phrase w dog",
      "words-phrase s dog",
    ]);
    expect(texts(["words-before"])).toEqual([
      "words-before 1w saw",
      "words-before 1s saw",
      "words-before 2w he",
      "words-before 2s h",
    ]);
    expect(texts(["words-after"])).toEqual(["words-after 1w there", "words-after 1s ther", "words-after 2edge"]);
    expect(texts(["bigrams-phrase", "bigrams-before", "bigrams-after"])).toEqual([
      "bigrams-phrase a dog",
      "bigrams-before he saw",
      "bigrams-after there \u0001",
    ]);
    expect(texts(["wordnet-phrase"])).toEqual(["wordnet-phrase dog.n.1", "wordnet-phrase animal.n.1"]);
    expect(texts(["lists-before"])).toEqual(["lists-before list of saw", "lists-before list of he"]);
    expect(texts(["length", "position"])).toEqual(["length 2", "position 3"]);
    expect(texts(["spelling-phrase"])).toContain("spelling-phrase c Initial");
    expect(texts(["spelling-phrase"])).toContain("spelling-phrase e og");
    for (const template of TEMPLATES) for (const name of texts([template])) expect(templateOf(name)).toBe(template);
  });

  test("images: all detections, the surest of each type alone, and what matches the head", () => {
    const names: string[] = [];
    const extractor = new FeatureExtractor(
      ["image", "image-best", "image-match"],
      NOTHING,
      (name) => names.push(name) - 1,
    );
    const detections = [
      { label: "dog", box: [0, 0, 50, 100], score: 0.4 },
      { label: "Dog", box: [0, 0, 100, 50], score: 0.8 },
    ] as const;
    const { row, match } = extractor.image(detections, [100, 200]);
    const named = ({ ids, values }: typeof row) => Object.fromEntries(ids.map((id, i) => [names[id]!, values[i]!]));
    expect(named(row)).toEqual({
      "image fired dog": 1,
      "image times dog": Math.log2(3),
      "image sure dog": 0.8,
      "image area dog": 0.25,
      "image width dog": 0.75,
      "image height dog": 0.375,
      "image-best fired dog": 1,
      "image-best sure dog": 0.8,
      "image-best area dog": 0.25,
      "image-best width dog": 1,
      "image-best height dog": 0.25,
    });
    const phrase = { words: ["two", "dogs", "and", "luck"], from: 0, to: 2 };
    expect(named(match(phrase, 1))).toEqual({
      "image-match same": 1,
      "image-match same times": Math.log2(3),
      "image-match sure": 0.8,
      "image-match area": 0.25,
    });
    expect(named(match({ ...phrase, from: 3, to: 4 }, 3))).toEqual({ "image-match none": 1 });
  });

  test("fifths of a caption, stems", () => {
    expect([0, 1, 2, 5, 9].map((place) => fifthOf(place, 10))).toEqual([1, 1, 2, 3, 5]);
    expect(["running", "ponies", "boxes", "glass", "horse", "horses"].map(stemOf)).toEqual([
      "run",
      "pony",
      "box",
      "glass",
      "hors",
      "hors",
    ]);
  });

  test("the gradient of the objective over our rows is its slope", async () => {
    const examples = await examplesOf(handLabelled(), TEMPLATES, NOTHING, "en");
    const { rows } = tableOf(examples, [...examples.list.keys()], { templates: TEMPLATES, minCount: 3 });
    const labels = Uint8Array.from(examples.list, ({ visual }) => Number(visual));
    const objective = logisticObjective(rows, labels, 0.7);
    const x = Float64Array.from({ length: rows.columns + 1 }, (_, i) => Math.sin(i));
    const gradient = new Float64Array(x.length);
    objective(x, gradient);
    const step = 1e-5;
    for (let i = 0; i < x.length; i += 7) {
      const at = (by: number) =>
        objective(
          x.map((value, k) => (k === i ? value + by : value)),
          new Float64Array(x.length),
        );
      expect((at(step) - at(-step)) / (2 * step)).toBeCloseTo(gradient[i]!, 4);
    }
  });
});

describe("learning and marking", () => {
  test("learns what is visible, finds phrases with its own tagger, and survives being stored", async () => {
    const { model, report } = await learnVisual({ captions: syntheticCaptions(40), parser: tagger });
    expect(report).toMatchObject({ captions: 40, phrases: 80, visual: 0.5, accuracy: 1, withoutPhrases: 0 });
    expect(report.warnings).toEqual([
      "there is no lexicon: no features of lists.",
      "there is no WordNet: no features of hypernyms.",
    ]);
    const marked = new VisualText(model).mark("A red dog stands near the idea.");
    expect(marked.phrases.map(({ text, head }) => [text, head])).toEqual([
      ["A red dog", "dog"],
      ["the idea", "idea"],
    ]);
    expect(marked.phrases[0]!.probability).toBeGreaterThan(0.8);
    expect(marked.phrases[1]!.probability).toBeLessThan(0.2);
    const again = new VisualText(visualFromParts(visualToParts(model))).mark("A red dog stands near the idea.");
    expect(again).toEqual(marked);
    expect(
      markedText({ caption: "A <b> dog", phrases: [{ ...marked.phrases[0]!, start: 0, end: 5, probability: 0.5 }] }),
    ).toBe("[0.50 A <b>] dog");
    expect(
      markedHtml({ caption: "A <b> dog", phrases: [{ ...marked.phrases[0]!, start: 0, end: 5, probability: 0.5 }] }),
    ).toBe('<p><mark style="background-color: rgb(46 125 50 / 0.50)" title="0.50">A &lt;b&gt;</mark> dog</p>');
  });

  test("hypernyms of training words are kept; WordNet adds those of others", async () => {
    const wordnet = await openWordNet();
    const { model } = await learnVisual(
      { captions: syntheticCaptions(40), wordnet },
      { templates: ["wordnet-phrase"] },
    );
    const probability = (classifier: VisualText, word: string) =>
      classifier.mark({ caption: `the ${word}`, phrases: [{ start: 0, end: 4 + word.length }] }).phrases[0]!
        .probability;
    const [alone, helped] = [new VisualText(model), new VisualText(model, { wordnet })];
    expect(probability(alone, "dog")).toBe(probability(helped, "dog"));
    expect(probability(alone, "wolf")).toBe(probability(alone, "zyzzyx"));
    expect(probability(helped, "wolf")).toBeGreaterThan(probability(alone, "wolf") + 0.1);
  });

  test("scores held-out captions", async () => {
    const { model } = await learnVisual({ captions: handLabelled() }, { l2: 1 });
    const scores = await evaluateVisual(new VisualText(model), handLabelled(), { samples: 50 });
    expect(scores.phrases).toBe(100);
    expect(scores.visual).toBeCloseTo(0.68, 12);
    expect(scores.auc).toBeGreaterThan(0.95);
    expect(scores.accuracy).toBeGreaterThanOrEqual(scores.accuracyAtHalf);
  });

  test("folds keep images together; ablation orders templates by their gain", async () => {
    const result = await experimentVisualText(
      { captions: syntheticCaptions(40), weak: true },
      { folds: 4, ablationFolds: 4, samples: 20, shares: [50, 100] },
    );
    expect(result.rows[0]!).toMatchObject({ name: "text", auc: 1 });
    const gains = result.ablation.map(({ informationGain }) => informationGain);
    expect(gains).toEqual([...gains].sort((a, b) => b - a));
    expect(result.curve.map(({ phrases }) => phrases)).toEqual([30, 60]);
  });

  test("other images are measured once, by classifiers of all that the folds had", async () => {
    const all = syntheticCaptions(60);
    const [captions, test] = [all.slice(0, 40), all.slice(40)];
    const options = { folds: 4, ablationFolds: 4, samples: 20, shares: [100] };
    const { test: tested, ...found } = await experimentVisualText({ captions, weak: true, test }, options);
    expect(found).toEqual(await experimentVisualText({ captions, weak: true }, options));
    expect(tested).toMatchObject({ captions: 20, phrases: 40 });
    expect(tested!.rows.map(({ name }) => name)).toEqual(found.rows.map(({ name }) => name));
    expect(tested!.rows[0]!).toMatchObject({ auc: 1, difference: 0, p: 1 });
    // Labels that say the contrary on the other images: what was learnt is wrong about all of them.
    const turned = test.map((caption) => ({
      ...caption,
      phrases: caption.phrases.map((phrase) => ({ ...phrase, visual: !phrase.visual })),
    }));
    const wrong = await experimentVisualText({ captions, test: turned }, options);
    expect(wrong.test!.rows[0]!.auc).toBe(0);
    await expect(experimentVisualText({ captions, test: captions.slice(0, 2) }, options)).rejects.toThrow(
      'the image "image-0" is among those of the folds and of the test; keep them apart',
    );
  });

  test("the simulated detector does the same to an image in all its captions, and errs as told", () => {
    const captions = syntheticCaptions(400);
    const none = simulateDetector(captions, { recall: 0, falseFirings: 0, seed: 1 });
    expect(none.every(({ detections }) => detections!.length === 0)).toBe(true);
    const half = simulateDetector(captions, { recall: 0.5, falseFirings: 0, seed: 1 });
    const found = half.filter(({ detections }) => detections!.length === 1).length;
    expect(found / 400).toBeGreaterThan(0.4);
    expect(found / 400).toBeLessThan(0.6);
    expect(half[0]!.detections).toBe(half[1]!.detections);
  });
});

describe("bad input", () => {
  const captions = syntheticCaptions(8);
  const withPhrases = (phrases: readonly { start: number; end: number; visual: boolean }[]) => [
    { ...captions[0]!, phrases },
    ...captions,
  ];

  test.each([
    ["outside", [{ start: 0, end: 99, visual: true }], "caption 1: the phrase ends at 99, outside the caption"],
    ["inside a word", [{ start: 0, end: 4, visual: true }], 'caption 1: place 4 lies inside "red"'],
    [
      "overlapping",
      [
        { start: 0, end: 9, visual: true },
        { start: 6, end: 9, visual: false },
      ],
      "caption 1: the phrase starts at 6, before the one before it ends at 9",
    ],
  ])("phrases %s", async (_, phrases, message) => {
    await expect(learnVisual({ captions: withPhrases(phrases) })).rejects.toThrow(message);
  });

  test("labels of one kind, no captions at all, captions without a phrase", async () => {
    await expect(learnVisual({ captions: [] })).rejects.toThrow(
      "no phrase has a label; expected phrases of both kinds",
    );
    const same = captions.map((caption) => ({ ...caption, phrases: caption.phrases.filter(({ visual }) => visual) }));
    await expect(learnVisual({ captions: same })).rejects.toThrow("all 8 phrases have the same label");
    const { report } = await learnVisual({ captions: [{ ...captions[0]!, phrases: [] }, ...captions] });
    expect(report.withoutPhrases).toBe(1);
    const { model } = await learnVisual({ captions, parser: tagger });
    expect(new VisualText(model).mark("He waits.").phrases).toEqual([]);
    expect(new VisualText(model).mark("").phrases).toEqual([]);
    await expect(evaluateVisual(new VisualText(model), [{ ...captions[0]!, phrases: [] }])).rejects.toThrow(InputError);
  });

  test("a model without a tagger, a template of another name, a bad phrase to mark", async () => {
    const { model } = await learnVisual({ captions });
    const classifier = new VisualText(model);
    expect(() => classifier.mark("A dog.")).toThrow("this model does not find noun phrases by itself");
    expect(() => classifier.mark({ caption: "A dog.", phrases: [{ start: 0, end: 3 }] })).toThrow('lies inside "dog"');
    await expect(learnVisual({ captions }, { templates: ["colours" as never] })).rejects.toThrow(OptionError);
  });
});
