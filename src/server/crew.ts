/**
 * The threads of the server. A task goes to a free thread in the order of asking. A thread that dies, or works on a
 * task beyond its deadline, is replaced; only that task fails. Whoever no longer wants a task takes it back: one that
 * waits is dropped, and the result of one that runs is not waited for.
 */
import { type JobSet, type Jobs, ModelFileError, WorkerError, type Workers } from "../base/index.ts";
import { openWorkers } from "../files/index.ts";
import { tooSlow } from "./failures.ts";

export interface CrewOptions {
  readonly threads: number;
  /** Called with the reason why a thread was replaced. */
  readonly onReplace?: (reason: Error) => void;
}

export interface TaskOptions {
  readonly signal?: AbortSignal | undefined;
  /** On the clock of `performance.now`, in milliseconds. */
  readonly deadline: number;
  /** For the message. */
  readonly timeLimit: number;
}

interface Task {
  readonly job: string;
  readonly input: unknown;
  readonly options: TaskOptions;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

interface Slot {
  workers: Workers<Jobs>;
  /** Free for a task: its models stand and it works on nothing. */
  free: boolean;
  ready: boolean;
  failures: number;
}

/** Between two attempts to replace a thread that does not come up, in milliseconds; doubled up to the last. */
const [FIRST_WAIT, LONGEST_WAIT] = [500, 30_000];

export class Crew<J extends Jobs> {
  readonly threads: number;
  readonly #open: () => Workers<Jobs>;
  readonly #slots: Slot[] = [];
  readonly #queue: Task[] = [];
  readonly #onReplace: (reason: Error) => void;
  #closed = false;
  replaced = 0;
  /** Why no thread can come up: a model that cannot be opened now, nor by the next thread. */
  refusal: ModelFileError | undefined;

  constructor(jobs: JobSet<never, unknown, J>, setup: unknown, { threads, onReplace = () => {} }: CrewOptions) {
    this.threads = threads;
    this.#onReplace = onReplace;
    this.#open = () => openWorkers(jobs as unknown as JobSet<unknown, unknown, Jobs>, { threads: 1, setup });
    for (let i = 0; i < threads; i++) {
      const slot: Slot = { workers: this.#open(), free: false, ready: false, failures: 0 };
      this.#slots.push(slot);
      this.#warm(slot);
    }
  }

  get waiting(): number {
    return this.#queue.length;
  }

  get busy(): number {
    return this.#slots.filter(({ ready, free }) => ready && !free).length;
  }

  /** Threads whose models stand. */
  get ready(): number {
    return this.#slots.filter(({ ready }) => ready).length;
  }

  run(job: keyof J & string, input: unknown, options: TaskOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { signal, deadline, timeLimit } = options;
      if (signal?.aborted) return reject(signal.reason);
      const settle =
        <T>(how: (value: T) => void) =>
        (value: T) => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", leave);
          how(value);
        };
      const task: Task = { job, input, options, resolve: settle(resolve), reject: settle(reject) };
      const drop = (reason: unknown) => {
        const place = this.#queue.indexOf(task);
        if (place >= 0) this.#queue.splice(place, 1);
        task.reject(reason);
      };
      const leave = () => drop(signal!.reason);
      const timer = setTimeout(() => drop(tooSlow(timeLimit)), Math.max(0, deadline - performance.now()));
      signal?.addEventListener("abort", leave);
      this.#queue.push(task);
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const task of this.#queue.splice(0)) task.reject(new WorkerError("the server is shutting down."));
    await Promise.all(this.#slots.map(({ workers }) => workers.close()));
  }

  #dispatch(): void {
    for (const slot of this.#slots) {
      if (this.#queue.length === 0) return;
      if (slot.free) void this.#work(slot, this.#queue.shift()!);
    }
  }

  async #work(slot: Slot, task: Task): Promise<void> {
    slot.free = false;
    const { deadline, timeLimit } = task.options;
    const { workers } = slot;
    // The thread itself must end: its task may never do so by itself.
    const timer = setTimeout(() => this.#replace(slot, tooSlow(timeLimit)), Math.max(0, deadline - performance.now()));
    try {
      task.resolve(await workers.run(task.job, task.input as never));
    } catch (error) {
      task.reject(error);
      // Errors of the job come with the thread alive; a thread that died gives this and nothing more.
      if (error instanceof WorkerError && slot.workers === workers) this.#replace(slot, error);
    } finally {
      clearTimeout(timer);
    }
    if (slot.workers !== workers) return;
    slot.free = true;
    this.#dispatch();
  }

  #replace(slot: Slot, reason: Error): void {
    if (this.#closed) return;
    this.replaced++;
    this.#onReplace(reason);
    void slot.workers.close();
    slot.workers = this.#open();
    slot.ready = false;
    this.#warm(slot);
  }

  /** Opens the models in a new thread; tries again, less and less often, where that fails. */
  #warm(slot: Slot): void {
    const { workers } = slot;
    slot.free = false;
    workers.run("ready", undefined as never).then(
      () => {
        if (slot.workers !== workers) return;
        slot.failures = 0;
        slot.ready = true;
        slot.free = true;
        this.#dispatch();
      },
      (error: Error) => {
        if (this.#closed || slot.workers !== workers) return;
        if (error instanceof ModelFileError) {
          this.refusal = error;
          return;
        }
        const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** slot.failures++);
        setTimeout(() => this.#replace(slot, error), wait).unref();
      },
    );
  }
}
