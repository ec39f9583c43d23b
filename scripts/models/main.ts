/**
 * npm run models -- DATA [--only en/parser,en/sequence] [--scores]
 *
 * Trains every model in pretrained/ anew from the folder DATA, with the commands that the cards show, measures it, and
 * writes its card. The same data give the same files, byte for byte. With --scores nothing is trained: the models that
 * there are are measured.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { cardOf, commandOf, scoreTable } from "./card.ts";
import { CLUSTERS_FILE, RECIPES, type Recipe } from "./recipes.ts";
import { type GoldScores, scoresOf } from "./scores.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const PRETRAINED = resolve(ROOT, "pretrained");
const PROGRAM = resolve(ROOT, "dist/cli/main.js");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string" }, scores: { type: "boolean", default: false } },
});
const [given] = positionals;
if (given === undefined) {
  console.error("npm run models -- DATA: DATA is missing; expected the folder with gum, ud-ewt, craft and text.");
  process.exit(2);
}
const data = resolve(given);

const pathOf = ({ name, train }: Recipe): string =>
  resolve(PRETRAINED, `${name}.${train[0] === "clusters" ? "paths" : "model"}`);

/** A folder with links to the data and to the classes, so that reports name files as the cards do. */
function workshop(): string {
  const folder = mkdtempSync(join(tmpdir(), "eigentree-models-"));
  for (const name of readdirSync(data)) symlinkSync(join(data, name), join(folder, name));
  symlinkSync(resolve(PRETRAINED, "en", CLUSTERS_FILE), join(folder, CLUSTERS_FILE));
  return folder;
}

function run(command: string, folder: string): void {
  const [program, ...words] = command.split(" ");
  // "npx tsx SCRIPT …": with the loader of this package, wherever the folder is.
  const start =
    program === "eigentree"
      ? [PROGRAM]
      : ["--import", import.meta.resolve("tsx"), resolve(ROOT, words.splice(0, 2)[1]!)];
  const { status } = spawnSync(process.execPath, [...start, ...words], { cwd: folder, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

function make(recipe: Recipe): void {
  const path = pathOf(recipe);
  mkdirSync(dirname(path), { recursive: true });
  const folder = workshop();
  for (const command of [...(recipe.before ?? []), commandOf(recipe, path)]) {
    console.log(command);
    run(command, folder);
  }
  rmSync(folder, { recursive: true });
}

const chosen = values.only?.split(",");
for (const recipe of RECIPES.filter(({ name }) => chosen?.includes(name) ?? true)) {
  console.log(`\n${recipe.name}`);
  if (!values.scores) make(recipe);
  const path = pathOf(recipe);
  const scores: GoldScores[] = recipe.gold.length === 0 ? [] : await scoresOf(recipe, path, data);
  const { size } = statSync(path);
  for (const gold of scores)
    console.log(`${gold.file}, ${gold.sentencesPerSecond.toFixed(1)} sentences/s\n${scoreTable(gold)}`);
  console.log(`${(size / 1e6).toFixed(1)} MB`);
  writeFileSync(path.replace(/\.\w+$/, ".md"), cardOf(recipe, basename(path), size, scores));
}
