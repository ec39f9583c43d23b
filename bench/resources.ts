/**
 * Peak memory of every command that streams, over inputs that double in size: npm run resources [-- --megabytes 1024]
 * With --only NAME one command is measured, and the rows of the others stay as they were.
 *
 * Inputs are made on the fly and go in through standard input, except those of `score`, which reads two files: a
 * temporary one, twice. Peak memory is what the operating system says of the process when it exits (maxRSS).
 */
import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { writePenn, writeTokens } from "../src/formats/index.ts";
import { generateTreebank } from "../src/samples/index.ts";
import { words } from "../src/trees/index.ts";
import { argumentsOf } from "../test/arguments.ts";
import { MAIN } from "../test/built.ts";
import { sampleText } from "../test/models/vectors/text.ts";
import { RESULTS, type RecordedResult, record } from "./result.ts";
import { USAGE_HOOK, type Usage, usageOf } from "./usage-hook.ts";

const { values } = argumentsOf("npm run resources -- [--megabytes 1024] [--sentences 10000] [--only COMMAND]", {
  options: {
    megabytes: { type: "string", default: "1024" },
    sentences: { type: "string", default: "10000" },
    only: { type: "string", default: "" },
  },
});
const MEGABYTE = 1 << 20;
/** Of the input: one doubling, and three more at once. */
const PARTS = [1 / 16, 1 / 8, 1];
/** Words of a long sentence, and words per megabyte that were never seen before: vocabularies grow with the text. */
const LONG = 300;
const FRESH = 400;

