/**
 * `Workers` made of threads. Every thread imports the jobs module and calls its `start` once with the setup; put what is large into shared
 * memory (`loadModel(path, { shared: true })`, `shareModel`) or hand over a path, and no thread copies it. A pool that nobody waits for
 * does not keep the process alive, so a forgotten `close` does no harm.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import {
  type InputOf,
  type JobSet,
  type Jobs,
  type MapOptions,
  type ResultOf,
  type Tell,
  WorkerError,
  type Workers,
} from "../base/index.ts";
import { unpackError } from "./carried-errors.ts";
import { mapInOrder } from "./ordered-map.ts";
import type { Answer, Task, WorkerSetup } from "./worker-messages.ts";

export interface PoolOptions<Setup> {
  /** As many as the machine has cores, unless told. */
  readonly threads?: number;
  /** Handed to `start` in every thread; must survive structured cloning. */
  readonly setup: Setup;
}

/** Tasks a thread holds: the one it works on and the next, so that it need not wait for the messages. */
const TASKS_PER_THREAD = 2;
/** Inputs taken ahead of the consumer, per thread, unless told: enough for the others to go on while one works on a long sentence. */
const AHEAD_PER_THREAD = 8;

/** Run from the sources (tests, tsx), the pool still needs compiled modules for its threads, and takes those of the last build. */
const compiled = (url: string) => (url.endsWith(".ts") ? url.replace(/\/src\/(?!.*\/src\/)/, "/dist/").replace(/\.ts$/, ".js") : url);

export function openWorkers<Setup, State, J extends Jobs<State>>(set: JobSet<Setup, State, J>, options: PoolOptions<Setup>): Workers<J> {
  return new WorkerPool<J>(compiled(set.url), options.setup, options.threads ?? availableParallelism());
}

interface Waiting {
  readonly task: Task;
  readonly buffers: readonly Transferable[];
  readonly onNews: Tell | undefined;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly tasks: Map<number, Waiting>;
}

class WorkerPool<J extends Jobs> implements Workers<J> {
  readonly #threads: Thread[] = [];
  readonly #queue: Waiting[] = [];
  #nextId = 0;
  #failure: Error | undefined;

  constructor(
    readonly url: string,
    setup: unknown,
    readonly threads: number,
  ) {
    const script = new URL("./worker.js", compiled(import.meta.url));
    for (let i = 0; i < threads; i++) this.#threads.push(this.#openThread(script, { url, setup }));
  }

  run<K extends keyof J & string>(
    job: K,
    input: InputOf<J, K>,
    { transfer, onNews }: MapOptions<InputOf<J, K>> = {},
  ): Promise<ResultOf<J, K>> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure);
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
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #openThread(script: URL, data: WorkerSetup): Thread {
    // No flags of the main thread: some, like --input-type, cannot stand in a worker.
    const worker = new Worker(script, { workerData: data, execArgv: [], name: "eigentree worker" });
    const thread: Thread = { worker, tasks: new Map() };
    worker.on("message", (answer: Answer) => this.#settle(thread, answer));
    worker.on("messageerror", (error) => this.#fail(error));
    worker.on("error", (error: NodeJS.ErrnoException) => {
      const memory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      this.#fail(memory ? new WorkerError("a worker thread ran out of memory; use fewer threads or smaller inputs.") : error);
    });
    worker.on("exit", (code) => this.#fail(new WorkerError(`a worker thread ended early with exit code ${code}.`)));
    worker.unref(); // after the listeners, which would hold the process again
    return thread;
  }

  #settle(thread: Thread, { id, news, result, error }: Answer): void {
    const waiting = thread.tasks.get(id);
    if (news !== undefined) {
      waiting?.onNews?.(news.told);
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
        waiting.reject(error as Error); // the input cannot be cloned
        continue;
      }
      if (thread.tasks.size === 0) thread.worker.ref();
      thread.tasks.set(waiting.task.id, waiting);
    }
  }

  /** Nothing more will be answered: everybody who waits, and everybody who asks from now on, gets the error. */
  #fail(error: Error): void {
    // Threads that end one after another on close must not let go of those still ending: the process would leave with `close` unanswered.
    if (this.#failure !== undefined) return;
    this.#failure = error;
    const waiting = [...this.#threads.flatMap(({ tasks }) => [...tasks.values()]), ...this.#queue];
    for (const thread of this.#threads) {
      thread.tasks.clear();
      thread.worker.unref();
    }
    this.#queue.length = 0;
    for (const { reject } of waiting) reject(this.#failure);
  }
}
