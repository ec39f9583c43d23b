/** What the pool and its threads say to each other. */
import type { CarriedError } from "./carried-errors.ts";

export interface WorkerSetup {
  /** Address of the jobs module. */
  readonly url: string;
  /** Handed to its `start`. */
  readonly setup: unknown;
  /** One word of shared memory, in which the thread says what it does: a `Phase`. */
  readonly phase: Int32Array;
  /** Seconds after which something that can never end is given up. */
  readonly patience: number;
}

/**
 * The pool takes silence for granted while a thread works, however long that takes: nobody can tell a long job from one
 * that never ends. In the other phases a thread that has been given a task and does not turn to it is stuck.
 */
export const Phase = { absent: 0, idle: 1, working: 2 } as const;

export interface Task {
  readonly id: number;
  readonly job: string;
  readonly input: unknown;
}

/** Something told by a task that still runs, or its end. */
export interface Answer {
  readonly id: number;
  readonly news?: { readonly told: unknown };
  readonly result?: unknown;
  readonly error?: CarriedError;
}
