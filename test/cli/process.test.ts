/** The built program as a process: pipes, signals, exit codes. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "eigentree-process-"));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (words: string[], input = "") => spawnSync(process.execPath, [MAIN, ...words], { input, encoding: "utf8", cwd: folder });

describe("the program", () => {
  test("reads standard input and exits with 0", () => {
    const { stdout, stderr, status } = run(["inspect", "-"], "(S (NP (NN x)))\n");
    expect(stdout).toMatch(/^standard input: Penn brackets, 1 tree\n/);
    expect([stderr, status]).toEqual(["", 0]);
  });

  test("exits with 2 for a wrong command line and with 1 for a failure, and keeps standard output clean", () => {
    const usage = run(["sample", "--number", "-3"]);
    expect([usage.status, usage.stdout, usage.stderr]).toEqual([
      2,
      "",
      "eigentree sample: --number must be a whole number of at least 0; got -3.\n",
    ]);
    const failed = run(["inspect", "absent.mrg"]);
    expect([failed.status, failed.stdout, failed.stderr]).toEqual([
      1,
      "",
      "eigentree inspect: absent.mrg: there is no such file or folder; check the path.\n",
    ]);
  });

  test("ends quietly when its reader has seen enough", () => {
    const { stdout, stderr, status } = spawnSync(
      "bash",
      ["-c", `"${process.execPath}" "${MAIN}" sample -n 3000 | head -n 1; exit \${PIPESTATUS[0]}`],
      { encoding: "utf8" },
    );
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect([stderr, status]).toEqual(["", 0]);
  });

  test("Ctrl-C ends it at once, also while it computes, and leaves no file", async () => {
    const child = spawn(process.execPath, [MAIN, "sample", "-n", "2000000", "-o", join(folder, "out.mrg")], { stdio: "ignore" });
    await new Promise((resolve) => setTimeout(resolve, 700));
    const interrupted = performance.now();
    child.kill("SIGINT");
    expect(await new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)))).toBe("SIGINT");
    expect(performance.now() - interrupted).toBeLessThan(2000);
    expect(readdirSync(folder).filter((name) => name.includes("out.mrg"))).toEqual([]);
  });
});
