/** The command line and the library make the same model file of the same text and options, byte for byte. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { collectCorpus, readCorpus } from "../../../src/data/index.ts";
import { save, textSources } from "../../../src/files/index.ts";
import { learnVectors } from "../../../src/models/vectors/index.ts";
import { sampleText } from "../../models/vectors/text.ts";
import { temporaryFolder } from "../folder.ts";

const { at, run } = temporaryFolder("same-vectors");
const text = sampleText(800);
writeFileSync(at("text.txt"), text);

test.each([
  [["--dim", "8"], { dim: 8 }, {}],
  [["--method", "lrmvl", "--dim", "6", "--iterations", "2"], { method: "lrmvl", dim: 6, iterations: 2 }, {}],
  [
    ["--method", "tscca", "--dim", "5", "--min-count", "2", "--no-lower-case", "--lines", "running", "--memory", "16M"],
    { method: "tscca", dim: 5, minCount: 2 },
    { lowerCase: false, lines: "running" },
  ],
  [["--method", "ppmi", "--no-noise", "--dim", "8"], { method: "ppmi", noise: false, dim: 8 }, {}],
] as const)("vectors %j", async (flags, options, reading) => {
  const { code, err } = await run(
    "train",
    "vectors",
    at("text.txt"),
    "-o",
    at("cli.model"),
    "--threads",
    "2",
    ...flags,
  );
  expect(code, err).toBe(0);
  const expected = readFileSync(at("cli.model"));
  const corpora = [
    readCorpus(text, { file: at("text.txt"), ...reading }),
    await collectCorpus(textSources([at("text.txt")]), reading),
  ];
  for (const corpus of corpora) {
    await save(at("library.model"), (await learnVectors(corpus, options)).model);
    expect(readFileSync(at("library.model")).equals(expected)).toBe(true);
  }
});
