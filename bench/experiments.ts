/**
 * A published experiment run again: `eigentree experiment NAME ARGS…` by the built program, as a table of
 * docs/results.md. Paths are best given whole; tables and commands then have the folder and the file alone.
 *
 *   npx tsx bench/experiments.ts rhmm speech/train speech/dev
 *   npx tsx bench/experiments.ts induction wsj-sample/train.mrg --vectors pretrained/en/vectors.model
 *   npx tsx bench/experiments.ts vectors novels.txt --gold words/EN-WS-353-ALL.txt,words/EN-SIMLEX-999.txt
 *   npx tsx bench/experiments.ts lpcfg wsj-sample/train.mrg wsj-sample/dev.mrg --states 8,32
 *   npx tsx bench/experiments.ts dependency ud-ewt/train.conllu ud-ewt/dev.conllu --no-second
 *
 * NAME:MORE is recorded beside NAME: dependency:arcs, with the arguments that make it so.
 */
import { spawnSync } from "node:child_process";
import { isAbsolute } from "node:path";
import { MAIN } from "../test/built.ts";
import { TABLES } from "./experiment-tables.ts";
import { record, shortPath } from "./result.ts";
import { USAGE_HOOK, usageOf } from "./usage-hook.ts";

const [recorded = "", ...given] = process.argv.slice(2);
const name = recorded.replace(/:.*/, "");
const table = TABLES[name];
if (table === undefined) {
  console.error(`usage: npx tsx bench/experiments.ts NAME ARGS…, with a NAME of ${Object.keys(TABLES).join(", ")}`);
  process.exit(2);
}

const child = spawnSync(process.execPath, ["--import", USAGE_HOOK, MAIN, "experiment", name, ...given, "--json"], {
  encoding: "utf8",
  maxBuffer: 1 << 28,
  stdio: ["ignore", "pipe", "inherit", "pipe"],
});
if (child.status !== 0) throw new Error(`experiment ${name} ended with code ${child.status}`);

/** Checkpoints change nothing but the time. */
const told = given.filter((argument, at) => argument !== "--checkpoints" && given[at - 1] !== "--checkpoints");
const paths = given.flatMap((argument) => argument.split(",")).filter((path) => isAbsolute(path));
const shortened = (text: string) => paths.reduce((short, path) => short.replaceAll(path, shortPath(path)), text);
const result = JSON.parse(shortened(child.stdout));
const { seconds } = usageOf(child.output[3]!);
const { notes = [], ...shown } = table(result);
record(`experiment-${recorded.replace(":", "-")}`, {
  section: "Published experiments run again",
  command: `npx tsx bench/experiments.ts ${recorded} ${told.map(shortened).join(" ")}`,
  ...shown,
  notes: [...notes, `The whole experiment took ${Math.round(seconds)} s of processor time.`],
  details: result,
});
