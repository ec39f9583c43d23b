/** The built program as a process: pipes, signals, exit codes. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { MAIN } from "../built.ts";

const folder = mkdtempSync(join(tmpdir(), "eigentree-process-"));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (words: string[], input = "") =>
  spawnSync(process.execPath, [MAIN, ...words], { input, encoding: "utf8", cwd: folder });

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

  /** What a shell makes of the program, called `eigentree` here, in the folder of this test. */
  const shell = (script: string) =>
    spawnSync("bash", ["-c", `eigentree() { "${process.execPath}" "${MAIN}" "$@"; }; ${script}`], {
      encoding: "utf8",
      cwd: folder,
    });

  test.each([
    ["sample", "-n 3000"],
    ["sample", "-n 1"],
    ["sample", "-n 3000 -o -"],
    ["inspect", "- <<< '(S (NP (NN x)))'"],
    ["inspect", "--json - <<< '(S (NP (NN x)))'"],
    ["sample", "--help"],
    ["train", "--help"],
  ])("says in one sentence that standard output is full: %s %s", (command, rest) => {
    const { stderr, status } = shell(`eigentree ${command} ${rest} > /dev/full`);
    expect([stderr, status]).toEqual([
      `eigentree ${command}: standard output: the disk is full; make room or choose another place.\n`,
      1,
    ]);
  });

  test("says so of its own help and version too", () => {
    const sentence = "eigentree: standard output: the disk is full; make room or choose another place.\n";
    for (const words of ["", "--version", "--help"])
      expect(shell(`eigentree ${words} > /dev/full`).stderr).toBe(sentence);
  });

  test.each([
    ["sample -n 3000 | head -n 1", 1],
    ["sample -n 3000 -o - | head -n 1", 1],
    ["sample -n 3000 | true", 0],
  ])("ends quietly when its reader has seen enough: %s", (line, lines) => {
    const { stdout, stderr, status } = shell(`eigentree ${line}; exit \${PIPESTATUS[0]}`);
    expect(stdout.split("\n").filter((text) => text !== "")).toHaveLength(lines);
    expect([stderr, status]).toEqual(["", 1]);
  });

  test("does not wait for more input once its reader has left", async () => {
    const made = shell(
      "eigentree sample -n 50 > few.mrg && eigentree train parser few.mrg --method pcfg -o few.model --quiet",
    );
    expect([made.stderr, made.status]).toEqual(["", 0]);
    const line = `"${process.execPath}" "${MAIN}" parse few.model --input tokens --quiet | head -n 1; exit \${PIPESTATUS[0]}`;
    const child = spawn("bash", ["-c", line], { cwd: folder });
    child.stdin.on("error", () => {});
    child.stdin.write("The dog barks .\n".repeat(3000)); // and never ended
    expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(1);
  });

  test("a remark that cannot be written is no failure", () => {
    expect(shell("eigentree sample -n 1 2> /dev/full").status).toBe(0);
    expect(shell("eigentree sample --number -3 2> /dev/full").status).toBe(2);
  });

  test("names standard input twice: a usage error", () => {
    const { stderr, status } = run(["inspect", "-", "-"], "(S (NP (NN x)))\n");
    expect([stderr, status]).toEqual(["eigentree inspect: standard input (-) can be read only once.\n", 2]);
  });

  test("Ctrl-C ends it at once, also while it computes, and leaves no file", async () => {
    const child = spawn(process.execPath, [MAIN, "sample", "-n", "2000000", "-o", join(folder, "out.mrg")], {
      stdio: "ignore",
    });
    await new Promise((resolve) => setTimeout(resolve, 700)); // it computes, or is still to begin where all is slow
    child.kill("SIGINT");
    expect(await new Promise((resolve) => child.once("exit", (_, signal) => resolve(signal)))).toBe("SIGINT");
    expect(readdirSync(folder).filter((name) => name.includes("out.mrg"))).toEqual([]);
  });

  test("Ctrl-C stops learning at its next step, says so, and leaves no file", async () => {
    expect(shell("eigentree sample -n 500 -o many.mrg --quiet").status).toBe(0);
    const words = ["train", "parser", "many.mrg", "--method", "em", "--iterations", "1000", "-o", "stopped.model"];
    const child = spawn(process.execPath, [MAIN, ...words], { cwd: folder });
    let told = "";
    child.stderr.on("data", (piece) => (told += String(piece)));
    await new Promise((resolve) => child.stderr.once("data", resolve)); // the trees are read
    child.kill("SIGINT");
    expect(await new Promise((resolve) => child.once("close", (_, signal) => resolve(signal)))).toBe("SIGINT");
    expect(told).toContain("eigentree train parser: stopped by Ctrl-C.\n");
    expect(readdirSync(folder).filter((name) => name.includes("stopped.model"))).toEqual([]);
  });
});
