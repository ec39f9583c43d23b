/** Progress of long work: a callback receives events; the command line draws a bar, a server sends them on. */
import { type StopSignal, throwIfStopped } from "./stopping.ts";

/** How far one stage of the work is. */
export interface ProgressEvent {
  /** What is being done, as a reader would say it: "reading trees", "singular value decompositions". */
  readonly stage: string;
  readonly done: number;
  /** Undefined while the size of the work is not known. */
  readonly total: number | undefined;
  /** Units per second since the stage began. */
  readonly rate: number;
  /** What one unit is: "trees", "tokens". */
  readonly unit: string;
}

/** Called with how far the work is. */
export type Progress = (event: ProgressEvent) => void;

/** Who watches the work: a listener, and a signal that may stop it. `LearnContext` is one. */
export interface Watch {
  readonly progress?: Progress | undefined;
  readonly signal?: StopSignal | undefined;
}

/**
 * Smallest time between two events of a stage, in milliseconds: often enough for the eye, too rarely to cost anything.
 */
const INTERVAL = 80;

/**
 * Counts one stage's work and reports it, at most once every 80 ms and always at its end. Throws once it is stopped.
 */
export class Meter {
  readonly #started = performance.now();
  readonly #watch: Watch;
  #reported = Number.NEGATIVE_INFINITY;
  #done = 0;

  constructor(
    readonly name: string,
    readonly unit: string,
    readonly total: number | undefined,
    watch: Watch | Progress | undefined,
  ) {
    this.#watch = typeof watch === "function" ? { progress: watch } : (watch ?? {});
    throwIfStopped(this.#watch.signal);
  }

  advance(by = 1): void {
    this.#done += by;
    if (this.#watch.progress !== undefined) {
      const now = performance.now();
      if (now - this.#reported >= INTERVAL) this.#report(now);
    }
    throwIfStopped(this.#watch.signal);
  }

  /** Ends the stage; returns its wall time in seconds. */
  finish(): number {
    const now = performance.now();
    this.#report(now);
    throwIfStopped(this.#watch.signal);
    return (now - this.#started) / 1000;
  }

  #report(now: number): void {
    this.#reported = now;
    const seconds = (now - this.#started) / 1000;
    const rate = seconds > 0 ? this.#done / seconds : 0;
    this.#watch.progress?.({ stage: this.name, done: this.#done, total: this.total, rate, unit: this.unit });
  }
}
