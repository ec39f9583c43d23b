/** Progress events: long-running functions take a `Progress` callback; the command line draws a bar, a server sends events. */

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

export type Progress = (event: ProgressEvent) => void;

/** Smallest time between two events of a stage, in milliseconds: often enough for the eye, too seldom to cost anything. */
const INTERVAL = 80;

/** Counts one stage's work and reports it, at most once every 80 ms and always at its end. */
export class Stage {
  readonly #started = performance.now();
  #reported = Number.NEGATIVE_INFINITY;
  #done = 0;

  constructor(
    readonly name: string,
    readonly unit: string,
    readonly total: number | undefined,
    readonly progress: Progress | undefined,
  ) {}

  advance(by = 1): void {
    this.#done += by;
    if (this.progress === undefined) return;
    const now = performance.now();
    if (now - this.#reported >= INTERVAL) this.#report(now);
  }

  /** Ends the stage; returns its wall time in seconds. */
  finish(): number {
    const now = performance.now();
    this.#report(now);
    return (now - this.#started) / 1000;
  }

  #report(now: number): void {
    this.#reported = now;
    const seconds = (now - this.#started) / 1000;
    const rate = seconds > 0 ? this.#done / seconds : 0;
    this.progress?.({ stage: this.name, done: this.#done, total: this.total, rate, unit: this.unit });
  }
}
