/** Captions, scenes, detections, and phrases that are marked in captions. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/base/index.ts";
import {
  COCO_CATEGORIES,
  captions,
  type EntityCaption,
  entities,
  entityLabels,
  type ImageCaption,
  imageCaptions,
  type LabelledCaption,
  labelledPhrases,
  readCaptions,
  readCocoCategories,
  readCocoDetections,
  readEntities,
  readImageCaptions,
  readLabelledPhrases,
  readScenes,
  type Scene,
  writeEntities,
  writeImageCaptions,
  writeLabelledPhrases,
  writeScenes,
} from "../../src/formats/index.ts";
import { failureOf, testFormat } from "./contract.ts";

const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return "";
};
const line = fc
  .oneof(
    fc.constantFrom("A dog runs .", "two dogs", "[x] y", "犬", "a # b", "#3"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
  )
  .filter((text) => text.trim() !== "" && !/[\t\r\n\uFEFF]/.test(text));

describe("image and caption", () => {
  const image = fc.constantFrom("12.jpg", "a b.png", "x#y", "#1x", "2513260012_03d33305cf.jpg");
  const number = fc.option(fc.nat({ max: 999_999_999 }), { nil: undefined });
  const record: fc.Arbitrary<ImageCaption> = fc.record({ image, number, caption: line });
  testFormat(imageCaptions, record, {}, ["1.jpg\t", "1.jpg#0\t", "A dog", "\t", "\n", "\r\n", " ", "#0\tx\n"]);
  test("numbers of captions", () => {
    expect(readImageCaptions("1.jpg#3\tA dog .\n\n1.jpg\tTwo dogs\n")).toEqual([
      { image: "1.jpg", number: 3, caption: "A dog ." },
      { image: "1.jpg", number: undefined, caption: "Two dogs" },
    ]);
    expect(() => writeImageCaptions([{ image: "a#1", number: undefined, caption: "x" }])).toThrow('be read as "a"');
    expect(() => writeImageCaptions([{ image: " a", number: 1, caption: "x" }])).toThrow('be read as "a"');
    expect(() => writeImageCaptions([{ image: "a", number: -1, caption: "x" }])).toThrow(InputError);
  });
  const two = "expected 2: an image and a caption, with a tab between.";
  test.each([
    ["A dog runs .", `x:1:1: this line has 1 column; ${two}`],
    ["1.jpg\tA dog\truns", `x:1:13: this line has 3 columns; ${two}`],
    ["\tA dog", "x:1:1: the name of the image is empty; expected one."],
    ["a\tb\n1.jpg\t ", "x:2:7: the caption is empty; expected words."],
  ])("%j", (text, message) => expect(failureOf(imageCaptions, text).message).toBe(message));
});

describe("captions alone", () => {
  testFormat(captions, line, {}, ["a dog", "\n", "\r\n", " ", "\t"]);
  test("blank lines are left out", () => expect(readCaptions("a dog\n \n\ntwo\n")).toEqual(["a dog", "two"]));
});

const box = fc.tuple(fc.integer({ min: -5 }), fc.integer(), fc.nat(), fc.double({ min: 0, max: 9, noNaN: true }));
const probability = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0);
const detection = fc.record(
  {
    label: fc.constantFrom("dog", "hot dog", "__proto__"),
    box: box.map(([a, b, c, d]) => [a, b, c, d + 0] as const),
    score: probability,
    attributes: fc.dictionary(fc.constantFrom("red", "furry"), probability).map((scores) => ({ ...scores })),
  },
  { requiredKeys: ["label", "box", "score"] },
);

describe("scenes", () => {
  test("what is written is read again", () => {
    const scene: fc.Arbitrary<Scene> = fc.record({
      image: fc.constantFrom("1.jpg", "犬"),
      size: fc.option(fc.tuple(fc.integer({ min: 1 }), fc.integer({ min: 1 })), { nil: undefined }),
      objects: fc.array(detection, { maxLength: 3 }),
      descriptions: fc.array(line, { maxLength: 2 }),
    });
    fc.assert(
      fc.property(fc.array(scene, { maxLength: 3 }), (all) => {
        expect(readScenes(writeScenes(all))).toEqual(all);
      }),
    );
  });
  test("what may be missing", () => {
    const text = '{"image": "1", "objects": [{"label": "dog", "box": [-1, 0, 9, 9], "actions": {"run": 0.5}}]}';
    expect(readScenes(text)).toEqual([
      {
        image: "1",
        size: undefined,
        objects: [{ label: "dog", box: [-1, 0, 9, 9], score: 1, actions: { run: 0.5 } }],
        descriptions: [],
      },
    ]);
    expect(readScenes("[]")).toEqual([]);
  });
  const withObject = (object: string) => `[{"image": "1"},\n {"image": "2", "objects": [\n  ${object}]}]`;
  test.each([
    ["[{}]", 'x:1:2: [0] has no "image"; expected one.'],
    ['[{"image": 3}]', "x:1:12: [0].image is 3; expected a text that is not empty."],
    ['[{"image": "1", "size": [0, 5]}]', "x:1:26: [0].size[0] is 0; expected a number of at least 1."],
    [
      '[{"image": "1", "descriptions": ["a", ""]}]',
      'x:1:39: [0].descriptions[1] is ""; expected a text that is not empty.',
    ],
    [withObject('{"label": "dog"}'), 'x:3:3: [1].objects[0] has no "box"; expected one.'],
    [withObject('{"label": "dog", "box": [1, 2, 3]}'), "x:3:27: [1].objects[0].box has 3 values; expected 4 numbers."],
    [
      withObject('{"label": "dog", "box": [1, 2, 3, -4]}'),
      "x:3:37: [1].objects[0].box[3] is -4; expected a number of at least 0.",
    ],
    [
      withObject('{"label": "dog", "box": [1, 2, 3, null]}'),
      "x:3:37: [1].objects[0].box[3] is null; expected a number.",
    ],
    [
      withObject('{"label": "dog", "box": [1, 2, 3, 1e999]}'),
      "x:3:37: [1].objects[0].box[3] is null; expected a number.",
    ],
    [
      withObject('{"label": "dog", "box": [1, 2, 3, 4], "score": 1.5}'),
      "x:3:50: [1].objects[0].score is 1.5; expected a number from 0 to 1.",
    ],
    [
      withObject('{"label": "a", "box": [1, 2, 3, 4], "attributes": ["red"]}'),
      "x:3:53: [1].objects[0].attributes is a list; expected an object.",
    ],
    ['"scene"', 'x:1:1: the whole is "scene"; expected an object.'],
    ['[{"image": "1"', 'x:1:15: the text ends where "," or "}" should stand; this is not JSON.'],
  ])("%j", (text, message) => expect(messageOf(() => readScenes(text, { file: "x" }))).toBe(message));
});

describe("COCO's detections", () => {
  test("by image, with COCO's names or others", () => {
    expect([COCO_CATEGORIES.size, COCO_CATEGORIES.get(18), COCO_CATEGORIES.get(90)]).toEqual([80, "dog", "toothbrush"]);
    const one = (image: number, category: number) =>
      `{"image_id": ${image}, "category_id": ${category}, "bbox": [1, 2, 3, 4.5], "score": 0.25}`;
    const scenes = readCocoDetections(`[${one(7, 18)}, ${one(5, 1)}, ${one(7, 17)}]`);
    expect(scenes.map(({ image, objects }) => [image, ...objects.map(({ label }) => label)])).toEqual([
      ["7", "dog", "cat"],
      ["5", "person"],
    ]);
    expect(scenes[0]!.objects[0]).toEqual({ label: "dog", box: [1, 2, 3, 4.5], score: 0.25 });
    const list = '[{"id": 200, "name": "zebu", "supercategory": "animal"}]';
    for (const text of [list, `{"images": [], "categories": ${list}}`])
      expect(
        readCocoDetections(`[${one(1, 200)}]`, { categories: readCocoCategories(text) })[0]!.objects[0]!.label,
      ).toBe("zebu");
  });
  test.each([
    ["{}", "x:1:1: the whole is an object; expected a list."],
    ['[{"image_id": 1}]', 'x:1:2: [0] has no "category_id"; expected one.'],
    [
      '[{"image_id": 1, "category_id": 12}]',
      "x:1:33: category 12 has no name; expected one of the 80 known; give the names of your categories.",
    ],
    ['[{"image_id": 1.5}]', "x:1:15: [0].image_id is 1.5; expected a whole number of at least 0."],
    ['[{"image_id": 1, "category_id": 1, "bbox": [1,2,3,4]}]', 'x:1:2: [0] has no "score"; expected one.'],
  ])("%j", (text, message) => expect(messageOf(() => readCocoDetections(text, { file: "x" }))).toBe(message));
  test("categories", () => {
    expect(messageOf(() => readCocoCategories('[{"id": 1, "name": "a"}, {"id": 1, "name": "b"}]'))).toBe(
      "line 1:33: category 1 occurs twice; expected each once.",
    );
    expect(messageOf(() => readCocoCategories('{"images": []}'))).toBe(
      'line 1:1: the whole has no "categories"; expected one.',
    );
  });
});

/** Words with blanks between, and phrases of some of them. */
const phrased = fc
  .array(fc.tuple(fc.constantFrom("a", "dog", "it's", "犬", "😀", "[", "ice-cream"), fc.nat({ max: 3 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((words) => {
    const spans: { start: number; end: number; group: number }[] = [];
    let caption = "";
    for (const [word, group] of words) {
      if (caption !== "") caption += " ";
      const start = caption.length;
      caption += word;
      const last = spans.at(-1);
      if (group > 0 && last?.group === group && last.end === start - 1) last.end = caption.length;
      else if (group > 0) spans.push({ start, end: caption.length, group });
    }
    return { caption, spans };
  });

describe("Flickr30k Entities", () => {
  const record: fc.Arbitrary<EntityCaption> = phrased.map(({ caption, spans }) => ({
    caption,
    phrases: spans.map(({ start, end, group }) => ({
      start,
      end,
      entity: `${group - 1}`,
      types: group > 1 ? ["people", "x"] : ["notvisual"],
    })),
  }));
  testFormat(entities, record, {}, [
    "[/EN#1/people ",
    "A man",
    "]",
    "[",
    "[/EN#",
    "\n",
    "\r\n",
    " ",
    "/",
    "[/EN#0/notvisual the air]",
  ]);
  test("offsets lead into the clean caption", () => {
    const [found] = readEntities("[/EN#12/people A man] in [/EN#0/notvisual the air] .");
    expect(found!.caption).toBe("A man in the air .");
    expect(found!.phrases.map(({ start, end }) => found!.caption.slice(start, end))).toEqual(["A man", "the air"]);
    expect(found!.phrases[0]).toEqual({ start: 0, end: 5, entity: "12", types: ["people"] });
    expect(entityLabels(found!)).toEqual({
      image: undefined,
      caption: "A man in the air .",
      phrases: [
        { start: 0, end: 5, visual: true },
        { start: 9, end: 16, visual: false },
      ],
      detections: undefined,
    });
    expect(readEntities("[sic] a ] b\n")[0]).toEqual({ caption: "[sic] a ] b", phrases: [] });
  });
  test.each([
    ["a [/EN#12/people A man in", 'x:1:3: the phrase opened here is never closed; expected "]".'],
    [
      "a [/EN#x/people A man]",
      'x:1:3: "[/EN#x/people A man]" opens no phrase; expected [/EN#, a number, types after "/", a blank.',
    ],
    ["[/EN#12 A man]", 'x:1:1: "[/EN#12 A man]" opens no phrase; expected [/EN#, a number, types after "/", a blank.'],
    ["[/EN#12/people ]", "x:1:1: the phrase has no words; expected some."],
    [
      "ok\n[/EN#1/people A [/EN#2/other hat] man]",
      "x:2:17: a phrase opens inside another one; phrases may not overlap.",
    ],
  ])("%j", (text, message) => expect(failureOf(entities, text).message).toBe(message));
  test("what cannot be written", () => {
    const phrase = (start: number, end: number) => ({ start, end, entity: "1", types: ["people"] });
    expect(() => writeEntities([{ caption: "a b", phrases: [phrase(0, 2), phrase(1, 3)] }])).toThrow("no overlap");
    expect(() => writeEntities([{ caption: "a b", phrases: [phrase(0, 4)] }])).toThrow(InputError);
    expect(() => writeEntities([{ caption: "a] b", phrases: [phrase(0, 4)] }])).toThrow(
      "its marks would read otherwise",
    );
    expect(() => writeEntities([{ caption: "[/EN#1/x y] b", phrases: [] }])).toThrow("its marks would read otherwise");
  });
});

describe("labelled phrases", () => {
  const record: fc.Arbitrary<LabelledCaption> = fc
    .tuple(
      phrased,
      fc.option(fc.constantFrom("1.jpg"), { nil: undefined }),
      fc.option(fc.array(detection, { maxLength: 2 }), { nil: undefined }),
    )
    .map(([{ caption, spans }, image, detections]) => ({
      ...{ image, caption, detections },
      phrases: spans.map(({ start, end, group }) => ({ start, end, visual: group > 1 })),
    }));
  testFormat(labelledPhrases, record, {}, [
    '{"caption": "a dog", ',
    '"phrases": []}',
    "\n",
    "\r\n",
    " ",
    "{",
    "}",
    '{"caption": "x", "phrases": [{}]}',
  ]);
  const withPhrases = (...phrases: string[]) => `{"caption": "A man in the air", "phrases": [${phrases.join(", ")}]}`;
  const phrase = (start: number, end: number, label = "visual") =>
    `{"start": ${start}, "end": ${end}, "label": "${label}"}`;
  test.each([
    ["{}", 'x:1:1: the whole has no "caption"; expected one.'],
    ['{"caption": "a"}', 'x:1:1: the whole has no "phrases"; expected one.'],
    [withPhrases(phrase(13, 20)), "x:1:45: the phrase ends at 20, outside the caption; the caption has 16 characters."],
    [withPhrases(phrase(5, 5)), "x:1:45: the phrase runs from 5 to 5; expected it to end after its start."],
    [
      withPhrases(phrase(0, 5), phrase(2, 8)),
      "x:1:88: the phrase starts at 2, before the one before it ends at 5; phrases may not overlap.",
    ],
    [withPhrases(phrase(9, 14)), 'x:1:45: place 14 lies inside "air"; expected phrases of whole words.'],
    [withPhrases(phrase(3, 5)), 'x:1:45: place 3 lies inside "man"; expected phrases of whole words.'],
    [withPhrases(phrase(1, 2)), "x:1:45: the phrase is blank; expected words."],
    [withPhrases(phrase(-1, 2)), "x:1:55: phrases[0].start is -1; expected a whole number of at least 0."],
    [withPhrases(phrase(0, 5, "seen")), 'x:1:77: "seen" is not a label; expected "visual" or "nonvisual".'],
    [withPhrases(phrase(0, 5, "toString")), 'x:1:77: "toString" is not a label; expected "visual" or "nonvisual".'],
    [`${withPhrases()}\n[]`, "x:2:1: the whole is a list; expected an object."],
    [
      '{"caption": "a", "phrases": [], "detections": [{"label": "dog"}]}',
      'x:1:48: detections[0] has no "box"; expected one.',
    ],
  ])("%j", (text, message) => {
    expect(failureOf(labelledPhrases, text).message).toBe(message);
  });
  test("an emoji is not cut, and a caption may have no phrase", () => {
    const smile = '{"caption": "a 😀 b", "phrases": [{"start": 2, "end": 3, "label": "visual"}]}';
    expect(failureOf(labelledPhrases, smile).message).toContain('place 3 lies inside "😀"');
    expect(readLabelledPhrases(withPhrases())).toHaveLength(1);
    expect(() =>
      writeLabelledPhrases([
        { image: undefined, caption: "ab", phrases: [{ start: 0, end: 1, visual: true }], detections: undefined },
      ]),
    ).toThrow('labelled phrases cannot hold this caption: place 1 lies inside "ab"');
  });
});
