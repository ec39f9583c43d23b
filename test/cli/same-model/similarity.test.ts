/** The command line and the library make the same model file of the same pairs and options, byte for byte. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { collectPairs, learnSimilarity } from "../../../src/applications/similarity/index.ts";
import { collectCorpus } from "../../../src/data/index.ts";
import { findWordNet, save, textSources } from "../../../src/files/index.ts";
import { writeVectors } from "../../../src/formats/index.ts";
import { pairLines, samplePairs, sampleText, sampleVectors } from "../../applications/similarity/pairs.ts";
import { temporaryFolder } from "../folder.ts";

const { at, run } = temporaryFolder("same-similarity");
const pairs = samplePairs(60);
const files = ["even", "odd"].map((source) => {
  writeFileSync(at(`${source}.train.tsv`), pairLines(pairs.filter((pair) => pair.source === source)));
  return at(`${source}.train.tsv`);
});
writeFileSync(at("text.txt"), sampleText());
writeFileSync(at("words.vec"), writeVectors([...sampleVectors().records()]));

test("similarity, with vectors and text", async () => {
  const flags = ["--vectors", at("words.vec"), "--text", at("text.txt"), "--groups", "surface,eigenwords,selectors"];
  const { code, err } = await run(
    ...["train", "similarity", ...files, "-o", at("cli.model"), "--folds", "2", "--threads", "2", ...flags],
  );
  expect(code, err).toBe(0);
  const { readWordVectors } = await import("../../../src/cli/data/vector-files.ts");
  const { model } = await learnSimilarity(
    {
      pairs: await collectPairs(textSources(files)),
      vectors: await readWordVectors(at("words.vec"), undefined, undefined),
      text: await collectCorpus(textSources([at("text.txt")])),
      wordnet: await findWordNet(),
    },
    { folds: 2, groups: ["surface", "eigenwords", "selectors"] },
  );
  await save(at("library.model"), model);
  expect(readFileSync(at("library.model")).equals(readFileSync(at("cli.model")))).toBe(true);
});
