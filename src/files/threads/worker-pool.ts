/**
 * `Workers` made of threads. Every thread imports the jobs module and calls its `start` once with the setup; put what
 * is large into shared memory (`loadModel(path, { shared: true })`, `shareModel`) or hand over a path, and no thread
 * copies it. A pool that nobody waits for does not keep the process alive, so a forgotten `close` does no harm.
 */
import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import {
  asError,
  type InputOf,
  inlineWorkers,
  type JobSet,
  type Jobs,
  type MapOptions,
  type Movable,
  type OpenWorkers,
  OptionError,
  type ResultOf,
  type StopSignal,
  shortened,
  type Tell,
  WorkerError,
  type Workers,
} from "../../base/index.ts";
import { unpackError } from "./carried-errors.ts";
import { mapInOrder } from "./ordered-map.ts";
import { type Answer, Phase, type Task } from "./worker-messages.ts";
import { openThread } from "./worker-thread.ts";

/** Options of `openWorkers`. */
export interface PoolOptions<Setup> {
  /** As many as the machine has cores when left out. */
  readonly threads?: number | undefined;
  /** Handed to `start` in every thread; must survive structured cloning. */
  readonly setup: Setup;
  /**
   * Ends the threads at once; everything that waits, and everything asked from then on, is rejected with its reason.
   */
  readonly signal?: StopSignal | undefined;
  /**
   * Seconds after which a thread that does not answer ends the pool: one that does not come up, does not turn to a task
   * that it was given, or waits for something that can never come. A job that computes may take as long as it likes.
   */
  readonly patience?: number | undefined;
}

/** More would take the memory of the machine: each thread has a heap and modules of its own. */
export const MOST_THREADS = 256;

const PATIENCE = 20;
/** Between two looks at the threads, in milliseconds. */
const TICK = 1000;

/** Tasks a thread holds: the one it works on and the next, so that it need not wait for the messages. */
const TASKS_PER_THREAD = 2;
/**
 * Inputs taken ahead of the consumer, per thread, unless told: enough for the others to go on while one works on a long
 * sentence.
 */
const AHEAD_PER_THREAD = 8;

/** Starts threads that run the jobs of a module. */
export function openWorkers<Setup, State, J extends Jobs<State>>(
  set: JobSet<Setup, State, J>,
  options: PoolOptions<Setup>,
): Workers<J> {
  return new WorkerPool<J>(set.url, options);
}

/** For the `workers` of a `LearnContext`: learn or evaluate in this many threads. The result does not depend on it. */
export const threads =
  (count: number = availableParallelism()): OpenWorkers =>
  (set, setup) =>
    count === 1 ? inlineWorkers(set, setup) : openWorkers(set, { threads: count, setup });

