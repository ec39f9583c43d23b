/** `train dependency` and the library make the same file, byte for byte, from the same data and options. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { EIGENTREE } from "../../../src/cli/commands.ts";
import { readDependencies } from "../../../src/data/index.ts";
import { open, save } from "../../../src/files/index.ts";
import { conlluFromDependencies, writeConllu, writePenn } from "../../../src/formats/index.ts";
import { type DependencyOptions, learnDependency } from "../../../src/models/dependency/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { runIn } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-same-dependency-"));
afterAll(() => rmSync(folder, { recursive: true }));
const put = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const { dependencies, trees } = generateTreebank({ trees: 60, maxWords: 9 });
const conllu = writeConllu(dependencies.map((tree) => conlluFromDependencies(tree, { tags: "xpos" })));
const train = put("train.conllu", conllu);
const dev = put("dev.conllu", writeConllu(dependencies.slice(0, 9).map((tree) => conlluFromDependencies(tree))));
const penn = put("train.mrg", writePenn(trees));

const flagsOf = (options: Partial<DependencyOptions>): string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (typeof value === "boolean") return [value ? `--${flag}` : `--no-${flag}`];
    return [`--${flag}`, String(value)];
  });

async function trained(name: string, ...words: string[]): Promise<Buffer> {
  const path = join(folder, name);
  const { err, code } = await runIn(EIGENTREE, ["train", "dependency", ...words, "-o", path]);
  expect(code, err).toBe(0);
  return readFileSync(path);
}

const SMALL = { epochs: 2, hashBits: 12, folds: 2, states: 3 };
const RERANK = { rerank: true, listSize: 5, listFolds: 2, rerankEpochs: 2 };

describe("train dependency and learnDependency", () => {
  const cases: [name: string, options: Partial<DependencyOptions>][] = [
    ["without a re-ranker", SMALL],
    ["with a re-ranker", { ...SMALL, ...RERANK, seed: 5 }],
    ["with arcs and no tagger", { epochs: 1, hashBits: 12, tagger: false, spectralModel: "arcs", states: 3 }],
  ];
  test.each(cases)("make the same file %s, with one thread and with two", async (_, options) => {
    const data = readDependencies(conllu, { file: train, tags: "xpos", language: "en-GB" });
    const { model } = await learnDependency(data, options);
    await save(join(folder, "library.model"), model);
    const expected = readFileSync(join(folder, "library.model"));
    const words = [train, "--tags", "xpos", "--language", "en-GB", ...flagsOf(options)];
    for (const threads of ["1", "2"]) {
      const found = await trained("command.model", ...words, "--threads", threads);
      expect(found.equals(expected)).toBe(true);
    }
    expect((await open(join(folder, "library.model"), "dependency")).model.options).toMatchObject(options);
  });

  test("make the same file with development trees", async () => {
    const read = (path: string) => readDependencies(readFileSync(path, "utf8"), { file: path });
    const data = { train: read(dev), dev: read(dev) };
    await save(join(folder, "library.model"), (await learnDependency(data, { ...SMALL, ...RERANK })).model);
    const found = await trained("command.model", dev, "--dev", dev, ...flagsOf({ ...SMALL, ...RERANK }));
    expect(found.equals(readFileSync(join(folder, "library.model")))).toBe(true);
  });

  test("make the same file from constituency trees", async () => {
    const options = { epochs: 1, hashBits: 12, tagger: false, spectral: false };
    const data = readDependencies(readFileSync(penn, "utf8"), { file: penn });
    const { model, report } = await learnDependency(data, options);
    expect(report.preparation.functions).toEqual({});
    await save(join(folder, "library.model"), model);
    const found = await trained("command.model", penn, ...flagsOf(options));
    expect(found.equals(readFileSync(join(folder, "library.model")))).toBe(true);
  });
});
