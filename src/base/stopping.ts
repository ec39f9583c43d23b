/**
 * Stopping long work. Whoever starts it may hand over an `AbortSignal`; the work looks at it between its steps and ends
 * with the signal's reason. Long synchronous loops let timers and signals run by awaiting `breathe` between their
 * steps.
 */

/** The part of an `AbortSignal` that is needed, so that the types need neither a browser's library nor Node's. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Throws the signal's reason once it was given. */
export function throwIfStopped(signal: StopSignal | undefined): void {
  if (signal?.aborted) throw signal.reason;
}

/**
 * Work runs at least this long, in milliseconds, before it pauses: pauses then cost less than a hundredth of the time.
 */
const BREATH = 50;
let lastBreath = performance.now();

/** Lets timers, signals and other work run, if the last pause is long enough ago; then throws if it was stopped. */
export async function breathe(signal?: StopSignal): Promise<void> {
  if (performance.now() - lastBreath >= BREATH) {
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    lastBreath = performance.now();
  }
  throwIfStopped(signal);
}

/**
 * Waits for work that does not look at the signal itself, in threads say, and throws the signal's reason as soon as it
 * is given. Ending the work is up to the caller.
 */
export async function orStopped<T>(work: Promise<T>, signal: StopSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
  });
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
