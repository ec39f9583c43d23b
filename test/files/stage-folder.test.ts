import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { plainResult, runStages, type StageResult, type StageWork } from "../../src/base/index.ts";
import { StageFolder } from "../../src/files/index.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-stages-"));
afterAll(() => rmSync(folder, { recursive: true }));

const RESULT: StageResult = {
  options: { a: [1, "x"] },
  report: { seconds: 2 },
  symbols: { words: ["p", "q"] },
  tensors: { weights: { shape: [2], data: Float32Array.of(1, 2) } },
};

describe("a folder of stages", () => {
  test("gives back what was kept under the same name and key, and nothing else", async () => {
    const store = new StageFolder(join(folder, "kept"));
    expect(await store.recall("one", { seed: 1 })).toBeUndefined();
    await store.keep("one", { seed: 1 }, RESULT);
    expect(await new StageFolder(join(folder, "kept")).recall("one", { seed: 1 })).toEqual(RESULT);
    expect(await store.recall("one", { seed: 2 })).toBeUndefined();
    expect(await store.recall("two", { seed: 1 })).toBeUndefined();
  });

  test("does not trust a damaged file, and overwrites it", async () => {
    const store = new StageFolder(join(folder, "damaged"));
    await store.keep("one", null, RESULT);
    writeFileSync(join(folder, "damaged", "one.stage"), "half a file");
    expect(await store.recall("one", null)).toBeUndefined();
    await store.keep("one", null, RESULT);
    expect(await store.recall("one", null)).toEqual(RESULT);
  });

  test("removes its own files only", async () => {
    const path = join(folder, "removed");
    const store = new StageFolder(path);
    await store.keep("one", null, RESULT);
    writeFileSync(join(path, "notes.txt"), "mine");
    writeFileSync(join(path, ".two.stage.0a1b.partial"), "half a file of a process that was killed");
    await store.remove();
    expect(readdirSync(path)).toEqual(["notes.txt"]);
    rmSync(join(path, "notes.txt"));
    await store.keep("one", null, RESULT);
    await store.remove();
    expect(existsSync(path)).toBe(false);
    await store.remove();
  });

  test("a folder that cannot be made is named", async () => {
    writeFileSync(join(folder, "file"), "");
    await expect(new StageFolder(join(folder, "file", "stages")).keep("one", null, RESULT)).rejects.toThrow(
      "stages: a part of this path is a file, not a folder; check the path.",
    );
  });
});

describe("stages", () => {
  const works = (log: string[], fails = -1): StageWork[] =>
    [0, 1, 2, 3].map((n) => ({
      name: `s${n}`,
      key: { n },
      compute: async () => {
        if (n === fails) throw new Error("interrupted");
        log.push(`s${n}`);
        return plainResult(n * n);
      },
    }));

  test("are computed once, and after an interruption only those that were not done", async () => {
    const store = new StageFolder(join(folder, "run"));
    const log: string[] = [];
    await expect(runStages(works(log, 2), store, 1)).rejects.toThrow("interrupted");
    expect(log).toEqual(["s0", "s1"]);
    const recalled: string[] = [];
    const outcomes = await runStages(works(log), store, 1, (name, outcome) => outcome.recalled && recalled.push(name));
    expect(log).toEqual(["s0", "s1", "s2", "s3"]);
    expect(recalled).toEqual(["s0", "s1"]);
    expect(outcomes.map(({ result }) => result.options)).toEqual([0, 1, 4, 9]);
  });

  test("run several at once, as many as allowed, with results in order", async () => {
    let [running, most] = [0, 0];
    const waiting = [30, 5, 20, 1].map(
      (time, n): StageWork => ({
        name: `w${n}`,
        key: null,
        compute: async () => {
          most = Math.max(most, ++running);
          await new Promise((resolve) => setTimeout(resolve, time));
          running--;
          return plainResult(n);
        },
      }),
    );
    const outcomes = await runStages(waiting, new StageFolder(join(folder, "several")), 2);
    expect(outcomes.map(({ result }) => result.options)).toEqual([0, 1, 2, 3]);
    expect(most).toBe(2);
  });
});
