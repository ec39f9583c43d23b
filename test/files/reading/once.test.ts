/** What can be read only once is not opened twice, and its beginning can be seen without losing it. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { decodeText, peek, readBytes, readFileText } from "../../../src/files/index.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-once-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "lines.txt");
writeFileSync(file, "one\ntwo\n");

const source = (path: string) => JSON.stringify(join(import.meta.dirname, "../../../src", path));
const script = join(folder, "script.mts");
writeFileSync(
  script,
  `import { readFiles, readFileText } from ${source("files/reading/read.ts")};
   import { peek } from ${source("files/reading/peek.ts")};
   import { tokens } from ${source("formats/words/tokens.ts")};
   const openings = {
     text: async (path) => { let all = ""; for await (const piece of readFileText(path)) all += piece; return all; },
     left: async (path) => { for await (const piece of readFileText(path)) return piece; },
     files: async (path) => { const all = []; for await (const words of readFiles(tokens, [path], {})) all.push(words.join("+")); return all.join(" "); },
     peek: async (path) => {
       const { beginning, pieces } = await peek(readFileText(path), 3);
       let all = ""; for await (const piece of pieces) all += piece;
       return beginning + "|" + all;
     },
   };
   for (const word of process.argv.slice(2)) {
     const [how, path] = word.split("=");
     console.log(await openings[how](path).then(JSON.stringify, (error) => error.name + ": " + error.message));
   }`,
);

/** What each opening gives, in a process of its own: "text=-" reads all of standard input. */
function open(words: string, redirection = `< <(cat ${file})`): string[] {
  const { stdout, stderr } = spawnSync(
    "bash",
    ["-c", `"${process.execPath}" --import tsx ${script} ${words} ${redirection}`],
    { cwd: join(import.meta.dirname, "../../.."), encoding: "utf8" },
  );
  expect(stderr).toBe("");
  return stdout.trimEnd().split("\n");
}

const whole = JSON.stringify("one\ntwo\n");
const refusal = "OptionError: standard input (-) can be read only once.";

describe("standard input", () => {
  test.each(["left=-", "peek=-", "files=/dev/stdin", "text=/proc/self/fd/0"])(
    "cannot be opened again after %s",
    (first) => {
      const [given, ...rest] = open(`${first} text=- files=- peek=- text=/dev/stdin`);
      expect(given).toMatch(/^".*one/);
      expect(rest).toEqual([refusal, refusal, refusal, refusal]);
    },
  );

  test("cannot be opened again where it is a file", () => {
    expect(open("text=- text=-", `< ${file}`)).toEqual([whole, refusal]);
  });
});

test("a pipe of the shell can be read once, a file under a descriptor's name as often as one likes", () => {
  expect(open(`text=<(cat ${file})`)).toEqual([whole]);
  const [first, second] = open("text=/dev/fd/7 text=/dev/fd/7", `7< <(cat ${file})`);
  expect([first, second]).toEqual([whole, "OptionError: /dev/fd/7: is a pipe, which can be read only once."]);
  expect(open("text=/dev/stdin text=/dev/stdin text=-", `< ${file}`)).toEqual([whole, whole, whole]);
});

describe("peek", () => {
  async function* bytes(...pieces: string[]) {
    for (const piece of pieces) yield new Uint8Array(Buffer.from(piece));
  }
  const all = async (pieces: AsyncIterable<string>) => {
    let text = "";
    for await (const piece of pieces) text += piece;
    return text;
  };

  test("shows the beginning and gives the whole", async () => {
    const { beginning, pieces } = await peek(readFileText(file), 3);
    expect(beginning.startsWith("one")).toBe(true);
    expect(await all(pieces)).toBe("one\ntwo\n");
    const short = await peek(readFileText(file), 1e6);
    expect([short.beginning, await all(short.pieces)]).toEqual(["one\ntwo\n", "one\ntwo\n"]);
  });

  test("of bytes, which are decoded afterwards, and of nothing", async () => {
    const { beginning, pieces } = await peek(bytes("a", "b\xe4", "c", "d"), 3);
    expect(Buffer.from(beginning).toString()).toBe("ab\xe4");
    expect(await all(decodeText(pieces, "x"))).toBe("ab\xe4cd");
    const empty = await peek(bytes(), 3);
    expect(empty.beginning).toHaveLength(0);
    expect(await all(decodeText(empty.pieces, "x"))).toBe("");
  });

  test("closes the source, read on or not", async () => {
    const closed: string[] = [];
    async function* source(name: string) {
      try {
        yield* bytes(name, name, name);
      } finally {
        closed.push(name);
      }
    }
    await (await peek(source("a"), 2)).close();
    for await (const _ of (await peek(source("b"), 2)).pieces) break;
    for await (const _ of (await peek(source("c"), 2)).pieces);
    for await (const _ of (await peek(readBytes(file), 2)).pieces) break;
    expect(closed).toEqual(["a", "b", "c"]);
  });
});
