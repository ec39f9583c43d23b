/** Sources of text from files, and their encodings. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { textSources } from "../../../src/files/index.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-sources-"));
afterAll(() => rmSync(folder, { recursive: true }));
const put = (name: string, bytes: string | Uint8Array) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
async function textOf(path: string, options = {}): Promise<string> {
  let text = "";
  for await (const piece of textSources([path], options)[0]!.pieces) text += piece;
  return text;
}

describe("textSources", () => {
  test("give the text of files under their names, and tell how far they are", async () => {
    const path = put("a.txt", "Grüße\n");
    const heard: number[] = [];
    expect(textSources([path, "-"]).map(({ name }) => name)).toEqual([path, "standard input"]);
    expect(await textOf(path, { progress: ({ done }: { done: number }) => heard.push(done) })).toBe("Grüße\n");
    expect(heard.at(-1)).toBe(8);
  });

  test("decode what is not UTF-8 when its encoding is named", async () => {
    const latin = put("latin.txt", Uint8Array.of(0x47, 0x72, 0xfc, 0xdf, 0x65));
    expect(await textOf(latin, { encoding: "latin1" })).toBe("Grüße");
    await expect(textOf(latin)).rejects.toThrow("byte 0xFC is not UTF-8");
    expect(await textOf(put("wide.txt", Buffer.from("Grüße", "utf16le")), { encoding: "utf-16le" })).toBe("Grüße");
  });

  test("refuse an encoding that nobody knows, and bytes that are not in it", async () => {
    expect(() => textSources([], { encoding: "klingon" })).toThrow(
      'encoding must be a text encoding such as utf-8, latin1 or utf-16; got "klingon".',
    );
    const bad = put("bad.txt", Uint8Array.of(0xff));
    await expect(textOf(bad, { encoding: "euc-jp" })).rejects.toThrow(
      `${bad}:1: the text is not euc-jp from about here on; check its encoding.`,
    );
  });
});
