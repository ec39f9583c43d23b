/** `train parser` and `learnParser` make the same file, bit for bit, from the same text and options. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { EIGENTREE } from "../../../src/cli/commands.ts";
import { readTreebank, type TreebankOptions } from "../../../src/data/index.ts";
import { save } from "../../../src/files/index.ts";
import { writePenn } from "../../../src/formats/index.ts";
import { learnParser, type ParserOptions } from "../../../src/models/parser/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { runIn } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-same-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Trees as real treebanks have them: unnamed tops, function tags, traces, repeated labels, one that is bad. */
const text = `${writePenn(generateTreebank({ trees: 60 }).trees)}
( (S (NP-SBJ-1 (NP (DT The) (NN dog))) (VP (VBZ barks) (NP (-NONE- *T*-1)) (ADVP|PRT (RB now))) (. .)))
(S (NP (NN dog)
`;
const path = join(folder, "train.mrg");
writeFileSync(path, text);

test.each<[string, readonly string[], ParserOptions, TreebankOptions]>([
  ["the defaults", [], {}, {}],
  ["an ensemble", ["--states", "4", "--members", "2", "--seed", "3"], { states: 4, members: 2, seed: 3 }, {}],
  ["em", ["--method", "em", "--states", "2", "--iterations", "2"], { method: "em", states: 2, iterations: 2 }, {}],
  ["pcfg", ["--method", "pcfg", "--heads", "generic"], { method: "pcfg" }, { heads: "generic" }],
  [
    "markov",
    ["--method", "markov", "--vertical", "3", "--language", "de"],
    { method: "markov", vertical: 3 },
    { language: "de" },
  ],
])("%s", async (name, flags, options, reading) => {
  const [byCommand, byLibrary] = [join(folder, `${name}.cli`), join(folder, `${name}.lib`)];
  const words = ["train", "parser", path, "-o", byCommand, "--skip-bad", "--quiet", "--threads", "2", ...flags];
  const { code, err } = await runIn(EIGENTREE, words);
  expect([code, err]).toEqual([0, ""]);
  const { model } = await learnParser(readTreebank(text, { file: path, skipBad: true, ...reading }), options);
  await save(byLibrary, model);
  expect(readFileSync(byCommand).equals(readFileSync(byLibrary))).toBe(true);
});
