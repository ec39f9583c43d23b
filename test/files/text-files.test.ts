/** Text files read and written, packed, in pieces, through pipes. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { InputError } from "../../src/base/index.ts";
import {
  checkWritable,
  readFiles,
  readFilesLocated,
  readFileText,
  saveModel,
  textSources,
  Utf8Decoder,
  writeFileText,
} from "../../src/files/index.ts";
import { formatPenn, penn } from "../../src/formats/index.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-text-"));
afterAll(() => rmSync(folder, { recursive: true }));

function put(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function textOf(path: string, encoding?: string): Promise<string> {
  let text = "";
  for await (const piece of readFileText(path, { encoding })) text += piece;
  return text;
}

async function failure(path: string): Promise<string> {
  const error = await textOf(path).then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(InputError);
  return (error as InputError).message.replaceAll(`${folder}/`, "");
}

describe("reading text files", () => {
  test("plain, packed, packed in two members, with a byte-order mark, empty", async () => {
    expect(await textOf(put("a.txt", "dog\nähre"))).toBe("dog\nähre");
    expect(await textOf(put("a.gz", gzipSync("dog\nähre")))).toBe("dog\nähre");
    expect(await textOf(put("packed-without-the-name", gzipSync("dog")))).toBe("dog");
    expect(await textOf(put("b.gz", Buffer.concat([gzipSync("dog "), gzipSync("cat")])))).toBe("dog cat");
    expect(await textOf(put("c.txt", "\uFEFFdog"))).toBe("dog");
    expect(await textOf(put("only-a-mark.txt", "\uFEFF"))).toBe("");
    expect(await textOf(put("d.txt", ""))).toBe("");
    expect(await textOf(put("e.txt", "x"))).toBe("x");
  });
  test("longer than one piece, characters cut anywhere", async () => {
    const text = "ä犬😀\n".repeat(100_000);
    expect(await textOf(put("long.txt", `x${text}`))).toBe(`x${text}`);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.nat()), (source, cuts) => {
        const text = source.replaceAll("\0", "").replace(/^\uFEFF/, "");
        const bytes = Buffer.from(text);
        const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
        const decoder = new Utf8Decoder("x");
        let decoded = "";
        for (let i = 1; i < places.length; i++) decoded += decoder.decode(bytes.subarray(places[i - 1], places[i]));
        decoder.end();
        expect(decoded).toBe(text);
      }),
    );
  });
  test("a second byte-order mark is refused: readers of text would take it off, too", async () => {
    const reason = "the text begins with two byte-order marks, perhaps where files were joined; remove the second.";
    expect(await failure(put("twice.txt", "\uFEFF\uFEFFdog"))).toBe(`twice.txt:1:1: ${reason}`);
    expect(await failure(put("twice.gz", gzipSync("\uFEFF\uFEFF")))).toBe(`twice.gz:1:1: ${reason}`);
    const wide = put("twice16.txt", Buffer.from("\uFEFF\uFEFFdog", "utf16le"));
    await expect(textOf(wide, "utf-16")).rejects.toThrow(`twice16.txt:1:1: ${reason}`);
    expect(await textOf(put("later.txt", "\uFEFFdog \uFEFF"))).toBe("dog \uFEFF");
  });
  test("several files in order, records with their places", async () => {
    const paths = [put("one.mrg", "(NN a)\n(NN b)"), put("two.mrg.gz", gzipSync("\n  (NN c)"))];
    const trees: string[] = [];
    for await (const tree of readFiles(penn, paths, {})) trees.push(formatPenn(tree));
    expect(trees).toEqual(["(NN a)", "(NN b)", "(NN c)"]);
    const places: string[] = [];
    for await (const { file, line, column } of readFilesLocated(penn, paths, {}))
      places.push(`${file}:${line}:${column}`);
    expect(places).toEqual([`${paths[0]}:1:1`, `${paths[0]}:2:1`, `${paths[1]}:2:3`]);
  });
  test("an error in a record names its file", async () => {
    const path = put("bad.mrg", "(NN a)\n(S (NN b)");
    const read = async () => {
      for await (const _ of readFiles(penn, [path], {}));
    };
    await expect(read).rejects.toThrow(`${path}:2:1: tree opened here is never closed; 1 ")" missing.`);
  });
});

describe("files that cannot be read", () => {
  test("missing, a folder, truncated, damaged", async () => {
    expect(await failure(join(folder, "none.mrg"))).toBe("none.mrg: there is no such file or folder; check the path.");
    mkdirSync(join(folder, "trees"));
    expect(await failure(join(folder, "trees"))).toBe("trees: is a folder; name the files in it, as in trees/*.");
    const whole = gzipSync("dog ".repeat(1000));
    expect(await failure(put("short.gz", whole.subarray(0, whole.length - 12)))).toBe(
      "short.gz: the compressed data ends too early; the file is truncated. Copy or download it again.",
    );
    const damaged = Buffer.from(whole);
    damaged.fill(0xaa, 12, 30);
    expect(await failure(put("damaged.gz", damaged))).toBe(
      "damaged.gz: the compressed data is damaged; copy or download the file again.",
    );
  });
  test("not UTF-8: the place of the first bad byte", async () => {
    const latin = Buffer.concat([Buffer.from("ähnlich\nK"), Buffer.from([0xe4]), Buffer.from("se\n")]);
    const reason = "is not UTF-8; save the file as UTF-8, or name its encoding, as in --encoding latin1.";
    expect(await failure(put("latin.txt", latin))).toBe(`latin.txt:2:2: byte 0xE4 ${reason}`);
    expect(await failure(put("cut.txt", Buffer.from("ab\nc犬").subarray(0, 6)))).toBe(
      `cut.txt:2:2: byte 0xE7 ${reason}`,
    );
    expect(await failure(put("late.txt", Buffer.concat([Buffer.from("äbc\n".repeat(200_000)), latin])))).toBe(
      `late.txt:200002:2: byte 0xE4 ${reason}`,
    );
    expect(await failure(put("stray.txt", Buffer.from([0x61, 0x80, 0x80, 0x80, 0x80, 0x80, 0x62])))).toBe(
      `stray.txt:1:2: byte 0x80 ${reason}`,
    );
  });
  test("other kinds of file", async () => {
    expect(await failure(put("model.bin", Buffer.from([1, 2, 0, 3, 4, 5, 6, 7, 8])))).toBe(
      "model.bin: this is a binary file; expected text in UTF-8.",
    );
    const model = { kind: "x", version: 1, options: {}, report: null, symbols: {}, tensors: {} };
    await saveModel(join(folder, "x.model"), model);
    expect(await failure(join(folder, "x.model"))).toBe("x.model: this is a model file; expected text.");
    expect(await failure(put("wide.txt", Buffer.from("\uFEFFdog", "utf16le")))).toBe(
      "wide.txt: this is UTF-16 text; save it as UTF-8, or name its encoding: --encoding utf-16.",
    );
    expect(await failure(put("a.zip", Buffer.from([0x50, 0x4b, 3, 4, 9, 9, 9, 9])))).toBe(
      "a.zip: this is a zip archive; unpack it first.",
    );
  });
});

describe("encodings", () => {
  test("other than UTF-8 are read when they are named, packed or not", async () => {
    const latin = Buffer.from("K\u00e4se\n", "latin1");
    expect(await textOf(put("l1.txt", latin), "latin1")).toBe("K\u00e4se\n");
    expect(await textOf(put("l1.txt.gz", gzipSync(latin)), "ISO-8859-1")).toBe("K\u00e4se\n");
    const wide = "\uFEFFK\u00e4se 犬\n";
    expect(await textOf(put("le.txt", Buffer.from(wide, "utf16le")), "utf-16")).toBe(wide.slice(1));
    expect(await textOf(put("be.txt", Buffer.from(wide, "utf16le").swap16()), "utf-16")).toBe(wide.slice(1));
    expect(await textOf(put("plain.txt", wide), "UTF8")).toBe(wide.slice(1));
    const sources = textSources([join(folder, "l1.txt")], { encoding: "latin1" });
    expect(sources.map(({ name }) => name)).toEqual([join(folder, "l1.txt")]);
    let text = "";
    for await (const piece of sources[0]!.pieces) text += piece;
    expect(text).toBe("K\u00e4se\n");
  });
  test("that do not fit give the line, and unknown ones are refused", async () => {
    const cut = put("cut16.txt", Buffer.concat([Buffer.from("a\nb\n", "utf16le"), Buffer.from([0x00, 0xd8, 0x41, 0])]));
    await expect(textOf(cut, "utf-16")).rejects.toThrow(/cut16\.txt:\d: the text is not utf-16 from about here on/);
    await expect(textOf(cut, "wug-8")).rejects.toThrow(
      'encoding must be a text encoding such as utf-8, latin1 or utf-16; got "wug-8".',
    );
  });
});

describe("writing text files", () => {
  test("what is written comes back, packed or not", async () => {
    const lines = Array.from({ length: 30_000 }, (_, i) => `Zeile ${i} ä\n`);
    for (const name of ["out.txt", "out.txt.gz"]) {
      await writeFileText(join(folder, name), lines);
      expect(await textOf(join(folder, name))).toBe(lines.join(""));
    }
    expect(readFileSync(join(folder, "out.txt.gz"))[0]).toBe(0x1f);
  });
  test.each(["kept.txt", "kept.txt.gz"])("a failure leaves the old file and nothing else: %s", async (name) => {
    const own = mkdtempSync(join(folder, "own-"));
    const path = join(own, name);
    await writeFileText(path, ["old"]);
    async function* failing() {
      yield "new ".repeat(100_000);
      throw new Error("stop");
    }
    await expect(writeFileText(path, failing())).rejects.toThrow("stop");
    expect(await textOf(path)).toBe("old");
    expect(readdirSync(own)).toEqual([name]);
  });
  test("places where nothing can be written", async () => {
    await expect(checkWritable(folder)).rejects.toThrow(`${folder}: this is a directory; name a file in it.`);
    await expect(checkWritable(join(folder, "no/out.txt"))).rejects.toThrow(
      `the directory ${folder}/no does not exist; create it first.`,
    );
    const file = put("plain", "x");
    await expect(checkWritable(join(file, "out.txt"))).rejects.toThrow(
      `${file} is not a directory; choose another place.`,
    );
    await checkWritable(join(folder, "fine.txt"));
  });
  test("Ctrl-C leaves no half-written file", async () => {
    const own = mkdtempSync(join(folder, "signal-"));
    const script = join(own, "script.mts");
    const source = join(import.meta.dirname, "../../src/files/writing/atomic-write.ts");
    writeFileSync(
      script,
      `import { writeAtomically } from ${JSON.stringify(source)};
       async function* endless() { for (;;) { yield "x"; console.log("writing"); await new Promise((r) => setTimeout(r, 20)); } }
       await writeAtomically(${JSON.stringify(join(own, "out.txt"))}, endless());`,
    );
    const child = spawn(process.execPath, ["--import", "tsx", script], { cwd: join(import.meta.dirname, "../..") });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    expect(readdirSync(own).some((name) => name.endsWith(".partial"))).toBe(true);
    child.kill("SIGINT");
    const signal = await new Promise((resolve) => child.once("exit", (_, by) => resolve(by)));
    expect(signal).toBe("SIGINT");
    expect(readdirSync(own)).toEqual(["script.mts"]);
  });
});
