/**
 * Jobs for a stream of inputs whose length nobody knows. Starting threads costs more than a few sentences do: the first
 * inputs are worked on here, and threads are started when there are more.
 */
import { type InputOf, inlineWorkers, type JobSet, type Jobs, type ResultOf } from "../../base/index.ts";
import type { Context } from "./context.ts";

/** About what a thread takes to start, in sentences. */
const FEW = 8;

/** Results in the order of the inputs, as `Workers.map` gives them. */
export async function* mapFewFirst<Setup, State, J extends Jobs<State>, K extends keyof J & string>(
  context: Context,
  jobs: JobSet<Setup, State, J>,
  setup: Setup,
  job: K,
  inputs: AsyncGenerator<InputOf<J, K>>,
): AsyncGenerator<ResultOf<J, K>> {
  const here = inlineWorkers(jobs, setup);
  const isSingle = context.threads === 1;
  for (let done = 0; isSingle || done < FEW; done++) {
    const next = await inputs.next();
    if (next.done) return;
    yield await here.run(job, next.value);
  }
  const threads = context.workers(jobs, setup);
  try {
    yield* threads.map(job, inputs);
  } finally {
    await threads.close();
  }
}
