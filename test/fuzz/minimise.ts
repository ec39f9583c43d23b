/**
 * The smallest part of a failing input that still fails, by removing ever smaller pieces (Zeller's ddmin, simplified).
 */

/** `fails` is asked at most `budget` times. */
export async function minimise(
  input: Uint8Array,
  fails: (candidate: Uint8Array) => Promise<boolean>,
  budget = 400,
): Promise<Uint8Array> {
  let best = input;
  let asked = 0;
  for (let piece = best.length >> 1; piece >= 1; piece >>= 1) {
    for (let from = 0; from < best.length && asked < budget; ) {
      const to = Math.min(best.length, from + piece);
      const candidate = new Uint8Array(best.length - (to - from));
      candidate.set(best.subarray(0, from));
      candidate.set(best.subarray(to), from);
      asked++;
      if (candidate.length < best.length && (await fails(candidate))) best = candidate;
      else from += piece;
    }
  }
  return best;
}