const folder = mkdtempSync(join(tmpdir(), "eigentree-resources-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);

const { trees } = generateTreebank({ trees: 200, maxWords: 12 });
writeFileSync(at("train.mrg"), writePenn(trees));

/** A megabyte of text, again and again, with a line of fresh words behind each. */
function* runningText(megabytes: number): Generator<Buffer> {
  const block = Buffer.from(sampleText(30_000).slice(0, MEGABYTE));
  for (let i = 0; i < megabytes; i++) {
    const text = block.subarray(0, Math.min(1, megabytes - i) * block.length);
    const fresh = Array.from({ length: FRESH }, (_, j) => `w${(i * FRESH + j).toString(36)}x`);
    yield Buffer.concat([text.subarray(0, text.lastIndexOf(10) + 1), Buffer.from(`${fresh.join(" ")}.\n`)]);
  }
}

function* repeated(text: string, megabytes: number): Generator<Buffer> {
  const once = Buffer.from(text);
  for (let left = megabytes * MEGABYTE; left > 0; left -= once.length) yield once;
}

function* longSentences(count: number): Generator<string> {
  const all = trees.flatMap((tree) => words(tree));
  for (let i = 0; i < count; i++) {
    yield writeTokens([Array.from({ length: LONG }, (_, j) => all[(i * 7 + j) % all.length]!)]);
  }
}

async function measure(command: readonly string[], input: Iterable<string | Buffer>): Promise<Usage> {
  const child = spawn(process.execPath, ["--import", USAGE_HOOK, MAIN, ...command], {
    stdio: ["pipe", "ignore", "pipe", "pipe"],
  });
  let [told, stderr] = ["", ""];
  (child.stdio[3] as Readable).setEncoding("utf8").on("data", (text) => (told += text));
  child.stderr!.setEncoding("utf8").on("data", (text) => (stderr += text));
  const ended = new Promise<number | null>((settle) => child.once("close", settle));
  await pipeline(Readable.from(input), child.stdin!).catch(() => {});
  const code = await ended;
  if (code !== 0) throw new Error(`${command.join(" ")}: exit code ${code}\n${stderr}`);
  const { megabytes, seconds } = usageOf(told);
  return { megabytes: Math.round(megabytes), seconds: Math.round(seconds) };
}

interface Case {
  readonly name: string;
  readonly command: readonly string[];
  readonly unit: string;
  readonly size: number;
  readonly input: (size: number) => Iterable<string | Buffer>;
}

const [megabytes, sentences] = [Number(values.megabytes), Number(values.sentences)];
/** Parsing takes a hundred times as long as counting: it gets a part of the text. */
const parsed = Math.max(0.25, megabytes / 16);
const scored = at("scored.mrg");

const CASES: readonly Case[] = [
  { name: "inspect", command: ["inspect", "-"], unit: "MB", size: megabytes, input: runningText },
  {
    name: "train vectors",
    command: ["train", "vectors", "-", "--dim", "20", "--memory", "64M", "--threads", "1", "-o", at("vectors.model")],
    unit: "MB",
    size: megabytes,
    input: runningText,
  },
  {
    name: "train clusters",
    command: [
      "train",
      "clusters",
      "-",
      "--classes",
      "20",
      "--memory",
      "64M",
      "--threads",
      "1",
      "-o",
      at("classes.paths"),
    ],
    unit: "MB",
    size: megabytes,
    input: runningText,
  },
  {
    name: "score",
    command: ["score", scored, scored],
    unit: "MB, half of it on each side",
    size: megabytes,
    input: makeScored,
  },
  { name: "tag", command: ["tag", at("tags.model"), "-"], unit: "MB", size: megabytes, input: runningText },
  {
    name: "parse",
    command: ["parse", at("grammar.model"), "-", "--threads", "1"],
    unit: "MB",
    size: parsed,
    input: (size) => repeated(writeTokens(trees.map((tree) => words(tree))), size),
  },
  {
    name: `tag, sentences of ${LONG} words`,
    command: ["tag", at("tags.model"), "-", "--input", "tokens"],
    unit: "sentences",
    size: sentences,
    input: longSentences,
  },
  {
    name: `parse, sentences of ${LONG} words`,
    command: ["parse", at("grammar.model"), "-", "--input", "tokens", "--threads", "1"],
    unit: "sentences",
    size: sentences,
    input: longSentences,
  },
];

/** `score` has files, not standard input. */
function makeScored(size: number): Iterable<Buffer> {
  const file = openSync(scored, "w");
  for (const piece of repeated(writePenn(trees), size / 2)) writeSync(file, piece);
  closeSync(file);
  return [];
}

await measure(["train", "parser", at("train.mrg"), "--method", "pcfg", "-o", at("grammar.model")], []);
await measure(["train", "sequence", at("train.mrg"), "--method", "hmm", "-o", at("tags.model")], []);

const rows: (string | number)[][] = [];
const wanted = CASES.filter(({ name }) => values.only === "" || name === values.only);
for (const { name, command, unit, size, input } of wanted) {
  const runs: Usage[] = [];
  for (const part of PARTS) {
    runs.push(await measure([...command, "--quiet"], input(size * part)));
    console.log(name, size * part, unit, JSON.stringify(runs.at(-1)));
  }
  const growth = (runs.at(-1)!.megabytes / runs[0]!.megabytes) ** (1 / Math.log2(PARTS.at(-1)! / PARTS[0]!));
  rows.push([name, `${size} ${unit}`, ...runs.map((run) => run.megabytes), growth.toFixed(2), runs.at(-1)!.seconds]);
}

const path = join(RESULTS, "resources.json");
const earlier = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as RecordedResult).rows : [];
const measured = CASES.flatMap(({ name }) => {
  const row =
    rows.find((one) => one[0] === name) ?? (values.only === "" ? undefined : earlier.find((one) => one[0] === name));
  return row === undefined ? [] : [row];
});
record("resources", {
  section: "Faults",
  title: "Peak memory of streaming commands, over doublings of the input",
  command: `npm run resources -- --megabytes ${megabytes} --sentences ${sentences}`,
  columns: [
    "command",
    "input",
    "MB for 1/16",
    "MB for 1/8",
    "MB for all",
    "growth by doubling",
    "processor seconds for all",
  ],
  rows: measured,
  notes: [
    `Megabytes are the process's peak (maxRSS). Running text is a megabyte of sentences again and again with ${FRESH} words ` +
      "that were never seen before behind each, so that vocabularies grow with the text; `train vectors` and `train clusters` " +
      "run with --memory 64M. Commands that take too long for all of the text get a part of it.",
  ],
});
