/**
 * Work that may be spread over threads. Learners and decoders are written against `Workers`; `files/` gives one made of
 * threads, and `inlineWorkers` runs the same jobs here, one after another. Results come back in the order of the inputs
 * either way, so that nothing depends on the number of threads.
 *
 * The jobs live in a module of their own, which every worker imports:
 *
 *   export const parseJobs = defineJobs(import.meta.url, {
 *     start: (parts: ModelParts) => modelFromParts(parts),               // once in every worker, before its first job
 *     jobs: { parse: (words: string[], model) => decode(model, words) }, // any number of times
 *   });
 *   export default parseJobs;
 *
 *   const workers = inlineWorkers(parseJobs, parts);   // or openWorkers(parseJobs, { threads, setup: parts })
 *   for await (const tree of workers.map("parse", sentences)) …
 *   await workers.close();
 */

import { asError } from "./errors.ts";
import type { Movable } from "./platform.ts";
import { type StopSignal, throwIfStopped } from "./stopping.ts";

/** What a long job says while it runs: how far it is, say. It must survive structured cloning. */
export type Tell = (news: unknown) => void;

/**
 * Jobs that workers can run, by name. An input and its result must survive structured cloning; the state never leaves
 * its worker.
 */
// biome-ignore lint/suspicious/noExplicitAny: the state is inferred where the jobs are defined
export type Jobs<State = any> = Readonly<Record<string, (input: never, state: State, tell: Tell) => unknown>>;

/** Jobs and the state they run on, as `defineJobs` gives them. */
export interface JobSet<Setup, State, J extends Jobs<State>> {
  /** Address of the module whose default export this is. */
  readonly url: string;
  readonly start: (setup: Setup) => State | Promise<State>;
  readonly jobs: J;
}

/** A result whose buffers are moved to the caller instead of copied. */
export class Transferred<T> {
  constructor(
    readonly value: T,
    readonly buffers: readonly Movable[],
  ) {}
}

/** What a job takes. */
export type InputOf<J extends Jobs, K extends keyof J> = Parameters<J[K]>[0];
type Unwrapped<R> = R extends Transferred<infer T> ? T : R;
/** What a job gives, once it is awaited. */
export type ResultOf<J extends Jobs, K extends keyof J> = Unwrapped<Awaited<ReturnType<J[K]>>>;

/** How `Workers.map` hands over inputs. */
export interface MapOptions<Input> {
  /** Buffers of an input to be moved to the worker instead of copied; they are empty here afterwards. */
  readonly transfer?: (input: Input) => readonly Movable[];
  /** Called with what the job reports before its result is there. */
  readonly onNews?: Tell | undefined;
  /**
   * Inputs taken ahead of the results that have been consumed, for each thread. Where inputs or results are large and
   * cost alike, few are enough.
   */
  readonly ahead?: number;
}

/** Runs jobs, in threads or in place; results come in the order of the inputs either way. */
export interface Workers<J extends Jobs> {
  readonly threads: number;
  /**
   * Results in the order of the inputs. Only a bounded number of inputs is taken ahead of the results that have been
   * consumed.
   */
  map<K extends keyof J & string>(
    job: K,
    inputs: Iterable<InputOf<J, K>> | AsyncIterable<InputOf<J, K>>,
    options?: MapOptions<InputOf<J, K>>,
  ): AsyncIterable<ResultOf<J, K>>;
  run<K extends keyof J & string>(
    job: K,
    input: InputOf<J, K>,
    options?: MapOptions<InputOf<J, K>>,
  ): Promise<ResultOf<J, K>>;
  close(): Promise<void>;
}

/** Describes the jobs of a module, which must export the result as its default. */
export function defineJobs<const J extends Jobs<State>, Setup = undefined, State = undefined>(
  url: string,
  definition: { readonly start: (setup: Setup) => State | Promise<State>; readonly jobs: J },
): JobSet<Setup, State, J> {
  return { url, ...definition };
}

/** The value inside a `Transferred`; anything else as it is. */
export const unwrapTransferred = (result: unknown): unknown => (result instanceof Transferred ? result.value : result);

/** What gives workers to a learner: `inlineWorkers`, or threads where there are any. */
export type OpenWorkers = <Setup, State, J extends Jobs<State>>(
  set: JobSet<Setup, State, J>,
  setup: Setup,
) => Workers<J>;

/**
 * Workers without threads: every job runs here when its result is asked for; none begins once `signal` is given.
 */
export function inlineWorkers<Setup, State, J extends Jobs<State>>(
  set: JobSet<Setup, State, J>,
  setup: Setup,
  { signal }: { readonly signal?: StopSignal | undefined } = {},
): Workers<J> {
  let state: Promise<State> | undefined;
  const run = async <K extends keyof J & string>(
    job: K,
    input: InputOf<J, K>,
    { onNews = () => {} }: MapOptions<InputOf<J, K>> = {},
  ) => {
    throwIfStopped(signal);
    try {
      state ??= Promise.resolve(set.start(setup));
      return unwrapTransferred(await set.jobs[job]!(input as never, await state, onNews)) as ResultOf<J, K>;
    } catch (thrown) {
      throw asError(thrown);
    }
  };
  return {
    threads: 1,
    run,
    async *map(job, inputs, options) {
      for await (const input of inputs) yield await run(job, input as never, options as never);
    },
    close: async () => {},
  };
}
