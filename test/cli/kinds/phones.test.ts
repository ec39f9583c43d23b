/** Phone models on the command line: train, tag, evaluate, and every answer to bad input. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Random } from "../../../src/base/index.ts";
import { EIGENTREE } from "../../../src/cli/commands.ts";
import { readPhn, readTextGrid, writePhn, writeWav } from "../../../src/formats/index.ts";
import { hum } from "../../models/phones/hums.ts";
import { runIn } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-phones-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const run = async (...words: string[]) => {
  const { out, err, code } = await runIn(EIGENTREE, words);
  return { out, code, err: err.replaceAll(folder, "FOLDER") };
};

const random = new Random(5);

/** Random hums and silence, with their labels. */
function recording(name: string, rate = 16_000): void {
  const phones = Array.from({ length: 8 }, () => ["lo", "hi", "sil"][random.integer(3)]!);
  const { audio, segments } = hum(phones, random, rate);
  writeFileSync(`${name}.wav`, writeWav(audio.samples, rate));
  writeFileSync(`${name}.phn`, writePhn(segments, rate));
}

beforeAll(async () => {
  for (const part of ["speech/train/one", "speech/dev", "bad"]) mkdirSync(at(part), { recursive: true });
  for (let i = 0; i < 12; i++) recording(at(`speech/train/one/u${i}`));
  for (let i = 0; i < 3; i++) recording(at(`speech/dev/d${i}`), i === 2 ? 44_100 : 16_000);
  const { code, err } = await run(
    "train",
    "phones",
    at("speech/train"),
    "-o",
    at("ph.model"),
    "--classes",
    "40",
    "--states",
    "3",
  );
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
  ["sound that is not a wav file", "not sound", "0 100 a\n", "FOLDER/bad/u.wav: this is not a wav file"],
  [
    "overlapping intervals",
    undefined,
    "0 4000 a\n3000 5000 b\n",
    'FOLDER/bad/u.phn:2: the interval "b" starts at 0.1875 s',
  ],
  [
    "intervals past the end",
    undefined,
    "0 4000 a\n4000 90000 b\n",
    'FOLDER/bad/u.phn: the interval "b" ends at 5.625 s',
  ],
])("%s", async (_, sound, labels, message) => {
  writeFileSync(at("bad/u.wav"), sound ?? writeWav(new Float32Array(8000), 16_000));
  writeFileSync(at("bad/u.phn"), labels);
  const { code, err } = await run("train", "phones", at("bad"), "-o", at("x.model"));
  expect(code).toBe(1);
  expect(err).toContain(message);
});

test("a folder without labelled sound, and one that is not there", async () => {
  mkdirSync(at("none"), { recursive: true });
  expect((await run("train", "phones", at("none"), "-o", at("x.model"))).err).toContain(
    "FOLDER/none: no recording with labels",
  );
  expect((await run("train", "phones", at("nowhere"), "-o", at("x.model"))).err).toContain(
    "FOLDER/nowhere: there is no such file or folder",
  );
});
