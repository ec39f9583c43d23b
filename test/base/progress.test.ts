/** Events of progress, and when they come. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Meter, type ProgressEvent } from "../../src/base/progress.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("Stage", () => {
  test("reports at once, then at most every 80 ms, and at the end", () => {
    const events: ProgressEvent[] = [];
    const stage = new Meter("reading trees", "trees", 100, (event) => events.push(event));
    for (let i = 0; i < 100; i++) {
      vi.advanceTimersByTime(10);
      stage.advance();
    }
    expect(stage.finish()).toBeCloseTo(1, 9);
    // At 10 ms, then at 90, 170, … 970: 13 events, and the end.
    expect(events.map(({ done }) => done)).toEqual([1, 9, 17, 25, 33, 41, 49, 57, 65, 73, 81, 89, 97, 100]);
    for (const { stage: name, unit, total, rate } of events) {
      expect([name, unit, total]).toEqual(["reading trees", "trees", 100]);
      expect(rate).toBeCloseTo(100, 9);
    }
  });

  test("steps of several units; a total that is not known", () => {
    const events: ProgressEvent[] = [];
    const stage = new Meter("counting", "tokens", undefined, (event) => events.push(event));
    stage.advance(500);
    vi.advanceTimersByTime(2000);
    stage.advance(1500);
    stage.finish();
    expect(events.map(({ done, total, rate }) => [done, total, rate])).toEqual([
      [500, undefined, 0],
      [2000, undefined, 1000],
      [2000, undefined, 1000],
    ]);
  });

  test("a stage without work still ends; without a listener nothing happens", () => {
    const events: ProgressEvent[] = [];
    new Meter("nothing", "trees", 0, (event) => events.push(event)).finish();
    expect(events).toEqual([{ stage: "nothing", done: 0, total: 0, rate: 0, unit: "trees" }]);
    const silent = new Meter("silent", "trees", 1, undefined);
    silent.advance();
    vi.advanceTimersByTime(500);
    expect(silent.finish()).toBeCloseTo(0.5, 9);
  });
});
