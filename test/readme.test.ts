/** The README's example is a program that runs, with the output it shows, and its commands exist. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { EIGENTREE } from "../src/cli/commands.ts";

const ROOT = resolve(import.meta.dirname, "..");
const readme = readFileSync(resolve(ROOT, "README.md"), "utf8");

describe("README", () => {
  test("shows an example as it is in examples/, with its real output", () => {
    const [, code, output] = /```ts\n(.*?)```\n```\n(.*?)```/s.exec(readme)!;
    expect(code).toBe(readFileSync(resolve(ROOT, "examples/quick-start.ts"), "utf8"));
    // It writes a model: in a folder of its own.
    const folder = mkdtempSync(join(tmpdir(), "eigentree-readme-"));
    const program = ["--import", import.meta.resolve("tsx"), resolve(ROOT, "examples/quick-start.ts")];
    const { stdout, stderr } = spawnSync(process.execPath, program, { cwd: folder, encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect(stderr).toBe("");
    expect(stdout).toBe(output);
  });

  test("names only commands that exist", () => {
    const names = new Set(EIGENTREE.entries.map(({ name }) => name));
    const named = [...readme.matchAll(/npx eigentree (\w+)/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });

  test("maps every folder of src/, and links only to files that are there", () => {
    const folders = readdirSync(resolve(ROOT, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of folders) expect(readme).toContain(`| \`${name}/\` `);
    const links = [...readme.matchAll(/\]\(([^)#]+)\)/g)]
      .map(([, path]) => path!)
      .filter((path) => !path.startsWith("http"));
    expect(links.filter((path) => !existsSync(resolve(ROOT, path)))).toEqual([]);
  });
});
