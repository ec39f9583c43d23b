/** Visual text on the command line, and every answer to bad input. */
import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { save, saveModel } from "../../../src/files/index.ts";
import { writeLabelledPhrases, writeScenes } from "../../../src/formats/index.ts";
import { learnVectors } from "../../../src/models/vectors/index.ts";
import { smallTagger, syntheticCaptions } from "../../applications/visual-text/captions.ts";
import { taggedText } from "../../applications/visual-text/text.ts";
import { sampleText, source } from "../../models/vectors/text.ts";
import { temporaryFolder } from "../folder.ts";

const { at, run } = temporaryFolder("visual");
const put = (name: string, content: string) => {
  writeFileSync(at(name), content);
  return at(name);
};

const captions = syntheticCaptions(30);
const ENTITIES = "[/EN#1/animals A red dog] stands near [/EN#0/notvisual the idea] .\n";

beforeAll(async () => {
  await saveModel(at("tags.model"), await smallTagger());
  put("captions.jsonl", writeLabelledPhrases(captions));
  put("text.txt", taggedText(800));
  const words = await run(
    "train",
    "visual-lexicon",
    at("text.txt"),
    "--input",
    "tagged",
    "--min-count",
    "4",
    "-o",
    at("words.model"),
  );
  expect(words.err).toContain("warning: seeds too rare in the text, visual noun: animal, man, woman, computer.");
  expect(words.err).toMatch(/4,800 words of text, 800 adjective–noun pairs\n16 nouns and 16 adjectives in .*\nwrote /);
  const seen = await run(
    ...["train", "visual", at("captions.jsonl"), "-o", at("seen.model"), "--parser", at("tags.model")],
    ...["--lexicon", at("words.model"), "--no-wordnet"],
  );
  expect(seen.err).toMatch(
    /30 captions, 60 phrases, 50\.0 % visual\n[\d,]+ features, 100\.0 % right on the training data/,
  );
  expect(seen.code, seen.err).toBe(0);
});

describe("visual MODEL", () => {
  test("marks a caption that is given as text, as text, JSON and HTML", async () => {
    const { out, err, code } = await run("visual", at("seen.model"), "A red dog stands near the idea.");
    expect(out).toMatch(/^\[0\.\d\d A red dog\] stands near \[0\.\d\d the idea\]\.\n$/);
    expect(err).toMatch(/^1 caption, 2 noun phrases, [\d,]+ captions\/s\n$/);
    expect(code).toBe(0);
    const json = JSON.parse((await run("visual", at("seen.model"), "A red dog stands.", "--json")).out);
    expect(json).toMatchObject({
      caption: "A red dog stands.",
      phrases: [{ start: 0, end: 9, text: "A red dog", head: "dog" }],
    });
    const html = await run(
      "visual",
      at("seen.model"),
      put("plain.txt", "A red dog stands.\n\nHe waits.\n"),
      "--format",
      "html",
    );
    expect(html.out).toMatch(
      /^<!doctype html>[\s\S]*title="0\.\d\d">A red dog<\/mark> stands\.<\/p>\n<p>He waits\.<\/p>\n<\/body>/,
    );
  });

  test("captions of images, entities and JSON are told by their first line", async () => {
    const text = async (name: string, content: string) =>
      (await run("visual", at("seen.model"), put(name, content), "--json")).out;
    const phrases = (out: string) => JSON.parse(out).phrases.map((phrase: { text: string }) => phrase.text);
    expect(phrases(await text("a.tsv", "1.jpg#0\tA red dog stands.\n"))).toEqual(["A red dog"]);
    expect(phrases(await text("a.ent", ENTITIES))).toEqual(["A red dog", "the idea"]);
    expect(phrases(await text("a.jsonl", '{"caption": "A red dog", "phrases": [{"start": 2, "end": 9}]}\n'))).toEqual([
      "red dog",
    ]);
    expect(phrases(await text("b.jsonl", '{"caption": "A red dog"}'))).toEqual(["A red dog"]);
  });

  test("a caption without a noun phrase has none", async () => {
    expect((await run("visual", at("seen.model"), "He waits.", "--quiet")).out).toBe("He waits.\n");
  });
});

