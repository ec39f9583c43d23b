/** `train sequence` and `learnSequence` make the same file, bit for bit, from the same text and options. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { EIGENTREE } from "../../../src/cli/commands.ts";
import { readSequences, type SequenceDataOptions } from "../../../src/data/index.ts";
import { save } from "../../../src/files/index.ts";
import { writePenn } from "../../../src/formats/index.ts";
import { learnSequence, type SequenceOptions } from "../../../src/models/sequence/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { runIn } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-same-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Trees as real treebanks have them: unnamed tops, function tags, traces, alternatives, one that is bad. */
const text = `${writePenn(generateTreebank({ trees: 60 }).trees)}
( (S (NP-SBJ-1 (DT The) (NN-HL dog)) (VP (VBZ|NNS barks) (NP (-NONE- *T*-1))) (. .)))
(S (NP (NN dog)
`;
const path = join(folder, "train.mrg");
writeFileSync(path, text);

test.each<[string, readonly string[], SequenceOptions, Partial<SequenceDataOptions>]>([
  ["the defaults", [], {}, {}],
  ["spectral", ["--states", "3", "--no-shrinkage", "--seed", "3"], { states: 3, shrinkage: false, seed: 3 }, {}],
  ["em", ["--method", "em", "--states", "24", "--iterations", "2"], { method: "em", states: 24, iterations: 2 }, {}],
  ["hmm", ["--method", "hmm", "--language", "de"], { method: "hmm" }, { language: "de" }],
  ["unigram", ["--method", "unigram", "--steps", "empties"], { method: "unigram" }, { steps: ["empties"] }],
  ["perceptron", ["--method", "perceptron", "--epochs", "2"], { method: "perceptron", epochs: 2 }, {}],
  ["crf", ["--method", "crf", "--warmup", "2"], { method: "crf", warmup: 2 }, {}],
  [
    "product",
    ["--method", "product", "--states", "3", "--chain-weight", "1"],
    { method: "product", states: 3, chainWeight: 1 },
    {},
  ],
])("%s", async (name, flags, options, reading) => {
  const [byCommand, byLibrary] = [join(folder, `${name}.cli`), join(folder, `${name}.lib`)];
  const words = ["train", "sequence", path, "-o", byCommand, "--skip-bad", "--quiet", ...flags];
  const { code, err } = await runIn(EIGENTREE, words);
  expect([code, err]).toEqual([0, ""]);
  const { model } = await learnSequence(readSequences(text, { file: path, skipBad: true, ...reading }), options);
  await save(byLibrary, model);
  expect(readFileSync(byCommand).equals(readFileSync(byLibrary))).toBe(true);
});
