/** Sequence models on the command line: train, tag, evaluate, and every answer to bad input. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EIGENTREE } from "../../../src/cli/commands.ts";
import { readConllu, writeTagged } from "../../../src/formats/index.ts";
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
    const { code, err } = await run(
      "train",
      "sequence",
      at("train.txt"),
      "-o",
      at("m.model"),
      "--states",
      "3",
      "--dev",
      at("dev.txt"),
    );
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
    const columns = await run(
      "tag",
      at("m.model"),
      put("tokens.txt", "the dog\n\nthe cat\n"),
      "--input",
      "tokens",
      "--format",
      "columns",
    );
    expect(columns.out).toMatch(/^the \S+\ndog \S+\n/);
    const filled = await run(
      "tag",
      at("m.model"),
      put("raw.conllu", conlluOf("the dog barks")),
      "--input",
      "conllu",
      "--format",
      "conllu",
    );
    const [sentence] = readConllu(filled.out);
    expect(sentence!.tokens.map(({ xpos }) => xpos)).toEqual(["XX", "XX", "XX"]);
    expect(sentence!.tokens.every(({ upos }) => upos !== "_")).toBe(true);
    const json = JSON.parse(
      (await run("tag", at("m.model"), at("tokens.txt"), "--input", "tokens", "--json")).out.split("\n")[0]!,
    );
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

  test("a method takes a value that is another method's default", async () => {
    const words = ["train", "sequence", put("few.txt", writeTagged(sentences.slice(0, 20))), "-o", at("em.model")];
    expect((await run(...words, "--method", "em", "--states", "24", "--iterations", "1", "--quiet")).err).toBe("");
    expect((await run("inspect", at("em.model"))).out).toMatch(/hidden states +24\n/);
    await run(...words, "--method", "em", "--iterations", "1");
    expect((await run("inspect", at("em.model"))).out).toMatch(/hidden states +4\n/);
  });

  test("gold data are read from the column that the model learnt", async () => {
    const data = put("x.conllu", "1\tthe\t_\tDET\tDT\t_\t_\t_\t_\t_\n2\tdog\t_\tNOUN\tNN\t_\t_\t_\t_\t_\n\n");
    await run("train", "sequence", data, "--column", "xpos", "--method", "hmm", "-o", at("x.model"));
    expect(JSON.parse((await run("evaluate", at("x.model"), data, "--json")).out).accuracy).toBe(100);
    expect((await run("evaluate", at("x.model"), data, "--column", "upos")).out).toContain("can only be missed: DET 1");
    const filled = await run("tag", at("x.model"), data, "--input", "conllu", "--format", "conllu");
    expect(readConllu(filled.out)[0]!.tokens.map(({ upos, xpos }) => [upos, xpos])).toEqual([
      ["DET", "DT"],
      ["NOUN", "NN"],
    ]);
  });

  test("a sentence may stand in place of a file", async () => {
    const { out, code } = await run("tag", at("m.model"), "The dog barks.");
    expect(code).toBe(0);
    expect(out).toMatch(/^The\/\S+ dog\/\S+ barks\/\S+ \.\/\S+\n$/);
    expect((await run("tag", at("m.model"), "Stop!")).out).toMatch(/^Stop\/\S+ !\/\S+\n$/);
    const { err, code: missing } = await run("tag", at("m.model"), at("missing.txt"));
    expect(missing).toBe(1);
    expect(err).toContain("FOLDER/missing.txt");
  });

  test("the help names what each kind takes", async () => {
    const { out } = await run("tag", "--help");
    expect(out.replace(/\s+/g, " ")).toContain(
      "[sequence: tagged, columns, conllu, json; phones: phn, lab, textgrid, json]",
    );
    const own = (await run("tag", at("m.model"), "--help")).out.replace(/\s+/g, " ");
    expect(own).toContain("one of tagged, columns, conllu, json; default tagged");
    expect(own).toMatch(/Expert options.*--beam/);
  });

  test("columns with chunks give span scores", async () => {
    const text = "Ann B-PER\nran O\n\nBob B-PER\nLee I-PER\nsat O\n\n";
    const model = at("c.model");
    expect(
      (await run("train", "sequence", put("c.txt", text), "--input", "columns", "--method", "hmm", "-o", model)).code,
    ).toBe(0);
    expect((await run("evaluate", model, at("c.txt"), "--input", "columns")).out).toMatch(/span F1/);
  });

  test.each([
    [
      "rows with missing columns",
      "a.txt",
      "the DT\ndog\n\n",
      ["--input", "columns"],
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
    ["a word without its tag", "b.txt", "the/DT dog\n", ["--input", "tagged"], 'FOLDER/b.txt:1:8: "dog" has no tag'],
    [
      "nothing at all",
      "empty.txt",
      "\n",
      ["--input", "tagged"],
      "no tagged words; expected at least one sequence with tags.",
    ],
    [
      "an option of another method",
      "train.txt",
      undefined,
      ["--method", "hmm", "--states", "5"],
      "eigentree train sequence: --states has no effect with --method hmm; it belongs to --method spectral, em, product.",
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
      "--input",
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

  test("traces of trees are not words, neither in training nor in gold data", async () => {
    const trees = "(S (NP-SBJ-1 (DT the) (NN dog)) (VP (VBZ barks) (NP (-NONE- *-1))) (. .))\n".repeat(3);
    const model = at("t.model");
    const { err } = await run("train", "sequence", put("t.mrg", trees), "--method", "hmm", "-o", model);
    expect(err).toContain("learnt 4 labels from 12 words");
    expect(err).toContain("traces: 3");
    const facts = JSON.parse((await run("evaluate", model, at("t.mrg"), "--json")).out);
    expect(facts).toMatchObject({ words: 12, accuracy: 100, unseenLabels: {} });
  });

  test("the experiment compares the methods", async () => {
    const sizes = ["--spectral-states", "2", "--em-states", "2", "--em-iterations", "2", "--ablation-states", "2"];
    const { out, code } = await run(
      "experiment",
      "rhmm",
      at("train.txt"),
      at("dev.txt"),
      "--test",
      at("dev.txt"),
      ...sizes,
      "--json",
    );
    expect(code).toBe(0);
    interface Row {
      method: string;
      accuracy: number;
      iteration?: number;
      change?: object;
      gain?: object;
    }
    const { rows, test } = JSON.parse(out) as Record<"rows" | "test", Row[]>;
    expect(rows.map(({ method }) => method)).toEqual([
      ...["unigram", "hmm", "em", "spectral", "spectral, no words", "spectral, no labels"],
      ...["spectral, no products of label and word", "spectral, no second neighbours", "perceptron"],
    ]);
    for (const { method, change } of rows) expect(change !== undefined).toBe(method.startsWith("spectral, "));
    expect(test.map(({ method }) => method)).toEqual(["unigram", "hmm", "em", "spectral"]);
    expect(test.map(({ gain }) => gain === undefined)).toEqual([true, false, false, false]);
    for (const { accuracy } of rows) expect(accuracy).toBeGreaterThan(70);
    expect(rows[2]!.iteration).toBeGreaterThan(0);
  });

  test("--iterations has the range of the method: 0 is none for a conditional random field, and nothing for EM", async () => {
    const flags = [at("train.txt"), "--iterations", "0", "-o", at("none.model"), "--quiet", "--method"];
    expect((await run("train", "sequence", ...flags, "crf")).code).toBe(0);
    const { code, err } = await run("train", "sequence", ...flags, "em");
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("iterations must be a whole number from 1 to 10000; got 0"),
    ]);
  });

  test("what representations are worth is an experiment of its own", async () => {
    const sizes = ["--classes", "8", "--dim", "4", "--warmup", "2", "--systems", "none,brown,lrmvl"];
    const { out, code } = await run("experiment", "lexical", at("train.txt"), at("dev.txt"), ...sizes, "--json");
    expect(code).toBe(0);
    const { rows, measure } = JSON.parse(out) as { rows: { system: string; gain?: { p: number } }[]; measure: string };
    expect(rows.map(({ system }) => system)).toEqual(["none", "brown", "lrmvl"]);
    expect(measure).toBe("accuracy");
    for (const { gain } of rows.slice(1)) expect(gain!.p).toBeGreaterThan(0);
  });

  test("a conditional random field with columns, classes, vectors and lists needs none of the files afterwards", async () => {
    const rows = sentences
      .slice(0, 60)
      .map(({ words, tags }) => words.map((word, i) => `${word} ${tags[i]} ${tags[i] === "DT" ? "B-X" : "O"}`));
    const data = put("columns.txt", `${rows.map((lines) => lines.join("\n")).join("\n\n")}\n`);
    const files = [
      ...["--clusters", put("c.paths", "0101\tthe\n0110\ta\n"), "--vectors", put("v.txt", "the 1 2\na 2 1\ndog 3 3\n")],
      ...["--lists", put("l.tsv", "det\tthe\ndet\ta\n")],
    ];
    for (const method of ["crf", "perceptron", "product"]) {
      const flags = ["--input", "columns", "--features", "2", "--method", method, "-o", at("x.model")];
      const made = await run("train", "sequence", data, ...flags, ...files);
      expect([made.code, made.err]).toEqual([0, expect.stringContaining("words of the training data have a class")]);
      const answer = await run("tag", at("x.model"), data, "--input", "columns", "--format", "columns", "--quiet");
      expect(answer.out.split("\n")[0]).toMatch(/ (B-X|O)$/);
      const scored = await run("evaluate", at("x.model"), data, "--input", "columns", "--json", "--quiet");
      expect((JSON.parse(scored.out) as { spans: { all: { f1: number } } }).spans.all.f1).toBeGreaterThan(95);
      const lacking = await run("tag", at("x.model"), put("one.txt", "the\ndog\n\n"), "--input", "columns");
      expect([lacking.code, lacking.err]).toEqual([
        1,
        expect.stringContaining('FOLDER/one.txt:1: the sentence has no column "column2"'),
      ]);
      const other = put("other.conllu", "1\tthe\t_\tDET\t_\t_\t0\troot\t_\t_\n\n");
      for (const verb of ["tag", "evaluate"]) {
        const foreign = await run(verb, at("x.model"), other, "--input", "conllu");
        const reason = 'the model has columns of its training data as features; CoNLL-U has no column "2"';
        expect([foreign.code, foreign.err]).toEqual([1, expect.stringContaining(reason)]);
      }
      const text = await run("tag", at("x.model"), "--text", "The dog barks.");
      expect([text.code, text.err]).toEqual([
        1,
        expect.stringContaining('the model has the column "column2" as a feature'),
      ]);
    }
    const bad = await run(
      ...["train", "sequence", data, "--input", "columns", "--method", "crf", "-o", at("y.model")],
      ...["--templates-file", put("bad.templates", "word\nsuffix3+1, sufix2\n")],
    );
    expect([bad.code, bad.err]).toEqual([
      1,
      expect.stringContaining('FOLDER/bad.templates:2:12: "sufix2" is not an attribute of a word'),
    ]);
    const twice = await run(
      "train",
      "sequence",
      data,
      "--method",
      "crf",
      "-o",
      at("y.model"),
      "--vectors",
      put("t.txt", "2 2\na 1 2\na 2 1\n"),
    );
    expect([twice.code, twice.err]).toEqual([1, expect.stringMatching(/t\.txt.*"a".*twice/)]);
  });

  test("gold labels that training did not have are told", async () => {
    put("new.txt", "the/DT dog/NEVER\n");
    expect((await run("evaluate", at("m.model"), at("new.txt"), "--input", "tagged")).out).toContain(
      "can only be missed: NEVER 1 ×",
    );
  });

  test("tag: a sentence that cannot be read ends it, or is skipped and counted", async () => {
    const bad = put("bad.conllu", `${conlluOf("The dog barks .")}1\tbroken\n\n${conlluOf("It sleeps .")}`);
    const ends = await run("tag", at("m.model"), bad, "--input", "conllu");
    expect([ends.code, ends.err.includes("FOLDER/bad.conllu:6")]).toEqual([1, true]);
    const skips = await run("tag", at("m.model"), bad, "--input", "conllu", "--skip-bad");
    expect([skips.code, skips.out.trim().split("\n").length]).toEqual([0, 2]);
    expect(skips.err).toMatch(/skipped: FOLDER\/bad\.conllu:6.*\n2 sentences, 7 words, 1 skipped, /);
  });

  test("--encoding reads other encodings in training, tagging and evaluation", async () => {
    const text = Array.from({ length: 12 }, () => "Müller/N grüßt/V\nJürgen/N lügt/V\n").join("");
    const latin = put("latin.txt", Buffer.from(text, "latin1"));
    const flags = ["--encoding", "latin1"];
    const trained = await run("train", "sequence", latin, "--method", "hmm", "-o", at("latin.model"), ...flags);
    expect(trained.code).toBe(0);
    const evaluated = await run("evaluate", at("latin.model"), latin, "--json", ...flags);
    expect(JSON.parse(evaluated.out)).toMatchObject({ accuracy: 100, known: { words: 48 } });
    const words = put("words.txt", Buffer.from("Jürgen lügt\n", "latin1"));
    const { out } = await run("tag", at("latin.model"), words, "--input", "tokens", ...flags);
    expect(out).toBe("Jürgen/N lügt/V\n");
  });
});
