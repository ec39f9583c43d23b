/** Workers for one stage of learning or evaluating: they end with the stage, and with the signal that stops it. */
import { type LearnContext, openWorkersOf } from "./learning.ts";
import type { JobSet, Jobs, Workers } from "./parallel.ts";
import { throwIfStopped } from "./stopping.ts";

/**
 * Runs `body` with the workers that the context gives, or with this thread as the only one, and closes them in any
 * case. When the context's signal is given, threads are ended in the middle of their jobs, and its reason is thrown.
 * Without threads, `body` must look at the signal itself (`breathe`).
 */
export async function withWorkers<Setup, State, J extends Jobs<State>, T>(
  context: LearnContext,
  set: JobSet<Setup, State, J>,
  setup: Setup,
  body: (workers: Workers<J>) => Promise<T>,
): Promise<T> {
  const { signal } = context;
  throwIfStopped(signal);
  const workers = openWorkersOf(context)(set, setup);
  const stop = () => void workers.close();
  signal?.addEventListener("abort", stop);
  try {
    return await body(workers);
  } catch (error) {
    throwIfStopped(signal);
    throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
    await workers.close();
  }
}
