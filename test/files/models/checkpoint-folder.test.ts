/** Checkpoints in a folder: kept, given back, refused, removed. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Checkpoint, type CheckpointedWork, plainCheckpoint, runCheckpointed } from "../../../src/base/index.ts";
import { CheckpointFolder } from "../../../src/files/index.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-checkpoints-"));
afterAll(() => rmSync(folder, { recursive: true }));

const RESULT: Checkpoint = {
  options: { a: [1, "x"] },
  report: { seconds: 2 },
  symbols: { words: ["p", "q"] },
  tensors: { weights: { shape: [2], data: Float32Array.of(1, 2) } },
};

describe("a folder of checkpoints", () => {
  test("gives back what was kept under the same name and key, and nothing else", async () => {
    const store = new CheckpointFolder(join(folder, "kept"));
    expect(await store.recall("one", { seed: 1 })).toBeUndefined();
    await store.keep("one", { seed: 1 }, RESULT);
    expect(await new CheckpointFolder(join(folder, "kept")).recall("one", { seed: 1 })).toEqual(RESULT);
    expect(await store.recall("one", { seed: 2 })).toBeUndefined();
    expect(await store.recall("two", { seed: 1 })).toBeUndefined();
  });

  test("does not trust a damaged file, and overwrites it", async () => {
    const store = new CheckpointFolder(join(folder, "damaged"));
    await store.keep("one", null, RESULT);
    writeFileSync(join(folder, "damaged", "one.checkpoint"), "half a file");
    expect(await store.recall("one", null)).toBeUndefined();
    await store.keep("one", null, RESULT);
    expect(await store.recall("one", null)).toEqual(RESULT);
  });

  test("removes its own files only", async () => {
    const path = join(folder, "removed");
    const store = new CheckpointFolder(path);
    await store.keep("one", null, RESULT);
    writeFileSync(join(path, "notes.txt"), "mine");
    writeFileSync(join(path, ".two.checkpoint.0a1b.partial"), "half a file of a process that was killed");
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
    await expect(new CheckpointFolder(join(folder, "file", "checkpoints")).keep("one", null, RESULT)).rejects.toThrow(
      "checkpoints: a part of this path is a file, not a folder; check the path.",
    );
  });
});

describe("checkpointed work", () => {
  const works = (log: string[], fails = -1): CheckpointedWork[] =>
    [0, 1, 2, 3].map((n) => ({
      name: `s${n}`,
      key: { n },
      compute: async () => {
        if (n === fails) throw new Error("interrupted");
        log.push(`s${n}`);
        return plainCheckpoint(n * n);
      },
    }));

  test("are computed once, and after an interruption only those that were not done", async () => {
    const store = new CheckpointFolder(join(folder, "run"));
    const log: string[] = [];
    await expect(runCheckpointed(works(log, 2), store, 1)).rejects.toThrow("interrupted");
    expect(log).toEqual(["s0", "s1"]);
    const recalled: string[] = [];
    const outcomes = await runCheckpointed(
      works(log),
      store,
      1,
      (name, outcome) => outcome.recalled && recalled.push(name),
    );
    expect(log).toEqual(["s0", "s1", "s2", "s3"]);
    expect(recalled).toEqual(["s0", "s1"]);
    expect(outcomes.map(({ result }) => result.options)).toEqual([0, 1, 4, 9]);
  });

  test("run several at once, as many as allowed, with results in order", async () => {
    let [running, most] = [0, 0];
    const waiting = [30, 5, 20, 1].map(
      (time, n): CheckpointedWork => ({
        name: `w${n}`,
        key: null,
        compute: async () => {
          most = Math.max(most, ++running);
          await new Promise((resolve) => setTimeout(resolve, time));
          running--;
          return plainCheckpoint(n);
        },
      }),
    );
    const outcomes = await runCheckpointed(waiting, new CheckpointFolder(join(folder, "several")), 2);
    expect(outcomes.map(({ result }) => result.options)).toEqual([0, 1, 2, 3]);
    expect(most).toBe(2);
  });

  test("begin nothing more after one has failed", async () => {
    const log: string[] = [];
    await expect(runCheckpointed(works(log, 0), new CheckpointFolder(join(folder, "failed")), 2)).rejects.toThrow(
      "interrupted",
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(log).toEqual(["s1"]);
  });
});
