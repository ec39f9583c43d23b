/** Word vectors from word2vec files, text and binary. */
import { describe, expect, test } from "vitest";
import {
  collectVectors,
  looksLikeVectors,
  readVectors,
  streamVectors,
  type WordVectors,
} from "../../src/data/index.ts";
import { writeVectors, writeVectorsBinary } from "../../src/formats/index.ts";

const RECORDS = [
  { word: "the", vector: Float32Array.of(1, -0.5, 3e-5) },
  { word: "Füße", vector: Float32Array.of(0, 2, 1.25) },
];
const bytesOf = (text: string) => new TextEncoder().encode(text);
const TEXT = writeVectors(RECORDS);
const BINARY = Uint8Array.from(
  [...writeVectorsBinary(RECORDS, { count: 2, dimension: 3 })].flatMap((piece) => [...piece]),
);

const contentOf = ({ words, dimensions, data }: WordVectors) => ({ words, dimensions, data: Array.from(data) });
const EXPECTED = { words: ["the", "Füße"], dimensions: 3, data: RECORDS.flatMap(({ vector }) => [...vector]) };

describe("word2vec files", () => {
  test("are read from text, from its bytes and from binary, which is told by its beginning", () => {
    for (const content of [TEXT, bytesOf(TEXT), bytesOf(`\uFEFF${TEXT}`), BINARY])
      expect(contentOf(readVectors(content))).toEqual(EXPECTED);
    expect(contentOf(readVectors(TEXT.split("\n").slice(1).join("\n")))).toEqual(EXPECTED);
    expect(() => readVectors(bytesOf(TEXT), { input: "binary" })).toThrow("word 2 has a line end in it");
  });

  test("do not depend on the pieces they come in", async () => {
    for (const whole of [bytesOf(TEXT), BINARY]) {
      for (const size of [1, 2, 3, 7, whole.length]) {
        const pieces: Uint8Array[] = [];
        for (let at = 0; at < whole.length; at += size) pieces.push(whole.subarray(at, at + size));
        expect(contentOf(await collectVectors({ name: "v", pieces }))).toEqual(EXPECTED);
      }
    }
  });

  test("come one by one with their lines, or their numbers in a binary file", async () => {
    const placesOf = async (bytes: Uint8Array) => {
      const places = [];
      for await (const { record, line, binary } of streamVectors({ name: "v", pieces: [bytes] }))
        places.push([record.word, line, binary]);
      return places;
    };
    expect(await placesOf(bytesOf(TEXT))).toEqual([
      ["the", 2, false],
      ["Füße", 3, false],
    ]);
    expect(await placesOf(BINARY)).toEqual([
      ["the", 1, true],
      ["Füße", 2, true],
    ]);
  });

  test("fold look-ups when told how the words were folded", () => {
    const folding = { lowerCase: true, foldDigits: false, straightApostrophes: false };
    expect([readVectors(TEXT).has("THE"), readVectors(TEXT, { folding }).has("THE")]).toEqual([false, true]);
  });

  const twice = "2 1\na 1\na 2\n";
  test.each([
    [twice, 'v.vec:3:1: the word "a" appears twice, first on line 2; expected every word once.'],
    ["", "v.vec: holds no word vectors; expected lines of a word and its numbers."],
    ["a 1 2\nb 1\n", 'v.vec:2:1: "b" has 1 number; the first line has 2.'],
  ])("refuse %j with its place", async (content, message) => {
    expect(() => readVectors(content, { file: "v.vec" })).toThrow(message);
    const collected = collectVectors({ name: "v.vec", pieces: [bytesOf(content)] });
    await expect(collected).rejects.toThrow(message);
  });

  test("that are not UTF-8 name the line", () => {
    const latin = Uint8Array.from([...bytesOf("the 1 2\nf"), 0xfc, ...bytesOf("r 3 4\n")]);
    expect(() => readVectors(latin, { file: "v.vec" })).toThrow(
      "v.vec:2: the line is not UTF-8; save the file as UTF-8 (it may be Latin-1 or Windows-1252).",
    );
  });

  test("are told from other text by their beginning", () => {
    expect(
      ["3 2\nx", "word 1 -2 0.5 3e-4 5", "a b c", "12 angry men", ""].map((text) => looksLikeVectors(bytesOf(text))),
    ).toEqual([true, true, false, false, false]);
    expect(looksLikeVectors(BINARY)).toBe(true);
  });

  test("stop when told to", async () => {
    const stop = new AbortController();
    async function* endless() {
      for (let i = 0; ; i++) yield bytesOf(`w${i} 1 2\n`);
    }
    const collected = collectVectors({ name: "v", pieces: endless() }, {}, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error("enough")), 50);
    await expect(collected).rejects.toThrow("enough");
  });
});
