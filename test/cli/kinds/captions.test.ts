/** `train captions`, `describe`, `evaluate` and `inspect` on the command line. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { writePenn, writeScenes } from "../../../src/formats/index.ts";
import { FIGURE_2, TREES } from "../../applications/captions/fixture.ts";
import { temporaryFolder } from "../folder.ts";

const { at, run } = temporaryFolder("captions");
const box = [0, 0, 100, 100] as const;
const scenes = [
  { image: "bus.jpg", size: [500, 375] as const, objects: FIGURE_2, descriptions: ["A bus is on the road."] },
  {
    image: "dog.jpg",
    size: [500, 375] as const,
    objects: [
      { label: "dog", box, score: 0.9, attributes: { brown: 0.8 } },
      { label: "sofa", box, score: 0.9 },
      { label: "zyxwv", box, score: 0.9 },
    ],
    descriptions: ["A brown dog sits on a sofa."],
  },
];

beforeAll(async () => {
  // A folder without a database: what is known comes from the captions alone.
  writeFileSync(at("captions.mrg"), writePenn(TREES));
  writeFileSync(at("scenes.json"), writeScenes(scenes));
  const { code, err } = await run("train", "captions", at("captions.mrg"), "-o", at("midge.model"));
  expect(code, err).toBe(0);
  expect(err).toMatch(/\d+ sentences; \d+ nouns, \d+ verbs, .* name at most three things; learnt in/);
});

const describeScenes = (...args: string[]) => run("describe", at("midge.model"), at("scenes.json"), ...args);

describe("describe", () => {
  test("writes a line for each image, and says what it left out", async () => {
    const { code, out, err } = await describeScenes();
    expect(code, err).toBe(0);
    const lines = out.trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toBe("A brown dog is sitting on a sofa.");
    expect(err).toMatch("2 images in");
    expect(err).toMatch("1 left out (unknown label)");
  });

  test("writes trees, the derivation, several descriptions", async () => {
    expect((await describeScenes("--format", "brackets")).out).toMatch(
      "(S (NP (DT A) (JJ brown) (NN dog)) (VP (VBZ is)",
    );
    const [, dog] = (await describeScenes("--json")).out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(dog).toMatchObject({ image: "dog.jpg", leftOut: [{ id: 2, label: "zyxwv", reason: "unknown label" }] });
    expect(dog.sentences[0]).toMatchObject({
      form: "clause",
      links: [{ verb: "sitting", preposition: "on", hallucinated: true }],
    });
    const several = (await describeScenes("--n-best", "3")).out.trimEnd().split("\n\n");
    expect(several.map((lines) => lines.split("\n").length)).toEqual([3, 3]);
  });

  test("draws SVG, one a line or in a folder, and a page", async () => {
    const { out } = await describeScenes("--format", "svg");
    expect(out.match(/^<svg .*<\/svg>$/gm)).toHaveLength(2);
    mkdirSync(at("drawings"), { recursive: true });
    await describeScenes("--format", "svg", "-o", at("drawings"));
    expect(readdirSync(at("drawings")).sort()).toEqual(["1.svg", "2.svg"]);
    expect((await describeScenes("--format", "html", "-o", at("page.html"))).code).toBe(0);
    expect(readFileSync(at("page.html"), "utf8")).toMatch(/^<!doctype html>[\s\S]*People wrote[\s\S]*<\/html>\n$/);
  });

  test("reads COCO's results by its own categories or by others", async () => {
    writeFileSync(
      at("coco.json"),
      JSON.stringify([{ image_id: 7, category_id: 18, bbox: [0, 0, 10, 10], score: 0.9 }]),
    );
    expect((await run("describe", at("midge.model"), at("coco.json"))).out).toBe("There is a dog.\n");
    writeFileSync(at("names.json"), JSON.stringify([{ id: 18, name: "bus" }]));
    const other = await run("describe", at("midge.model"), at("coco.json"), "--categories", at("names.json"));
    expect(other.out).toBe("There is a bus.\n");
  });

  test.each([
    ["[]", "holds no image; expected at least one."],
    ["", "is empty; expected scenes as JSON."],
    [
      '[{"image": "x", "objects": [{"label": "dog", "box": [0, 0, 1, 1], "score": 1.5}]}]',
      ":1:76: [0].objects[0].score is 1.5; expected a number from 0 to 1.",
    ],
    [
      '[{"image": "x", "objects": [{"label": "dog", "box": [0, 0, 1]}]}]',
      "[0].objects[0].box has 3 values; expected 4 numbers.",
    ],
    ["[{]", "bad.json:1:3"],
  ])("refuses %s", async (text, message) => {
    writeFileSync(at("bad.json"), text);
    const { code, err } = await run("describe", at("midge.model"), at("bad.json"));
    expect(code).toBe(1);
    expect(err).toMatch(message);
  });

  test("answers a scene without detections with an empty line", async () => {
    writeFileSync(at("empty.json"), '[{"image": "x"}]');
    const { code, out, err } = await run("describe", at("midge.model"), at("empty.json"));
    expect([code, out]).toEqual([0, "\n"]);
    expect(err).toMatch("1 image without anything to describe");
  });
});

test("evaluate shows the describer beside three baselines", async () => {
  const { code, out, err } = await run("evaluate", at("midge.model"), at("scenes.json"), "--samples", "20");
  expect(code, err).toBe(0);
  for (const text of ["CIDEr-D", "METEOR*", "template", "nearest caption", "no knowledge", "95 % intervals", "p ="])
    expect(out).toMatch(text);
  const { systems } = JSON.parse(
    (await run("evaluate", at("midge.model"), at("scenes.json"), "--json", "--no-baselines")).out,
  );
  expect(systems).toHaveLength(1);
  writeFileSync(at("mute.json"), '[{"image": "x"}]');
  expect((await run("evaluate", at("midge.model"), at("mute.json"))).err).toMatch(
    "there is no image with descriptions",
  );
});

test("inspect shows what is known in all, and about words", async () => {
  expect((await run("inspect", at("midge.model"))).out).toMatch(/nouns\s+\d+/);
  const { out } = await run("inspect", at("midge.model"), "dog", "Cows");
  expect(out).toMatch(/^dog\n\s+seen\s+24 times; plural dogs/);
  expect(out).toMatch(/modifiers\s+brown .*\(9\)/);
  expect(out).toMatch("Cows, described as cow");
  const unknown = await run("inspect", at("midge.model"), "zyxwv");
  expect(unknown.code).toBe(1);
  expect(unknown.err).toMatch('nothing is known about "zyxwv"');
  expect(JSON.parse((await run("inspect", at("midge.model"), "dog", "--json")).out)[0]).toMatchObject({
    noun: "dog",
    count: 24,
  });
});

test("train says what is wrong with what it is given", async () => {
  writeFileSync(at("captions.txt"), "A dog .\n");
  const fails = async (...args: string[]) => {
    const { code, err } = await run("train", "captions", ...args, "-o", at("x.model"));
    return `${code} ${err}`;
  };
  expect(await fails(at("captions.txt"))).toMatch(/^2 [\s\S]*captions must be parsed: give --parser MODEL/);
  expect(await fails(at("captions.txt"), "--parser", at("midge.model"))).toMatch(
    /^1 [\s\S]*holds a model of kind "captions"/,
  );
  writeFileSync(at("none.txt"), "\n");
  expect(await fails(at("none.txt"))).toMatch("there is no caption to learn from");
  writeFileSync(at("bad.mrg"), "(NP (NN dog)");
  expect(await fails(at("bad.mrg"))).toMatch(/bad\.mrg:1:1: /);
});
