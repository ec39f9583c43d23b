/** Commands that take a model: the kind of the file decides. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { choice, type ModelParts, whole } from "../../src/base/index.ts";
import { programOf } from "../../src/cli/commands.ts";
import { defineCommand, defineVerb } from "../../src/cli/frame/command.ts";
import { file, shared } from "../../src/cli/frame/flags.ts";
import { KINDS, type Kind, type KindEntry } from "../../src/cli/kinds.ts";
import { saveModel } from "../../src/files/index.ts";
import { runIn } from "./terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-kinds-"));
afterAll(() => rmSync(folder, { recursive: true }));

const partsOf = (kind: string, version = 1): ModelParts => ({
  kind,
  version,
  options: {},
  report: {},
  symbols: { words: ["dog"] },
  tensors: { w: { shape: [1], data: new Float64Array([1]) } },
});

const parser: Kind = {
  version: 1,
  train: defineCommand({
    arguments: ["DATA…"],
    options: { output: file("where to write the model") },
    short: { output: "o" },
    required: ["output"],
    examples: [],
    run: async (_context, _args, options) => void (await saveModel(options.output!, partsOf("parser"))),
  }),
  inspect: defineVerb({
    options: {},
    examples: [],
    run: async (context, { parts }) => context.print(`${parts.kind} with ${parts.symbols.words!.length} words`),
  }),
  verbs: {
    parse: defineVerb({
      options: {
        best: whole("how many trees", { default: 1, min: 1 }),
        input: choice("form of the input", ["text", "tokens"], { default: "text" }),
        ...shared("json"),
      },
      examples: [["eigentree parse m.model a.txt", "parses"]],
      run: async (context, model, files, options) =>
        context.report(
          { words: model.parts.symbols.words, files, options },
          () => `parsed ${files.join(" ")} with ${model.parts.kind}, ${options.best} best`,
        ),
    }),
  },
};
const vectors: Kind = {
  version: 1,
  verbs: {
    neighbours: defineVerb({
      options: {},
      examples: [],
      run: async (context, _, words) => context.print(`near ${words}`),
    }),
    parse: defineVerb({
      options: { input: choice("form of the input", ["text", "tagged"], { default: "text" }), ...shared("json") },
      examples: [],
      run: async () => {},
    }),
  },
};
const labeller: Kind = { version: 1, verbs: {} };
const kinds: KindEntry[] = [
  { name: "parser", summary: "a parser", verbs: ["train", "inspect", "parse"], load: async () => parser },
  { name: "vectors", summary: "word vectors", verbs: ["neighbours", "parse"], load: async () => vectors },
  { name: "labeller", summary: "labels", verbs: [], load: async () => labeller },
];
const program = programOf(kinds);
const run = (...words: string[]) => runIn(program, words);
const model = join(folder, "m.model");

beforeAll(async () => {
  expect(await run("train", "parser", "x.mrg", "-o", model)).toEqual({ code: 0, out: "", err: "" });
  await saveModel(join(folder, "labels.model"), partsOf("labeller"));
  await saveModel(join(folder, "strange.model"), partsOf("oracle"));
  await saveModel(join(folder, "newer.model"), partsOf("parser", 2));
  writeFileSync(join(folder, "a.txt"), "a text");
});

describe("commands that take a model", () => {
  test("run what the kind of the model file says, with its options", async () => {
    expect((await run("parse", model, "a.txt", "b.txt", "--best", "3")).out).toBe(
      "parsed a.txt b.txt with parser, 3 best\n",
    );
    expect((await run("parse", "--input", "tokens", model, "-")).out).toBe("parsed - with parser, 1 best\n");
    expect(JSON.parse((await run("parse", model, "--json")).out)).toMatchObject({
      words: ["dog"],
      files: [],
      options: { input: "text" },
    });
  });

  test.each([
    [
      ["parse", "m.model", "--bets", "3"],
      2,
      'eigentree parse: unknown option --bets. Did you mean "--best"? See "eigentree parse --help".',
    ],
    [["parse"], 2, "eigentree parse: MODEL is missing. Usage: eigentree parse MODEL [FILE…|TEXT]"],
    [
      ["parse", "a.txt", "m.model"],
      2,
      "eigentree parse: FOLDER/m.model is a model and must come first: eigentree parse FOLDER/m.model FOLDER/a.txt",
    ],
    [
      ["parse", "a.txt"],
      1,
      "eigentree parse: FOLDER/a.txt: is a text file; expected a model file written by Eigentree.",
    ],
    [
      ["parse", "absent.model", "--best", "3"],
      1,
      "eigentree parse: FOLDER/absent.model: there is no such file or folder; check the path.",
    ],
    [
      ["parse", "labels.model"],
      1,
      'eigentree parse: FOLDER/labels.model: holds a model of kind "labeller"; parsing sentences needs a model of kind parser or vectors.',
    ],
    [["parse", "-", "a.txt"], 2, "eigentree parse: MODEL cannot be standard input (-); name its file."],
    [["parse", "--", "-m"], 2, 'eigentree parse: "-m" cannot be MODEL: it begins like an option; write ./ before it.'],
    [
      ["parse", "strange.model"],
      1,
      'eigentree parse: FOLDER/strange.model: holds a model of kind "oracle", which this program does not know; update Eigentree.',
    ],
    [
      ["parse", "newer.model"],
      1,
      "eigentree parse: FOLDER/newer.model: holds version 2 of a parser model, and this program reads up to 1; update Eigentree to read it.",
    ],
  ] as [string[], number, string][])("%s", async (words, code, expected) => {
    const { err, code: found } = await run(
      ...words.map((word) => (/\.(model|txt)$/.test(word) ? join(folder, word) : word)),
    );
    expect(err.trimEnd().replaceAll(folder, "FOLDER")).toBe(expected);
    expect(found).toBe(code);
  });

  test("show the options of all kinds when no model is named, and those of its kind when one is", async () => {
    const all = (await run("parse", "--help")).out.replace(/\s+/g, " ");
    expect(all).toContain("--best N how many trees [parser] (a whole number of at least 1; default 1)");
    expect(all).toContain("--json write JSON instead of text -h");
    expect((await run("parse", model, "--help")).out).toContain("how many trees (a whole number");
  });

  test("inspect shows what the kind says, or what any model file holds", async () => {
    expect((await run("inspect", model)).out).toBe("parser with 1 words\n");
    const { out, code } = await run("inspect", join(folder, "strange.model"));
    expect(code).toBe(0);
    expect(out).toMatch(/a model of kind "oracle", version 1\n/);
    expect(out).toMatch(/words +1\n/);
    expect(out).toMatch(/w {2}float64 {2}1 {2}1\.000 to 1\.000\n/);
    expect(JSON.parse((await run("inspect", join(folder, "strange.model"), "--json")).out)).toMatchObject({
      kind: "oracle",
      symbols: { words: 1 },
      tensors: [{ name: "w", type: "float64", shape: [1], min: 1, max: 1 }],
    });
  });

  test("have the choices of every kind in their help until a model is named", async () => {
    const { out } = await run("parse", "--help");
    const flat = out.replace(/\s+/g, " ");
    expect(flat).toContain("--input NAME form of the input [parser: text, tokens; vectors: text, tagged]");
    expect(flat).toContain("--best N how many trees [parser]");
    expect((await run("parse", model, "--help")).out.replace(/\s+/g, " ")).toContain(
      "--input NAME form of the input (one of text, tokens; default text)",
    );
  });

  test("appear only when a kind has them", async () => {
    const { out } = await run("--help");
    expect(out).toContain("neighbours");
    expect(out).not.toContain("describe");
    expect((await runIn(programOf([]), ["parse"])).err).toContain('unknown command "parse"');
    expect((await runIn(programOf([]), ["train"])).code).toBe(2);
  });
});

describe("every kind", () => {
  test.each([...KINDS, ...kinds].map((entry) => [entry.name, entry] as const))(
    "%s has the verbs its line says",
    async (_, { verbs, load }) => {
      const kind = await load();
      const found = [
        ...(kind.train ? ["train"] : []),
        ...(kind.inspect ? ["inspect"] : []),
        ...Object.keys(kind.verbs),
      ];
      expect([...verbs].sort()).toEqual(found.sort());
    },
  );
});
