/** Model files whose checksum is right and whose content is not: each is refused, by its defect, in linear time. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ByteSource,
  Checksum,
  decodeModel,
  decodeModelKind,
  encodeModel,
  type Json,
  ModelFileError,
  type ModelParts,
} from "../../../src/base/index.ts";

const parts: ModelParts = {
  kind: "tagger",
  version: 1,
  options: { states: 2 },
  report: null,
  symbols: { words: ["dog", "cat"] },
  tensors: {
    exact: { shape: [2], data: new Float64Array([1, 2]) },
    counts: { shape: [1, 3], data: new Int32Array([1, 2, 3]) },
    flags: { shape: [3], data: new Uint8Array([1, 0, 1]) },
  },
};
const bytes = new Uint8Array(Buffer.concat(await encodeModel(parts)));

const METADATA = {
  format: "eigentree",
  format_version: "1",
  kind: "tagger",
  version: "1",
  options: "{}",
  report: "null",
  symbols: "{}",
};

/** A container of this header and data whose checksum, if it has the usual place, is right. */
function sealed(header: string, data: Uint8Array = new Uint8Array(0)): Uint8Array {
  const head = new Uint8Array(8 + Buffer.byteLength(header));
  new DataView(head.buffer).setBigUint64(0, BigInt(head.length - 8), true);
  head.set(Buffer.from(header), 8);
  const sum = new Checksum().add(head);
  for (const piece of data.length > 0 ? [data] : []) sum.add(piece);
  const place = Buffer.from(head).indexOf("0".repeat(32));
  if (place >= 0) head.set(Buffer.from(sum.toString()), place);
  return new Uint8Array(Buffer.concat([head, data]));
}

const withMetadata = (changes: Record<string, unknown>, ...absent: string[]): Uint8Array => {
  const metadata: Record<string, unknown> = { checksum: "0".repeat(32), ...METADATA, ...changes };
  for (const name of absent) delete metadata[name];
  return sealed(JSON.stringify({ __metadata__: metadata }));
};

const withTensor = (entry: string, data?: Uint8Array): Uint8Array =>
  sealed(`{"__metadata__":${JSON.stringify({ checksum: "0".repeat(32), ...METADATA })},${entry}}`, data);

async function refusal(content: Uint8Array | ByteSource): Promise<string> {
  const error = await decodeModel(content).then(
    () => expect.unreachable("the content was accepted"),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ModelFileError);
  return `${error.defect}: ${error.message.replace(/;[^;]*$/, "")}`;
}

describe("bytes of a model", () => {
  test("are decoded from any array, wherever it begins: a Buffer, a view, shared memory", async () => {
    for (let offset = 0; offset < 17; offset++) {
      const room = new ArrayBuffer(bytes.length + 20);
      const shared = new SharedArrayBuffer(bytes.length + 20);
      const arrays = [
        new Uint8Array(room, offset, bytes.length),
        new Uint8Array(shared, offset, bytes.length),
        Buffer.from(room, offset, bytes.length),
        Buffer.from(shared, offset, bytes.length),
      ];
      for (const array of arrays) {
        array.set(bytes);
        expect(await decodeModel(array)).toEqual(parts);
        expect(await decodeModelKind(array)).toBe("tagger");
      }
    }
  });

  test("give the same sum from a Buffer as from an array", () => {
    const room = Buffer.alloc(200).fill("abc");
    for (let offset = 0; offset < 5; offset++) {
      const view = room.subarray(offset, offset + 100);
      expect(new Checksum().add(view).toString()).toBe(new Checksum().add(Uint8Array.from(view)).toString());
    }
  });
});

