/**
 * Worker threads in a page: `Workers` made of web workers. A page has no modules to load by address, so the threads'
 * script holds the jobs that learning a parser uses, and a pool names one of them. Where the page is isolated from
 * other origins, large tables lie in shared memory; elsewhere each thread gets its copy.
 */
import {
  type InputOf,
  inlineWorkers,
  type JobSet,
  type Jobs,
  type MapOptions,
  type OpenWorkers,
  type ResultOf,
  type Workers,
} from "../../src/base/parallel.ts";
import { mapInOrder } from "../../src/files/threads/ordered-map.ts";
import { projectJobs } from "../../src/models/grammar/spectral/project-jobs.ts";
import { parseJobs } from "../../src/models/parser/parse-jobs.ts";

export const JOBS: Readonly<Record<string, JobSet<never, unknown, Jobs>>> = {
  parse: parseJobs as never,
  project: projectJobs as never,
};

export type ThreadTask =
  | { readonly set: string; readonly setup: unknown }
  | { readonly id: number; readonly job: string; readonly input: unknown };
export type ThreadAnswer = { readonly id: number; readonly result?: unknown; readonly error?: Error };

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (reason: unknown) => void;
}

/** Inputs taken ahead of the results, for each thread. */
const AHEAD = 4;

class WebWorkers<J extends Jobs> implements Workers<J> {
  readonly #threads: { readonly worker: Worker; load: number }[] = [];
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;

  constructor(
    set: string,
    setup: unknown,
    readonly threads: number,
  ) {
    for (let i = 0; i < threads; i++) {
      const worker = new Worker(new URL("./thread.ts", import.meta.url), { type: "module" });
      const thread = { worker, load: 0 };
      worker.onmessage = ({ data }: MessageEvent<ThreadAnswer>) => {
        thread.load--;
        const waiting = this.#waiting.get(data.id);
        this.#waiting.delete(data.id);
        if (data.error !== undefined) waiting?.reject(data.error);
        else waiting?.resolve(data.result as never);
      };
      worker.onerror = (event) => {
        for (const { reject } of this.#waiting.values()) reject(new Error(`a thread failed: ${event.message}`));
        this.#waiting.clear();
      };
      worker.postMessage({ set, setup } satisfies ThreadTask);
      this.#threads.push(thread);
    }
  }

  run<K extends keyof J & string>(
    job: K,
    input: InputOf<J, K>,
    { transfer }: MapOptions<InputOf<J, K>> = {},
  ): Promise<ResultOf<J, K>> {
    const thread = this.#threads.reduce((best, other) => (other.load < best.load ? other : best));
    thread.load++;
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      thread.worker.postMessage({ id, job, input } satisfies ThreadTask, (transfer?.(input) ?? []) as Transferable[]);
    });
  }

  map<K extends keyof J & string>(
    job: K,
    inputs: Iterable<InputOf<J, K>> | AsyncIterable<InputOf<J, K>>,
    options: MapOptions<InputOf<J, K>> = {},
  ): AsyncIterable<ResultOf<J, K>> {
    return mapInOrder(inputs, (options.ahead ?? AHEAD) * this.threads, (input) => this.run(job, input, options));
  }

  async close(): Promise<void> {
    for (const { worker } of this.#threads) worker.terminate();
  }
}

/** For the `workers` of a `LearnContext`. */
export const webThreads =
  (count: number): OpenWorkers =>
  (set, setup) => {
    const name = Object.keys(JOBS).find((each) => (JOBS[each] as unknown) === set);
    return count < 2 || name === undefined ? inlineWorkers(set, setup) : new WebWorkers(name, setup, count);
  };
