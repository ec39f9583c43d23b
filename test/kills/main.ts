/**
 * npm run kills -- --moments 100 --seed 1 [--only "train parser"]
 *
 * Ends `train` of every kind and `parse -o` with SIGKILL and SIGINT, each at this many random moments, and keeps the
 * table in bench/results. With --only NAME one command is measured, and the rows of the others stay as they were. Exit
 * code 1 when a promise was broken.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RESULTS, record } from "../../bench/result.ts";
import { Random } from "../../src/base/index.ts";
import { argumentsOf } from "../arguments.ts";
import { MAIN } from "../built.ts";
import { killedCommands } from "./commands.ts";
import { brokenPromises, type KillTally, killOften } from "./kill.ts";
import { killResult, withEarlier } from "./table.ts";

const { values } = argumentsOf("npm run kills -- [--moments 100] [--seed 1] [--only COMMAND]", {
  options: {
    moments: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
  },
});
const [moments, seed] = [Number(values.moments), Number(values.seed)];
const folder = mkdtempSync(join(tmpdir(), "eigentree-kills-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const random = new Random(seed);
const tallies: KillTally[] = [];
const commands = killedCommands(folder);
for (const command of commands.filter(({ name }) => values.only === "" || name === values.only)) {
  for (const signal of ["SIGKILL", "SIGINT"] as const) {
    const tally = await killOften(MAIN, command, signal, moments, random, join(folder, `${tallies.length}`));
    tallies.push(tally);
    console.log(JSON.stringify(tally));
  }
}
const path = join(RESULTS, "kills.json");
const earlier: KillTally[] =
  values.only === "" || !existsSync(path) ? [] : JSON.parse(readFileSync(path, "utf8")).details;
record("kills", killResult(withEarlier(tallies, earlier, commands), moments, seed));
const broken = tallies.flatMap(brokenPromises);
for (const sentence of broken) console.error(sentence);
process.exit(broken.length > 0 ? 1 : 0);
