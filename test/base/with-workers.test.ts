/** Workers end with the work, with its failure, and with the signal. */
import { expect, test } from "vitest";
import { defineJobs, inlineWorkers, type OpenWorkers, withWorkers } from "../../src/base/index.ts";

const jobs = defineJobs(import.meta.url, {
  start: (_: undefined) => undefined,
  jobs: { double: (value: number) => 2 * value, never: (_: number) => new Promise<number>(() => {}) },
});

/** Workers of this thread that tell when they are closed; closing fails what is under way, as it does in threads. */
function watched() {
  let closed = 0;
  let fail: (error: Error) => void = () => {};
  const workers: OpenWorkers = (set, setup) => {
    const inner = inlineWorkers(set, setup);
    return {
      ...inner,
      run: (job, input) =>
        Promise.race([inner.run(job, input), new Promise<never>((_, reject) => (fail = reject))]) as never,
      close: async () => {
        closed++;
        fail(new Error("closed"));
      },
    };
  };
  return { workers, closed: () => closed };
}

test("workers are closed after the work, and after its failure", async () => {
  const { workers, closed } = watched();
  expect(await withWorkers({ workers }, jobs, undefined, (pool) => pool.run("double", 21))).toBe(42);
  expect(closed()).toBe(1);
  const failing = withWorkers({ workers }, jobs, undefined, () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(closed()).toBe(2);
});

test("the signal ends a job that would never end, and its reason is what is heard", async () => {
  const { workers, closed } = watched();
  const stop = new AbortController();
  const reason = new Error("enough");
  setTimeout(() => stop.abort(reason), 5);
  const context = { workers, signal: stop.signal };
  await expect(withWorkers(context, jobs, undefined, (pool) => pool.run("never", 1))).rejects.toBe(reason);
  expect(closed()).toBeGreaterThan(0);
  await expect(withWorkers(context, jobs, undefined, (pool) => pool.run("double", 1))).rejects.toBe(reason);
});
