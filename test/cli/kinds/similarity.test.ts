/** Sentence similarity on the command line. */
import { mkdirSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { learnSimilarity } from "../../../src/applications/similarity/index.ts";
import { WordNet } from "../../../src/data/wordnet/index.ts";
import { save } from "../../../src/files/index.ts";
import { writePenn } from "../../../src/formats/index.ts";
import { pairLines, samplePairs, trees } from "../../applications/similarity/pairs.ts";
import { writeDatabase } from "../../data/wordnet/fixture.ts";
import { temporaryFolder } from "../folder.ts";

const { at, run } = temporaryFolder("similarity");
const pairs = samplePairs(60);
const DOG = ["The dog sees a man .", "A dog sees the man ."] as const;

beforeAll(async () => {
  for (const source of ["even", "odd"])
    writeFileSync(at(`${source}.train.tsv`), pairLines(pairs.filter((pair) => pair.source === source)));
  writeFileSync(at("odd.test.tsv"), pairLines(samplePairs(30, 8)));
  writeFileSync(at("bare.tsv"), `${DOG.join("\t")}\nA cat .\tA dog .\n`);
  const { code, out, err } = await run(
    ...["train", "similarity", at("even.train.tsv"), at("odd.train.tsv"), "-o", at("sim.model")],
    ...["--folds", "2", "--groups", "surface,eigenwords"],
  );
  expect(code, err).toBe(0);
  expect(out).toBe("");
  expect(err.split("\n")[0]).toBe('warning: the group "eigenwords" is off for lack of word vectors.');
  expect(err).toMatch(/60 pairs, 58 features of surface\n.*\n +known +as unknown\n +even +\.?0?\.\d+ +0\.\d+\n/);
});

describe("similar", () => {
  test("two sentences, and files of pairs with scores or without", async () => {
    const { code, out } = await run("similar", at("sim.model"), ...DOG);
    expect(code).toBe(0);
    expect(out).toMatch(/^[0-5]\.\d{4}\n$/);
    const turned = await run("similar", at("sim.model"), ...[...DOG].reverse());
    expect(turned.out).toBe(out);
    const bare = await run("similar", at("sim.model"), at("bare.tsv"), at("odd.test.tsv"));
    expect(bare.out.trim().split("\n").length).toBe(32);
    expect(bare.out.startsWith(out)).toBe(true);
    const json = await run("similar", at("sim.model"), "--json", ...DOG);
    expect(JSON.parse(json.out)).toMatchObject({ first: DOG[0], second: DOG[1] });
  });

  test("explains a score by features and words, for a source that is named", async () => {
    const { out } = await run("similar", at("sim.model"), "--explain", "--source", "even", ...DOG);
    expect(out).toContain("an average pair of even has");
    expect(out).toMatch(/[+−]\d\.\d{3} +surface: /);
    expect(out).toMatch(/1\.00 +dog – dog +surface/);
    const same = await run("similar", at("sim.model"), "--explain", DOG[0], DOG[0]);
    expect(same.out).toContain("5.0000");
    expect(same.out).toContain("the words are the same: the highest score");
    expect(same.out).toContain("of an unknown source");
  });

  test("one sentence, empty sentences and bad lines are errors with their place", async () => {
    expect(await run("similar", at("sim.model"), "Only one sentence.")).toMatchObject({
      code: 2,
      err: expect.stringContaining("a pair is two sentences; got 1."),
    });
    const empty = await run("similar", at("sim.model"), "--text", "A dog.", " ");
    expect(empty.err).toContain("sentence 2 of the pair is empty; expected words.");
    const nothing = await run("similar", at("sim.model"), "", "dog");
    expect(nothing.err).toContain("sentence 1 of the pair is empty; expected words.");
    writeFileSync(at("four.tsv"), "1\ta\tb\tc\n");
    const four = await run("similar", at("sim.model"), at("four.tsv"));
    expect([four.code, four.err]).toEqual([1, expect.stringContaining("four.tsv:1:7: this line has 4 columns")]);
    writeFileSync(at("mixed.tsv"), "a\tb\n1\ta\tb\n");
    expect((await run("similar", at("sim.model"), at("mixed.tsv"))).err).toContain(
      "mixed.tsv:2:1: this line has 3 columns; expected 2: two sentences",
    );
  });
});

test("evaluate tells each set and the three scores; inspect tells weights and groups", async () => {
  const { code, out } = await run("evaluate", at("sim.model"), at("odd.test.tsv"), "--samples", "20");
  expect(code).toBe(0);
  expect(out).toMatch(/^odd +30 +0\.\d{4} +\(0\.\d+ to 0\.\d+\)\nALL +0\.\d+.*\nALLnrm .*\nMean /);
  const inspected = await run("inspect", at("sim.model"));
  expect(inspected.out).toMatch(/share of the group +even +odd +unknown\nsurface +1\.000 +1\.000 +1\.000/);
  expect(inspected.out).toContain("weight of the feature");
  expect(JSON.parse((await run("inspect", at("sim.model"), "--json")).out).sources).toEqual(["even", "odd"]);
});

test("a model that learnt with WordNet says what it lost without it, and takes it from a folder", async () => {
  const files = writeDatabase([{ key: "dog", letter: "n", words: ["dog", "hound"], gloss: "an animal" }]);
  mkdirSync(at("dict"));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(at(`dict/${name}`), bytes);
  const { model } = await learnSimilarity({ pairs, wordnet: new WordNet(files) }, { folds: 2 });
  await save(at("wn.model"), model);
  const found = await run("similar", at("wn.model"), "--explain", "--wordnet", at("dict"), "The dog .", "A hound .");
  expect(found.err).toBe("");
  expect(found.out).toMatch(/1\.00 +dog – hound +wordnet/);
  const none = await run("similar", at("wn.model"), "--wordnet", at("nowhere"), "The dog .", "A hound .");
  expect([none.code, none.err]).toEqual([1, expect.stringContaining("there is no WordNet database in this folder")]);
});

test("vectors and parsers of the wrong kind are refused", async () => {
  writeFileSync(at("trees.mrg"), writePenn(trees.slice(0, 40)));
  await run("train", "parser", at("trees.mrg"), "--method", "pcfg", "-o", at("p.model"), "--threads", "1");
  const train = ["train", "similarity", at("even.train.tsv"), "-o", at("x.model")];
  const vectors = await run(...train, "--vectors", at("p.model"));
  expect([vectors.code, vectors.err]).toEqual([
    1,
    expect.stringContaining('p.model: holds a model of kind "parser"; expected kind "vectors"'),
  ]);
  const parser = await run(...train, "--parser", at("sim.model"));
  expect(parser.err).toContain('sim.model: holds a model of kind "similarity"; expected kind "parser"');
  const pairsAsParser = await run(...train, "--parser", at("bare.tsv"));
  expect(pairsAsParser.code).toBe(1);
  const score = await run("train", "similarity", at("bare.tsv"), "-o", at("x.model"));
  expect(score.err).toContain("bare.tsv:1:1: this line has 2 columns; expected 3: a score and two sentences");
});

test("the experiment prints the paper's table", async () => {
  const { code, out, err } = await run(
    ...["experiment", "similarity", at("even.train.tsv"), at("odd.train.tsv"), "--groups", "surface", "--folds", "2"],
    ...["--samples", "20"],
  );
  expect(code, err).toBe(0);
  expect(out).toMatch(/\| groups \| even \| odd \| ALL \| ALLnrm \| Mean \|/);
  expect(out).toMatch(/\| surface \| \.\d{4} ±\.\d+ \|/);
  expect(out).toContain("| all, each set as an unknown source |");
});
