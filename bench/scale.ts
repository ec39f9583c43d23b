/**
 * What counting costs here and on a server of Spark Connect on this machine: the same text, once or several times over,
 * and the vectors learnt from it. Every run has a server of its own, so that its peak memory is that of the run. Runs
 * that were measured before stay in the table, unless they are measured again.
 *
 *   npx tsx bench/scale.ts TEXT… [--runs embedded:1,embedded:10,spark:1,sail:1,sail:10] [--memory 1G]
 *
 * Spark and Sail are those of `.spark`, or of the folder that EIGENTREE_SPARK_HOME names.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { decodeModel } from "../src/base/index.ts";
import { EIGENTREE } from "../src/cli/commands.ts";
import { runProgram } from "../src/cli/program.ts";
import { freePort } from "../test/cluster/servers.ts";
import { processorSeconds, RESULTS, type RecordedResult, record } from "./result.ts";

const { values, positionals: texts } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "embedded:1" },
    memory: { type: "string", default: "1G" },
    /** One run in this process: the words of its command line. */
    run: { type: "string" },
  },
});

const HOME = process.env.EIGENTREE_SPARK_HOME ?? resolve(import.meta.dirname, "../.spark");
/** The heap of Spark: driver and executors are one process in local mode. */
const SPARK_MEMORY = "3g";
const NAME = "scale";

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

type Engine = "embedded" | "spark" | "sail";

/** What is kept of a run, for the table and for programs. */
interface Measured extends Run {
  readonly engine: Engine;
  readonly times: number;
  /** Of words, counts and vectors: models with the same digest are equal to the last bit. */
  readonly digest?: string;
  readonly server?: { readonly cpuSeconds: number; readonly peakMegabytes: number };
}

/** A server with two cores. */
function startServer(engine: "spark" | "sail", port: number, scratch: string): ChildProcess {
  const settings = {
    "spark.ui.enabled": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.connect.grpc.binding.address": "127.0.0.1",
    "spark.connect.grpc.binding.port": String(port),
    "spark.local.dir": scratch,
    "spark.sql.warehouse.dir": join(scratch, "warehouse"),
  };
  const [command, ...words] =
    engine === "sail"
      ? [join(HOME, "bin/sail"), "spark", "server", "--ip", "127.0.0.1", "--port", String(port)]
      : [
          ...[join(HOME, "bin/spark-submit"), "--master", "local[2]", "--driver-memory", SPARK_MEMORY],
          ...Object.entries(settings).flatMap(([name, value]) => ["--conf", `${name}=${value}`]),
          ...["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"],
        ];
  const { SPARK_REMOTE: _, SPARK_HOME: __, ...env } = process.env;
  // Spark finds itself with the first python3 on the path.
  const PATH = `${join(HOME, "bin")}:${env.PATH}`;
  return spawn(command!, words, { stdio: "ignore", env: { ...env, PATH, SPARK_LOCAL_IP: "127.0.0.1" }, cwd: scratch });
}

async function listening(port: number): Promise<void> {
  for (const began = Date.now(); Date.now() - began < 120_000; ) {
    const open = await new Promise<boolean>((done) => {
      const socket = connect(port, "127.0.0.1", () => done(true)).on("error", () => done(false));
      socket.on("close", () => socket.destroy());
    });
    if (open) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error("the server did not listen within two minutes");
}

function train(source: readonly string[], folder: string): Run {
  const output = ["-o", join(folder, "model"), "--json", "--quiet", "--threads", "1", "--memory", values.memory];
  const words = JSON.stringify(["train", "vectors", ...source, ...output]);
  const child = spawnSync(process.execPath, ["--import", "tsx", import.meta.filename, "--run", words], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.status !== 0) throw new Error("the run failed");
  return JSON.parse(child.stdout) as Run;
}

/** SHA-256 of all that a model has learnt; how it was asked to, and what it reports, differs between engines. */
async function digestOf(path: string): Promise<string> {
  const { symbols, tensors } = await decodeModel(new Uint8Array(readFileSync(path)));
  const hash = createHash("sha256").update(JSON.stringify(symbols));
  for (const [name, { shape, data }] of Object.entries(tensors).sort(([one], [other]) => (one < other ? -1 : 1)))
    hash.update(`${name} ${shape}`).update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  return hash.digest("hex").slice(0, 16);
}

async function measure(engine: Engine, times: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "eigentree-scale-"));
  try {
    const copies = mkdtempSync(join(folder, "text-"));
    const paths = Array.from({ length: times }, (_, copy) =>
      texts.map((text) => {
        const path = join(copies, `${copy}-${basename(text)}`);
        symlinkSync(resolve(text), path);
        return path;
      }),
    ).flat();
    const model = join(folder, "model");
    if (engine === "embedded") {
      const run = train([...paths, "--no-noise"], folder);
      return { engine, times, ...run, digest: await digestOf(model) };
    }
    const port = await freePort();
    const server = startServer(engine, port, folder);
    try {
      await listening(port);
      const source = ["--engine", "spark", "--spark", `sc://127.0.0.1:${port}`, "--input", join(copies, "*")];
      const run = train(source, folder);
      const figures = processFigures(String(server.pid));
      return { engine, times, ...run, digest: await digestOf(model), server: figures };
    } finally {
      server.kill("SIGKILL");
      await new Promise((done) => setTimeout(done, 500));
    }
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

const path = join(RESULTS, `${NAME}.json`);
let all = existsSync(path) ? ((JSON.parse(readFileSync(path, "utf8")) as RecordedResult).details as Measured[]) : [];
for (const asked of values.runs.split(",")) {
  const [engine, times] = asked.split(":") as [Engine, string];
  const measured = await measure(engine, Number(times));
  const same = (one: Measured) => one.engine === engine && one.times === measured.times;
  all = [...all.filter((one) => !same(one)), measured].sort(
    (one, other) => one.times - other.times || (one.engine < other.engine ? -1 : 1),
  );
  keep();
}

function keep(): void {
  record(NAME, {
    section: "Text that does not fit one machine",
    title: "Word vectors of 100 novels, once and several times over: counted here and on a server",
    command: `npx tsx bench/scale.ts novels-*.txt --runs ${all.map(({ engine, times }) => `${engine}:${times}`).join(",")}`,
    columns: [
      "engine",
      "times",
      "million tokens",
      "seconds",
      "CPU s here",
      "peak MB here",
      "CPU s of the server",
      "peak MB of the server",
      "CPU s per million tokens",
      "digest of the model",
    ],
    rows: all.map(({ engine, times, seconds, cpuSeconds, peakMegabytes, report, digest, server }) => [
      engine,
      times,
      (report.tokens / 1e6).toFixed(1),
      Math.round(seconds),
      Math.round(cpuSeconds),
      Math.round(peakMegabytes),
      server === undefined ? null : Math.round(server.cpuSeconds),
      server === undefined ? null : Math.round(server.peakMegabytes),
      ((cpuSeconds + (server?.cpuSeconds ?? 0)) / (report.tokens / 1e6)).toFixed(2),
      digest?.slice(0, 8) ?? null,
    ]),
    notes: [
      `Vectors of 100 dimensions for at most 50,000 words, window 5; one thread and --memory ${values.memory} here; ` +
        `Spark 4.0 with local[2] and a heap of ${SPARK_MEMORY}, Sail 0.7, each started for the run, start included. Noise is not measured. ` +
        "The digest is of words, counts and vectors: the same digest means a model equal to the last bit. " +
        "The text lies in eight files. CPU seconds count; the machine was shared, so that seconds are too long.",
    ],
    details: all,
  });
}
