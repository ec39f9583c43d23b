/** Sequence and phone models on the command line: train, tag, evaluate, and every answer to bad input. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../../../src/base/index.ts";
import { EIGENTREE } from "../../../src/cli/commands.ts";
import { readConllu, readPhn, readTextGrid, writePhn, writeTagged, writeWav } from "../../../src/formats/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { taggedSentence } from "../../../src/trees/index.ts";
import { runIn } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-sequence-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const run = async (...words: string[]) => {
  const { out, err, code } = await runIn(EIGENTREE, words);
  return { out, code, err: err.replaceAll(folder, "FOLDER") };
};
const put = (name: string, content: string | Uint8Array) => {
  writeFileSync(at(name), content);
  return at(name);
};

const sentences = generateTreebank({ trees: 200 }).trees.map(taggedSentence);
const conlluOf = (text: string) =>
  `${text
    .split(" ")
    .map((word, i) => `${i + 1}\t${word}\t_\t_\tXX\t_\t_\t_\t_\t_`)
    .join("\n")}\n\n`;

describe("sequence models", () => {
  beforeAll(async () => {
    put("train.txt", writeTagged(sentences.slice(0, 160)));
    put("dev.txt", writeTagged(sentences.slice(160)));
    const { code, err } = await run("train", "sequence", at("train.txt"), "-o", at("m.model"), "--states", "3", "--dev", at("dev.txt"));
    expect(err).toMatch(/160 sequences/);
    expect(err).toMatch(/FOLDER\/dev\.txt: accuracy \d/);
    expect(code).toBe(0);
  }, 60_000);

  test("tag text, tokens and CoNLL-U into each format", async () => {
    put("raw.txt", "The dog barks. The cat sleeps.");
    const { out, code } = await run("tag", at("m.model"), at("raw.txt"));
    expect(code).toBe(0);
    expect(out.split("\n").length).toBe(3);
    expect(out).toMatch(/^The\/\S+ dog\/\S+ barks\/\S+ \.\/\S+\n/);
    const columns = await run("tag", at("m.model"), put("tokens.txt", "the dog\n\nthe cat\n"), "--input", "tokens", "--format", "columns");
    expect(columns.out).toMatch(/^the \S+\ndog \S+\n/);
    const filled = await run("tag", at("m.model"), put("raw.conllu", conlluOf("the dog barks")), "--input", "conllu", "--format", "conllu");
    const [sentence] = readConllu(filled.out);
    expect(sentence!.tokens.map(({ xpos }) => xpos)).toEqual(["XX", "XX", "XX"]);
    expect(sentence!.tokens.every(({ upos }) => upos !== "_")).toBe(true);
    const json = JSON.parse((await run("tag", at("m.model"), at("tokens.txt"), "--input", "tokens", "--json")).out.split("\n")[0]!);
    expect(json.words).toEqual(["the", "dog"]);
    expect(json.confidence.length).toBe(2);
  });

  test("evaluate and inspect", async () => {
    const { out, code } = await run("evaluate", at("m.model"), at("dev.txt"));
    expect(code).toBe(0);
    expect(out).toMatch(/accuracy +\d+\.\d\d/);
    expect(out).toMatch(/unknown words/);
    const facts = JSON.parse((await run("evaluate", at("m.model"), at("dev.txt"), "--json")).out);
    expect(facts.words).toBeGreaterThan(100);
    const shown = await run("inspect", at("m.model"));
    expect(shown.out).toMatch(/hidden states +3/);
    expect(shown.out).toMatch(/condition/);
    expect(shown.out).toMatch(/signal/);
  });

  test("the perceptron is the same kind of model", async () => {
    const { code } = await run(
      "train",
      "sequence",
      at("train.txt"),
      "-o",
      at("p.model"),
      "--method",
      "perceptron",
      "--epochs",
      "2",
      "--quiet",
    );
    expect(code).toBe(0);
    expect((await run("evaluate", at("p.model"), at("dev.txt"))).out).toMatch(/accuracy/);
    expect((await run("inspect", at("p.model"))).out).toMatch(/perceptron/);
  });

  test("columns with chunks give span scores", async () => {
    const text = "Ann B-PER\nran O\n\nBob B-PER\nLee I-PER\nsat O\n\n";
    const model = at("c.model");
    expect((await run("train", "sequence", put("c.txt", text), "--format", "columns", "--method", "hmm", "-o", model)).code).toBe(0);
    expect((await run("evaluate", model, at("c.txt"), "--format", "columns")).out).toMatch(/span F1/);
  });

  test.each([
    [
      "rows with missing columns",
      "a.txt",
      "the DT\ndog\n\n",
      ["--format", "columns"],
      "FOLDER/a.txt:2:1: this line has 1 column; the lines before have 2.",
    ],
    [
      "no label in CoNLL-U",
      "a.conllu",
      conlluOf("the dog"),
      [],
      'FOLDER/a.conllu:1: word 1 of the sentence that begins here, "the", has no UPOS; expected a label.',
    ],
    [
      "a column that is none",
      "b.conllu",
      conlluOf("the dog"),
      ["--column", "lemma"],
      '--column must be upos or xpos for CoNLL-U; got "lemma".',
    ],
    ["a word without its tag", "b.txt", "the/DT dog\n", ["--format", "tagged"], 'FOLDER/b.txt:1:8: "dog" has no tag'],
    ["nothing at all", "empty.txt", "\n", ["--format", "tagged"], "no tagged words; expected at least one sequence with tags."],
    [
      "an option of another method",
      "train.txt",
      undefined,
      ["--method", "hmm", "--states", "5"],
      "--states has no effect with --method hmm.",
    ],
  ])("%s", async (_, name, content, options, message) => {
    if (content !== undefined) put(name, content);
    const { code, err } = await run("train", "sequence", at(name), "-o", at("x.model"), ...options);
    expect(err).toContain(message);
    expect(code).toBeGreaterThan(0);
  });

  test("bad sentences are skipped and counted when asked", async () => {
    const { err, code } = await run(
      "train",
      "sequence",
      put("s.txt", "the/DT\nbad\ndog/NN\n"),
      "--format",
      "tagged",
      "--skip-bad",
      "--method",
      "hmm",
      "-o",
      at("s.model"),
    );
    expect(code).toBe(0);
    expect(err).toContain("2 sequences, 1 bad one skipped");
  });

  test("gold labels that training did not have are told", async () => {
    put("new.txt", "the/DT dog/NEVER\n");
    expect((await run("evaluate", at("m.model"), at("new.txt"), "--format", "tagged")).out).toContain("can only be missed: NEVER 1 ×");
  });
});

describe("phone models", () => {
  const random = new Random(5);
  /** A high and a low hum in turn, and silence. */
  function recording(name: string, rate = 16_000): void {
    const samples: number[] = [];
    const segments: { start: number; end: number; label: string }[] = [];
    for (let s = 0; s < 8; s++) {
      const [label, hertz] = [
        ["lo", 300],
        ["hi", 2500],
        ["sil", 0],
      ][random.integer(3)] as [string, number];
      const length = 0.08 + 0.1 * random.uniform();
      const start = samples.length / rate;
      for (let t = 0; t < length * rate; t++) samples.push(0.3 * Math.sin((2 * Math.PI * hertz * t) / rate) + 0.003 * random.normal());
      segments.push({ start, end: samples.length / rate, label });
    }
    writeFileSync(`${name}.wav`, writeWav(samples, rate));
    writeFileSync(`${name}.phn`, writePhn(segments, rate));
  }

  beforeAll(async () => {
    for (const part of ["speech/train/one", "speech/dev", "bad"]) mkdirSync(at(part), { recursive: true });
    for (let i = 0; i < 12; i++) recording(at(`speech/train/one/u${i}`));
    for (let i = 0; i < 3; i++) recording(at(`speech/dev/d${i}`), i === 2 ? 44_100 : 16_000);
    const { code, err } = await run("train", "phones", at("speech/train"), "-o", at("ph.model"), "--classes", "40", "--states", "3");
    expect(err).toMatch(/3 phones from [\d,]+ frames of 12 recordings/);
    expect(code).toBe(0);
  }, 60_000);

  test("evaluate counts the frames and says what was resampled", async () => {
    const { out, err } = await run("evaluate", at("ph.model"), at("speech/dev"));
    expect(Number(/frame accuracy +([\d.]+)/.exec(out)![1])).toBeGreaterThan(85);
    expect(err).toContain("recordings resampled from 44100 to 16000 Hz: 1");
  });

  test("inspect tells of the quantiser and of every phone", async () => {
    const { out } = await run("inspect", at("ph.model"));
    expect(out).toMatch(/classes of frames +40/);
    expect(out).toMatch(/hidden states +3/);
    expect(out).toContain("present × destiny");
    const facts = JSON.parse((await run("inspect", at("ph.model"), "--json")).out);
    expect(facts).toMatchObject({ kind: "phones", method: "spectral", states: 3, rate: 16_000, classes: 40 });
    expect(facts.report.diagnostics.length).toBe(3);
  });

  test("tag gives phones with times in every format", async () => {
    const sound = at("speech/dev/d0.wav");
    const duration = (readFileSync(sound).length - 44) / 32_000;
    const phn = readPhn((await run("tag", at("ph.model"), sound)).out);
    expect(phn[0]!.start).toBe(0);
    expect(phn.at(-1)!.end).toBeCloseTo(duration, 3);
    const grid = readTextGrid((await run("tag", at("ph.model"), sound, "--format", "textgrid")).out);
    expect(grid.map(({ label }) => label)).toEqual(phn.map(({ label }) => label));
    expect(JSON.parse((await run("tag", at("ph.model"), sound, "--json")).out).segments.length).toBe(phn.length);
    expect((await run("tag", at("ph.model"), sound, "--format", "lab")).out).toMatch(/^0 \d{5,} /);
  });

  test.each([
    ["sound that is no wav file", "not sound", "0 100 a\n", "FOLDER/bad/u.wav: this is no wav file"],
    ["overlapping intervals", undefined, "0 4000 a\n3000 5000 b\n", 'FOLDER/bad/u.phn:2: the interval "b" starts at 0.1875 s'],
    ["intervals past the end", undefined, "0 4000 a\n4000 90000 b\n", 'FOLDER/bad/u.phn: the interval "b" ends at 5.625 s'],
  ])("%s", async (_, sound, labels, message) => {
    writeFileSync(at("bad/u.wav"), sound ?? writeWav(new Float32Array(8000), 16_000));
    writeFileSync(at("bad/u.phn"), labels);
    const { code, err } = await run("train", "phones", at("bad"), "-o", at("x.model"));
    expect(code).toBe(1);
    expect(err).toContain(message);
  });

  test("a folder without labelled sound, and one that is not there", async () => {
    mkdirSync(at("none"), { recursive: true });
    expect((await run("train", "phones", at("none"), "-o", at("x.model"))).err).toContain("FOLDER/none: no recording with labels");
    expect((await run("train", "phones", at("nowhere"), "-o", at("x.model"))).err).toContain(
      "FOLDER/nowhere: there is no such file or folder",
    );
  });
});
