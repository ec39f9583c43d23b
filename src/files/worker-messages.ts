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

export interface Answer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: CarriedError;
}
