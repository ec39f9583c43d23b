/** The pages in docs/ name only files that exist, and docs/results.md is what the measured JSON says. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { resultsPage } from "../bench/render.ts";

const ROOT = resolve(import.meta.dirname, "..");
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(resolve(ROOT, "docs")).flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
];

const sources = readdirSync(resolve(ROOT, "src"), { recursive: true }).map((path) => `/${path}`);

describe.each(pages)("%s", (page) => {
  const text = readFileSync(resolve(ROOT, page), "utf8");

  test("names only source files that exist", () => {
    const named = [...text.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:ts|mjs|py))`/g)].map(([, path]) => path!);
    // A page about one room may leave out what stands before it.
    const known = (path: string) =>
      existsSync(resolve(ROOT, path)) || sources.some((file) => file.endsWith(`/${path}`));
    const missing = named.filter((path) => !known(path));
    expect(missing).toEqual([]);
  });

  test("imports only what the package has", async () => {
    const { exports } = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8"));
    const missing: string[] = [];
    for (const [, list, subpath] of text.matchAll(/import \{([^}]*)\} from "eigentree(\/[\w-]+)?"/g)) {
      const { default: file } = exports[`.${subpath ?? ""}`];
      const module = await import(resolve(ROOT, file.replace("./dist/", "src/").replace(/\.js$/, ".ts")));
      const names = list!.split(",").map((name) => name.trim().replace(/ as .*/, ""));
      missing.push(...names.filter((name) => name !== "" && !name.startsWith("type ") && !(name in module)));
    }
    expect(missing).toEqual([]);
  });

  test("links only to files that exist", () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, path]) => path!);
    const local = links.filter((path) => !/^\w+:/.test(path));
    expect(local.filter((path) => !existsSync(resolve(ROOT, dirname(page), path)))).toEqual([]);
  });
});

test("docs/notation.md names what its files have", () => {
  const page = readFileSync(resolve(ROOT, "docs/notation.md"), "utf8");
  const rows = page.split("\n").filter((line) => line.startsWith("| "));
  const missing = rows.flatMap((row) => {
    const [, , name = "", , files = ""] = row.split("|");
    const paths = [...files.matchAll(/[\w/-]+\.ts/g)].map(([path]) => resolve(ROOT, "src", path));
    if (paths.length === 0) return row.includes("| file") || row.startsWith("| --") ? [] : [row];
    const text = paths.map((path) => (existsSync(path) ? readFileSync(path, "utf8") : "")).join("");
    const names = [...name.matchAll(/`(\w+)`/g)].map(([, each]) => each!);
    return text !== "" && names.every((each) => new RegExp(`\\b${each}\\b`).test(text)) ? [] : [row];
  });
  expect(missing).toEqual([]);
});

test("docs/results.md is written from bench/results", () => {
  expect(readFileSync(resolve(ROOT, "docs/results.md"), "utf8")).toBe(resultsPage());
});
