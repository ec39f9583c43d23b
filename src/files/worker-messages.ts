/** What the pool and its threads say to each other. */
import type { CarriedError } from "./carried-errors.ts";

export interface WorkerSetup {
  /** Address of the jobs module. */
  readonly url: string;
  /** Handed to its `start`. */
  readonly setup: unknown;
}

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
