/** What is opened and closed leaves nothing behind. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { saveModel } from "../../../src/files/index.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-resources-"));
afterAll(() => rmSync(folder, { recursive: true }));

const ROUNDS = 100;
const MEGABYTES = 8;

test.runIf(process.platform === "linux")(
  "100 models opened and closed in one process, with their threads and kernels",
  async () => {
    const path = join(folder, "weights.model");
    const data = new Float64Array((MEGABYTES * 2 ** 20) / 8).fill(1);
    const tensors = { weights: { shape: [data.length], data } };
    await saveModel(path, { kind: "weights", version: 1, options: {}, report: null, symbols: {}, tensors });
    const program = join(import.meta.dirname, "fixtures/open-and-close.ts");
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--expose-gc", "--import", "tsx", program, path, String(ROUNDS)],
      { cwd: join(import.meta.dirname, "../../.."), encoding: "utf8" },
    );
    expect(stderr).toBe("");
    const { before, after } = JSON.parse(stdout);
    const { megabytes, buffers, ...counted } = after;
    // Every model kept would be 720 MB. Resident memory swings by tens of megabytes with the collector; buffers do not.
    expect(megabytes - before.megabytes).toBeLessThan((ROUNDS * MEGABYTES) / 4);
    expect(buffers - before.buffers).toBeLessThan(MEGABYTES);
    for (const name of Object.keys(counted)) expect([name, after[name]]).toEqual([name, before[name]]);
  },
  180_000,
);
