/** Model files: contents, layout, damage, interrupts. */
import { spawn, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { sealContainer } from "../../../src/base/container/model-container.ts";
import {
  decodeModel,
  encodeModel,
  InputError,
  ModelFileError,
  type ModelParts,
  type Tensor,
} from "../../../src/base/index.ts";
import {
  leftoverNotice,
  leftoversOf,
  loadModel,
  modelKindOf,
  saveModel,
  shareModel,
  writeAtomically,
} from "../../../src/files/index.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-model-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

const parts: ModelParts = {
  kind: "parser",
  version: 3,
  options: { states: 32, smoothing: true, name: "Žluť 😀" },
  report: { singularValues: [3, 1, 0.5], condition: Number.POSITIVE_INFINITY, missing: null, spread: Number.NaN },
  symbols: { labels: ["S", "NP", '"', "\\", "-LRB-"], words: ["naïve", "", "\u0000", "\ud800", "__proto__"] },
  tensors: {
    odd: { shape: [3], data: new Uint8Array([1, 2, 3]) },
    big: { shape: [2, 2], data: new Float64Array([1, -0, Number.NEGATIVE_INFINITY, 1e-300]) },
    small: { shape: [1, 2], data: new Float32Array([0.5, 7]) },
    counts: { shape: [1], data: new Int32Array([-7]) },
    ids: { shape: [2], data: new Uint32Array([0xffffffff, 1]) },
    short: { shape: [3], data: new Uint16Array([1, 65535, 3]) },
    none: { shape: [0, 5], data: new Float64Array(0) },
    scalar: { shape: [], data: new Float64Array([42]) },
  },
};

const join8 = (pieces: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(pieces));
const bytes = join8(await encodeModel(parts));

/** A container whose header is exactly this value. */
function container(header: unknown, data = new Uint8Array(0)): Uint8Array {
  const json = new TextEncoder().encode(typeof header === "string" ? header : JSON.stringify(header));
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(json.length), true);
  return join8([length, json, data]);
}

async function defectOf(content: Uint8Array | string, options: Parameters<typeof loadModel>[1] = {}) {
  const path = at("defect.model");
  writeFileSync(path, content);
  const error = await loadModel(path, options).then(
    () => expect.unreachable("the file was accepted"),
    (e) => e,
  );
  expect(error).toBeInstanceOf(ModelFileError);
  expect(error.file).toBe(path);
  expect(error.message.startsWith(`${path}: `)).toBe(true);
  return { defect: error.defect, says: error.message.slice(path.length + 2) };
}

