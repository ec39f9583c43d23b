/** Tables that are mostly zero: nothing is lost, room is saved, and nothing hostile gets through. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ModelFileError,
  type ModelParts,
  packTensors,
  Random,
  type Tensor,
  type TensorData,
  unpackTensors,
} from "../../../src/base/index.ts";

const partsWith = (tensors: Record<string, Tensor>): ModelParts => ({
  ...{ kind: "test", version: 1, options: null, report: null, symbols: {} },
  tensors,
});
const bytesOf = (tensors: Readonly<Record<string, Tensor>>) =>
  Object.values(tensors).reduce((sum, { data }) => sum + data.byteLength, 0);
const vector = (data: TensorData): Tensor => ({ shape: [data.length], data });

/** A table of which about this share is not zero. */
function table(length: number, share: number, seed = 1): Float32Array {
  const random = new Random(seed);
  return Float32Array.from({ length }, () => (random.uniform() < share ? random.normal() : 0));
}

describe("packed tables", () => {
  test.each([0, 0.001, 0.1, 0.5, 0.99, 1])("with a share of %d not zero come back bit for bit", (share) => {
    for (const length of [1, 7, 8, 9, 64, 5000, 5003]) {
      const tensors = { a: vector(table(length, share)), b: vector(Float64Array.from(table(length, share))) };
      const packed = packTensors(tensors);
      expect(bytesOf(packed)).toBeLessThanOrEqual(bytesOf(tensors) + 8);
      const { a, b } = unpackTensors(partsWith(packed)).tensors;
      expect(new Uint8Array(a!.data.buffer)).toEqual(new Uint8Array(tensors.a.data.buffer));
      expect(b).toEqual(tensors.b);
    }
  });

  test("of any numbers come back, also −0 and infinities", () => {
    const number = fc.oneof(
      { weight: 8, arbitrary: fc.constant(0) },
      fc.constantFrom(-0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e-40),
      fc.float({ noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(number, { maxLength: 300 }), (numbers) => {
        const data = Float32Array.from(numbers);
        const { tensors } = unpackTensors(partsWith(packTensors({ a: vector(data) })));
        expect(Array.from(tensors.a!.data)).toEqual(Array.from(data));
        expect(Array.from(tensors.a!.data, (x) => Object.is(x, -0))).toEqual(Array.from(data, (x) => Object.is(x, -0)));
      }),
    );
  });

  test("take room for what is not zero: an eighth of a byte a place, and less in empty stretches", () => {
    const half = packTensors({ a: vector(table(80_000, 0.5)) });
    expect(bytesOf(half)).toBeLessThan(0.54 * 4 * 80_000);
    const empty = packTensors({ a: vector(new Float32Array(1 << 20)) });
    expect(bytesOf(empty)).toBeLessThan(1100);
  });

  test("keep their shape, and others are left as they are", () => {
    const grid = { shape: [30, 10], data: table(300, 0.05) };
    const others = { full: vector(table(100, 1)), ids: vector(new Int32Array(100)) };
    const packed = packTensors({ grid, ...others });
    expect(Object.keys(packed).sort()).toEqual(["full", "grid:masks", "grid:shape", "grid:values", "ids"]);
    expect(unpackTensors(partsWith(packed)).tensors).toEqual({ grid, ...others });
  });

  test("are unpacked into shared memory when they lie there", () => {
    const packed = packTensors({ a: vector(table(1000, 0.01)) });
    const values = packed["a:values"]!.data;
    const shared = new Float32Array(new SharedArrayBuffer(values.byteLength));
    shared.set(values);
    const { tensors } = unpackTensors(partsWith({ ...packed, "a:values": vector(shared) }));
    expect(tensors.a!.data.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(unpackTensors(partsWith(packed)).tensors.a!.data.buffer).toBeInstanceOf(ArrayBuffer);
  });
});

describe("hostile tables", () => {
  const good = packTensors({ a: vector(table(1003, 0.1)) });
  const refused = (changes: Record<string, Tensor | undefined>, reason: string) => {
    const tensors = Object.fromEntries(Object.entries({ ...good, ...changes }).filter(([, value]) => value));
    const read = () => unpackTensors(partsWith(tensors as Record<string, Tensor>));
    expect(read).toThrow(ModelFileError);
    expect(read).toThrow(reason);
  };

  test("are refused", () => {
    const masks = good["a:masks"]!.data as Uint8Array;
    refused({ "a:values": undefined }, 'has no table "a:values"');
    refused({ "a:shape": undefined }, 'has no table "a:shape"');
    refused({ "a:masks": vector(new Float32Array(3)) }, 'Float32Array in table "a:masks" where Uint8Array');
    refused({ "a:shape": vector(Uint32Array.of(1011)) }, 'has 126 blocks in table "a" where its shape asks for 127');
    refused({ "a:shape": vector(Uint32Array.of(2 ** 32 - 1, 2 ** 32 - 1)) }, "has 126 blocks in table");
    refused({ "a:masks": vector(masks.subarray(0, -1)) }, "blocks in table");
    refused({ "a:values": vector(new Float32Array(3)) }, 'has 3 numbers in table "a" where its masks ask for');
    refused({ a: vector(new Float32Array(1)) }, 'has table "a" twice');
    const past = { "b:masks": vector(Uint8Array.of(0b1000)), "b:values": vector(Float32Array.of(1)) };
    refused({ ...past, "b:shape": vector(Uint32Array.of(2)) }, 'has numbers past the end of table "b"');
  });

  test("that ask for more memory than there is are refused", () => {
    const blocks = 2 ** 24;
    const masks = new Uint8Array(2 * blocks);
    for (let at = 1; at < masks.length; at += 2) masks[at] = 255;
    const places = 8 * 255 * blocks;
    const shape = Uint32Array.of(2 ** 16, places / 2 ** 16);
    refused(
      { "b:masks": vector(masks), "b:values": vector(new Float32Array(0)), "b:shape": vector(shape) },
      "asks for",
    );
  });
});
