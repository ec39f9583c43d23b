/** Lists of symbols in packed models: nothing is lost, words take a third of the room, nothing hostile gets through. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decodeModel,
  encodeModel,
  ModelFileError,
  type ModelParts,
  packSymbols,
  Random,
  sealContainer,
  unpackSymbols,
} from "../../../src/base/index.ts";

const through = (texts: readonly string[]): readonly string[] => {
  const { symbols, tensors, packed } = packSymbols({ texts });
  return { ...symbols, ...unpackSymbols(tensors, packed).symbols }.texts!;
};
/** More texts than stay as they are. */
const many = (text: (i: number) => string): string[] => Array.from({ length: 400 }, (_, i) => text(i));
const random = new Random(3);
const WORDS = Array.from({ length: 5000 }, () => random.integer(1e9).toString(26));

const partsWith = (symbols: Record<string, string[]>): ModelParts => ({
  ...{ kind: "test", version: 1, options: {}, report: null, symbols },
  tensors: { numbers: { shape: [2], data: Float64Array.of(1, 2) } },
});
const joined = (pieces: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(pieces));

describe("packed symbols", () => {
  test("come back in their order, with repetitions and empty texts", () => {
    expect(through(WORDS)).toEqual(WORDS);
    const repeated = many((i) => ["b", "", "a", "ab", "b"][i % 5]!);
    expect(through(repeated)).toEqual(repeated);
  });

  test("may be any texts", () => {
    const texts = fc.array(fc.string({ unit: "binary", maxLength: 40 }), { minLength: 256, maxLength: 300 });
    const isKept = (list: readonly string[]) => {
      expect(through(list)).toEqual(list);
    };
    fc.assert(fc.property(texts, isKept), { numRuns: 50 });
    for (const odd of ["\ud800", "\udc00x", "\ufeff", "\0", "😀", "é".repeat(5000), "a".repeat(70_000)]) {
      const list = many((i) => (i === 7 ? odd : `${odd}${i}`));
      expect(through(list)).toEqual(list);
    }
  });

  test("take less room than JSON, and the order nothing where they are sorted", () => {
    const sorted = [...new Set(WORDS)].sort();
    const size = (list: string[]) =>
      Object.values(packSymbols({ list }).tensors).reduce((sum, { data }) => sum + data.byteLength, 0);
    expect(size(sorted)).toBeLessThan(0.65 * JSON.stringify(sorted).length);
    expect(Object.keys(packSymbols({ sorted }).tensors)).toEqual(["symbols:sorted"]);
    expect(packSymbols({ few: ["a", "b"] })).toEqual({ symbols: { few: ["a", "b"] }, tensors: {}, packed: [] });
  });

  test("are those of the model that was packed", async () => {
    const parts = partsWith({ words: WORDS, labels: ["S", "NP"], odd: many(String) });
    const packed = joined(await encodeModel(parts, { pack: true }));
    expect(packed.length).toBeLessThan(joined(await encodeModel(parts)).length);
    const read = await decodeModel(packed);
    expect(read.symbols).toEqual(parts.symbols);
    expect(Object.keys(read.tensors)).toEqual(["numbers"]);
    expect(joined(await encodeModel(read, { pack: true }))).toEqual(packed);
  });
});

describe("hostile tables of symbols", () => {
  const bytes = (...data: number[]) => ({ shape: [data.length], data: Uint8Array.from(data) });
  const order = (...data: number[]) => ({ shape: [data.length], data: Uint32Array.from(data) });
  const refused: [string, Parameters<typeof unpackSymbols>[0], string][] = [
    ["no table", {}, "has no table of the packed"],
    ["a table of another type", { "symbols:x": order(1) }, "has no table of the packed"],
    ["more shared than there is", { "symbols:x": bytes(0x10) }, "is cut short in"],
    ["a text beyond the end", { "symbols:x": bytes(0x05, 97) }, "is cut short in"],
    ["a number without an end", { "symbols:x": bytes(0x0f, 0xff, 0xff) }, "is cut short in"],
    ["a number beyond all numbers", { "symbols:x": bytes(0x0f, ...Array(40).fill(0xff)) }, "is cut short in"],
    ["bytes that are not UTF-8", { "symbols:x": bytes(0x01, 0xff) }, "has bytes that are no texts in"],
    ["half a character", { "symbols:x": bytes(0x01, 0xc3, 0x01, 97) }, "has bytes that are no texts in"],
    [
      "texts that grow without bound",
      // A text of 60,000 letters, and 5,000 that repeat it.
      {
        "symbols:x": bytes(
          0x0f,
          0xd1,
          0xd4,
          3,
          ...Array(60_000).fill(97),
          ...Array(5000).fill([0xf0, 0xd1, 0xd4, 3]).flat(),
        ),
      },
      "has too long texts in",
    ],
    [
      "an order of another length",
      { "symbols:x": bytes(0x01, 97), "symbols:x:order": order(0, 0) },
      "does not tell the order of",
    ],
    [
      "an order that points outside",
      { "symbols:x": bytes(0x01, 97), "symbols:x:order": order(1) },
      "does not tell the order of",
    ],
  ];
  test.each(refused)("%s", (_, tensors, found) => {
    expect(() => unpackSymbols(tensors, ["x"])).toThrow(`${found} symbols "x"`);
  });

  test("names that are none", () => {
    for (const names of [null, {}, [1], "x"]) expect(() => unpackSymbols({}, names)).toThrow("not a list of names");
  });

  test("are a ModelFileError under a good checksum", async () => {
    const fields = { format: "eigentree", format_version: "3", kind: "test", version: "1" };
    const texts = { options: "{}", report: "null", symbols: "{}", packing: "{}", packed_symbols: '["x"]' };
    const file = joined(sealContainer({ "symbols:x": bytes(0x05, 97) }, { ...fields, ...texts }));
    await expect(decodeModel(file)).rejects.toThrow(ModelFileError);
  });
});