describe("model files", () => {
  test("come back as they were, in fresh and in shared memory", async () => {
    const path = at("round.model");
    await saveModel(path, parts);
    expect(await loadModel(path, { kind: "parser", version: 3 })).toEqual(parts);
    const shared = await loadModel(path, { shared: true });
    expect(shared.tensors.big!.data.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect([...shared.tensors.big!.data]).toEqual([...parts.tensors.big!.data]);
    expect(shareModel(parts).tensors.ids!.data.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect([...shareModel(parts).tensors.ids!.data]).toEqual([0xffffffff, 1]);
  });

  test("hold to the safetensors rules: header length, offsets without gaps from 0, aligned tensors, texts as metadata", () => {
    const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
    expect((8 + length) % 8).toBe(0);
    expect(Object.values(header.__metadata__).every((value) => typeof value === "string")).toBe(true);
    expect(header.__metadata__).toMatchObject({
      format: "eigentree",
      format_version: "1",
      kind: "parser",
      version: "3",
    });
    const entries = Object.entries(header).filter(([name]) => name !== "__metadata__") as [
      string,
      { dtype: string; data_offsets: number[] },
    ][];
    const size: Record<string, number> = { F64: 8, F32: 4, I32: 4, U32: 4, U16: 2, U8: 1 };
    let end = 0;
    for (const [name, { dtype, data_offsets }] of entries.sort(
      (a, b) => a[1].data_offsets[0]! - b[1].data_offsets[0]! || a[1].data_offsets[1]! - b[1].data_offsets[1]!,
    )) {
      expect([name, data_offsets[0]]).toEqual([name, end]);
      expect(data_offsets[0]! % size[dtype]!).toBe(0);
      end = data_offsets[1]!;
    }
    expect(8 + length + end).toBe(bytes.length);
  });

  test("are viewed in place where the alignment allows it and copied elsewhere", async () => {
    const inPlace = await decodeModel(bytes);
    expect(inPlace.tensors.big!.data.buffer).toBe(bytes.buffer);
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    expect((await decodeModel(shifted.subarray(1))).tensors).toEqual(parts.tensors);
  });

  test.each([
    [
      "an empty file",
      "",
      "truncated",
      "is empty; the file is cut short: copy or download it again, or train the model again.",
    ],
    [
      "a text",
      "the dog barks\nthe cat sleeps\n",
      "foreign",
      "is a text file; expected a model file written by Eigentree.",
    ],
    [
      "a web page",
      "<!DOCTYPE html>\n<html><body>404</body></html>",
      "foreign",
      "is a web page; perhaps a download that failed; expected a model file written by Eigentree.",
    ],
    [
      "an XML file",
      '<?xml version="1.0"?>\n<corpus/>',
      "foreign",
      "is an XML file; expected a model file written by Eigentree.",
    ],
    [
      "a gzip file",
      gzipSync(bytes),
      "foreign",
      "is compressed with gzip; unpack it first; expected a model file written by Eigentree.",
    ],
    [
      "a zip archive",
      new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0, 0, 0]),
      "foreign",
      "is a zip archive; expected a model file written by Eigentree.",
    ],
    [
      "noise",
      new Uint8Array(64).fill(0xee),
      "foreign",
      "does not begin like a model file; expected a model file written by Eigentree.",
    ],
    [
      "safetensors of others",
      container({}),
      "foreign",
      "is a safetensors file of another program; expected a model file written by Eigentree.",
    ],
    [
      "a type of others",
      container({ w: { dtype: "BF16", shape: [1], data_offsets: [0, 2] } }, new Uint8Array(2)),
      "foreign",
      'has a tensor "w" of type BF16; Eigentree knows F64, F32, I32, U32, U16, U8; expected a model file written by Eigentree.',
    ],
    [
      "a cut header",
      bytes.subarray(0, 100),
      "truncated",
      /^ends after 100 bytes, and its header alone takes \d+; the file is cut short/,
    ],
    [
      "cut tensors",
      bytes.subarray(0, bytes.length - 1),
      "truncated",
      /^holds 68 of 69 bytes of tensors; the file is cut short/,
    ],
    [
      "a long tail",
      join8([bytes, new Uint8Array(5)]),
      "damaged",
      "has 5 bytes after its last tensor; the file is damaged: copy or download it again, or train the model again.",
    ],
    [
      "a huge header",
      join8([new Uint8Array([0, 0, 0, 0, 1, 0, 0, 0]), new TextEncoder().encode("{}")]),
      "damaged",
      /^announces a header of 4294967296 bytes, and none is longer than 100000000; /,
    ],
    ["broken JSON", container('{"a":'), "damaged", /^has a header that cannot be read; /],
    [
      "a header that is no table",
      container("{}".replace("{}", '{ "__metadata__": 3 }')),
      "damaged",
      /^has metadata that is not a table of texts; /,
    ],
    ["half a tensor entry", container({ w: { dtype: "F64" } }), "damaged", /^does not describe tensor "w" in full; /],
    ["an entry that is null", container({ w: null }), "damaged", /^does not describe tensor "w" in full; /],
    [
      "a negative offset",
      container({ w: { dtype: "U8", shape: [1], data_offsets: [-1, 0] } }),
      "damaged",
      /^does not describe tensor "w" in full; /,
    ],
    [
      "a wrong size",
      container({ w: { dtype: "F64", shape: [2], data_offsets: [0, 8] } }, new Uint8Array(8)),
      "damaged",
      /^gives tensor "w" 8 bytes; its shape \[2\] asks for 16; /,
    ],
    [
      "overlapping tensors",
      container(
        { a: { dtype: "U8", shape: [4], data_offsets: [0, 4] }, b: { dtype: "U8", shape: [4], data_offsets: [2, 6] } },
        new Uint8Array(6),
      ),
      "damaged",
      /^tensor "b" overlaps the one before it; /,
    ],
    [
      "a gap",
      container({ a: { dtype: "U8", shape: [1], data_offsets: [3, 4] } }, new Uint8Array(4)),
      "damaged",
      /^nothing accounts for the 3 bytes before tensor "a"; /,
    ],
    [
      "offsets out of range",
      container({ a: { dtype: "U8", shape: [2 ** 40], data_offsets: [0, 2 ** 40] } }),
      "truncated",
      /^holds 0 of 1099511627776 bytes of tensors; /,
    ],
  ] as [string, Uint8Array | string, string, string | RegExp][])("refuse %s", async (_, content, defect, says) => {
    const found = await defectOf(content);
    expect(found.defect).toBe(defect);
    if (typeof says === "string") expect(found.says).toBe(says);
    else expect(found.says).toMatch(says);
  });

  test("refuse newer versions, other kinds and NaN, also when writing", async () => {
    const sealed = (metadata: Record<string, string>, tensors: Record<string, Tensor> = {}) =>
      join8(
        sealContainer(tensors, {
          format: "eigentree",
          format_version: "1",
          kind: "parser",
          version: "1",
          options: "{}",
          report: "{}",
          symbols: "{}",
          ...metadata,
        }),
      );
    expect(await defectOf(sealed({ format_version: "5" }))).toEqual({
      defect: "newer-version",
      says: "is in version 5 of the model format, and this program reads up to 4; update Eigentree to read it.",
    });
    expect(await defectOf(bytes, { kind: "parser", version: 2 })).toEqual({
      defect: "newer-version",
      says: "holds version 3 of a parser model, and this program reads up to 2; update Eigentree to read it.",
    });
    expect(await defectOf(bytes, { kind: "sequence" })).toEqual({
      defect: "wrong-kind",
      says: 'holds a model of kind "parser"; expected kind "sequence"; give a model of the right kind.',
    });
    const withNaN = { w: { shape: [3], data: new Float32Array([1, 2, Number.NaN]) } };
    expect(await defectOf(sealed({}, withNaN))).toEqual({
      defect: "not-finite",
      says: 'holds NaN in tensor "w" at element 2; no result could be trusted: train the model again.',
    });
    expect((await defectOf(sealed({ symbols: "{" }))).says).toMatch("has no readable symbols");
    await expect(saveModel(at("nan.model"), { ...parts, tensors: withNaN })).rejects.toMatchObject({
      defect: "not-finite",
      file: at("nan.model"),
    });
    expect(readdirSync(folder)).not.toContain("nan.model");
  });

  test("refuse more than memory has, at once", async () => {
    const size = 4e12;
    const header = JSON.stringify({
      __metadata__: {
        checksum: "0".repeat(32),
        format: "eigentree",
        format_version: "1",
        kind: "parser",
        version: "1",
      },
      w: { dtype: "U8", shape: [size], data_offsets: [0, size] },
    });
    const content = container(header);
    const path = at("claims.model");
    writeFileSync(path, content);
    truncateSync(path, content.length + size); // a hole that takes no room on the disk
    await expect(loadModel(path)).rejects.toMatchObject({ defect: "too-large", file: path });
    expect(await modelKindOf(path)).toBe("parser");
  });

  test("a pipe is no model, and is not even opened", async () => {
    const path = at("pipe");
    expect(spawnSync("mkfifo", [path]).status).toBe(0);
    // Opening it would wait for a writer.
    expect(await modelKindOf(path)).toBeUndefined();
    await expect(loadModel(path)).rejects.toThrow(`${path}: is a pipe or a device; a model must be in a regular file.`);
  });

  test("refuse tensors whose shape or name cannot stand", async () => {
    const one = (name: string, tensor: Tensor) => encodeModel({ ...parts, tensors: { [name]: tensor } });
    await expect(one("w", { shape: [3], data: new Uint8Array(2) })).rejects.toThrow(
      'tensor "w" has 2 elements; its shape [3] asks for 3',
    );
    await expect(one("__metadata__", { shape: [0], data: new Uint8Array(0) })).rejects.toThrow(
      'no tensor can be called "__metadata__"',
    );
  });

  test("say what is wrong with a path", async () => {
    await expect(loadModel(at("absent.model"))).rejects.toThrow(
      `${at("absent.model")}: there is no such file or folder; check the path.`,
    );
    await expect(loadModel(folder)).rejects.toThrow(`${folder}: is a folder; expected a file.`);
    await expect(saveModel(folder, parts)).rejects.toBeInstanceOf(InputError);
    await expect(saveModel(at("no/such/x.model"), parts)).rejects.toThrow("there is no such file or folder");
  });

  test("give the same content or a ModelFileError, whatever bytes are changed and wherever they are cut", async () => {
    const change = fc.record({ place: fc.nat(bytes.length - 1), bits: fc.integer({ min: 1, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 4 }),
        fc.option(fc.nat(bytes.length - 1)),
        async (changes, cut) => {
          const damaged = bytes.slice(0, cut ?? bytes.length);
          for (const { place, bits } of changes) if (place < damaged.length) damaged[place] = damaged[place]! ^ bits;
          try {
            expect(await decodeModel(damaged)).toEqual(parts);
            expect(Buffer.compare(damaged, bytes)).toBe(0);
          } catch (error) {
            if (!(error instanceof ModelFileError)) throw error;
          }
        },
      ),
      { numRuns: 2000, seed: 7 },
    );
  });

  test("notice every single byte that changes", async () => {
    for (let place = 0; place < bytes.length; place++) {
      const damaged = bytes.slice();
      damaged[place] = damaged[place]! ^ 0x10;
      await expect(decodeModel(damaged), `byte ${place}`).rejects.toBeInstanceOf(ModelFileError);
    }
  });
});

