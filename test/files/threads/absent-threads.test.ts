/** A thread that never comes up: its script is replaced by one that never gets to its first message. */
import { Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { WorkerError } from "../../../src/base/index.ts";
import { openWorkers } from "../../../src/files/index.ts";
import { sampleJobs } from "./fixtures/sample-jobs.ts";

vi.mock("../../../src/files/threads/worker-thread.ts", () => ({
  openThread: () => new Worker("for (;;);", { eval: true }),
}));

test("a thread that never comes up is given up, and ends", async () => {
  const workers = openWorkers(sampleJobs, { threads: 2, setup: { factor: 1 }, patience: 1 });
  const error = await workers.run("whoAmI", null).catch((reason) => reason);
  expect(error).toBeInstanceOf(WorkerError);
  expect(error.message).toBe("a worker thread has not come up within 1 s; its work is lost.");
  await workers.close();
});
