/** Word vectors as text and as binary. */
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
  fc.record({
    word,
    vector: fc.array(float, { minLength: dimension, maxLength: dimension }).map((values) => Float32Array.from(values)),
  });

describe("word vectors as text", () => {
  testFormat(vectors, vectorOf(3), { header: "no" }, [
    "dog 1 2 3\n",
    "cat 1 2\n",
    "x",
    " ",
    "\n",
    "\r\n",
    "-0.5",
    "1e-3 ",
  ]);
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
  test("blank lines may stand before it", () => {
    expect(readVectors("\n \n2 1\na 1\nb 2\n")).toHaveLength(2);
    expect(failureOf(vectors, "\n2 2", {}).message).toBe("x:2:1: the header promises 2 vectors; the file has 0.");
  });
  test("a first row that would be taken for a header is written so that it is not", () => {
    const row = [{ word: "7", vector: Float32Array.of(3) }];
    expect(vectors.write(row[0]!)).toBe("7 3.0\n");
    expect(readVectors(vectors.write(row[0]!))).toEqual(row);
    expect(vectors.write({ word: "7", vector: Float32Array.of(3, 4) })).toBe("7 3 4\n");
    expect(vectors.write({ word: "dog", vector: Float32Array.of(3) })).toBe("dog 3\n");
  });
  test.each([
    ["2 3\ndog 1 2 3\ncat 1 2", undefined, 'x:3:1: "cat" has 2 numbers; the header says 3.'],
    ["dog 1 2 3\ncat 1 2 3 4", undefined, 'x:2:1: "cat" has 4 numbers; the first line has 3.'],
    ["3 1\ndog 1\ncat 2", undefined, "x:1:1: the header promises 3 vectors; the file has 2."],
    ["1 2\ndog 1 two", undefined, 'x:2:7: "two" is not a number; "dog" needs 2 numbers.'],
    ["1 2\ndog 1 NaN", undefined, 'x:2:7: "NaN" is not a number; "dog" needs 2 numbers.'],
    ["dog 1 2", "yes" as const, 'x:1:1: "dog 1 2" is not a header; expected the number of words and of dimensions.'],
    ["1 2\ndog 1 1e39", undefined, 'x:2:7: "1e39" is beyond the range of 32-bit floats, ±3.4e38; rescale the vectors.'],
    ["dog -3.5e38", undefined, 'x:1:5: "-3.5e38" is beyond the range of 32-bit floats, ±3.4e38; rescale the vectors.'],
    ["1e9 3\ndog 1", "yes" as const, 'x:1:1: "1e9 3" is not a header; expected the number of words and of dimensions.'],
    [
      `${"9".repeat(25)} 3\ndog 1 2 3`,
      "yes" as const,
      `x:1:1: "${"9".repeat(25)} 3" is not a header; expected the number of words and of dimensions.`,
    ],
    ["5 0\n", undefined, 'x:1:1: "5 0" is not a header; expected the number of words and of dimensions.'],
    ["dog", undefined, 'x:1:1: "dog" has no numbers; a line is a word and its numbers.'],
  ])("%j", (text, header, message) => {
    expect(failureOf(vectors, text, header === undefined ? {} : { header }).message).toBe(message);
  });
  test("bad lines are skipped", () => {
    const errors: string[] = [];
    expect(readVectors("2 1\na 1\nb x\nc 3\n", { onBad: (error) => errors.push(error.message) })).toHaveLength(2);
    expect(errors).toEqual([
      'line 3:3: "x" is not a number; "b" needs 1 number.',
      "line 1:1: the header promises 2 vectors; the file has 3.",
    ]);
  });
});

