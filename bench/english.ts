/**
 * The models that come with Eigentree: sizes, start-up, memory, speed from raw text, and scores by genre.
 *
 *   npm run build && npx tsx bench/english.ts DATA [--only models,scores]
 *
 * DATA is the folder that `npm run models` takes.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { RECIPES } from "../scripts/models/recipes.ts";
import { scoresOf } from "../scripts/models/scores.ts";
import { type Cell, record } from "./result.ts";

const ROOT = resolve(import.meta.dirname, "..");
const MAIN = join(ROOT, "dist/cli/main.js");
const SECTION = "English out of the box";
/** Words of running text for the speed of each model. */
const SPEED_WORDS = 4000;
const RUNS = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "models,scores" } },
});
const [data] = positionals;
if (data === undefined) throw new Error("DATA is missing");
const command = "npm run build && npx tsx bench/english.ts DATA";
const asked = new Set(values.only.split(","));

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!;
const pathOf = (name: string) => join(ROOT, "pretrained", `${name}.model`);
const models = RECIPES.filter(({ train }) => train[0] !== "clusters");

/** The first words of the novels, up to the end of a line. */
function novelText(words: number): string {
  const text = gunzipSync(readFileSync(join(data!, "text/novels.txt.gz"))).toString("utf8");
  let at = 0;
  for (let seen = 0; seen < words && at < text.length; seen++) at = text.indexOf(" ", at + 1) + 1 || text.length;
  const end = text.indexOf("\n", at);
  return end < 0 ? text : text.slice(0, end + 1);
}

/** One fresh process: the time to open a part, and then to work through a text; memory at the end. */
function inProcess(
  name: string,
  text: string,
): { openMs: number; seconds: number; sentences: number; megabytes: number } {
  const [folder, kind] = name.split("/");
  const program = `
    const { readFileSync } = await import("node:fs");
    const { open } = await import(${JSON.stringify(join(ROOT, "dist/index.js"))});
    const text = readFileSync(0, "utf8");
    const began = performance.now();
    const predictor = await open(${JSON.stringify(folder)}, ${JSON.stringify(kind)});
    const openMs = performance.now() - began;
    predictor.load?.();
    const started = performance.now();
    const found = predictor.tagText?.(text) ?? predictor.parseText?.(text) ?? [];
    const seconds = (performance.now() - started) / 1000;
    console.log(JSON.stringify({ openMs, seconds, sentences: found.length, megabytes: process.resourceUsage().maxRSS / 1024 }));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    input: text,
    encoding: "utf8",
  });
  return JSON.parse(stdout);
}

function commandLineSeconds(args: readonly string[]): number {
  const times = Array.from({ length: RUNS }, () => {
    const started = performance.now();
    spawnSync(process.execPath, [MAIN, ...args], { input: "Text.\n", encoding: "utf8" });
    return (performance.now() - started) / 1000;
  });
  return median(times);
}

if (asked.has("models")) {
  const text = novelText(SPEED_WORDS);
  const commands: Readonly<Record<string, readonly string[]>> = {
    "en/parser": ["parse", "en"],
    "en/sequence": ["tag", "en"],
    "en-penn/sequence": ["tag", "en-penn"],
    "en/dependency": ["parse", "en", "--dependencies"],
    "en/vectors": ["neighbours", "en", "dog"],
    "en-bio/parser": ["parse", "en-bio"],
  };
  const rows = models.map(({ name }): Cell[] => {
    const opened = median(Array.from({ length: RUNS }, () => inProcess(name, "").openMs));
    const worked = name.endsWith("vectors") ? inProcess(name, "") : inProcess(name, text);
    const rate = worked.sentences === 0 ? null : (worked.sentences / worked.seconds).toFixed(1);
    const size = (statSync(pathOf(name)).size / 1e6).toFixed(1);
    const wall = commandLineSeconds(commands[name]!).toFixed(2);
    return [name, size, (opened / 1000).toFixed(2), wall, Math.round(worked.megabytes), rate];
  });
  const pack = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: ROOT, encoding: "utf8" });
  const [{ size, unpackedSize }] = JSON.parse(pack.stdout) as [{ size: number; unpackedSize: number }];
  record("english-models", {
    section: SECTION,
    title: "Models: size, start-up, memory, speed from raw text on one thread",
    command,
    columns: ["model", "MB", "open, s", "command line, s", "memory, MB", "sentences/s"],
    rows,
    notes: [
      `open: the library's open() in a fresh process; command line: \`echo Text. | eigentree …\`, all of it; medians of ${RUNS}. ` +
        `Speed and memory over ${SPEED_WORDS} words of a novel, cut into sentences and words by the model.`,
      `\`npm pack\`: ${(size / 1e6).toFixed(1)} MB packed, ${(unpackedSize / 1e6).toFixed(1)} MB unpacked.`,
    ],
  });
}

if (asked.has("scores")) {
  const rows: Cell[][] = [];
  for (const recipe of models.filter(({ gold }) => gold.length > 0)) {
    for (const { file, rows: genres } of await scoresOf(recipe, pathOf(recipe.name), data)) {
      for (const { genre, sentences, scores } of genres) {
        const named = Object.entries(scores).map(([measure, value]) => `${measure} ${value.toFixed(2)}`);
        rows.push([recipe.name, file, genre, sentences, named.join(", ")]);
      }
    }
  }
  record("english-scores", {
    section: SECTION,
    title: "Models: scores by genre, words given",
    command: `${command} --only scores`,
    columns: ["model", "gold", "genre", "sentences", "scores, %"],
    rows,
    notes: ["Development parts; no model was trained on them, and the numbers of states were chosen on them."],
  });
}
