/** A model cuts running text as its treebank is cut: from the library, from its file, and on the command line. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ModelFileError } from "../../../src/base/index.ts";
import { EIGENTREE } from "../../../src/cli/commands.ts";
import { readDependencies, readSequences, readTreebank } from "../../../src/data/index.ts";
import { open, save } from "../../../src/files/index.ts";
import {
  DependencyParser,
  dependencyFromParts,
  dependencyToParts,
  learnDependency,
} from "../../../src/models/dependency/index.ts";
import { learnParser, Parser, parserFromParts, parserToParts } from "../../../src/models/parser/index.ts";
import { learnSequence, sequenceFromParts, sequenceToParts, Tagger } from "../../../src/models/sequence/index.ts";
import { runIn } from "../../cli/terminal.ts";
import { GERMAN_BRACKETS, GERMAN_CONLLU, GERMAN_TEXT, GERMAN_WORDS } from "./german.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-german-"));
afterAll(() => rmSync(folder, { recursive: true }));
const textPath = join(folder, "text.txt");
writeFileSync(textPath, GERMAN_TEXT);

const language = "de";
const parser = (await learnParser(readTreebank(GERMAN_BRACKETS, { language }), { method: "pcfg" })).model;
const tagger = (await learnSequence(readSequences(GERMAN_CONLLU, { language }), { method: "hmm" })).model;
const dependency = (
  await learnDependency(readDependencies(GERMAN_CONLLU, { language }), { epochs: 1, spectral: false, folds: 2 })
).model;

const lines = (sentences: readonly { readonly words: readonly string[] }[]) =>
  sentences.map(({ words }) => words.join(" "));

describe("the library", () => {
  test("a parser", () => {
    expect(lines(new Parser(parser).parseText(GERMAN_TEXT))).toEqual(GERMAN_WORDS);
    expect(new Parser(parser).parse("„Das stimmt“, sagt Dr. Klein.").words.slice(0, 4)).toEqual([
      "„",
      "Das",
      "stimmt",
      "“",
    ]);
  });
  test("a tagger", () => {
    expect(lines(new Tagger(tagger).tagText(GERMAN_TEXT))).toEqual(GERMAN_WORDS);
  });
  test("a dependency parser", () => {
    const trees = new DependencyParser(dependency).parseText(GERMAN_TEXT).map(({ tree }) => tree);
    expect(lines(trees)).toEqual(GERMAN_WORDS);
  });
  test("a model from its file", async () => {
    const path = join(folder, "tags.model");
    await save(path, tagger);
    const opened = await open(path, "sequence");
    expect(opened.model.segmentation).toEqual(tagger.segmentation);
    expect(lines(opened.tagText(GERMAN_TEXT))).toEqual(GERMAN_WORDS);
  });
});

describe("the command line", () => {
  const wordsOf: Readonly<Record<string, (out: string) => string[]>> = {
    parser: (out) =>
      out
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { words: string[] }).words.join(" ")),
    sequence: (out) =>
      out
        .trim()
        .split("\n")
        .map((line) => line.replace(/\/[A-Z]+(?= |$)/g, "")),
    dependency: (out) =>
      out
        .trim()
        .split("\n\n")
        .map((block) =>
          block
            .split("\n")
            .filter((line) => !line.startsWith("#"))
            .map((line) => line.split("\t")[1])
            .join(" "),
        ),
  };
  test.each([
    ["parser", parser, ["parse", "--json"]],
    ["sequence", tagger, ["tag"]],
    ["dependency", dependency, ["parse"]],
  ] as const)("%s: as the treebank, and as --language says", async (kind, model, [verb, ...flags]) => {
    const path = join(folder, `${kind}.model`);
    await save(path, model);
    const own = await runIn(EIGENTREE, [verb, path, textPath, "--quiet", ...flags]);
    expect([own.code, own.err]).toEqual([0, ""]);
    expect(wordsOf[kind]!(own.out)).toEqual(GERMAN_WORDS);
    const words = [verb, path, textPath, "--quiet", "--language", "en", ...flags];
    const english = await runIn(EIGENTREE, words);
    expect(wordsOf[kind]!(english.out)).not.toEqual(GERMAN_WORDS);
    expect(english.out).toContain("``");
    const german = await runIn(EIGENTREE, [...words.slice(0, 5), "de", ...flags]);
    expect(wordsOf[kind]!(german.out)).toEqual(GERMAN_WORDS);
  });
});

test("blanks are guessed where CoNLL-U does not tell them", async () => {
  const untold = readSequences(GERMAN_CONLLU.replaceAll("SpaceAfter=No", "_"), { language });
  const { model } = await learnSequence(untold, { method: "hmm" });
  expect(lines(new Tagger(model).tagText(GERMAN_TEXT))).toEqual(GERMAN_WORDS);
});

test.each([
  ["parser", parserToParts(parser), parserFromParts],
  ["sequence", sequenceToParts(tagger), sequenceFromParts],
  ["dependency", dependencyToParts(dependency), dependencyFromParts],
] as const)("a %s with a damaged segmentation is refused", (kind, parts, fromParts) => {
  const options = parts.options as Readonly<Record<string, unknown>>;
  const sound = options.segmentation as Readonly<Record<string, unknown>>;
  const having = (segmentation: unknown) => () =>
    fromParts({ ...parts, options: { ...options, segmentation } as typeof parts.options });
  for (const bad of [undefined, null, 3, {}, { ...sound, joints: { "- a b": 7 } }, { ...sound, language: "???" }]) {
    expect(having(bad)).toThrow(ModelFileError);
    expect(having(bad)).toThrow(`the file is damaged: train the ${kind} model again.`);
  }
  expect(having(sound)).not.toThrow();
});
