/**
 * What counting costs here and on Spark: the same text, once or several times over, and the vectors learnt from it.
 * Spark's part is that of the server process, which must run on this machine and whose number is given.
 *
 *   npx tsx bench/scale.ts TEXT… [--times 1,10] [--engines embedded,spark] [--spark sc://127.0.0.1:15002 --pid N]
 *     [--memory 1G] [--name novels]
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { EIGENTREE } from "../src/cli/commands.ts";
import { runProgram } from "../src/cli/program.ts";
import { processorSeconds, record, shortPath } from "./result.ts";

const { values, positionals: texts } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: "string", default: "1" },
    engines: { type: "string", default: "embedded" },
    spark: { type: "string", default: "sc://127.0.0.1:15002" },
    pid: { type: "string" },
    memory: { type: "string", default: "1G" },
    name: { type: "string", default: "text" },
    /** One run in this process: the words of its command line. */
    run: { type: "string" },
  },
});

interface Run {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
  readonly report: { readonly tokens: number; readonly words: number; readonly entries: number };
}

/** Processor seconds and peak memory of another process so far. */
function processFigures(pid: string): { readonly cpuSeconds: number; readonly peakMegabytes: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1];
  return { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100, peakMegabytes: Number(peak) / 1024 };
}

if (values.run !== undefined) {
  let out = "";
  const began = performance.now();
  const write = (text: string) => {
    out += text;
    return true;
  };
  const stdout = { write, once: () => {} };
  const code = await runProgram(EIGENTREE, JSON.parse(values.run) as string[], { stdout, stderr: process.stderr });
  if (code !== 0) process.exit(code);
  const run: Run = {
    seconds: (performance.now() - began) / 1000,
    cpuSeconds: processorSeconds(),
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
    report: JSON.parse(out) as Run["report"],
  };
  console.log(JSON.stringify(run));
  process.exit();
}

const folder = mkdtempSync(join(tmpdir(), "eigentree-scale-"));
const rows: (string | number | null)[][] = [];
const details: unknown[] = [];
try {
  for (const times of values.times.split(",").map(Number)) {
    const copies = mkdtempSync(join(folder, `${times}-`));
    const paths = Array.from({ length: times }, (_, copy) =>
      texts.map((text) => {
        const path = join(copies, `${copy}-${basename(text)}`);
        symlinkSync(resolve(text), path);
        return path;
      }),
    ).flat();
    for (const engine of values.engines.split(",")) {
      const source =
        engine === "spark"
          ? ["--engine", "spark", "--spark", values.spark, "--input", join(copies, "*")]
          : [...paths, "--no-noise"];
      const output = ["-o", join(folder, "model"), "--json", "--quiet", "--threads", "1", "--memory", values.memory];
      const before = engine === "spark" && values.pid !== undefined ? processFigures(values.pid) : undefined;
      const words = JSON.stringify(["train", "vectors", ...source, ...output]);
      const child = spawnSync(process.execPath, ["--import", "tsx", import.meta.filename, "--run", words], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
      });
      if (child.status !== 0) throw new Error(`the run of ${engine} failed`);
      const run = JSON.parse(child.stdout) as Run;
      const after = before === undefined ? undefined : processFigures(values.pid!);
      const server = before === undefined || after === undefined ? undefined : after.cpuSeconds - before.cpuSeconds;
      const millions = run.report.tokens / 1e6;
      const rate = (3600 * millions) / (run.cpuSeconds + (server ?? 0));
      rows.push([
        engine,
        millions.toFixed(1),
        run.cpuSeconds.toFixed(0),
        Math.round(run.peakMegabytes),
        server === undefined ? null : server.toFixed(0),
        after === undefined ? null : Math.round(after.peakMegabytes),
        Math.round(rate),
      ]);
      details.push({ engine, times, ...run, server, serverPeak: after?.peakMegabytes });
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}

record(`scale-${values.name}`, {
  section: "Text that does not fit one machine",
  title: `Word vectors of ${texts.length === 1 ? shortPath(texts[0]!) : `${values.name}, ${texts.length} files`}: counted here and on Spark`,
  command: `npx tsx bench/scale.ts ${values.name} --times ${values.times} --engines ${values.engines} --memory ${values.memory}`,
  columns: [
    "engine",
    "million tokens",
    "CPU s here",
    "peak MB here",
    "CPU s of Spark",
    "peak MB of Spark",
    "million tokens per CPU-hour",
  ],
  rows,
  notes: [
    "Vectors of 100 dimensions for at most 50,000 words, one thread here, local[2] on Spark; noise is not measured. " +
      "Counts and vectors of both engines are the same to the last bit. CPU seconds, because the machine was shared.",
  ],
  details,
});
