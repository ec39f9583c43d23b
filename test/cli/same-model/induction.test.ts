/** The command line and the library make the same model file of the same data and options, byte for byte. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Random } from "../../../src/base/index.ts";
import { clusterVectors, readClusters, readSequences, readVectors } from "../../../src/data/index.ts";
import { save } from "../../../src/files/index.ts";
import { writePenn, writeTagged, writeVectors } from "../../../src/formats/index.ts";
import { learnInduction } from "../../../src/models/induction/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { taggedSentence, words } from "../../../src/trees/index.ts";
import { temporaryFolder } from "../folder.ts";

const { at, run } = temporaryFolder("same-induction");
const { trees } = generateTreebank({ trees: 150 });
const vocabulary = [...new Set(trees.flatMap((tree) => words(tree)))];
const random = new Random(8);
const vectorText = writeVectors(
  vocabulary.map((word) => ({ word, vector: Float32Array.from({ length: 6 }, () => random.normal()) })),
);
const classText = vocabulary.map((word, i) => `${(i % 8).toString(2).padStart(3, "0")}\t${word}\t1\n`).join("");
const texts = { "text.mrg": writePenn(trees), "text.tagged": writeTagged(trees.map(taggedSentence)) };
for (const [name, text] of Object.entries({ ...texts, "words.vec": vectorText, "words.paths": classText }))
  writeFileSync(at(name), text);

test.each([
  ["text.mrg", ["--states", "3"], { states: 3 }],
  [
    "text.tagged",
    ["--states", "4", "--tags", "given", "--rounds", "2", "--min-pairs", "9"],
    { states: 4, tags: "given", rounds: 2, minPairs: 9 },
  ],
] as const)("induction from %s with %j", async (name, flags, options) => {
  const sentences = readSequences(texts[name], { file: at(name) });
  for (const [source, vectors] of [
    [["--vectors", at("words.vec")], readVectors(vectorText)],
    [["--clusters", at("words.paths")], clusterVectors(readClusters(classText))],
  ] as const) {
    const { code, err } = await run("train", "induction", at(name), ...source, ...flags, "-o", at("cli.model"));
    expect(code, err).toBe(0);
    await save(at("library.model"), (await learnInduction({ sentences, vectors }, options)).model);
    expect(readFileSync(at("library.model")).equals(readFileSync(at("cli.model")))).toBe(true);
  }
});