describe("writeAtomically", () => {
  test("replaces a file only when everything is written, and leaves nothing beside it on failure", async () => {
    const path = at("kept.txt");
    writeFileSync(path, "old");
    function* broken() {
      yield "new";
      throw new Error("half way");
    }
    await expect(writeAtomically(path, broken())).rejects.toThrow("half way");
    expect(readFileSync(path, "utf8")).toBe("old");
    await writeAtomically(path, ["new ", new TextEncoder().encode("text")]);
    expect(readFileSync(path, "utf8")).toBe("new text");
    expect(readdirSync(folder).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });

  test("writes through a symbolic link", async () => {
    writeFileSync(at("real.txt"), "old");
    symlinkSync(at("real.txt"), at("link.txt"));
    await writeAtomically(at("link.txt"), ["new"]);
    expect(readFileSync(at("real.txt"), "utf8")).toBe("new");
  });

  test("an interrupt in the moment in which the partial file appears leaves nothing of it", async () => {
    const inside = at("interrupted-early");
    mkdirSync(inside);
    const program = `
      import promises from "node:fs/promises";
      import { syncBuiltinESMExports } from "node:module";
      const { open } = promises;
      promises.open = async (...words) => {
        const file = await open(...words);
        process.kill(process.pid, "SIGINT");
        return file;
      };
      syncBuiltinESMExports();
      const { writeAtomically } = await import("./src/files/writing/atomic-write.ts");
      await writeAtomically(${JSON.stringify(join(inside, "out.txt"))}, ["text"]);
    `;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
      cwd: new URL("../../..", import.meta.url),
      stdio: "ignore",
    });
    expect(await new Promise((resolve) => child.once("exit", (_, by) => resolve(by)))).toBe("SIGINT");
    expect(readdirSync(inside)).toEqual([]);
  });

  test.each(["SIGKILL", "SIGTERM", "SIGINT"] as const)(
    "a process ended by %s half way leaves the old file",
    async (signal) => {
      const inside = at(`killed-${signal}`);
      mkdirSync(inside);
      const path = join(inside, "out.txt");
      writeFileSync(path, "old");
      const program = `
      import { writeAtomically } from "./src/files/writing/atomic-write.ts";
      async function* pieces() {
        yield "x".repeat(1000);
        console.log("half");
        await new Promise((resolve) => setTimeout(resolve, 200_000));
      }
      await writeAtomically(${JSON.stringify(path)}, pieces());
    `;
      const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
        cwd: new URL("../../..", import.meta.url),
        stdio: ["ignore", "pipe", "inherit"],
      });
      await new Promise((resolve) => child.stdout.once("data", resolve));
      child.kill(signal);
      const endedBy = await new Promise((resolve) => child.once("exit", (_, by) => resolve(by)));
      expect(endedBy).toBe(signal);
      expect(readFileSync(path, "utf8")).toBe("old");
      const left = readdirSync(inside).filter((name) => name !== "out.txt");
      if (signal !== "SIGKILL") {
        expect(left).toEqual([]);
        return;
      }
      expect(left).toHaveLength(1);
      expect(left[0]).toMatch(new RegExp(`^\\.out\\.txt\\.${child.pid}-[0-9a-f]{8}\\.partial$`));
      const leftovers = [{ path: join(inside, left[0]!), bytes: 1000 }];
      expect(await leftoversOf(path)).toEqual(leftovers);
      expect(await writeAtomically(path, ["new"])).toEqual({ leftovers });
      expect(readdirSync(inside)).toContain(left[0]); // it is only told of
    },
  );

  test("tells of halves of the same file that nobody writes any more, and of no others", async () => {
    const inside = at("halves");
    mkdirSync(inside);
    symlinkSync(join(inside, "a.model"), join(inside, "link.model"));
    writeFileSync(join(inside, "a.model"), "old");
    const { pid: dead } = spawnSync("true");
    const put = (name: string, mtime = new Date()) => {
      writeFileSync(join(inside, name), "half");
      utimesSync(join(inside, name), mtime, mtime);
      return { path: join(inside, name), bytes: 4 };
    };
    put(`.a.model.${process.ppid}-00000000.partial`); // alive
    put(`.a.model.${process.pid}-00000001.partial`); // perhaps of another thread
    put(`.b.a.model.${dead}-00000002.partial`);
    put(`.a.model.gz.${dead}-00000003.partial`);
    put(".a.model.partial");
    put(`a.model.${dead}-00000004.partial`);
    const expected = [
      put(`.a.model.${dead}-00000005.partial`),
      put(`.a.model.${process.pid}-00000006.partial`, new Date("2020-01-01")), // of a container's earlier life
    ];
    const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
    for (const name of ["a.model", "link.model"])
      expect([...(await leftoversOf(join(inside, name)))].sort(byPath)).toEqual(expected.sort(byPath));
    expect(await leftoversOf(join(inside, "none.model"))).toEqual([]);
    expect(await leftoversOf(join(inside, "no/such/a.model"))).toEqual([]);
    expect(leftoverNotice({ path: "/tmp/it's/.x.7-0.partial", bytes: 4 })).toBe(
      "/tmp/it's/.x.7-0.partial: 4 bytes that a killed process left; nothing needs them. " +
        "Remove the file with: rm '/tmp/it'\\''s/.x.7-0.partial'",
    );
  });
});
