/** Jobs run in place: order, laziness, stopping. */
import { describe, expect, test } from "vitest";
import { defineJobs, inlineWorkers, Transferred } from "../../src/base/parallel.ts";

let started = 0;
const JOBS = defineJobs(import.meta.url, {
  start: async (factor: number) => {
    started++;
    return factor;
  },
  jobs: {
    times: (n: number, factor: number) => n * factor,
    slow: async (n: number, factor: number) => {
      await new Promise((resolve) => setTimeout(resolve, 5 - n));
      return `${n * factor}`;
    },
    moved: (n: number) => new Transferred(n, []),
    count: (to: number, _: number, tell: (news: unknown) => void) => {
      for (let n = 1; n <= to; n++) tell(n);
    },
    fail: (reason: string): number => {
      throw new Error(reason);
    },
  },
});

async function all<T>(results: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const result of results) found.push(result);
  return found;
}

describe("inlineWorkers", () => {
  test("gives results in the order of the inputs, from plain and from asynchronous jobs", async () => {
    const workers = inlineWorkers(JOBS, 2);
    expect(await all(workers.map("times", [3, 1, 2]))).toEqual([6, 2, 4]);
    expect(await all(workers.map("slow", [1, 2, 3]))).toEqual(["2", "4", "6"]);
    expect(await all(workers.map("times", []))).toEqual([]);
    expect(await all(workers.map("moved", [7]))).toEqual([7]);
    expect(await workers.run("times", 21)).toBe(42);
    expect(workers.threads).toBe(1);
    await workers.close();
  });

  test("starts once, and only when there is a job", async () => {
    started = 0;
    const workers = inlineWorkers(JOBS, 2);
    expect(started).toBe(0);
    await all(workers.map("times", [1, 2]));
    await workers.run("times", 3);
    expect(started).toBe(1);
  });

  test("takes inputs only as results are asked for", async () => {
    let taken = 0;
    const inputs = (function* () {
      for (;;) yield taken++;
    })();
    for await (const result of inlineWorkers(JOBS, 4).map("times", inputs)) if (result === 16) break;
    expect(taken).toBe(5);
  });

  test("passes on what a job tells", async () => {
    const heard: unknown[] = [];
    await inlineWorkers(JOBS, 1).run("count", 3, { onNews: (news) => heard.push(news) });
    await all(inlineWorkers(JOBS, 1).map("count", [1, 2], { onNews: (news) => heard.push(news) }));
    expect(heard).toEqual([1, 2, 3, 1, 1, 2]);
    await inlineWorkers(JOBS, 1).run("count", 3);
  });

  test("a failing job fails its caller", async () => {
    await expect(all(inlineWorkers(JOBS, 1).map("fail", ["no"]))).rejects.toThrow("no");
    await expect(inlineWorkers(JOBS, 1).run("fail", "no")).rejects.toThrow("no");
  });
});