describe("metadata of a model", () => {
  test("is whole", async () => {
    expect(await decodeModel(withMetadata({}))).toEqual({ ...parts, options: {}, symbols: {}, tensors: {} });
    expect(await refusal(sealed('{"__metadata__":{"format":"eigentree"}}'))).toBe(
      "damaged: has no readable format_version",
    );
    expect(await refusal(sealed('{"__metadata__":{}}'))).toMatch("foreign: is a safetensors file of another program");
    expect(await refusal(sealed('{"__metadata__":[]}'))).toMatch("damaged: has metadata that is not a table of texts");
    expect(await refusal(withMetadata({}, "kind"))).toBe("damaged: does not say the kind of its model");
    expect(await refusal(withMetadata({ kind: "" }))).toBe("damaged: does not say the kind of its model");
    for (const field of ["options", "report", "symbols"])
      expect(await refusal(withMetadata({}, field))).toBe(`damaged: has no readable ${field}`);
    for (const value of ["", "x", "0", "-1", "1.5", "1e3", " 1", "99999999999999999999"]) {
      expect(await refusal(withMetadata({ version: value }))).toBe("damaged: has no readable version");
      expect(await refusal(withMetadata({ format_version: value }))).toBe("damaged: has no readable format_version");
    }
    expect(await refusal(withMetadata({ version: 1 }))).toBe("damaged: has metadata that is not a table of texts");
  });

  test("has its checksum at the place where it was taken", async () => {
    const reason = "damaged: has no checksum at the beginning of its header";
    const short = JSON.stringify({
      __metadata__: { format: "eigentree", format_version: "1", kind: "t", version: "1" },
    });
    expect(await refusal(sealed(short))).toBe(reason);
    expect(await refusal(withMetadata({}, "checksum"))).toBe(reason);
    expect(await refusal(withMetadata({ checksum: "" }))).toBe(reason);
    expect(await refusal(withMetadata({ checksum: "0".repeat(31) }))).toBe(reason);
    expect(await refusal(withMetadata({ checksum: "é".repeat(32) }))).toBe(reason);
    const late = { ...METADATA, checksum: "0".repeat(32) };
    expect(await refusal(sealed(JSON.stringify({ __metadata__: late })))).toBe(reason);
  });

  test.each([
    ["options", "null", "has options that are not a table"],
    ["options", "[]", "has options that are not a table"],
    ["options", '"text"', "has options that are not a table"],
    ["options", '{"not-finite":"Infinity"}', "has options that are not a table"],
    ["symbols", "null", "has symbols that are not a table"],
    ["symbols", "[]", "has symbols that are not a table"],
    ["symbols", '{"words":null}', 'has symbols "words" that are not a list of texts'],
    ["symbols", '{"words":{"0":"a","length":1}}', 'has symbols "words" that are not a list of texts'],
    ["symbols", '{"words":["a",null]}', 'has symbols "words" that are not a list of texts'],
    ["symbols", '{"words":["a",{"not-finite":"NaN"}]}', 'has symbols "words" that are not a list of texts'],
    ["symbols", '{"words":["a"],"words":["b"]}', "has no readable symbols"],
    ["symbols", `{"${"w".repeat(1e6)}":1}`, `has symbols "${"w".repeat(47)}…" that are not a list of texts`],
    ["options", '{"a":', "has no readable options"],
    ["options", "[".repeat(1e5) + "]".repeat(1e5), "has no readable options"],
  ])("refuses %s, case %#", async (field, text, reason) => {
    expect(await refusal(withMetadata({ [field]: text }))).toBe(`damaged: ${reason}`);
  });

  test("pollutes nothing", async () => {
    const own = '{"__proto__":{"polluted":1},"constructor":["x"]}';
    expect(await refusal(withMetadata({ symbols: own }))).toBe(
      'damaged: has symbols "__proto__" that are not a list of texts',
    );
    const { options } = await decodeModel(withMetadata({ options: own }));
    expect(Object.getPrototypeOf(options)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    const { tensors } = await decodeModel(
      withTensor('"__proto__":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}', new Uint8Array([7])),
    );
    expect(Object.getPrototypeOf(tensors)).toBe(Object.prototype);
    expect(Object.entries(tensors).map(([name, { data }]) => [name, ...data])).toEqual([["__proto__", 7]]);
  });
});

describe("tensors of a model", () => {
  const entry = (fields: string) => withTensor(`"w":${fields}`, new Uint8Array(8));
  test.each([
    ['{"dtype":"U8","shape":[8],"data_offsets":[-1,7]}', 'does not describe tensor "w" in full'],
    ['{"dtype":"U8","shape":[8],"data_offsets":[0.5,8.5]}', 'does not describe tensor "w" in full'],
    ['{"dtype":"U8","shape":[8],"data_offsets":[0,1e300]}', 'does not describe tensor "w" in full'],
    ['{"dtype":"U8","shape":[8],"data_offsets":[0,9007199254740993]}', 'does not describe tensor "w" in full'],
    ['{"dtype":"U8","shape":[8],"data_offsets":[0,8,8]}', 'does not describe tensor "w" in full'],
    ['{"dtype":"U8","shape":[8],"data_offsets":"08"}', 'does not describe tensor "w" in full'],
    ['{"dtype":"U8","shape":8,"data_offsets":[0,8]}', 'does not describe tensor "w" in full'],
    ['{"dtype":"U8","shape":[-8],"data_offsets":[0,8]}', 'does not describe tensor "w" in full'],
    ['{"dtype":8,"shape":[8],"data_offsets":[0,8]}', 'does not describe tensor "w" in full'],
    ['"U8"', 'does not describe tensor "w" in full'],
    ["[]", 'does not describe tensor "w" in full'],
    ['{"dtype":"U8","shape":[8],"data_offsets":[8,0]}', 'gives tensor "w" -8 bytes; its shape [8] asks for 8'],
    [
      '{"dtype":"F64","shape":[4294967296,4294967296],"data_offsets":[0,0]}',
      'gives tensor "w" the shape [4294967296,4294967296], which asks for more than any file holds',
    ],
    [
      '{"dtype":"F64","shape":[4294967296,0,4294967296],"data_offsets":[0,0]}',
      'gives tensor "w" the shape [4294967296,0,4294967296], which asks for more than any file holds',
    ],
    [
      `{"dtype":"U8","shape":[${"1,".repeat(1e5)}8],"data_offsets":[0,8]}`,
      'gives tensor "w" 100001 dimensions, and none has more than 32',
    ],
  ])("refuses case %#", async (fields, reason) => {
    expect(await refusal(entry(fields))).toBe(`damaged: ${reason}`);
  });

  test("refuses a name that stands twice, and cuts one that it quotes", async () => {
    const one = '{"dtype":"U8","shape":[8],"data_offsets":[0,8]}';
    expect(await refusal(withTensor(`"w":${one},"w":${one}`, new Uint8Array(8)))).toBe(
      'damaged: has a header that cannot be read: "w" occurs twice in one table',
    );
    expect(await refusal(withTensor(`"${"w".repeat(1e6)}":0`))).toBe(
      `damaged: does not describe tensor "${"w".repeat(47)}…" in full`,
    );
  });

  /** A source that claims to be large and gives zeros after its header. */
  const claiming = (size: number, capacity?: number): ByteSource => {
    const tensor = `"w":{"dtype":"U8","shape":[${size}],"data_offsets":[0,${size}]}`;
    const head = withTensor(tensor);
    return {
      size: head.length + size,
      capacity,
      read: async (begin, end) => (begin === 0 ? head.subarray(0, end) : new Uint8Array(end - begin)),
    };
  };

  test("refuses 40 GB: more than memory has, more than an array holds, more than the file has", async () => {
    expect(await refusal(claiming(4e10, 8e9))).toBe(
      "too-large: holds 40000000000 bytes of tensors, and there is memory for 8000000000",
    );
    expect(await refusal(claiming(2 ** 52))).toBe(
      'too-large: has 4503599627370496 bytes in tensor "w", more than memory can hold',
    );
    expect(await refusal((await claiming(4e10).read(0, 1e6)) as Uint8Array)).toBe(
      "truncated: holds 0 of 40000000000 bytes of tensors",
    );
  });

  test("refuses a source that ends before the size it claims", async () => {
    for (const length of [0, 5, 9, 60, bytes.length - 1]) {
      const source = { size: bytes.length, read: async (a: number, b: number) => bytes.slice(0, length).slice(a, b) };
      expect(await refusal(source)).toMatch(/^truncated: ends after \d+ bytes$/);
    }
  });

  test("whatever the header holds, it is read or refused as a model file", async () => {
    const value = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom<Json>(0, 1, 8, -1, 0.5, 2 ** 31, 2 ** 53, "U8", "F64", "I32", null) },
      fc.array(fc.constantFrom<Json>(0, 1, 4, 8, -1, 2 ** 40, "x"), { maxLength: 3 }),
      fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
    );
    const tensor = fc.oneof(
      fc.record({ dtype: value, shape: value, data_offsets: value }, { requiredKeys: [] }),
      value,
    );
    const name = fc.oneof(fc.constantFrom("w", "__proto__", "constructor", "__metadata__", ""), fc.string());
    const metadata = fc.dictionary(fc.constantFrom(...Object.keys(METADATA), "checksum", "x"), fc.json());
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, tensor), metadata, fc.nat(16), async (tensors, changes, size) => {
        const header = { __metadata__: { checksum: "0".repeat(32), ...METADATA, ...changes }, ...tensors };
        try {
          await decodeModel(sealed(JSON.stringify(header), new Uint8Array(size)));
        } catch (error) {
          if (!(error instanceof ModelFileError)) throw error;
          expect(error.message.length).toBeLessThan(400);
        }
      }),
      { numRuns: 1000, seed: 11 },
    );
  });
});

