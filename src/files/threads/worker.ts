/**
 * What runs in a thread of the worker pool: imports the jobs module it is given, starts its state once, and answers one
 * job at a time.
 */
import { parentPort, workerData } from "node:worker_threads";
import { WorkerError } from "../../base/errors.ts";
import { type JobSet, type Jobs, Transferred } from "../../base/parallel.ts";
import { packError } from "./carried-errors.ts";
import { type Answer, Phase, type Task, type WorkerSetup } from "./worker-messages.ts";

const port = parentPort!;
const { url, setup, phase, patience } = workerData as WorkerSetup;

const TICK = 1000;

/**
 * Gives up what can never end: promises that stay open although no timer, file, socket or message is under way that
 * could settle them. Whatever computes holds up the clock, so it cannot be meant.
 */
async function orGiveUp<T>(what: string, work: T | PromiseLike<T>): Promise<T> {
  if (typeof (work as PromiseLike<T> | undefined)?.then !== "function") return work;
  let silent = 0;
  let clock: NodeJS.Timeout | undefined;
  const nothing = new Promise<never>((_, reject) => {
    clock = setInterval(() => {
      // The thread's own port is one of them; timers that do not hold the process, such as this one, are not listed.
      silent = process.getActiveResourcesInfo().length > 1 ? 0 : silent + TICK / 1000;
      if (silent >= patience)
        reject(new WorkerError(`${what} waits for something that never comes; given up after ${patience} s.`));
    }, TICK).unref();
  });
  try {
    return await Promise.race([work, nothing]);
  } finally {
    clearInterval(clock);
  }
}

interface Started {
  readonly jobs: Jobs;
  readonly state: unknown;
}

async function start(): Promise<Started> {
  const module = (await import(url)) as { default?: JobSet<unknown, unknown, Jobs> };
  if (typeof module.default?.start !== "function") {
    throw new TypeError(`${url} has no default export made by defineJobs; a worker cannot find its jobs.`);
  }
  return { jobs: module.default.jobs, state: await module.default.start(setup) };
}

/** Runs `work` and says so in the meantime. */
async function working<T>(work: () => Promise<T>): Promise<T> {
  Atomics.store(phase, 0, Phase.working);
  try {
    return await work();
  } finally {
    Atomics.store(phase, 0, Phase.idle);
  }
}

// A start that fails answers every task with its error: whoever waits for a result is told the reason.
const started = working(() => orGiveUp("the start of a worker", start()));
started.catch(() => {});

async function run({ id, job, input }: Task, { jobs, state }: Started): Promise<unknown> {
  const body = Object.hasOwn(jobs, job) ? jobs[job] : undefined;
  if (body === undefined) throw new TypeError(`${url} has no job "${job}"; it has ${Object.keys(jobs).join(", ")}.`);
  const tell = (told: unknown) => port.postMessage({ id, news: { told } } satisfies Answer);
  return orGiveUp(`job "${job}"`, body(input as never, state, tell));
}

async function answer(task: Task): Promise<void> {
  const { id } = task;
  try {
    const inside = await started;
    const result = await working(() => run(task, inside));
    const moved = result instanceof Transferred;
    const message: Answer = { id, result: moved ? result.value : result };
    port.postMessage(message, moved ? (result.buffers as never) : []);
  } catch (error) {
    port.postMessage({ id, error: packError(error) } satisfies Answer);
  }
}

let last: Promise<void> = Promise.resolve();

port.on("message", (task: Task) => {
  last = last.then(() => answer(task));
});

port.on("messageerror", (error) => {
  throw error; // nobody knows which task it was: the pool must be told
});
