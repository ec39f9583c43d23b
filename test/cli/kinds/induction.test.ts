import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Random } from "../../../src/base/index.ts";
import { EIGENTREE } from "../../../src/cli/commands.ts";
import { writePenn, writeTagged, writeVectors } from "../../../src/formats/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { taggedSentence } from "../../../src/trees/index.ts";
import { runIn } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-induction-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
const run = (...words: string[]) => runIn(EIGENTREE, words);

beforeAll(async () => {
  const { trees } = generateTreebank({ trees: 120 });
  const random = new Random(1);
  const words = [...new Set(trees.flatMap((tree) => taggedSentence(tree).words))];
  writeFileSync(at("gold.mrg"), writePenn(trees));
  writeFileSync(at("text.tagged"), writeTagged(trees.map(taggedSentence)));
  writeFileSync(at("plain.txt"), "Nobody tagged this sentence.\nNor this one.\n");
  writeFileSync(
    at("words.vec"),
    writeVectors(words.map((word) => ({ word, vector: Float32Array.from({ length: 6 }, () => random.normal()) }))),
  );
  const { code, err } = await run(
    "train",
    "induction",
    at("text.tagged"),
    "--vectors",
    at("words.vec"),
    "--states",
    "3",
    "-o",
    at("m.model"),
  );
  expect(code, err).toBe(0);
  expect(err).toContain("120 sentences");
}, 60_000);

test("parses tagged text into brackets, Newick and JSON", async () => {
  writeFileSync(at("one.tagged"), "the/DT dog/NN sees/VBZ a/DT cat/NN ./.\n");
  expect((await run("parse", at("m.model"), at("one.tagged"), "--quiet")).out).toMatch(/^\(X \(X \(DT the\) \(NN dog\)\) \(X .*\)\)\n$/);
  expect((await run("parse", at("m.model"), at("one.tagged"), "--format", "newick")).out).toMatch(
    /^\(\(the:[-\d.]+,dog:[-\d.]+\):.*\);\n$/,
  );
  const joined = (await run("parse", at("m.model"), at("one.tagged"), "--format", "newick", "--tree", "joining")).out;
  expect(joined).toMatch(/^\(.*the:[-\d.]+.*\);\n$/);
  expect((await run("parse", at("m.model"), at("one.tagged"), "--format", "svg")).out).toMatch(/^<svg.*>DT -?\d+\.\d\d<.*<\/svg>\n$/);
  expect(JSON.parse((await run("parse", at("m.model"), at("one.tagged"), "--json")).out).tags).toEqual(["DT", "NN", "VBZ", "DT", "NN"]);
});

test("counts tags that training did not have, and gives a line for every sentence, however short", async () => {
  writeFileSync(at("odd.tagged"), "a/QQQ dog/NN\n./.\ndog/NN\n");
  const { out, err, code } = await run("parse", at("m.model"), at("odd.tagged"));
  expect(code).toBe(0);
  expect(out).toBe("(X (QQQ a) (NN dog))\n\n(X (NN dog))\n");
  expect(err).toContain("1 words have tags that training did not have; their distances are the largest");
});

test("evaluates by length, and inspects", async () => {
  const { scores } = JSON.parse((await run("evaluate", at("m.model"), at("gold.mrg"), "--json")).out);
  const all = scores.at(-1);
  expect(all.sentences).toBe(120);
  expect(all.withWhole.micro.f1).toBeGreaterThan(all.withoutWhole.micro.f1);
  const gold = JSON.parse((await run("evaluate", at("m.model"), at("gold.mrg"), "--json", "--top", "gold")).out).scores.at(-1);
  expect(gold.withWhole.micro.f1).toBeGreaterThan(all.withWhole.micro.f1);
  expect((await run("inspect", at("m.model"))).out).toContain("tag map");
});

test("the experiment compares with the baselines at every limit", async () => {
  const { out, code, err } = await run(
    "experiment",
    "induction",
    at("gold.mrg"),
    "--vectors",
    at("words.vec"),
    "--states",
    "3",
    "--limits",
    "8,12",
    "--restarts",
    "2",
    "--json",
  );
  expect(code, err).toBe(0);
  const { rows, restarts } = JSON.parse(out);
  const f1 = (method: string) =>
    rows
      .find((row: { method: string }) => row.method === method)
      .scores.map((score: { withWhole: { micro: { f1: number } } }) => score.withWhole.micro.f1);
  for (const [i, bound] of f1("binary upper bound").entries()) {
    for (const method of [
      "right-branching",
      "CCM",
      "vectors, metric alone",
      "vectors, + punctuation",
      "vectors, + learnt spans",
      "vectors, metric alone by joining",
    ])
      expect(f1(method)[i]).toBeLessThan(bound);
  }
  expect(restarts).toHaveLength(2);
  expect((await run("experiment", "induction", at("gold.mrg"), "--clusters", at("words.vec"), "--limits", "1")).err).toContain(
    '--limits must be whole numbers above 1 with commas between them; got "1".',
  );
});

test.each([
  [
    ["train", "induction", "plain.txt", "--vectors", "words.vec", "--states", "2"],
    /plain.txt: looks like text, which has no tags; expected trees, CoNLL-U or word\/TAG text. Tag it first: eigentree tag TAGGER .*plain.txt > tagged.txt\./,
  ],
  [["train", "induction", "text.tagged"], /give word vectors, either --vectors FILE .* or --clusters FILE/],
  [
    ["train", "induction", "text.tagged", "--vectors", "words.vec", "--states", "7"],
    /states is 7, but the vectors have 6 dimensions; expected no more states than dimensions\./,
  ],
])("refuses %j", async (words, message) => {
  const { code, err } = await run(...words.map((word) => (/\.(txt|vec|tagged)$/.test(word) ? at(word) : word)), "-o", at("bad.model"));
  expect(code).not.toBe(0);
  expect(err).toMatch(message);
  expect(() => readFileSync(at("bad.model"))).toThrow();
});
