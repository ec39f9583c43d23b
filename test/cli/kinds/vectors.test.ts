/** Word vectors and clusters on the command line, and every answer to bad input. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EIGENTREE } from "../../../src/cli/commands.ts";
import { MAIN } from "../../built.ts";
import { sampleText } from "../../models/vectors/text.ts";
import { runIn } from "../terminal.ts";

// Training in threads on a busy machine takes its time.

const folder = mkdtempSync(join(tmpdir(), "eigentree-vectors-"));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const run = async (...words: string[]) => {
  const { out, err, code } = await runIn(EIGENTREE, words);
  return { code, out: out.replaceAll(folder, "FOLDER"), err: err.replaceAll(folder, "FOLDER") };
};
const put = (name: string, content: string | Uint8Array) => {
  writeFileSync(at(name), content);
  return at(name);
};
const SMALL = ["--dim", "8", "--window", "2", "--threads", "1"];
const LRMVL = ["--dim", "8", "--threads", "1"];

beforeAll(async () => {
  put("a.txt", sampleText(1500));
  put("b.txt.gz", gzipSync(sampleText(1500, 2)));
  const { code, out, err } = await run("train", "vectors", at("a.txt"), at("b.txt.gz"), "-o", at("m.model"), ...SMALL);
  expect(out).toBe("");
  expect(err).toMatch(
    /tokens, \d+ different words; \d+ words in the vocabulary cover 100\.0 %\noscca: 8 dimensions in .* s\nwrote FOLDER\/m\.model\n/,
  );
  expect(code).toBe(0);
});

describe("word vectors", () => {
  test("neighbours, with case and digits folded, and as JSON", async () => {
    const { out, code } = await run("neighbours", at("m.model"), "NOUNA", "--count", "3");
    expect(code).toBe(0);
    expect(out).toMatch(/^NOUNA\n( {2}0\.\d{4} {2}noun\w\n){3}$/);
    const json = JSON.parse((await run("neighbours", at("m.model"), "verba", "--json", "--count", "2")).out);
    expect(json[0].neighbours).toHaveLength(2);
    expect(json[0].neighbours[0].word).toMatch(/^verb/);
    expect((await run("neighbours", at("m.model"), "--analogy", "nouna", "nounb", "verba")).out).toMatch(
      /^nouna nounb verba\n/,
    );
  });

  test("word2vec files stand for models, and names say what to convert to", async () => {
    const query = (model: string) => run("neighbours", "--count", "3", at(model), "nouna");
    for (const name of ["named.vec", "named.vec.gz", "named.bin", "named.bin.gz", "named.model"]) {
      expect((await run("convert", at("m.model"), "-o", at(name))).code).toBe(0);
      expect(await query(name)).toEqual(await query("m.model"));
    }
    expect(readFileSync(at("named.bin")).includes(0)).toBe(true);
    for (const name of ["named.vec.gz", "named.bin.gz"])
      expect(readFileSync(at(name)).subarray(0, 2)).toEqual(Buffer.of(0x1f, 0x8b));
    const pairs = put("judged.txt", "nouna nounb 9\nnouna verba 1\nverbb placea 2\nplacea placeb 8\n");
    const evaluated = async (model: string) => (await run("evaluate", at(model), pairs)).out;
    expect(await evaluated("named.vec")).toMatch(/Spearman ρ +\S+ +4 of 4/);
    expect(await evaluated("named.vec")).toBe(await evaluated("m.model"));
    expect((await run("neighbours", at("a.txt"), "nouna")).err).toMatch("a.txt: is a text file; expected a model file");
    expect((await run("evaluate", at("judged.txt"), pairs)).err).toMatch(
      "judged.txt: is a text file; expected a model file",
    );
  });

  test("an unknown word fails with words spelt like it", async () => {
    expect(await run("neighbours", at("m.model"), "nuna")).toEqual({
      code: 1,
      out: "",
      err: expect.stringMatching(/^eigentree neighbours: the word "nuna" has no vector; did you mean "noun\w"/),
    });
    expect((await run("neighbours", at("m.model"), "xylophone")).err).toBe(
      'eigentree neighbours: the word "xylophone" has no vector; no word in the vocabulary is spelt like it.\n',
    );
    expect((await run("neighbours", at("m.model"), "--analogy", "nouna", "nounb")).err).toMatch(
      "--analogy takes words in threes, a b c; got 2.",
    );
  });

  test("inspect shows singular values and how many dimensions carry signal", async () => {
    const { out } = await run("inspect", at("m.model"));
    expect(out).toMatch(/dimension: value {6}1: 0\.\d+ {2}2: 0\.\d+/);
    expect(out).toMatch(/signal {16}\d of 8 dimensions carry signal/);
  });

  test("evaluate gives ρ with coverage, and the mean of several files", async () => {
    put("pairs.tsv", "nouna\tnounb\t9\nnouna\tverba\t1\nnouna\tadja\t2\nnouna\tzebra\t5\n");
    put("more.tsv", "verba\tverbb\t9\nverba\tnouna\t1\n");
    const { out, code } = await run("evaluate", at("m.model"), at("pairs.tsv"), at("more.tsv"));
    expect(code).toBe(0);
    expect(out).toMatch(/pairs\.tsv {2}Spearman ρ {2}(1\.0000|0\.5000) {2}3 of 4 \(75\.0 %\)/);
    expect(out).toMatch(/more\.tsv {3}Spearman ρ {2}1\.0000/);
    expect(out).toMatch(/\nmean /);
    put("bad.tsv", "nouna\tnounb\n");
    expect((await run("evaluate", at("m.model"), at("bad.tsv"))).err).toMatch(
      "FOLDER/bad.tsv:1: 2 fields; expected two words and a score",
    );
  });

  test("through word2vec text and binary and back the vectors are the same", async () => {
    await run("convert", at("m.model"), "-o", at("m.vec"));
    await run("convert", at("m.model"), "--format", "binary", "-o", at("m.bin"));
    for (const name of ["m.vec", "m.bin"]) {
      expect((await run("convert", at(name), "--format", "model", "-o", at("back.model"))).code).toBe(0);
      await run("convert", at("back.model"), "-o", at("back.vec"));
      expect(readFileSync(at("back.vec"), "utf8")).toBe(readFileSync(at("m.vec"), "utf8"));
    }
  });

  test("embed gives each word of a sentence its vector, in context for LR-MVL", async () => {
    await run("train", "vectors", at("a.txt"), "-o", at("l.model"), "--method", "lrmvl", "--iterations", "2", ...LRMVL);
    put("s.txt", "the nouna verba\nverba\n");
    const { out } = await run("embed", at("l.model"), at("s.txt"));
    const [first, second] = out.split("\n\n").map((block) => block.split("\n"));
    expect(first!.map((line) => line.split("\t")[0])).toEqual(["the", "nouna", "verba"]);
    expect(first![2]!.split("\t")[1]!.split(" ")).toHaveLength(16);
    expect(first![2]).not.toBe(second![0]);
  });

  test("text from a pipe gives the vectors of the same text in files", async () => {
    const input = `${sampleText(1500)}\n${sampleText(1500, 2)}`;
    const { status, stderr } = spawnSync(
      process.execPath,
      [MAIN, "train", "vectors", "-", "-o", at("pipe.model"), "--quiet", ...SMALL],
      { input },
    );
    expect([status, String(stderr)]).toEqual([0, ""]);
    const packed = spawnSync(
      process.execPath,
      [MAIN, "train", "vectors", "-", "-o", at("packed.model"), "--quiet", ...SMALL],
      {
        input: gzipSync(input),
      },
    );
    expect([packed.status, String(packed.stderr)]).toEqual([0, ""]);
    // A process of its own too: its kernels may have a fused multiply-add, which the tests' process does not have.
    const files = spawnSync(process.execPath, [
      ...[MAIN, "train", "vectors", at("a.txt"), at("b.txt.gz"), "-o", at("files.model"), "--quiet", ...SMALL],
    ]);
    expect([files.status, String(files.stderr)]).toEqual([0, ""]);
    for (const name of ["pipe", "packed", "files"]) await run("convert", at(`${name}.model`), "-o", at(`${name}.vec`));
    for (const name of ["pipe", "packed"])
      expect(readFileSync(at(`${name}.vec`), "utf8")).toBe(readFileSync(at("files.vec"), "utf8"));
  });

  test("little memory gives the same model but for the report", async () => {
    await run(
      "train",
      "vectors",
      at("a.txt"),
      at("b.txt.gz"),
      "-o",
      at("little.model"),
      "--memory",
      "16M",
      "--threads",
      "2",
      ...SMALL.slice(0, 4),
    );
    await run("convert", at("little.model"), "-o", at("little.vec"));
    await run("convert", at("m.model"), "-o", at("m.vec"));
    expect(readFileSync(at("little.vec"), "utf8")).toBe(readFileSync(at("m.vec"), "utf8"));
  });
});

test.each([
  ["vectors", "--dim"],
  ["clusters", "--classes"],
])("train %s says nothing with --quiet, and a report with --json", async (kind, size) => {
  const words = ["train", kind, at("a.txt"), "-o", at("quiet"), "--threads", "1", size, "8"];
  expect(await run(...words, "--quiet")).toMatchObject({ code: 0, out: "", err: "" });
  const { out, err } = await run(...words, "--quiet", "--json");
  expect([JSON.parse(out).output, err]).toEqual(["FOLDER/quiet", ""]);
});

describe("clusters", () => {
  test.each(["brown", "cca"])("%s: path, word and count on a line", async (method) => {
    const { err, code } = await run(
      "train",
      "clusters",
      at("a.txt"),
      "-o",
      at("c.paths"),
      "--classes",
      "6",
      "--method",
      method,
      ...(method === "cca" ? ["--dim", "6"] : []),
      "--threads",
      "1",
    );
    expect(code).toBe(0);
    expect(err).toMatch(/words in \d classes in .*; wrote FOLDER\/c\.paths\n/);
    const lines = readFileSync(at("c.paths"), "utf8").trim().split("\n");
    for (const line of lines) expect(line).toMatch(/^[01]+\t\S+\t\d+$/);
    expect(new Set(lines.map((line) => line.split("\t")[0])).size).toBeLessThanOrEqual(6);
  });
});

describe("bad input", () => {
  const badText = async (name: string, content: string | Uint8Array, ...more: string[]) => {
    const before = readdirSync(folder).length;
    const path = put(name, content);
    const result = await run("train", "vectors", path, "-o", at("never.model"), ...SMALL, ...more);
    expect(existsSync(at("never.model"))).toBe(false);
    expect(readdirSync(folder).length).toBe(before + 1);
    return result;
  };

  test("empty text", async () => {
    expect(await badText("empty.txt", "")).toEqual({
      code: 1,
      out: "",
      err: "eigentree train vectors: FOLDER/empty.txt: no words were found; expected text, one sentence per line.\n",
    });
  });

  test("a binary file", async () => {
    const { err, code } = await badText(
      "x.bin",
      Uint8Array.from({ length: 3000 }, (_, i) => (i * 7) % 256),
    );
    expect(code).toBe(1);
    expect(err).toBe("eigentree train vectors: FOLDER/x.bin: this is a binary file; expected text in UTF-8.\n");
  });

  test("invalid UTF-8, with its place", async () => {
    const { err } = await badText(
      "latin1.txt",
      Buffer.concat([Buffer.from("good line\nand caf"), Uint8Array.of(0xe9), Buffer.from(" x\n")]),
    );
    expect(err).toMatch("FOLDER/latin1.txt:2:8: byte 0xE9 is not UTF-8");
  });

  test("a line of 10 MB is cut with a warning that names it", async () => {
    put("long.txt", `${sampleText(300)}${`${"nouna".repeat(12)} verba `.repeat(150_000)}\n`);
    const { err, code } = await run("train", "vectors", at("long.txt"), "-o", at("long.model"), ...SMALL);
    expect(code).toBe(0);
    expect(err).toMatch(
      /^warning: FOLDER\/long\.txt:301: a line is longer than a million characters; such lines were cut \(\d+ times\)\.\n/,
    );
  });

  test("a vocabulary smaller than the dimensions, asked for or found", async () => {
    const asked = await badText("t1.txt", "a b\n", "--vocabulary", "5");
    expect([asked.code, asked.err]).toEqual([
      2,
      "eigentree train vectors: --vocabulary is 5; vectors of 8 dimensions need at least as many words.\n",
    ]);
    const found = await badText("t2.txt", "a b c\n", "--min-count", "1");
    expect([found.code, found.err]).toEqual([
      2,
      "eigentree train vectors: --dim is 8, but the vocabulary has only 3 words; expected at least as many words as dimensions; " +
        "ask for fewer dimensions, admit rarer words, or give more text.\n",
    ]);
  });

  test("sizes of memory that are none, a missing file, standard input twice", async () => {
    expect((await badText("t3.txt", "a b\n", "--memory", "much")).err).toMatch(
      '--memory must be a size of at least 16M, such as 256M or 2G; got "much".',
    );
    expect((await run("train", "vectors", at("nothing.txt"), "-o", at("never.model"))).err).toMatch(
      "FOLDER/nothing.txt: there is no such file",
    );
    expect((await run("train", "vectors", "-", "-", "-o", at("never.model"))).err).toMatch(
      "standard input: is named twice but can be read only once.",
    );
  });

  test("word2vec files with a wrong header or ragged lines", async () => {
    put("header.vec", "5 2\na 1 2\nb 1 2\n");
    expect((await run("convert", at("header.vec"), "--format", "model", "-o", at("never.model"))).err).toMatch(
      "FOLDER/header.vec:1:1: the header promises 5 vectors; the file has 2.",
    );
    put("ragged.vec", "2 2\na 1 2\nb 1\n");
    expect((await run("convert", at("ragged.vec"), "--format", "model", "-o", at("never.model"))).err).toMatch(
      'FOLDER/ragged.vec:3:1: "b" has 1 number; the header says 2.',
    );
    put("short.bin", Buffer.concat([Buffer.from("2 2\na "), Buffer.alloc(8)]));
    expect((await run("convert", at("short.bin"), "--format", "model", "-o", at("never.model"))).err).toMatch(
      "the file ends inside vector 2",
    );
    put("twice.vec", "a 1 2\na 3 4\n");
    expect((await run("convert", at("twice.vec"), "--format", "model", "-o", at("never.model"))).err).toMatch(
      'FOLDER/twice.vec:2:1: the word "a" appears twice, first on line 1; expected every word once.',
    );
    put("twice.bin", Buffer.concat([Buffer.from("2 2\na "), Buffer.alloc(8), Buffer.from("\na "), Buffer.alloc(8)]));
    expect((await run("convert", at("twice.bin"), "-o", at("never.model"))).err).toMatch(
      'FOLDER/twice.bin: vector 2: the word "a" appears twice, first as vector 1; expected every word once.',
    );
    put("empty.vec", "");
    expect((await run("convert", at("empty.vec"), "-o", at("never.model"))).err).toMatch(
      "FOLDER/empty.vec: holds no word vectors;",
    );
    expect(existsSync(at("never.model"))).toBe(false);
  });
});
