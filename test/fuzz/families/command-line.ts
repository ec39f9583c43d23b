/** The command line: any words give one sentence and an exit code of 0, 1 or 2, never a stack or an internal error. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Random } from "../../../src/base/random.ts";
import { EIGENTREE } from "../../../src/cli/commands.ts";
import { writePenn } from "../../../src/formats/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { runIn } from "../../cli/terminal.ts";
import { Broken, bytesOf, type Family, textOf } from "../family.ts";

let folder: string | undefined;

/** A folder of small files, made once and removed at the end of the process. */
function workFolder(): string {
  if (folder !== undefined) return folder;
  folder = mkdtempSync(join(tmpdir(), "eigentree-fuzz-"));
  process.on("exit", () => rmSync(folder!, { recursive: true, force: true }));
  writeFileSync(join(folder, "trees.mrg"), writePenn(generateTreebank({ trees: 6, seed: 1 }).trees));
  writeFileSync(join(folder, "text.txt"), "The dog barks. It sees a cat.\n");
  writeFileSync(join(folder, "empty"), "");
  writeFileSync(
    join(folder, "binary"),
    Uint8Array.from({ length: 300 }, (_, i) => (i * 37) % 256),
  );
  return folder;
}

/** Commands that are quick whatever their options; no command may write outside the folder. */
const COMMANDS = [
  "inspect",
  "score",
  "parse",
  "tag",
  "evaluate",
  "neighbours",
  "embed",
  "score-trees",
  "convert",
  "help",
  "train",
  "experiment",
  "-x",
];
const FILES = ["trees.mrg", "text.txt", "empty", "binary", "absent", "."];
const WORDS = [
  "--json",
  "--quiet",
  "--help",
  "--states",
  "--threads",
  "--seed",
  "--format",
  "--input",
  "--bogus",
  "-o",
  "--",
  "-",
  "0",
  "-1",
  "1e9",
  "NaN",
  "",
  "é",
  "parser",
  "sequence",
  "vectors",
];

function words(random: Random): string[] {
  const list = [COMMANDS[random.integer(COMMANDS.length)]!];
  for (let i = random.integer(5); i > 0; i--) {
    const files = random.integer(2) === 0;
    const from = files ? FILES : WORDS;
    const word = from[random.integer(from.length)]!;
    list.push(files ? join("FOLDER", word) : word);
  }
  return list;
}

export const COMMAND_LINE: readonly Family[] = [
  {
    name: "command-line/words",
    seeds: () => [bytesOf("inspect\nFOLDER/trees.mrg"), bytesOf("score\nFOLDER/trees.mrg\nFOLDER/trees.mrg\n--json")],
    generate: (random) => bytesOf(words(random).join("\n")),
    async run(input) {
      const list = textOf(input)
        .replaceAll("\u0000", "")
        .split("\n")
        .map((word) => word.replace(/^FOLDER/, workFolder()));
      // Standard input would wait for somebody to type; learning and sampling may run as long as they are told to.
      const idle = list.some((word) => word === "-" || word === "demo" || word === "sample" || word === "-n");
      const learns =
        list.some((word) => ["train", "experiment"].includes(word)) && list.some((word) => /^(-o|--output)/.test(word));
      const reads = list.length > 0 && ["parse", "tag", "embed"].includes(list[0]!);
      if (idle || learns || reads) return "left out";
      const { code, err } = await runIn(EIGENTREE, list);
      if (![0, 1, 2].includes(code)) throw new Broken(`exit code ${code}`);
      if (/internal error|\n\s+at /.test(err)) throw new Broken(err.slice(0, 500));
      if (code !== 0 && err.trim() === "") throw new Broken(`exit code ${code} without a word`);
      return `${code} ${err.replace(/\d+|"[^"]*"|\S*\/\S*/g, "#").slice(0, 60)}`;
    },
  },
];
