/**
 * What classes and vectors of words are worth to a tagger: `eigentree experiment lexical` as a table. NAME names the
 * result; everything after TRAIN and DEV goes to the command as it is.
 *
 *   npx tsx bench/lexical.ts chunks conll/chunks.train.txt -- --input columns --features 2
 *   npx tsx bench/lexical.ts names-es conll/esp.train conll/esp.testa -- --input columns --features 2 --no-lower-case
 *   npx tsx bench/lexical.ts tags-wsj wsj-sample/train.mrg wsj-sample/dev.mrg -- --clusters en.paths --vectors en.model
 */
import { execFileSync } from "node:child_process";
import { basename, resolve } from "node:path";
import type { LexicalExperiment } from "../src/models/sequence/index.ts";
import { record, shortPath } from "./result.ts";

const separator = process.argv.indexOf("--");
const [name, train, dev] = process.argv.slice(2, separator < 0 ? undefined : separator);
const flags = separator < 0 ? [] : process.argv.slice(separator + 1);
if (name === undefined || train === undefined) {
  console.error("usage: npx tsx bench/lexical.ts NAME TRAIN [DEV] [-- FLAGS of experiment lexical]");
  process.exit(2);
}

const program = resolve(import.meta.dirname, "../src/cli/main.ts");
const files = dev === undefined ? [train] : [train, dev];
const output = execFileSync(
  process.execPath,
  ["--import", "tsx", program, "experiment", "lexical", ...files, ...flags, "--json"],
  { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] },
);
const { measure, method, rows } = JSON.parse(output) as LexicalExperiment & { readonly method: string };

const signed = (value: number) => (value < 0 ? `−${(-value).toFixed(2)}` : `+${value.toFixed(2)}`);
const shown = flags.map((flag) => (flag.includes("/") ? basename(flag) : flag)).join(" ");
record(`lexical-${name}`, {
  section: "Words help taggers",
  title:
    dev === undefined
      ? `${name}: ${method}, trained on all of ${shortPath(train)} but its last tenth, measured on that`
      : `${name}: ${method}, trained on ${shortPath(train)}, measured on ${shortPath(dev)}`,
  command: `npx tsx bench/lexical.ts ${name} ${files.map(shortPath).join(" ")}${shown === "" ? "" : ` -- ${shown}`}`,
  columns: ["features", measure, "95 %", "gain", "95 %", "p", "unknown words", "training, s"],
  rows: rows.map(({ system, score, gain, unknown, seconds }) => [
    system,
    score.value.toFixed(2),
    `${score.low.toFixed(2)} – ${score.high.toFixed(2)}`,
    gain === undefined ? null : signed(gain.value),
    gain === undefined ? null : `${signed(gain.low)} – ${signed(gain.high)}`,
    gain === undefined ? null : gain.p.toFixed(3),
    unknown.toFixed(2),
    seconds.toFixed(1),
  ]),
  notes: ["Intervals by the bootstrap over sentences, p by approximate randomization against the first row."],
  details: { measure, method, rows },
});
