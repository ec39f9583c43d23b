/** Long work that is stopped by a signal. */
import { describe, expect, test } from "vitest";
import { orStopped } from "../../src/base/index.ts";

describe("orStopped", () => {
  const never = () => new Promise<number>(() => {});

  test("gives the result of the work, or its error", async () => {
    const { signal } = new AbortController();
    expect(await orStopped(Promise.resolve(3), signal)).toBe(3);
    expect(await orStopped(Promise.resolve(4), undefined)).toBe(4);
    await expect(orStopped(Promise.reject(new Error("failed")), signal)).rejects.toThrow("failed");
  });

  test("throws the reason as soon as the signal is given, and at once if it was", async () => {
    const reason = new Error("enough");
    const controller = new AbortController();
    const waiting = orStopped(never(), controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(orStopped(never(), controller.signal)).rejects.toBe(reason);
  });
});