describe("evaluate, inspect, neighbours, experiment", () => {
  test("evaluate gives AUC, accuracy and shares", async () => {
    const { out, code } = await run("evaluate", at("seen.model"), at("captions.jsonl"), "--samples", "20");
    expect(out).toMatch(
      /^AUC 100\.00 ± 0\.00\naccuracy 100\.0 % at threshold 0\.\d+, 100\.0 % at 0\.5; 60 phrases, 50\.0 % visual\n/,
    );
    expect(code).toBe(0);
    const json = JSON.parse(
      (await run("evaluate", at("seen.model"), put("e.ent", ENTITIES), "--samples", "5", "--json")).out,
    );
    expect(json).toMatchObject({ measure: "auc", phrases: 2, visual: 0.5 });
  });

  test("evaluate of a lexicon is a rank correlation with ratings", async () => {
    put("ratings.tsv", "cup\t5\nlamp\t4\ndoubt\t2\nplan\t1\nred\t4\nvague\t1\n");
    const { out } = await run("evaluate", at("words.model"), at("ratings.tsv"));
    expect(out).toMatch(/nouns +4 +[\d.-]+/);
    const bad = await run("evaluate", at("words.model"), put("bad.tsv", "cup\t5\nlamp\tx\n"));
    expect(bad.err).toContain('bad.tsv:2: "x" is not a number; expected a rating in column 2.');
  });

  test("inspect lists words with scores, round by round, and features with weights", async () => {
    const { out } = await run("inspect", at("words.model"), "--iterations");
    expect(out).toMatch(/visual nouns \(8\)\n {2}seeds .*car .*\n {2}round 1 .*(cup|lamp)/);
    expect(out).toContain("attribute colour");
    const facts = JSON.parse((await run("inspect", at("words.model"), "--json")).out);
    expect(facts.lists["visual nouns"][0]).toMatchObject({ iteration: 0 });
    expect((await run("inspect", at("seen.model"))).out).toMatch(/Speak for visible\n {2}\S+[\s\S]*Speak against/);
  });

  test("neighbours of a lexicon", async () => {
    const { out } = await run("neighbours", at("words.model"), "red", "--count", "2");
    expect(out).toMatch(/^red\n( {2}[01]\.\d{4} {2}\w+\n){2}$/);
    const { err, code } = await run("neighbours", at("words.model"), "rred");
    expect([code, err]).toEqual([1, expect.stringContaining('the lexicon does not have "rred"')]);
  });

  test("experiment writes tables and drawings", async () => {
    const flags = ["--folds", "3", "--ablation-folds", "3", "--samples", "10", "--shares", "50,100", "--no-wordnet"];
    const { out, code, err } = await run(
      ...["experiment", "visual-text", at("captions.jsonl"), ...flags],
      ...["--curve-svg", at("curve.svg"), "--ablation-svg", at("ablation.svg")],
    );
    expect(code, err).toBe(0);
    expect(out).toMatch(/\| text \| \d+\.\d\d \|[\s\S]*information gain, bits[\s\S]*phrases to learn from/);
    const test = put(
      "test.jsonl",
      writeLabelledPhrases(captions.map((caption) => ({ ...caption, image: `other ${caption.image}` }))),
    );
    const tested = await run("experiment", "visual-text", at("captions.jsonl"), ...flags, "--test", test);
    expect(tested.err).toBe(err);
    expect(tested.out.slice(0, out.trimEnd().length)).toBe(out.trimEnd());
    expect(tested.out).toMatch(/Test: \d+ captions of other images, \d+ noun phrases\.\n\n\|[^|]*\| AUC \|/);
    const same = await run("experiment", "visual-text", at("captions.jsonl"), ...flags, "--test", at("captions.jsonl"));
    expect([same.code, same.err]).toEqual([1, expect.stringContaining("keep them apart")]);
    expect(readFileSync(at("curve.svg"), "utf8")).toMatch(/^<svg [\s\S]*Learning curves[\s\S]*<\/svg>\n$/);
    expect(readFileSync(at("ablation.svg"), "utf8")).toContain("words-phrase");
  });

  test("scenes give weak labels with a tagger", async () => {
    const scenes = captions.map(({ image, caption, detections, size }) => ({
      ...{ image: image!, size: size as [number, number], objects: detections!, descriptions: [caption] },
    }));
    put("scenes.json", writeScenes(scenes));
    const trained = await run(
      "train",
      "visual",
      at("scenes.json"),
      "-o",
      at("weak.model"),
      "--parser",
      at("tags.model"),
    );
    expect(trained.code, trained.err).toBe(0);
    expect(trained.err).toMatch(/30 captions, 60 phrases, 50\.0 % visual/);
    const without = await run("train", "visual", at("scenes.json"), "-o", at("weak.model"));
    expect(without.err).toContain("scenes.json: scenes have no noun phrases; expected a tagger or parser to find them");
  });
});

