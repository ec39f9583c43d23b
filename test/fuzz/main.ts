/**
 * npm run fuzz -- --minutes 30 --seed 1 [--threads 2] [--only readers/penn] [--record]
 *
 * Feeds made and mutated inputs to every reader, every kind's model files and the command line. A failing input is made
 * small and kept in test/corpus, which `npm test` runs for ever. Exit code 1 when something was found.
 * With --record the cases of each family go to bench/results.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { record } from "../../bench/result.ts";
import { argumentsOf } from "../arguments.ts";
import type { Finding, Tally, WorkerData, WorkerNews } from "./messages.ts";
import { minimise } from "./minimise.ts";
import { fuzzResult } from "./table.ts";

const { values } = argumentsOf("npm run fuzz -- [--minutes 1] [--seed 1] [--threads 2] [--only FAMILY] [--record]", {
  options: {
    minutes: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    threads: { type: "string", default: "2" },
    only: { type: "string", default: "" },
    record: { type: "boolean", default: false },
  },
});

/**
 * A case that is seen running this many times, a second apart, hangs. Looks are counted, not seconds: where the machine
 * stands still, so does the watch. None should take a tenth of this, even on a busy machine.
 */
const HANG = 30;
const LARGEST = 1 << 20;
const CORPUS = resolve(import.meta.dirname, "../corpus");

interface Running {
  readonly worker: Worker;
  readonly clock: Float64Array;
  readonly current: Uint8Array;
}

function start(data: Omit<WorkerData, "clock" | "current">, onNews: (news: WorkerNews) => void): Running {
  const clock = new SharedArrayBuffer(24);
  const current = new SharedArrayBuffer(LARGEST);
  // A thread does not inherit tsx: it registers the loader before it loads the sources.
  const [loader, script] = [import.meta.resolve("tsx/esm/api"), new URL("./worker.ts", import.meta.url).href];
  const program = `import(${JSON.stringify(loader)}).then(({ register }) => (register(), import(${JSON.stringify(script)})));`;
  const worker = new Worker(program, { eval: true, workerData: { ...data, clock, current }, execArgv: [] });
  worker.on("message", onNews);
  return { worker, clock: new Float64Array(clock), current: new Uint8Array(current) };
}

/**
 * Calls `onHang` when a case hangs; the time that a thread takes to come up does not count. Gives what ends the watch.
 */
function watchFor({ clock }: Running, onHang: () => void): () => void {
  let [began, looks] = [0, 0];
  const timer = setInterval(() => {
    looks = clock[0] === began ? looks + 1 : 0;
    began = clock[0]!;
    if (began !== 0 && looks >= HANG) onHang();
  }, 1000);
  return () => clearInterval(timer);
}

/** The error of one case run by itself, "hangs" when it does not end, or undefined when it is fine. */
function runOnce(family: string, input: Uint8Array): Promise<string | undefined> {
  return new Promise((settle) => {
    const running = start({ seed: 1, until: 0, only: "", minimising: { family, input } }, ({ reproduced }) => {
      void worker.terminate();
      settle(reproduced);
    });
    const { worker } = running;
    const stopWatching = watchFor(running, () => {
      void worker.terminate();
      settle("hangs");
    });
    worker.on("exit", stopWatching);
    worker.on("error", (error) => settle(`thread: ${error.message}`));
  });
}

const found = new Map<string, Finding>();
const tallies = new Map<number, Readonly<Record<string, Tally>>>();
const blocks = new Map<number, number>();

/** One defect is one family and one sentence: numbers and quoted text apart. */
const keyOf = ({ family, error }: Finding) => `${family} ${error.replace(/\d+|"[^"]*"/g, "#").slice(0, 80)}`;

function take(finding: Finding): void {
  const key = keyOf(finding);
  const known = found.get(key);
  if (known !== undefined && known.input.length <= finding.input.length) return;
  if (known === undefined) console.log(`FOUND ${finding.family}: ${finding.error}`);
  found.set(key, finding);
}

const until = Date.now() + Number(values.minutes) * 60_000;

async function thread(index: number): Promise<void> {
  for (let life = 0; Date.now() < until; life++) {
    await new Promise<void>((settle) => {
      const seed = Number(values.seed) + 1000 * index + 100_000 * life;
      const running = start({ seed, until, only: values.only }, ({ finding, tally, blocks: reached, done }) => {
        if (finding !== undefined) take(finding);
        if (tally !== undefined) tallies.set(1000 * index + life, tally);
        if (reached !== undefined) blocks.set(index, reached);
        if (done) void running.worker.terminate();
      });
      const { worker, clock, current } = running;
      const stopWatching = watchFor(running, () => {
        const input = Uint8Array.from(current.subarray(0, clock[2]));
        take({ family: FAMILY_NAMES[clock[1]!]!, input, error: "hangs", stack: "" });
        void worker.terminate();
      });
      worker.on("error", (error) => {
        const input = Uint8Array.from(current.subarray(0, clock[2]));
        take({ family: FAMILY_NAMES[clock[1]!]!, input, error: `thread: ${error.message}`, stack: error.stack ?? "" });
      });
      worker.on("exit", () => {
        stopWatching();
        settle();
      });
    });
  }
}

const { FAMILIES } = await import("./families/index.ts");
const FAMILY_NAMES = FAMILIES.map(({ name }) => name);

await Promise.all(Array.from({ length: Number(values.threads) }, (_, i) => thread(i)));

const total: Record<string, number> = {};
for (const tally of tallies.values())
  for (const [name, { cases }] of Object.entries(tally)) total[name] = (total[name] ?? 0) + cases;
const rows = Object.entries(total).sort(([a], [b]) => a.localeCompare(b));
const sum = rows.reduce((all, [, cases]) => all + cases, 0);
for (const [name, cases] of rows) console.log(`${name.padEnd(28)} ${String(cases).padStart(10)}`);
console.log(
  `${String(sum)} cases in ${values.minutes} minutes, seed ${values.seed}; ${Math.max(0, ...blocks.values())} blocks of source reached`,
);

const idle = FAMILY_NAMES.filter((name) => name.startsWith(values.only) && (total[name] ?? 0) === 0);
if (idle.length > 0) console.log(`no time for ${idle.join(", ")}`);
if (sum === 0) process.exit(1);

// On a busy machine a thread may get no time for half a minute: what hangs must hang again, alone.
for (const [key, { family, input, error }] of found) {
  if (error !== "hangs" || (await runOnce(family, input)) !== undefined) continue;
  console.log(`${family}: the case that hung ended when it was run again`);
  found.delete(key);
}

if (values.record) {
  const { minutes, seed, threads } = values;
  const command = `npm run fuzz -- --minutes ${minutes} --seed ${seed} --threads ${threads} --record`;
  record("fuzz", fuzzResult(total, found.size, command));
}

for (const finding of found.values()) {
  const fails = async (input: Uint8Array) => (await runOnce(finding.family, input)) !== undefined;
  const small = (await fails(finding.input)) ? await minimise(finding.input, fails, 40) : finding.input;
  const folder = resolve(CORPUS, finding.family);
  mkdirSync(folder, { recursive: true });
  const name = createHash("sha256").update(small).digest("hex").slice(0, 12);
  writeFileSync(resolve(folder, name), small);
  console.log(`kept test/corpus/${finding.family}/${name} (${small.length} bytes): ${finding.error}\n${finding.stack}`);
}
if (found.size > 0) process.exit(1);
console.log("nothing found");
process.exit(0);
