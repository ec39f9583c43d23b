/** Induction on the command line. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { Random } from "../../../src/base/index.ts";
import { parse } from "../../../src/cli/kinds/induction/parse.ts";
import { writeClusters } from "../../../src/data/index.ts";
import { writePenn, writeTagged, writeVectors } from "../../../src/formats/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { taggedSentence } from "../../../src/trees/index.ts";
import { MAIN } from "../../built.ts";
import { temporaryFolder } from "../folder.ts";

const { at, run } = temporaryFolder("induction");
/** A command in a process of its own, with something to read. */
const pipe = (input: string, ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words], { input, encoding: "utf8" });
  return { status, out: stdout, err: stderr };
};

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
  const paths = words.map((word, i) => ({ word: word.toLowerCase(), path: (i % 8).toString(2).padStart(3, "0") }));
  const distinct = new Map(paths.map((entry) => [entry.word, entry]));
  writeFileSync(at("words.paths"), writeClusters(distinct.values()));
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
  expect((await run("parse", at("m.model"), at("one.tagged"), "--quiet")).out).toMatch(
    /^\(X \(X \(DT the\) \(NN dog\)\) \(X .*\)\)\n$/,
  );
  expect((await run("parse", at("m.model"), at("one.tagged"), "--format", "newick")).out).toMatch(
    /^\(\(the:[-\d.]+,dog:[-\d.]+\):.*\);\n$/,
  );
  const joined = (await run("parse", at("m.model"), at("one.tagged"), "--format", "newick", "--tree", "joining")).out;
  expect(joined).toMatch(/^\(.*the:[-\d.]+.*\);\n$/);
  expect((await run("parse", at("m.model"), at("one.tagged"), "--format", "svg")).out).toMatch(
    /^<svg.*>DT -?\d+\.\d\d<.*<\/svg>\n$/,
  );
  expect(JSON.parse((await run("parse", at("m.model"), at("one.tagged"), "--json")).out).tags).toEqual([
    "DT",
    "NN",
    "VBZ",
    "DT",
    "NN",
  ]);
});

test("every example of the help runs", () => {
  writeFileSync(at("news.tagged"), "the/DT dog/NN sees/VBZ a/DT cat/NN ./.\nthe/DT cat/NN sleeps/VBZ\n");
  const outcomes = parse.examples.map(([command]) => {
    const words = command
      .replaceAll("eigentree ", `'${process.execPath}' '${MAIN}' `)
      .replaceAll("brackets.model", at("m.model"))
      .replaceAll("news.tagged", at("news.tagged"));
    const { status, stdout } = spawnSync("sh", ["-c", words], { encoding: "utf8" });
    return { status, lines: stdout.split("\n") };
  });
  expect(outcomes).toEqual([
    { status: 0, lines: [expect.stringMatching(/^\(X .*\)$/), expect.stringMatching(/^\(X .*\)$/), ""] },
    { status: 0, lines: [expect.stringMatching(/^\(X .*\(VBZ barks\)\)$/), ""] },
    { status: 0, lines: [expect.stringMatching(/^\(.*the:[-\d.]+.*\);$/), ""] },
  ]);
});

test("no sentence of standard input is lost, neither in parsing nor in training", async () => {
  const text = readFileSync(at("text.tagged"), "utf8").repeat(10);
  const { status, out, err } = pipe(text, "parse", at("m.model"));
  expect([status, out.trimEnd().split("\n").length]).toEqual([0, 1200]);
  expect(err).toContain("1,200 sentences");
  const words = ["train", "induction", "-", "--vectors", at("words.vec"), "--states", "3", "-o", at("pipe.model")];
  const trained = pipe(text, ...words);
  expect(trained.status, trained.err).toBe(0);
  expect(trained.err).toContain("1,200 sentences");
  writeFileSync(at("ten.tagged"), text);
  expect((await run("parse", at("m.model"), at("ten.tagged"), "--quiet")).out).toBe(out);
});

