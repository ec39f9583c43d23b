/** Arguments that are files, text or nothing. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { inputsOf, looksLikeText } from "../../../src/cli/data/inputs.ts";
import { Context } from "../../../src/cli/frame/context.ts";
import { textSources } from "../../../src/files/index.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-inputs-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "What a name.");
writeFileSync(file, "content\n");

function inContext(quiet = false) {
  let told = "";
  const stream = { write: (text: string) => (told += text) !== undefined, once: () => {} };
  return { context: new Context("eigentree parse", { stdout: stream, stderr: stream }, { quiet }), told: () => told };
}
const PLAIN = { text: false, encoding: "utf-8" };

describe("arguments", () => {
  test.each([
    ["The dog barks.", true],
    ["the dog", true],
    ["Why?", true],
    ['"Go!"', true],
    ["novel.txt", false],
    ["my texts/novel.txt", false],
    ["novel", false],
    ["texts of mine/", false],
    ["part one.txt.gz", false],
  ])("%s reads like text: %s", (argument, expected) => expect(looksLikeText(argument)).toBe(expected));

  test("that are files are files, whatever they are called; the others are text in their place", async () => {
    const { sources, typed } = inputsOf(inContext().context, ["A dog.", file, "A cat."], PLAIN, false);
    expect([sources.map(({ name }) => name), typed]).toEqual([["argument 1", file, "argument 3"], false]);
    const texts: string[] = [];
    for (const { pieces } of sources) for await (const piece of pieces) texts.push(piece);
    expect(texts).toEqual(["A dog.\n", "content\n", "A cat.\n"]);
    const forced = inputsOf(inContext().context, [file], { ...PLAIN, text: true }, false);
    expect(forced.sources[0]!.name).toBe("argument 1");
  });

  test("that are a word and no file: the error names --text", async () => {
    const { sources } = inputsOf(inContext().context, ["Vienna"], PLAIN, false);
    const read = async () => {
      for await (const piece of sources[0]!.pieces) return piece;
    };
    await expect(read()).rejects.toThrow(
      "Vienna: there is no such file; check the path, or add --text if this is the text itself.",
    );
  });

  test("that are empty are refused", () => {
    expect(() => inputsOf(inContext().context, ["A dog.", ""], PLAIN, false)).toThrow(
      "argument 2 after the model is empty; expected a file or a text.",
    );
  });
});

describe("no arguments", () => {
  test("mean standard input, with a hint at a terminal only", () => {
    const { context, told } = inContext();
    expect(inputsOf(context, [], PLAIN, false)).toMatchObject({ typed: false, sources: [{ name: "standard input" }] });
    expect(told()).toBe("");
    expect(inputsOf(context, [], PLAIN, true)).toMatchObject({ typed: true, sources: [{ name: "standard input" }] });
    expect(told()).toBe("Type a sentence and press Enter; Ctrl-D ends the input.\n");
  });

  test("standard input cannot be named twice", () => {
    expect(() => textSources(["-", "-"])).toThrow("standard input: is named twice but can be read only once.");
  });
});