interface Waiting {
  readonly task: Task;
  readonly buffers: readonly Movable[];
  readonly onNews: Tell | undefined;
  readonly resolve: (result: never) => void;
  readonly reject: (reason: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly phase: Int32Array;
  readonly tasks: Map<number, Waiting>;
  /** Consecutive looks at which it had a task and did not work. */
  silent: number;
}

class WorkerPool<J extends Jobs> implements Workers<J> {
  readonly threads: number;
  readonly #threads: Thread[] = [];
  readonly #queue: Waiting[] = [];
  readonly #signal: StopSignal | undefined;
  readonly #patience: number;
  #nextId = 0;
  #clock: NodeJS.Timeout | undefined;
  /** Why nothing more will be answered. */
  #failure: { readonly reason: unknown } | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  constructor(
    url: string,
    { setup, threads = availableParallelism(), signal, patience = PATIENCE }: PoolOptions<unknown>,
  ) {
    if (!Number.isSafeInteger(threads) || threads < 1 || threads > MOST_THREADS) {
      const expected = `a whole number from 1 to ${MOST_THREADS}`;
      throw new OptionError("threads", `openWorkers: threads must be ${expected}; got ${String(threads)}.`);
    }
    this.threads = threads;
    this.#signal = signal;
    this.#patience = patience;
    if (signal?.aborted) {
      this.#failure = { reason: signal.reason };
      return;
    }
    try {
      for (let i = 0; i < threads; i++) this.#threads.push(this.#openThread(url, setup));
    } catch (error) {
      this.#fail(error);
      throw error;
    }
    signal?.addEventListener("abort", this.#onAbort);
  }

  run<K extends keyof J & string>(
    job: K,
    input: InputOf<J, K>,
    { transfer, onNews }: MapOptions<InputOf<J, K>> = {},
  ): Promise<ResultOf<J, K>> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure.reason);
      const task = { id: this.#nextId++, job, input };
      this.#queue.push({ task, buffers: transfer?.(input) ?? [], onNews, resolve, reject });
      this.#dispatch();
    });
  }

  map<K extends keyof J & string>(
    job: K,
    inputs: Iterable<InputOf<J, K>> | AsyncIterable<InputOf<J, K>>,
    options: MapOptions<InputOf<J, K>> = {},
  ): AsyncIterable<ResultOf<J, K>> {
    const { ahead = AHEAD_PER_THREAD } = options;
    return mapInOrder(inputs, ahead * this.threads, (input) => this.run(job, input, options));
  }

  async close(): Promise<void> {
    this.#fail(new WorkerError("the workers were closed before all their work was done."));
    await this.#ended;
  }

  readonly #onAbort = (): void => this.#fail(this.#signal!.reason);

  #openThread(url: string, setup: unknown): Thread {
    const phase = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const worker = openThread({ url, setup, phase, patience: this.#patience });
    const thread: Thread = { worker, phase, tasks: new Map(), silent: 0 };
    worker.on("message", (answer: Answer) => this.#settle(thread, answer));
    worker.on("messageerror", (error) => this.#fail(failureOf(error)));
    worker.on("error", (error: unknown) => this.#fail(failureOf(error)));
    worker.on("exit", (code) => this.#fail(new WorkerError(`a worker thread ended early with exit code ${code}.`)));
    worker.unref(); // after the listeners, which would hold the process again
    return thread;
  }

  #settle(thread: Thread, { id, news, result, error }: Answer): void {
    thread.silent = 0;
    const waiting = thread.tasks.get(id);
    if (news !== undefined) {
      try {
        waiting?.onNews?.(news.told);
      } catch (thrown) {
        waiting?.reject(asError(thrown));
      }
      return;
    }
    thread.tasks.delete(id);
    if (thread.tasks.size === 0) thread.worker.unref();
    if (error !== undefined) waiting?.reject(unpackError(error));
    else waiting?.resolve(result as never);
    this.#dispatch();
  }

  /** Gives the waiting tasks, in order, to the threads that hold the fewest. */
  #dispatch(): void {
    while (this.#queue.length > 0) {
      const thread = this.#threads.reduce((best, other) => (other.tasks.size < best.tasks.size ? other : best));
      if (thread.tasks.size >= TASKS_PER_THREAD) return;
      const waiting = this.#queue.shift()!;
      try {
        thread.worker.postMessage(waiting.task, waiting.buffers as never);
      } catch (error) {
        waiting.reject(error); // the input cannot be cloned
        continue;
      }
      if (thread.tasks.size === 0) thread.worker.ref();
      thread.tasks.set(waiting.task.id, waiting);
      this.#clock ??= setInterval(this.#look, TICK).unref();
    }
  }

  /**
   * Looks for threads that have a task and do not turn to it. Looks are counted, not seconds: while this thread is busy
   * itself, or the machine asleep, it can have heard nothing.
   */
  readonly #look = (): void => {
    let waiting = 0;
    for (const thread of this.#threads) {
      waiting += thread.tasks.size;
      const phase = Atomics.load(thread.phase, 0);
      thread.silent = thread.tasks.size > 0 && phase !== Phase.working ? thread.silent + 1 : 0;
      if ((thread.silent * TICK) / 1000 >= this.#patience) {
        const found = phase === Phase.absent ? "has not come up" : "has not turned to its task";
        this.#fail(new WorkerError(`a worker thread ${found} within ${this.#patience} s; its work is lost.`));
        return;
      }
    }
    if (waiting === 0) this.#stopClock();
  };

  #stopClock(): void {
    clearInterval(this.#clock);
    this.#clock = undefined;
  }

  /**
   * Nothing more will be answered: everybody who waits, and everybody who asks from now on, gets the reason, and the
   * threads end, whatever they are at.
   */
  #fail(reason: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = { reason };
    this.#stopClock();
    this.#signal?.removeEventListener("abort", this.#onAbort);
    const waiting = [...this.#threads.flatMap(({ tasks }) => [...tasks.values()]), ...this.#queue];
    for (const thread of this.#threads) thread.tasks.clear();
    this.#queue.length = 0;
    this.#ended = Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
    for (const { reject } of waiting) reject(reason);
  }
}

/** What made a thread end, as a sentence. Anything can be thrown, and arrives here as it is. */
function failureOf(thrown: unknown): WorkerError {
  if ((thrown as { readonly code?: unknown } | undefined | null)?.code === "ERR_WORKER_OUT_OF_MEMORY")
    return new WorkerError("a worker thread ran out of memory; use fewer threads or smaller inputs.");
  const error = asError(thrown);
  const message = error instanceof WorkerError ? error.message : shortened(`${error.message}`, 400);
  return new WorkerError(`a worker thread failed: ${message}`, { cause: thrown });
}
