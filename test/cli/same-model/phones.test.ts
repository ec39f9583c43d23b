/** `train phones` and `learnPhones` make the same file, bit for bit, from the same recordings and options. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { EIGENTREE } from "../../../src/cli/commands.ts";
import { type RecordingDataOptions, type RecordingSource, readRecordings } from "../../../src/data/index.ts";
import { save } from "../../../src/files/index.ts";
import { writePhn, writeWav } from "../../../src/formats/index.ts";
import { learnPhones, type PhoneOptions } from "../../../src/models/phones/index.ts";
import { hums, RATE } from "../../models/phones/hums.ts";
import { runIn } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-same-"));
afterAll(() => rmSync(folder, { recursive: true }));

const speech = join(folder, "speech");
mkdirSync(speech);
const sources: RecordingSource[] = hums(5, 1).map(({ audio, segments }, i) => {
  const [name, labels] = [join(speech, `u${i}.wav`), join(speech, `u${i}.phn`)];
  // The last one is bad: its intervals overlap.
  const text = i === 4 ? "0 400 a\n300 600 b\n" : writePhn(segments, RATE);
  const sound = writeWav(audio.samples, RATE);
  writeFileSync(name, sound);
  writeFileSync(labels, text);
  return { name, sound, labels: { name: labels, text }, source: speech };
});

test.each<[string, readonly string[], PhoneOptions, Partial<RecordingDataOptions>]>([
  ["spectral", ["--classes", "20", "--states", "3"], { classes: 20, states: 3 }, {}],
  ["em", ["--method", "em", "--iterations", "2", "--seed", "4"], { method: "em", iterations: 2, seed: 4 }, {}],
  ["hmm", ["--method", "hmm", "--rate", "8000"], { method: "hmm" }, { rate: 8000 }],
  ["unigram", ["--method", "unigram", "--folding", "timit39"], { method: "unigram" }, { folding: "timit39" }],
])("%s", async (name, flags, options, reading) => {
  const [byCommand, byLibrary] = [join(folder, `${name}.cli`), join(folder, `${name}.lib`)];
  const words = ["train", "phones", speech, "-o", byCommand, "--skip-bad", "--quiet", "--threads", "1", ...flags];
  const { code, err } = await runIn(EIGENTREE, words);
  expect([code, err]).toEqual([0, ""]);
  const { model } = await learnPhones(readRecordings(sources, { skipBad: true, ...reading }), options);
  await save(byLibrary, model);
  expect(readFileSync(byCommand).equals(readFileSync(byLibrary))).toBe(true);
});
