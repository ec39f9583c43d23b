/**
 * One thread of a worker pool. A thread runs the code that its pool runs: the build, or, under tsx and in tests, the
 * sources. Node 20 cannot load those, so they are bundled with esbuild, which comes with tsx, into a temporary folder
 * (once for a process and a module of jobs, in less than a tenth of a second; tsx itself would take ten times as long
 * in every thread). A build that may be older than the sources is never taken in their place.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { WorkerError } from "../../base/errors.ts";
import { processLives } from "../writing/processes.ts";
import type { WorkerSetup } from "./worker-messages.ts";

const isTypeScript = (url: string): boolean => /\.[cm]?tsx?$/.test(url);

/** The script of a thread, which lies beside this file. */
const SCRIPT = new URL(isTypeScript(import.meta.url) ? "./worker.ts" : "./worker.js", import.meta.url).href;

interface Code {
  readonly script: string;
  readonly jobs: string;
}

export function openThread(setup: WorkerSetup): Worker {
  const { script, jobs } = codeFor(setup.url);
  // No flags of the main thread: some, like --input-type, cannot stand in a worker.
  const execArgv = script === SCRIPT ? [] : ["--enable-source-maps"];
  return new Worker(new URL(script), { workerData: { ...setup, url: jobs }, execArgv, name: "eigentree worker" });
}

/** Code that Node can load, for these jobs. */
function codeFor(jobs: string): Code {
  const readable = !isTypeScript(SCRIPT) && (!isTypeScript(jobs) || readsTypeScript());
  if (readable) return { script: SCRIPT, jobs };
  let code = bundles.get(jobs);
  if (code === undefined) bundles.set(jobs, (code = bundle(jobs)));
  return code;
}

/** Whether Node itself strips the types: enough for a user's jobs, while our own sources need more. */
const readsTypeScript = (): boolean => Boolean((process.features as { readonly typescript?: unknown }).typescript);

const bundles = new Map<string, Code>();
/** Of this process; made with the first bundle. */
let folder: string | undefined;
/** The number of the process that made a folder stands in its name. */
const FOLDER = /^eigentree-workers-(\d+)-/;

function temporaryFolder(): string {
  if (folder === undefined) {
    for (const name of readdirSync(tmpdir())) {
      const pid = FOLDER.exec(name)?.[1];
      if (pid !== undefined && !processLives(Number(pid))) remove(join(tmpdir(), name)); // of one that was killed
    }
    const path = mkdtempSync(join(tmpdir(), `eigentree-workers-${process.pid}-`));
    process.on("exit", () => remove(path));
    folder = path;
  }
  return folder;
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // another user's, or another process removes it at this moment
  }
}

/** Script and jobs share one copy of what both import, as modules would. */
function bundle(jobs: string): Code {
  const outdir = join(temporaryFolder(), String(bundles.size));
  const inFile = jobs.startsWith("file:");
  esbuild(jobs).buildSync({
    entryPoints: { worker: fileURLToPath(SCRIPT), ...(inFile ? { jobs: fileURLToPath(jobs) } : {}) },
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    keepNames: true, // errors are known by the names of their classes
    sourcemap: true,
    logLevel: "silent",
  });
  const at = (name: string) => pathToFileURL(join(outdir, name)).href;
  return { script: at("worker.mjs"), jobs: inFile ? at("jobs.mjs") : jobs };
}

interface Esbuild {
  buildSync(options: Readonly<Record<string, unknown>>): unknown;
}

/** Of the tsx that lies near this file or near the jobs. */
function esbuild(jobs: string): Esbuild {
  for (const from of [import.meta.url, jobs]) {
    try {
      return createRequire(createRequire(from).resolve("tsx/package.json"))("esbuild") as Esbuild;
    } catch {
      // not installed there
    }
  }
  const source = isTypeScript(jobs) ? jobs : SCRIPT;
  throw new WorkerError(`a worker thread cannot load TypeScript (${source}) without tsx; install tsx, or use a build.`);
}
