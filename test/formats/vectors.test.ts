import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/base/index.ts";
import {
  BinaryVectorsReader,
  formatFloat32,
  readVectors,
  readVectorsBinary,
  vectors,
  type WordVector,
  writeVectors,
  writeVectorsBinary,
} from "../../src/formats/index.ts";
import { failureOf, testFormat } from "./contract.ts";

const float = fc.float({ noNaN: true, noDefaultInfinity: true });
const word = fc
  .oneof(fc.constantFrom("dog", "</s>", "犬", "#"), fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }))
  .filter((text) => !/[\s\uFEFF]/.test(text));
const vectorOf = (dimension: number): fc.Arbitrary<WordVector> =>
  fc.record({ word, vector: fc.array(float, { minLength: dimension, maxLength: dimension }).map((values) => Float32Array.from(values)) });

describe("word vectors as text", () => {
  testFormat(vectors, vectorOf(3), { header: "no" }, ["dog 1 2 3\n", "cat 1 2\n", "x", " ", "\n", "\r\n", "-0.5", "1e-3 "]);
  test("with a header, whatever the numbers", () => {
    fc.assert(
      fc.property(fc.array(vectorOf(2), { minLength: 1, maxLength: 4 }), (all) => {
        expect(readVectors(writeVectors(all), { header: "yes" })).toEqual(all);
      }),
    );
  });
  test("short numbers that stay the same", () => {
    expect([0.1, 1 / 3, 1e-20, -2.5, 16777217].map((value) => formatFloat32(Math.fround(value)))).toEqual([
      ...["0.1", "0.33333334", "1e-20", "-2.5", "16777216"],
    ]);
    fc.assert(fc.property(float, (value) => Object.is(Math.fround(Number(formatFloat32(value))), value)));
  });
  test("the header is seen where there is one", () => {
    expect(readVectors("2 1\na 1\nb 2\n")).toHaveLength(2);
    expect(readVectors("a 1\nb 2\n")).toHaveLength(2);
    expect(readVectors("7 1\n8 2\n", { header: "no" }).map((item) => item.word)).toEqual(["7", "8"]);
  });
  test.each([
    ["2 3\ndog 1 2 3\ncat 1 2", undefined, 'x:3:1: "cat" has 2 numbers; the header says 3.'],
    ["dog 1 2 3\ncat 1 2 3 4", undefined, 'x:2:1: "cat" has 4 numbers; the first line has 3.'],
    ["3 1\ndog 1\ncat 2", undefined, "x:1:1: the header promises 3 vectors; the file has 2."],
    ["1 2\ndog 1 two", undefined, 'x:2:7: "two" is no number; "dog" needs 2 numbers.'],
    ["1 2\ndog 1 NaN", undefined, 'x:2:7: "NaN" is no number; "dog" needs 2 numbers.'],
    ["dog 1 2", "yes" as const, 'x:1:1: "dog 1 2" is no header; expected the number of words and of dimensions.'],
    ["5 0\n", undefined, 'x:1:1: "5 0" is no header; expected the number of words and of dimensions.'],
    ["dog", undefined, 'x:1:1: "dog" has no numbers; a line is a word and its numbers.'],
  ])("%j", (text, header, message) => {
    expect(failureOf(vectors, text, header === undefined ? {} : { header }).message).toBe(message);
  });
  test("bad lines are skipped", () => {
    const errors: string[] = [];
    expect(readVectors("2 1\na 1\nb x\nc 3\n", { onBad: (error) => errors.push(error.message) })).toHaveLength(2);
    expect(errors).toEqual(['line 3:3: "x" is no number; "b" needs 1 number.', "line 1:1: the header promises 2 vectors; the file has 3."]);
  });
});

describe("word vectors in binary", () => {
  const bytesOf = (all: readonly WordVector[], dimension: number, count = all.length) =>
    Uint8Array.from([...writeVectorsBinary(all, { count, dimension })].flatMap((piece) => [...piece]));
  test("what is written is read again, in pieces of any size", () => {
    fc.assert(
      fc.property(fc.array(vectorOf(3), { maxLength: 5 }), fc.integer({ min: 1, max: 40 }), (all, size) => {
        const bytes = bytesOf(all, 3);
        expect(readVectorsBinary(bytes)).toEqual(all);
        const found: WordVector[] = [];
        const reader = new BinaryVectorsReader((vector) => found.push(vector));
        for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
        reader.end();
        expect(found).toEqual(all);
      }),
    );
  });
  const dog = { word: "dog", vector: Float32Array.of(1, 2) };
  test("without line ends between vectors", () => {
    const body = bytesOf([dog, dog], 2);
    const [end] = [body.length - 1];
    const tight = Uint8Array.from([...body.subarray(0, end - 13), ...body.subarray(end - 12, end)]);
    expect(body[end - 13]).toBe(10);
    expect(tight.length).toBe(body.length - 2);
    expect(readVectorsBinary(tight)).toEqual([dog, dog]);
  });
  const failure = (bytes: Uint8Array) => {
    try {
      readVectorsBinary(bytes, { file: "v.bin" });
    } catch (error) {
      if (error instanceof InputError) return error.message;
    }
    return undefined;
  };
  test("defects", () => {
    expect(failure(bytesOf([dog], 2).subarray(0, 10))).toBe("v.bin: the file ends inside vector 1; the header promises 1 vector.");
    expect(failure(bytesOf([dog], 2, 3))).toBe("v.bin: the file ends inside vector 2; the header promises 3 vectors.");
    expect(failure(bytesOf([dog, dog], 2, 1))).toBe("v.bin: there is more after the 1 vector the header promises.");
    expect(failure(new Uint8Array(100).fill(65))).toBe(
      "v.bin: the header is wrong; expected the number of words and of dimensions, as in 1000 300.",
    );
    expect(failure(new TextEncoder().encode("no header\n"))).toBe(
      "v.bin: the header is wrong; expected the number of words and of dimensions, as in 1000 300.",
    );
    expect(failure(new Uint8Array(0))).toBe("v.bin: there is no header; expected the number of words and of dimensions.");
    expect(failure(bytesOf([{ word: "cat", vector: Float32Array.of(1, Number.NaN) }], 2))).toBe(
      'v.bin: number 2 of vector 1 ("cat") is NaN.',
    );
    expect(failure(Uint8Array.from([...new TextEncoder().encode("1 1\n"), 0xff, 32, 0, 0, 0, 0]))).toBe("v.bin: word 1 is not UTF-8.");
  });
});
