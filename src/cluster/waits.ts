/** Waiting between attempts to reach a server, each time twice as long, until the patience is spent. */
import { type StopSignal, throwIfStopped } from "../base/stopping.ts";

/** The first wait and the longest, in milliseconds. */
const FIRST_WAIT = 50;
const LONGEST_WAIT = 4000;

/** The waits of one lost connection; `patience` in seconds. */
export class Waits {
  tries = 0;
  #wait = FIRST_WAIT;
  #spent = 0;

  constructor(readonly patience: number) {}

  /** False when there is no patience left. */
  async next(signal: StopSignal | undefined): Promise<boolean> {
    if (this.#spent >= 1000 * this.patience) return false;
    const wait = Math.min(this.#wait, 1000 * this.patience - this.#spent);
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, wait);
      signal?.addEventListener("abort", done);
    });
    throwIfStopped(signal);
    this.tries++;
    this.#spent += wait;
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
    return true;
  }
}