describe("nothing is written that cannot be read", () => {
  test.each([
    [{ kind: "" }, "has no kind"],
    [{ version: 0 }, "has the version 0"],
    [{ version: 1.5 }, "has the version 1.5"],
    [{ options: undefined as never }, "has options that are not a table"],
    [{ options: [1] }, "has options that are not a table"],
    [{ report: undefined as never }, "has no report"],
    [{ symbols: undefined as never }, "has symbols that are not a table"],
    [{ symbols: { words: [undefined] as never } }, 'has symbols "words" that are not a list of texts'],
  ] as [Partial<ModelParts>, string][])("case %#", async (changes, reason) => {
    await expect(encodeModel({ ...parts, ...changes })).rejects.toThrow(`cannot be written: it ${reason}.`);
  });
});

test("bytes may come in any array or memory; what is none is refused", async () => {
  const shared = new SharedArrayBuffer(bytes.length);
  new Uint8Array(shared).set(bytes);
  const within = new Uint8Array(bytes.length + 13);
  within.set(bytes, 7);
  const whole = await decodeModel(bytes);
  for (const same of [bytes.slice().buffer, shared, new Uint8Array(shared), within.subarray(7, 7 + bytes.length)])
    expect(await decodeModel(same)).toEqual(whole);
  const gone = bytes.slice();
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  for (const none of [undefined, null, 7, [...bytes], { a: 1 }, new Blob([bytes]), gone, gone.buffer])
    await expect(decodeModel(none as never)).rejects.toThrow(ModelFileError);
  await expect(decodeModel([] as never)).rejects.toThrow(
    "is a list, not bytes; expected a model file written by Eigentree.",
  );
});
