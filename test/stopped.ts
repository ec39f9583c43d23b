/** Stopping long work from outside: shared by the tests of learners. */
import { expect } from "vitest";
import type { LearnContext } from "../src/base/index.ts";

/**
 * Runs work that would go on for minutes, and gives its signal from a timer that is set at the first event of `stage`,
 * or at once. A timer fires only if the work lets it, and work that has no eye for its signal would not be rejected.
 */
export async function stoppedByTimer(work: (context: LearnContext) => Promise<unknown>, stage?: string): Promise<void> {
  const controller = new AbortController();
  const reason = new Error("enough");
  let [set, after] = [false, 0];
  const give = () => {
    set = true;
    setTimeout(() => controller.abort(reason), 0);
  };
  if (stage === undefined) give();
  const progress: LearnContext["progress"] = (event) => {
    if (!set && event.stage === stage) give();
    if (controller.signal.aborted) after++;
  };
  await expect(work({ signal: controller.signal, progress })).rejects.toBe(reason);
  expect(set).toBe(true);
  expect(after).toBeLessThanOrEqual(1); // news of what was under way
}
