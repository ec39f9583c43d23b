/** Limits of time for tests that talk to servers, in seconds. All of them end within five minutes, whatever hangs. */

/** Spark takes minutes to cut every character of the first plane: only on demand. */
export const LONG = process.env.EIGENTREE_LONG === "1";
const times = LONG ? 10 : 1;

/** A test or hook. */
const EACH = 90 * times;
/** No test begins after this time. */
const WHOLE = 190 * times;
/** A server listens. */
export const STARTING = 80;
/** A server is ended whatever happens. */
export const LIVING = 285 * times;

/** For every test and hook; none is tried again, because what hangs would hang twice. */
export const BOUNDED = { timeout: 1000 * EACH, retry: 0 };

const began = Date.now();

/** Throws when the time of the file is over. */
export function withinTime(): void {
  const seconds = Math.round((Date.now() - began) / 1000);
  if (seconds > WHOLE)
    throw new Error(`the tests of a cluster have taken ${seconds} s; none begins after ${WHOLE}, so that CI goes on`);
}