describe("bad input", () => {
  const line = (phrases: string, more = "") => `{"caption": "A red dog stands.", "phrases": [${phrases}]${more}}\n`;
  const GOOD = '{"start": 0, "end": 9, "label": "visual"}';

  test.each([
    [
      "an offset outside",
      line('{"start": 0, "end": 99, "label": "visual"}'),
      "the phrase ends at 99, outside the caption; the caption has 17 characters",
    ],
    [
      "an offset inside a word",
      line('{"start": 0, "end": 4, "label": "visual"}'),
      'place 4 lies inside "red"; expected phrases of whole words',
    ],
    ["phrases that overlap", line(`${GOOD}, {"start": 6, "end": 9, "label": "visual"}`), "phrases may not overlap"],
    [
      "another label",
      line('{"start": 0, "end": 9, "label": "seen"}'),
      '"seen" is not a label; expected "visual" or "nonvisual"',
    ],
    ["a detection without a box", line(GOOD, ', "detections": [{"label": "dog"}]'), '"box"'],
    ["a box of two numbers", line(GOOD, ', "detections": [{"label": "dog", "box": [1, 2]}]'), "4"],
    ["a size of zero", line(GOOD, ', "size": [0, 10]'), "1"],
    ["markup that is not closed", "[/EN#1/people A man walks\n", "the phrase opened here is never closed"],
    ["nothing", " \n", "there is no text in it; expected labelled captions."],
  ])("%s", async (name, content, message) => {
    const path = put(`${name.replace(/ /g, "-")}.txt`, content);
    const { code, err } = await run("train", "visual", path, "-o", at("no.model"), "--no-wordnet");
    expect(err).toContain(path);
    expect(err).toContain(message);
    expect(code).toBe(1);
  });

  test("bad captions can be skipped and are counted", async () => {
    const path = put(
      "some.jsonl",
      `${line('{"start": 0, "end": 99, "label": "visual"}')}${writeLabelledPhrases(captions)}`,
    );
    const { code, err } = await run("train", "visual", path, "-o", at("some.model"), "--skip-bad", "--no-wordnet");
    expect(err).toMatch(/skipped: .*some\.jsonl:1:\d+: the phrase ends at 99[\s\S]*1 caption skipped/);
    expect(code).toBe(0);
  });

  test("a model that tags nothing, text without tags, a model without a tagger", async () => {
    await save(at("v.model"), (await learnVectors(source(sampleText(300)), { dim: 4 })).model);
    const vectors = await run(
      "train",
      "visual-lexicon",
      at("text.txt"),
      "--parser",
      at("v.model"),
      "-o",
      at("x.model"),
    );
    expect(vectors.err).toContain('v.model: a model of kind "vectors" finds no noun phrases; expected a parser');
    const untagged = await run("train", "visual-lexicon", at("text.txt"), "-o", at("x.model"));
    expect(untagged.err).toContain('text in the form "text" has no tags; expected a tagger or parser');
    await run("train", "visual", at("captions.jsonl"), "-o", at("alone.model"), "--no-wordnet");
    const alone = await run("visual", at("alone.model"), "A red dog stands.");
    expect(alone.err).toContain("was trained without --parser and finds no noun phrases; give --parser");
    expect((await run("visual", at("alone.model"), "A red dog stands.", "--parser", at("tags.model"))).code).toBe(0);
    expect((await run("parse", at("seen.model"), "A dog.")).err).toContain('holds a model of kind "visual"');
  });
});
