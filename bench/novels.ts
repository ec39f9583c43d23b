/**
 * Novels parsed end to end with the shipped parser, from running text to a file of trees: a tree for every sentence,
 * every word in one, fallbacks counted, memory and time.
 *
 *   npm run build && npx tsx bench/novels.ts DATA [--words 1000000] [--piece 50000] [--keep FOLDER] [--most PIECES]
 *
 * DATA is the folder that `npm run models` takes. The text is cut at ends of lines into pieces of about --piece words,
 * each parsed by a process of its own. With --keep the counts of finished pieces stay in FOLDER, and a later run goes
 * on from there; --most ends a run after so many pieces. The table is written when all of them are there.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { readPenn } from "../src/formats/index.ts";
import { words as wordsOf } from "../src/trees/index.ts";
import { record } from "./result.ts";

const MAIN = resolve(import.meta.dirname, "../dist/cli/main.js");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    words: { type: "string", default: "1000000" },
    piece: { type: "string", default: "50000" },
    keep: { type: "string" },
    most: { type: "string", default: "1000000" },
  },
});
const [data] = positionals;
if (data === undefined) throw new Error("DATA is missing");

/** What one piece gave. */
interface Piece {
  /** As the program counts them at its end. */
  readonly sentences: number;
  readonly words: number;
  readonly fallbacks: Readonly<Record<string, number>>;
  /** As they are in the file of trees. */
  readonly trees: number;
  readonly leaves: number;
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly megabytes: number;
}

/** The first words of the novels in pieces, each up to the end of a line. */
function* piecesOf(text: string, words: number, piece: number): Generator<string> {
  let [begin, end, seen, total] = [0, 0, 0, 0];
  while (total < words && end < text.length) {
    const next = text.indexOf("\n", end) + 1 || text.length;
    const here = text.slice(end, next).split(/\s+/).filter(Boolean).length;
    [end, seen, total] = [next, seen + here, total + here];
    if (seen < piece && total < words && end < text.length) continue;
    yield text.slice(begin, end);
    [begin, seen] = [end, 0];
  }
}

/** Loaded into the program: what it used, at its very end. */
const USAGE = `data:text/javascript,${encodeURIComponent(
  'process.on("exit", () => process.stderr.write("\\n" + JSON.stringify(process.resourceUsage()) + "\\n"))',
)}`;

function parsePiece(text: string): Piece {
  const folder = mkdtempSync(join(tmpdir(), "eigentree-novels-"));
  const [source, target] = [join(folder, "novels.txt"), join(folder, "novels.mrg")];
  writeFileSync(source, text);
  const started = performance.now();
  const { stderr, status } = spawnSync(
    process.execPath,
    ["--import", USAGE, MAIN, "parse", "en", source, "-o", target],
    { encoding: "utf8", maxBuffer: 1 << 26 },
  );
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(stderr);
  const lines = stderr.trim().split("\n");
  const remark = lines.find((line) => /^[\d,]+ sentences?, /.test(line));
  if (remark === undefined) throw new Error(`no counts in\n${stderr}`);
  const number = (pattern: RegExp) => Number((pattern.exec(remark)?.[1] ?? "0").replaceAll(",", ""));
  const fallbacks = Object.fromEntries(
    Array.from((/fallbacks? \((.*)\)$/.exec(remark)?.[1] ?? "").matchAll(/(\w+) ([\d,]+)/g), ([, name, count]) => [
      name!,
      Number(count!.replaceAll(",", "")),
    ]),
  );
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(lines.at(-1)!) as NodeJS.ResourceUsage;
  const trees = [...readPenn(readFileSync(target, "utf8"))];
  rmSync(folder, { recursive: true });
  return {
    sentences: number(/^([\d,]+) sentences?/),
    words: number(/([\d,]+) words?/),
    fallbacks,
    trees: trees.length,
    leaves: trees.reduce((sum, tree) => sum + wordsOf(tree).length, 0),
    seconds,
    processorSeconds: (userCPUTime + systemCPUTime) / 1e6,
    megabytes: maxRSS / 1024,
  };
}

const novels = gunzipSync(readFileSync(join(data, "text/novels.txt.gz"))).toString("utf8");
const { keep } = values;
if (keep !== undefined) mkdirSync(keep, { recursive: true });
const done: Piece[] = [];
let [at, fresh] = [0, 0];
for (const text of piecesOf(novels, Number(values.words), Number(values.piece))) {
  const kept = keep === undefined ? undefined : join(keep, `${at}.json`);
  at++;
  if (kept !== undefined && existsSync(kept)) {
    done.push(JSON.parse(readFileSync(kept, "utf8")) as Piece);
    continue;
  }
  if (fresh++ >= Number(values.most)) continue;
  const piece = parsePiece(text);
  if (kept !== undefined) writeFileSync(kept, JSON.stringify(piece));
  done.push(piece);
  console.log(`piece ${at}: ${JSON.stringify(piece)}`);
}

if (done.length < at) console.log(`${done.length} of ${at} pieces are there`);
else {
  const sum = (of: (piece: Piece) => number): number => done.reduce((total, piece) => total + of(piece), 0);
  const fallbacks: Record<string, number> = {};
  for (const piece of done)
    for (const [name, count] of Object.entries(piece.fallbacks)) fallbacks[name] = (fallbacks[name] ?? 0) + count;
  const [sentences, trees] = [sum((piece) => piece.sentences), sum((piece) => piece.trees)];
  const [words, leaves] = [sum((piece) => piece.words), sum((piece) => piece.leaves)];
  if (trees !== sentences || leaves !== words)
    throw new Error(`${sentences} sentences of ${words} words, but ${trees} trees of ${leaves}`);
  const named = Object.entries(fallbacks).map(([name, count]) => `${count} ${name}`);
  const processor = sum((piece) => piece.processorSeconds);
  record("english-novels", {
    section: "English out of the box",
    title: "Novels parsed end to end",
    command: `npm run build && npx tsx bench/novels.ts DATA --words ${values.words}`,
    columns: ["words", "sentences", "trees", "fallbacks", "minutes", "CPU minutes", "sentences/CPU s", "memory, MB"],
    rows: [
      [
        ...[words, sentences, trees, named.join(", ") || "none"],
        (sum((piece) => piece.seconds) / 60).toFixed(1),
        (processor / 60).toFixed(1),
        (sentences / processor).toFixed(1),
        Math.round(Math.max(...done.map((piece) => piece.megabytes))),
      ],
    ],
    notes: [
      `\`eigentree parse en\` on ${Number(values.words).toLocaleString("en")} words between blanks, in ${at} pieces, each ` +
        "in a process of its own with a thread for each core; words are counted as the parser cuts them. Every tree was " +
        "read back, and together they have every word.",
    ],
    details: { pieces: done },
  });
}
