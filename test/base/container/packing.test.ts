/** Packed models: what may be lost is bounded, what must not be lost is not, and nothing hostile gets through. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decodeModel,
  encodeModel,
  ModelFileError,
  type ModelParts,
  packTables,
  Random,
  sealContainer,
  type Tensor,
  type TensorData,
  unpackTables,
} from "../../../src/base/index.ts";

const rawBytes = ({ buffer, byteOffset, byteLength }: TensorData) => new Uint8Array(buffer, byteOffset, byteLength);
const vector = (data: TensorData): Tensor => ({ shape: [data.length], data });
const filled = (length: number, value: (random: Random) => number, seed = 1): Float32Array => {
  const random = new Random(seed);
  return Float32Array.from({ length }, () => value(random));
};
const through = (tensors: Record<string, Tensor>): Record<string, Tensor> => {
  const { tensors: packed, packing } = packTables(tensors);
  return unpackTables(packed, JSON.parse(JSON.stringify(packing)));
};
const bytesOf = (tensors: Readonly<Record<string, Tensor>>) =>
  Object.values(tensors).reduce((sum, { data }) => sum + data.byteLength, 0);

describe("packed tables", () => {
  test("of signed numbers are within 1/126 of the largest of their block, small ones closer, in a quarter of the room", () => {
    const data = filled(10_000, (random) => random.normal());
    const tensors = { weights: { shape: [100, 100], data } };
    expect(bytesOf(packTables(tensors).tensors)).toBeLessThan(0.27 * data.byteLength);
    const { weights } = through(tensors);
    expect(weights!.shape).toEqual([100, 100]);
    expect(weights!.data).toBeInstanceOf(Float32Array);
    for (let begin = 0; begin < data.length; begin += 64) {
      const block = data.subarray(begin, begin + 64);
      const most = Math.max(...block.map(Math.abs));
      const errors = block.map((value, i) => Math.abs(weights!.data[begin + i]! - value));
      expect(Math.max(...errors)).toBeLessThanOrEqual(most / 126);
      const small = errors.filter((_, i) => Math.abs(block[i]!) < most / 100);
      expect(Math.max(0, ...small)).toBeLessThanOrEqual(most / 1000);
    }
  });

  test("that hardly take room keep 16 bits", () => {
    const small = Float64Array.from(filled(300, (random) => random.normal()));
    const { rare } = through({ rare: vector(small), large: vector(filled(100_000, (random) => random.normal())) });
    for (let i = 0; i < small.length; i++) expect(Math.abs(rare!.data[i]! - small[i]!)).toBeLessThan(1e-3 * 0.25);
  });

  test("of probabilities keep their order of magnitude, zeros and ones", () => {
    const data = Float64Array.from(filled(1000, (random) => 10 ** (-30 * random.uniform())));
    data.set([0, 1, 1e-37, 0.5]);
    const { p } = through({ p: vector(data) });
    expect(Array.from(p!.data.slice(0, 2))).toEqual([0, 1]);
    const errors = data.map((value, i) => (value === 0 ? 0 : Math.abs(p!.data[i]! - value) / value));
    expect(Math.max(...errors)).toBeLessThanOrEqual(1 / 256);
    expect(Math.max(...p!.data)).toBe(1);
  });

  test("of whole numbers lose nothing, and sorted ones are stored as steps", () => {
    const number = fc.oneof(fc.integer({ min: -3, max: 200 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
    fc.assert(
      fc.property(fc.array(number, { minLength: 256, maxLength: 400 }), (numbers) => {
        const sorted = Int32Array.from(numbers).sort();
        const tensors = {
          any: vector(Int32Array.from(numbers)),
          sorted: vector(sorted),
          floats: vector(Float64Array.from(numbers, (value) => (value % 300) + 0)),
          unsigned: vector(Uint32Array.from(sorted, (value) => value + 2 ** 31)),
          short: vector(Uint16Array.from(numbers, (value) => Math.abs(value) % 300)),
        };
        const restored = through(tensors);
        for (const [name, { data }] of Object.entries(tensors)) {
          expect(restored[name]!.data.constructor).toBe(data.constructor);
          expect(Buffer.compare(rawBytes(restored[name]!.data), rawBytes(data))).toBe(0);
        }
      }),
    );
    const offsets = Uint32Array.from({ length: 10_000 }, (_, i) => 7 * i);
    expect(packTables({ offsets: vector(offsets) }).tensors.offsets!.data).toBeInstanceOf(Uint8Array);
  });

  test("that are short, hold infinities or exceed single precision stay as they are", () => {
    const tensors = {
      short: vector(filled(255, (random) => random.normal())),
      infinite: vector(filled(300, () => 1).fill(Number.NEGATIVE_INFINITY, 5, 6)),
      huge: vector(Float64Array.from({ length: 300 }, (_, i) => -1e300 * i - 0.5)),
    };
    const { tensors: packed, packing } = packTables(tensors);
    expect(packing).toEqual({});
    expect(packed).toEqual(tensors);
  });
});

const parts: ModelParts = {
  ...{ kind: "tagger", version: 1, options: {}, report: null, symbols: {} },
  tensors: {
    weights: vector(filled(1000, (random) => random.normal())),
    shares: vector(filled(1000, (random) => random.uniform())),
    starts: vector(Uint32Array.from({ length: 1000 }, (_, i) => 3 * i)),
    labels: vector(Int32Array.from({ length: 1000 }, (_, i) => i % 40)),
  },
};
const whole = (pieces: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(pieces));

describe("a packed model", () => {
  test("is smaller, says in its header how it was packed, and comes back with the same types", async () => {
    const [plain, packed] = [whole(await encodeModel(parts)), whole(await encodeModel(parts, { pack: true }))];
    expect(packed.length).toBeLessThan(0.45 * plain.length);
    expect(Buffer.from(plain).toString("latin1")).toContain('"format_version":"1"');
    expect(Buffer.from(packed).toString("latin1")).toContain('"format_version":"4"');
    const { tensors, ...rest } = await decodeModel(packed);
    const { tensors: before, ...restBefore } = parts;
    expect(rest).toEqual(restBefore);
    expect(Object.keys(tensors).sort()).toEqual(Object.keys(before).sort());
    for (const [name, { shape, data }] of Object.entries(before)) {
      expect(tensors[name]!.shape).toEqual(shape);
      expect(tensors[name]!.data.constructor).toBe(data.constructor);
    }
    expect(tensors.starts).toEqual(before.starts);
    expect(tensors.labels).toEqual(before.labels);
  });

  test("packed again after it was read is the same, byte for byte", async () => {
    const packed = whole(await encodeModel(parts, { pack: true }));
    expect(whole(await encodeModel(await decodeModel(packed), { pack: true }))).toEqual(packed);
  });

  test("in shared memory is unpacked into shared memory", async () => {
    const packed = whole(await encodeModel(parts, { pack: true }));
    const shared = new Uint8Array(new SharedArrayBuffer(packed.length));
    shared.set(packed);
    const { tensors } = await decodeModel(shared);
    for (const { data } of Object.values(tensors)) expect(data.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  const METADATA = {
    ...{ format: "eigentree", format_version: "2", kind: "tagger", version: "1" },
    ...{ options: "{}", report: "null", symbols: "{}" },
  };
  const { tensors: stored, packing } = packTables(parts.tensors);
  const { "weights:scales": _, ...unscaled } = stored;
  const changed = (name: string, how: unknown) => JSON.stringify({ ...packing, [name]: how });
  const cases: Readonly<Record<string, readonly [Record<string, Tensor>, string, RegExp]>> = {
    "packing that is not JSON": [stored, "{", /no readable packing/],
    "packing that is a list": [stored, "[]", /packing that is not a table/],
    "a table that is not there": [stored, changed("absent", { type: "F32", as: "whole" }), /no packed table "absent"/],
    "a table of the prototype": [stored, changed("toString", { type: "F32", as: "whole" }), /no packed table/],
    "nothing about a table": [stored, changed("weights", null), /of which type table "weights"/],
    "an unknown type": [stored, changed("weights", { type: "__proto__", as: "scaled" }), /of which type/],
    "an unknown way": [stored, changed("weights", { type: "F32", as: "magic" }), /how table "weights"/],
    "scaled whole numbers": [stored, changed("labels", { type: "I32", as: "scaled" }), /how table "labels"/],
    "no scales": [unscaled, JSON.stringify(packing), /no scales for table "weights"/],
    "scales of another length": [
      { ...stored, "weights:scales": vector(new Float32Array(3)) },
      JSON.stringify(packing),
      /no scales/,
    ],
    "a scale that is NaN": [
      { ...stored, "weights:scales": vector(new Float32Array(16).fill(Number.NaN)) },
      JSON.stringify(packing),
      /NaN in tensor "weights/,
    ],
    "a scale without bound, which times zero is NaN": [
      { ...stored, "weights:scales": vector(new Float32Array(16).fill(Number.POSITIVE_INFINITY)) },
      JSON.stringify(packing),
      /scales without bound for table "weights"/,
    ],
    "rounded numbers that are NaN": [
      { ...stored, shares: vector(new Uint16Array(1000).fill(0xffff)) },
      JSON.stringify(packing),
      /NaN in tensor "shares"/,
    ],
    "rounded numbers in bytes": [
      { ...stored, shares: vector(new Uint8Array(1000)) },
      JSON.stringify(packing),
      /how table "shares"/,
    ],
    "packed numbers of full width": [
      { ...stored, shares: vector(new Float32Array(1000)) },
      JSON.stringify(packing),
      /another type in table "shares"/,
    ],
    "a lowest number that is none": [stored, changed("labels", { type: "I32", as: "whole", low: "0" }), /no lowest/],
    "numbers past the type": [
      stored,
      changed("labels", { type: "I32", as: "whole", low: 2 ** 31 - 5 }),
      /too large for table "labels"/,
    ],
    "steps past the type": [
      { ...stored, starts: vector(new Uint16Array(1000).fill(65535)) },
      changed("starts", { type: "U16", as: "steps" }),
      /too large for table "starts"/,
    ],
    "numbers below the type": [stored, changed("starts", { type: "U32", as: "steps", low: -1 }), /too large/],
  };
  test.each(Object.entries(cases))("with %s is refused", async (_name, [tensors, text, message]) => {
    const bytes = whole(sealContainer(tensors, { ...METADATA, packing: text }));
    const refused = decodeModel(bytes);
    await expect(refused).rejects.toBeInstanceOf(ModelFileError);
    await expect(refused).rejects.toThrow(message);
  });
});
