/** Labelled sequences from every format that holds them, in memory and in pieces. */
import { describe, expect, test } from "vitest";
import { InputError, OptionError } from "../../src/base/index.ts";
import { asSequences, collectSequences, readSequences, type TextSource } from "../../src/data/index.ts";
import { readPenn } from "../../src/formats/index.ts";

const conlluRow = (row: string, i: number) => {
  const [form, upos, xpos] = row.split(" ");
  return `${i + 1}\t${form}\t_\t${upos}\t${xpos}\t_\t_\t_\t_\t_`;
};
const conllu = (rows: readonly string[]) => `${rows.map(conlluRow).join("\n")}\n\n`;

/** A trace, an empty constituent, a function tag on a word and alternatives of a tag, inside an outer bracket. */
const TREE = "( (S (NP-SBJ-1 (DT The) (NN-HL dog)) (VP (VBZ|NNS barks) (NP (-NONE- *-1))) (. .)) )";

const pieces = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));

describe("formats", () => {
  test.each([
    ["conllu", conllu(["the DET DT", "dog NOUN NN"]), {}, ["DET", "NOUN"]],
    ["conllu", conllu(["the DET DT", "dog NOUN NN"]), { column: "xpos" }, ["DT", "NN"]],
    ["columns", "the DT B-NP\ndog NN I-NP\n\n", {}, ["B-NP", "I-NP"]],
    ["columns", "the DT B-NP\ndog NN I-NP\n\n", { column: "2" }, ["DT", "NN"]],
    ["columns", "the DT B-NP\ndog NN I-NP\n\n", { column: "-2" }, ["DT", "NN"]],
    ["tagged", "the/DT dog/NN\n", {}, ["DT", "NN"]],
    ["penn", "(NP (DT the) (NN dog))\n", {}, ["DT", "NN"]],
  ] as const)("%s, guessed and named", async (input, text, options, tags) => {
    const data = readSequences(text, { file: "a", ...options });
    expect(data.sequences).toMatchObject([{ words: ["the", "dog"], tags }]);
    expect(data.sources).toEqual([{ file: "a", records: 1, skipped: 0 }]);
    expect(readSequences(text, { file: "a", input, ...options })).toEqual(data);
    const source: TextSource = { name: "a", pieces: pieces(text, 3) };
    expect(await collectSequences([source], options)).toEqual(data);
  });

  test("several sources, one after another", async () => {
    const sources = [
      { name: "a", pieces: ["a/X\nb/Y\n"] },
      { name: "b", pieces: ["(NP (DT the))"] },
    ];
    const data = await collectSequences(sources);
    expect(data.sequences.map(({ tags }) => tags)).toEqual([["X"], ["Y"], ["DT"]]);
    expect(data.sources.map(({ records }) => records)).toEqual([2, 1]);
  });

  test.each([
    [
      "no label",
      conllu(["the _ DT"]),
      {},
      InputError,
      'a:1: word 1 of the sentence that begins here, "the", has no UPOS',
    ],
    ["a column that is none", conllu(["the _ DT"]), { column: "lemma" }, OptionError, "column must be upos or xpos"],
    [
      "a column too many",
      "a X\nb Y\n\n",
      { column: "3", input: "columns" },
      OptionError,
      'from 1 to 2 or from −1 back; got "3"',
    ],
    ["running text", "Hello there.\n", {}, InputError, "a: looks like text; expected labelled sequences"],
    ["nothing", " \n", {}, InputError, "a: is empty; expected data."],
    ["no such form", "a/X", { input: "xml" as never }, OptionError, "readSequences: input must be one of auto, conllu"],
  ])("%s is refused", (_, text, options, kind, message) => {
    const read = () => readSequences(text, { file: "a", ...options } as never);
    expect(read).toThrow(kind);
    expect(read).toThrow(message);
  });

  test("bad sequences are skipped and counted when asked", () => {
    const text = conllu(["the DET DT"]) + conllu(["dog _ NN"]) + conllu(["barks VERB VBZ"]);
    expect(() => readSequences(text, { file: "a" })).toThrow("a:3");
    const { sequences, sources, skipped } = readSequences(text, { file: "a", skipBad: true });
    expect(sequences.length).toBe(2);
    expect(sources).toEqual([{ file: "a", records: 2, skipped: 1 }]);
    expect(skipped).toEqual([expect.stringContaining('"dog", has no UPOS')]);
  });
});

describe("trees", () => {
  const expected = [{ words: ["The", "dog", "barks", "."], tags: ["DT", "NN", "VBZ", "."] }];

  test("are prepared as for a parser: traces are not words, function tags are not part of a tag", () => {
    const data = readSequences(TREE);
    expect(data.sequences).toEqual(expected);
    expect(data.preparation.empties).toEqual({ traces: 1, "emptied constituents": 1 });
    expect(data.preparation.functions).toEqual({ "function tags": 2 });
    expect(data.preparation.labels).toEqual({ "alternative labels": 1 });
  });

  test("may be prepared in other ways", () => {
    const { sequences, steps } = readSequences(TREE, { steps: ["empties"] });
    expect(sequences[0]!.tags).toEqual(["DT", "NN-HL", "VBZ|NNS", "."]);
    expect(steps).toEqual(["empties"]);
  });

  test("a tree of nothing but traces is left out and counted", () => {
    const data = readSequences(`${TREE} (S (NP (-NONE- *)))`);
    expect(data.sequences).toEqual(expected);
    expect(data.preparation.empties!["trees lost"]).toBe(1);
  });

  test("in memory get the same preparation as those of a file", () => {
    const { sequences, preparation } = readSequences(TREE);
    expect(asSequences(readPenn(TREE))).toMatchObject({ sequences, preparation, sources: [] });
  });
});

describe("plain sentences", () => {
  test("become data; data stay what they are; nothing of the caller's is frozen", () => {
    const words = ["the"];
    const data = asSequences([{ words, tags: ["DT"] }], { language: "de" });
    expect(data).toMatchObject({ sequences: [{ words: ["the"], tags: ["DT"] }], language: "de", column: "" });
    expect(asSequences(data)).toBe(data);
    expect(Object.isFrozen(data)).toBe(true);
    expect(Object.isFrozen(data.sequences)).toBe(true);
    expect(Object.isFrozen(words)).toBe(false);
  });
});

test("reading stops when its signal is given", async () => {
  const stop = new AbortController();
  async function* endless() {
    for (let i = 0; ; i++) {
      if (i === 100) stop.abort(new Error("enough"));
      yield "the/DT dog/NN\n".repeat(50);
    }
  }
  await expect(
    collectSequences([{ name: "a", pieces: endless() }], { input: "tagged" }, { signal: stop.signal }),
  ).rejects.toThrow("enough");
});
