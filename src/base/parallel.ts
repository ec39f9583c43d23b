/**
 * Work that may be spread over threads. Learners and decoders are written against `Workers`; `files/` gives one made of threads, and
 * `inlineWorkers` runs the same jobs here, one after another. Results come back in the order of the inputs either way, so that nothing
 * depends on the number of threads.
 */

/** Jobs that workers can run, by name. An input and its result must survive structured cloning. */
export type Jobs = Readonly<Record<string, (input: never) => unknown>>;

export interface Workers<J extends Jobs> {
  readonly threads: number;
  map<K extends keyof J & string>(job: K, inputs: Iterable<Parameters<J[K]>[0]>): AsyncIterable<Awaited<ReturnType<J[K]>>>;
  close(): Promise<void>;
}

export function inlineWorkers<J extends Jobs>(jobs: J): Workers<J> {
  return {
    threads: 1,
    async *map(job, inputs) {
      for (const input of inputs) yield (await jobs[job]!(input as never)) as never;
    },
    close: async () => {},
  };
}