describe("word vectors in binary", () => {
  test("what cannot be read again is not written", () => {
    const write = (record: WordVector, dimension: number) => () =>
      [...writeVectorsBinary([record], { count: 1, dimension })].length;
    const vector = Float32Array.of(1, 2);
    const size = "expected a number of words and at least one dimension, whole numbers.";
    for (const [count, dimension] of [
      [0, 0],
      [-1, 2],
      [1.5, 2],
      [1, 2.5],
    ] as const) {
      const message = `word vectors cannot hold ${count} words of ${dimension} dimensions; ${size}`;
      expect(() => [...writeVectorsBinary([], { count, dimension })]).toThrow(message);
      expect(() => vectors.begin!({ count, dimension })).toThrow(message);
    }
    expect(write({ word: "", vector }, 2)).toThrow(InputError);
    expect(write({ word: "a b", vector }, 2)).toThrow('cannot hold the word "a b": it is empty or has a blank in it.');
    expect(write({ word: "a", vector }, 3)).toThrow('cannot hold the vector of "a"; expected 3 finite numbers.');
    expect(write({ word: "a", vector: Float32Array.of(1, Number.NaN) }, 2)).toThrow("expected 2 finite numbers.");
    expect(write({ word: "a".repeat(10_000), vector }, 2)).toThrow("it has more than 10000 bytes.");
    expect(() => formatFloat32(1e39)).toThrow("only finite 32-bit floats can be written.");
  });
  test("any bytes are read and written the same, or refused", () => {
    const part = fc.constantFrom("a", " ", "\n", "\t", "\r", "\u0000", "\uFEFF", "1");
    let good = 0;
    fc.assert(
      fc.property(fc.array(part, { minLength: 6, maxLength: 9 }), (parts) => {
        const body = new TextEncoder().encode(`1 1\n${parts.join("")}`);
        let all: WordVector[];
        try {
          all = readVectorsBinary(body);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          return;
        }
        good++;
        expect(readVectorsBinary(bytesOf(all, 1))).toEqual(all);
      }),
      { numRuns: 2000 },
    );
    expect(good).toBeGreaterThan(20);
  });
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
    expect(failure(bytesOf([dog], 2).subarray(0, 10))).toBe(
      "v.bin: the file ends inside vector 1; the header promises 1 vector.",
    );
    expect(failure(bytesOf([dog], 2, 3))).toBe("v.bin: the file ends inside vector 2; the header promises 3 vectors.");
    expect(failure(bytesOf([dog, dog], 2, 1))).toBe("v.bin: there is more after the 1 vector the header promises.");
    expect(failure(new Uint8Array(100).fill(65))).toBe(
      "v.bin: the header is wrong; expected the number of words and of dimensions, as in 1000 300.",
    );
    expect(failure(new TextEncoder().encode("no header\n"))).toBe(
      "v.bin: the header is wrong; expected the number of words and of dimensions, as in 1000 300.",
    );
    expect(failure(new Uint8Array(0))).toBe(
      "v.bin: there is no header; expected the number of words and of dimensions.",
    );
    const withNumber = (value: number) => {
      const bytes = bytesOf([{ word: "cat", vector: Float32Array.of(1, 2) }], 2);
      new DataView(bytes.buffer).setFloat32(bytes.length - 5, value, true);
      return bytes;
    };
    expect(failure(withNumber(Number.NaN))).toBe('v.bin: number 2 of vector 1 ("cat") is NaN.');
    expect(failure(withNumber(Number.NEGATIVE_INFINITY))).toBe('v.bin: number 2 of vector 1 ("cat") is -Infinity.');
    const bytes = (...parts: (string | readonly number[])[]) =>
      Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)));
    expect(failure(bytes("1 1\n ", [0, 0, 0, 0]))).toBe(
      "v.bin: word 1 is empty; expected a word, a blank and 1 number.",
    );
    expect(failure(bytes("1 1\na\nb ", [0, 0, 0, 0]))).toBe(
      "v.bin: word 1 has a line end in it; expected a blank after it.",
    );
    expect(failure(bytes("5"))).toBe(
      "v.bin: the header is wrong; expected the number of words and of dimensions, as in 1000 300.",
    );
    expect(failure(bytes("1 1\n", "a".repeat(10_001)))).toBe("v.bin: word 1 has no end; this is not a word2vec file.");
    expect(failure(Uint8Array.from([...new TextEncoder().encode("1 1\n"), 0xff, 32, 0, 0, 0, 0]))).toBe(
      "v.bin: word 1 is not UTF-8.",
    );
  });
});
