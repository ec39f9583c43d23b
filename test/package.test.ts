/** The package as npm would publish it: what is in it, how it is described, and what its types ask of a user. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, describe, expect, test } from "vitest";
import "./built.ts";

const ROOT = resolve(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const readme = readFileSync(join(ROOT, "README.md"), "utf8");

const folder = mkdtempSync(join(tmpdir(), "eigentree-consumer-"));
afterAll(() => rmSync(folder, { recursive: true }));

function packed(): string[] {
  const { stdout, stderr } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const [{ files }] = JSON.parse(stdout || stderr) as [{ files: { path: string }[] }];
  return files.map(({ path }) => path);
}

describe("the package", () => {
  test("holds the build with its source maps, and every file that the README links to", () => {
    const files = new Set(packed());
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path!);
    expect(links.length).toBeGreaterThan(3);
    const wanted = ["LICENSE", "README.md", "CHANGELOG.md", "dist/index.js", "dist/index.d.ts", "dist/cli/main.js.map"];
    expect([...wanted, ...links].filter((path) => !files.has(path))).toEqual([]);
    const mapped = [...files].filter(
      (path) => path.endsWith(".js") && readFileSync(join(ROOT, path), "utf8").includes("sourceMappingURL"),
    );
    expect(mapped.length).toBeGreaterThan(100);
    expect(mapped.filter((path) => !files.has(`${path}.map`))).toEqual([]);
    expect([...files].filter((path) => /^(src|test|bench|scripts)\/|sha256|\.test\./.test(path))).toEqual([]);
  });

  test("runs nothing when it is installed, and builds before it is packed", () => {
    const names = Object.keys(manifest.scripts);
    expect(names.filter((name) => /^(pre|post)?(install|prepare)$/.test(name))).toEqual([]);
    expect(manifest.scripts.prepack).toContain("build");
    for (const [, script] of readme.matchAll(/npm ci && npm (?:run )?(\w+)/g))
      expect(manifest.scripts[script!], script).toContain("npm run build");
  });

  test("shows at its root what fits one screen", async () => {
    const root = Object.keys(await import("../src/index.ts"));
    expect(root).toEqual(expect.arrayContaining(["learnParser", "open", "readTreebank", "save"]));
    expect(root.length).toBeLessThanOrEqual(60);
  });

  test("has nothing that publint complains about", async () => {
    const { messages } = await publint({ pkgDir: ROOT, strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
  });

  test("has types that need neither the DOM's nor Node's, under the strictest settings", () => {
    const entries = Object.keys(manifest.exports).filter((entry) => !entry.endsWith(".json"));
    const imports = entries.map((entry, i) => `import * as m${i} from "${manifest.name}${entry.slice(1)}";`);
    writeFileSync(
      join(folder, "use.ts"),
      [...imports, `export const all = [${entries.map((_, i) => `m${i}`)}];`].join("\n"),
    );
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      target: "ES2022",
      lib: ["ES2024"],
      types: [],
      module: "NodeNext",
      noEmit: true,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules", manifest.name));
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
    expect([stdout, status]).toEqual(["", 0]);
  });
});