test("takes the sentence itself, with its words or as tags, and trees, whose brackets are ignored", async () => {
  const brackets = async (...words: string[]) => (await run("parse", at("m.model"), ...words, "--quiet")).out;
  const tagged = await brackets("the/DT dog/NN sees/VBZ a/DT cat/NN ./.");
  expect(tagged).toMatch(/^\(X .*\)\n$/);
  expect(await brackets("DT NN VBZ DT NN")).toBe(tagged.replaceAll(/\((\w+) \w+\)/g, "($1 $1)"));
  expect(await brackets("--text", "dog/NN", "cat/NN")).toBe("(X (NN dog))\n(X (NN cat))\n");
  const row = (id: number, form: string, upos: string, xpos: string) =>
    `${id}\t${form}\t_\t${upos}\t${xpos}\t_\t0\tx\t_\t_`;
  writeFileSync(at("two.conllu"), `${row(1, "the", "DET", "DT")}\n${row(2, "dog", "NOUN", "NN")}\n\n`);
  expect(await brackets(at("two.conllu"), "--column", "xpos")).toBe("(X (DT the) (NN dog))\n");
  writeFileSync(at("one.mrg"), "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (NP (-NONE- *))))");
  expect(await brackets(at("one.mrg"))).toMatch(/^\(X .*\(VBZ barks\)+\n$/);
  const { code, err } = await run("parse", at("m.model"), "The dog barks.");
  expect([code, err]).toEqual([
    1,
    'eigentree parse: argument 1:1: none of "The dog barks." is a tag of the map "penn"; expected tags, or words with ' +
      "tags as in dog/NN; tag running text first: eigentree tag TAGGER FILE.\n",
  ]);
});

test("counts tags that training did not have, and gives a line for every sentence, however short", async () => {
  writeFileSync(at("odd.tagged"), "a/QQQ dog/NN\n./.\ndog/NN\n");
  const { out, err, code } = await run("parse", at("m.model"), at("odd.tagged"));
  expect(code).toBe(0);
  expect(out).toBe("(X (QQQ a) (NN dog))\n\n(X (NN dog))\n");
  expect(err).toContain("1 tag of words did not occur in training; their distances are the largest");
});

test("evaluates by length, and inspects", async () => {
  const { scores } = JSON.parse((await run("evaluate", at("m.model"), at("gold.mrg"), "--json")).out);
  const all = scores.at(-1);
  expect(all.sentences).toBe(120);
  expect(all.withWhole.micro.f1).toBeGreaterThan(all.withoutWhole.micro.f1);
  const gold = JSON.parse(
    (await run("evaluate", at("m.model"), at("gold.mrg"), "--json", "--top", "gold")).out,
  ).scores.at(-1);
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
    "--clusters",
    at("words.paths"),
    "--held-out",
    "--test",
    at("gold.mrg"),
    "--json",
  );
  expect(code, err).toBe(0);
  const { rows, restarts, heldOut, test: tested } = JSON.parse(out);
  for (const table of [heldOut, tested]) {
    expect(table).toHaveLength(3);
    expect(table[0].method).toBe("right-branching");
    expect(table[2].method).toMatch(/^CCM/);
    for (const { scores, interval, comparison } of table.slice(1)) {
      const f1 = scores.at(-1).withWhole.micro.f1;
      expect(interval.value).toBeCloseTo(f1, 9);
      expect(comparison.difference).toBeCloseTo(f1 - table[0].scores.at(-1).withWhole.micro.f1, 9);
    }
  }
  // The held-out sentences are a fifth of those scored with all.
  const scored = (table: { scores: { sentences: number }[] }[]) => table[0]!.scores.at(-1)!.sentences;
  expect(scored(heldOut)).toBeLessThan(scored(tested) / 4);
  const f1 = (method: string) =>
    rows
      .find((row: { method: string }) => row.method === method)
      .scores.map((score: { withWhole: { micro: { f1: number } } }) => score.withWhole.micro.f1);
  for (const [i, bound] of f1("binary upper bound").entries()) {
    for (const method of [
      "right-branching",
      "CCM",
      "CCM, universal tags",
      "CCM, Brown classes",
      "vectors, metric alone",
      "vectors, + punctuation",
      "vectors, + learnt spans",
      "vectors, metric alone by joining",
    ])
      expect(f1(method)[i]).toBeLessThan(bound);
  }
  expect(restarts).toHaveLength(2);
  expect(
    (await run("experiment", "induction", at("gold.mrg"), "--clusters", at("words.vec"), "--limits", "1")).err,
  ).toContain("--limits must be whole numbers of at least 2, separated by commas; got 1.");
});

test.each([
  [
    ["train", "induction", "plain.txt", "--vectors", "words.vec", "--states", "2"],
    /plain.txt: looks like text, which has no tags; expected trees, CoNLL-U, columns or word\/TAG text. Tag it first: eigentree tag TAGGER .*plain.txt > tagged.txt\./,
  ],
  [["train", "induction", "text.tagged"], /give word vectors, either --vectors FILE .* or --clusters FILE/],
  [
    ["train", "induction", "text.tagged", "--vectors", "words.vec", "--states", "7"],
    /--states is 7, but the vectors have 6 dimensions; expected no more states than dimensions\./,
  ],
])("refuses %j", async (words, message) => {
  const { code, err } = await run(
    ...words.map((word) => (/\.(txt|vec|tagged)$/.test(word) ? at(word) : word)),
    "-o",
    at("bad.model"),
  );
  expect(code).not.toBe(0);
  expect(err).toMatch(message);
  expect(() => readFileSync(at("bad.model"))).toThrow();
});
