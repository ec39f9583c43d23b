/** The command line and the library make the same model file of the same captions, byte for byte. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { learnCaptions } from "../../../src/applications/captions/index.ts";
import { findWordNet, save } from "../../../src/files/index.ts";
import { readPenn, writePenn } from "../../../src/formats/index.ts";
import { learnParser, Parser } from "../../../src/models/parser/index.ts";
import { words } from "../../../src/trees/index.ts";
import { TREES } from "../../applications/captions/fixture.ts";
import { temporaryFolder } from "../folder.ts";

const { at, run } = temporaryFolder("same-captions");
const captions = TREES.map((tree) => words(tree).join(" "));
writeFileSync(at("captions.mrg"), writePenn(TREES));
writeFileSync(at("captions.txt"), `${captions.join("\n")}\n`);
writeFileSync(at("captions.tsv"), captions.map((caption, i) => `${i}.jpg#${i % 5}\t${caption}\n`).join(""));
const wordnet = await findWordNet();
const { model: parserModel } = await learnParser(TREES, { method: "pcfg" });
await save(at("parser.model"), parserModel);

const same = async (...args: string[]) => {
  const { code, err } = await run("train", "captions", ...args, "-o", at("cli.model"));
  expect(code, err).toBe(0);
  expect(existsSync(at("cli.model.checkpoints"))).toBe(false);
  expect(readFileSync(at("library.model")).equals(readFileSync(at("cli.model")))).toBe(true);
};

test("from trees", async () => {
  const trees = readPenn(readFileSync(at("captions.mrg"), "utf8"));
  await save(at("library.model"), (await learnCaptions({ trees, wordnet }, { keepCaptions: 7 })).model);
  await same(at("captions.mrg"), "--keep-captions", "7");
});

test("from captions, with and without images, with one thread and with two", async () => {
  const parser = new Parser(parserModel, { prune: 0.001, pruneUses: 0.0005 });
  await save(at("library.model"), (await learnCaptions({ captions, parser, wordnet })).model);
  await same(at("captions.txt"), "--parser", at("parser.model"), "--threads", "1");
  await same(at("captions.tsv"), "--parser", at("parser.model"), "--threads", "2");
});
