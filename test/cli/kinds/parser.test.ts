/** The parser on the command line: train, parse, evaluate, and every answer to bad input. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EIGENTREE } from "../../../src/cli/commands.ts";
import { readPenn, writePenn } from "../../../src/formats/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { leaves } from "../../../src/trees/index.ts";
import { runIn } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-parser-"));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const run = async (...words: string[]) => {
  const { out, err, code } = await runIn(EIGENTREE, words);
  return { out, code, err: err.replaceAll(folder, "FOLDER") };
};
const put = (name: string, text: string) => {
  writeFileSync(at(name), text);
  return at(name);
};
const MODEL = at("m.model");
const bank = generateTreebank({ trees: 260 });
const train = writePenn(bank.trees.slice(0, 220));
const dev = bank.trees.slice(220);

beforeAll(async () => {
  put("train.mrg", train);
  put("dev.mrg", writePenn(dev));
  const { code, err } = await run(
    "train",
    "parser",
    at("train.mrg"),
    "-o",
    MODEL,
    "--states",
    "4",
    "--dev",
    at("dev.mrg"),
    "--threads",
    "1",
  );
  expect(err).toMatch(/^220 trees\nreading /);
  expect(err).toMatch(/dev\.mrg: F1 \d\d\.\d\d \(recall .*sentences\/s, no fallbacks\nwrote FOLDER\/m\.model\n$/);
  expect(code).toBe(0);
});

describe("parse", () => {
  test("writes the tree of every line, the same with one thread and with two", async () => {
    const lines = dev.map((tree) =>
      leaves(tree)
        .map(({ word }) => word)
        .join(" "),
    );
    put("dev.txt", `${lines.join("\n")}\n`);
    const one = await run("parse", MODEL, at("dev.txt"), "--input", "tokens", "--threads", "1");
    const two = await run("parse", MODEL, at("dev.txt"), "--input", "tokens", "--threads", "2");
    expect(two.out).toBe(one.out);
    const trees = readPenn(one.out);
    expect(
      trees.map((tree) =>
        leaves(tree)
          .map(({ word }) => word)
          .join(" "),
      ),
    ).toEqual(lines);
    expect(one.err).toMatch(/^40 sentences, \d+ words in .* sentences\/s; no fallbacks\n$/);
    expect((await run("parse", MODEL, at("dev.txt"), "--input", "tokens", "--threads", "1", "--quiet")).err).toBe("");
  });
});
