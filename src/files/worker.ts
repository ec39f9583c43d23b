/** What runs in a thread of the worker pool: imports the jobs module it is given, starts its state once, and answers one job at a time. */
import { parentPort, workerData } from "node:worker_threads";
import { type JobSet, type Jobs, Transferred } from "../base/parallel.ts";
import { packError } from "./carried-errors.ts";
import type { Answer, Task, WorkerSetup } from "./worker-messages.ts";

const port = parentPort!;
const { url, setup } = workerData as WorkerSetup;

async function start(): Promise<{ jobs: Jobs; state: unknown }> {
  const module = (await import(url)) as { default?: JobSet<unknown, unknown, Jobs> };
  if (typeof module.default?.start !== "function") {
    throw new TypeError(`${url} has no default export made by defineJobs; a worker cannot find its jobs.`);
  }
  return { jobs: module.default.jobs, state: await module.default.start(setup) };
}

// A start that fails answers every task with its error: whoever waits for a result hears the reason.
const started = start();
started.catch(() => {});

let last: Promise<void> = Promise.resolve();

async function answer({ id, job, input }: Task): Promise<void> {
  try {
    const { jobs, state } = await started;
    const run = Object.hasOwn(jobs, job) ? jobs[job] : undefined;
    if (run === undefined) throw new TypeError(`${url} has no job "${job}"; it has ${Object.keys(jobs).join(", ")}.`);
    const tell = (told: unknown) => port.postMessage({ id, news: { told } } satisfies Answer);
    const result = await run(input as never, state, tell);
    const moved = result instanceof Transferred;
    const message: Answer = { id, result: moved ? result.value : result };
    port.postMessage(message, moved ? (result.buffers as never) : []);
  } catch (error) {
    port.postMessage({ id, error: packError(error) } satisfies Answer);
  }
}

port.on("message", (task: Task) => {
  last = last.then(() => answer(task));
});
