/** Deflated tables come back as they were, and nothing hostile takes memory that it does not fill. */
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { deflateTables, inflateTables } from "../../../src/base/container/deflating.ts";
import { ContainerDefect } from "../../../src/base/container/safetensors.ts";
import { decodeModel, encodeModel, type ModelParts, type Tensor, type TensorData } from "../../../src/base/index.ts";

const vector = (data: TensorData): Tensor => ({ shape: [data.length], data });
const numbers = { length: 1000 };
const TABLES: Readonly<Record<string, Tensor>> = {
  doubles: { shape: [10, 100], data: Float64Array.from(numbers, (_, i) => i / 8) },
  singles: vector(Float32Array.from(numbers, (_, i) => 1 / (1 + (i % 7)))),
  whole: vector(Int32Array.from(numbers, (_, i) => i - 500)),
  unsigned: vector(Uint32Array.from(numbers, (_, i) => 2 ** 31 + 3 * i)),
  halves: vector(Uint16Array.from(numbers, (_, i) => 300 * (i % 5))),
  bytes: vector(Uint8Array.from(numbers, (_, i) => i % 3)),
};
const sizeOf = (tensors: Readonly<Record<string, Tensor>>) =>
  Object.values(tensors).reduce((sum, { data }) => sum + data.byteLength, 0);

describe("deflated tables", () => {
  test("are smaller and come back with their types, shapes and numbers", async () => {
    const { tensors, deflated } = await deflateTables(TABLES);
    expect(Object.keys(deflated)).toEqual(Object.keys(TABLES));
    expect(sizeOf(tensors)).toBeLessThan(0.25 * sizeOf(TABLES));
    expect(await inflateTables(tensors, JSON.parse(JSON.stringify(deflated)))).toEqual(TABLES);
  });

  test("that are short, or would hardly be smaller, stay as they are", async () => {
    let state = 1;
    const noise = Uint8Array.from(numbers, () => {
      state = (state * 48271) % 2147483647;
      return state >>> 8;
    });
    const tables = { noise: vector(noise), short: vector(new Uint8Array(255)), none: vector(new Float64Array(0)) };
    expect(await deflateTables(tables)).toEqual({ tensors: tables, deflated: {} });
  });

  test("in shared memory come back in shared memory", async () => {
    const { tensors, deflated } = await deflateTables(TABLES);
    const shared = Object.entries(tensors).map(([name, { shape, data }]): [string, Tensor] => {
      const copy = new Uint8Array(new SharedArrayBuffer(data.length));
      copy.set(data);
      return [name, { shape, data: copy }];
    });
    const read = await inflateTables(Object.fromEntries(shared), deflated);
    expect(read).toEqual(TABLES);
    for (const { data } of Object.values(read)) expect(data.buffer).toBeInstanceOf(SharedArrayBuffer);
  });
});

describe("hostile deflated tables are refused:", () => {
  const stored = (bytes: Uint8Array) => ({ w: vector(new Uint8Array(bytes)) });
  const whole = deflateRawSync(new Uint8Array(1000));
  const w = (shape: unknown, dtype: unknown = "U8") => ({ w: { dtype, shape } });
  const cases: Readonly<Record<string, readonly [Record<string, Tensor>, unknown, string]>> = {
    "a list": [{}, [], "has deflated tables that are not a table"],
    "a table that is not there": [{}, w([1000]), 'has no deflated table "w"'],
    "one of the prototype": [{}, { toString: { dtype: "U8", shape: [1] } }, 'has no deflated table "toString"'],
    "one that is not bytes": [{ w: vector(new Uint16Array(9)) }, w([1000]), 'has no deflated table "w"'],
    "nothing about it": [stored(whole), { w: null }, 'does not describe tensor "w" in full'],
    "an unknown type": [stored(whole), w([1000], "__proto__"), 'has a tensor "w" of type __proto__'],
    "a shape of texts": [stored(whole), w(["1000"]), 'does not describe tensor "w" in full'],
    "more than deflate can hold": [stored(whole), w([1e12]), "more than deflate can hold"],
    "an overflow": [stored(whole), w([2 ** 32, 2 ** 32]), "asks for more than any file holds"],
    "too few bytes": [stored(whole), w([1001]), 'has 1000 of 1001 bytes in table "w"'],
    "too many bytes": [stored(whole), w([999]), 'bytes in table "w" that cannot be read'],
    "another count of numbers": [stored(whole), w([251], "F32"), 'has 1000 of 1004 bytes in table "w"'],
    "what is not deflate": [stored(new Uint8Array(99).fill(0xff)), w([1000]), 'bytes in table "w" that cannot be read'],
    "an early end": [stored(deflateRawSync(Buffer.from("a text")).subarray(0, 3)), w([6]), 'table "w"'],
  };
  test.each(Object.entries(cases))("%s", async (_name, [tensors, deflated, message]) => {
    const refused = inflateTables(tensors, deflated);
    await expect(refused).rejects.toBeInstanceOf(ContainerDefect);
    await expect(refused).rejects.toThrow(message);
  });

  test("more than there is memory for, before any is taken", async () => {
    const refused = inflateTables(stored(whole), w([1000]), 999);
    await expect(refused).rejects.toThrow("holds 1000 bytes of tensors, and there is memory for 999");
  });
});

describe("long options and reports of packed models", () => {
  const words = Array.from({ length: 2000 }, (_, i) => `word ${i % 40}`);
  const parts: ModelParts = {
    ...{ kind: "tagger", version: 1, options: { words }, report: { words, "not-finite": 1 / 0 }, symbols: {} },
    tensors: { flags: vector(new Uint8Array(4)) },
  };
  test("are deflated too and come back", async () => {
    const [plain, packed] = [await encodeModel(parts), await encodeModel(parts, { pack: true })].map((pieces) =>
      Buffer.concat(pieces),
    );
    expect(packed!.length).toBeLessThan(0.1 * plain!.length);
    expect(await decodeModel(packed!)).toEqual(parts);
  });
});
