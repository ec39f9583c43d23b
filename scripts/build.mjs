// Builds the kernels, dist/ and the page in dist/page, unless dist/ is already what these sources give. A checksum of
// everything that the build reads is kept with its result: times of files say little after a checkout, and nothing of
// a file that was removed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const STAMP = join(ROOT, "dist/sources.sha256");
const SOURCES = ["src", "web", "kernels", "types", "scripts"];
const FILES = ["package.json", "package-lock.json", "tsconfig.json"];
/** Written by the build itself. */
const GENERATED = join("src", "linalg", "kernels", "binary.generated.ts");

function sourcesSum() {
  const paths = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length)),
  );
  const sum = createHash("sha256");
  for (const path of [...paths, ...FILES].filter((path) => path !== GENERATED).sort()) {
    const content = readFileSync(join(ROOT, path));
    sum.update(`${path} ${content.length}\n`).update(content);
  }
  return sum.digest("hex");
}

/** Whether dist/ is the build of the sources as they are now. */
export function isBuilt() {
  return existsSync(join(ROOT, GENERATED)) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === sourcesSum();
}

/**
 * One output file per source file, so that dist/ reads like src/ and a worker finds its script beside the pool. The
 * compiler writes them itself: a bundler has nothing to bundle here, and Rolldown's threads deadlocked in two of six
 * builds on a machine with two busy cores.
 */
async function compileLibrary() {
  const { default: ts } = await import("typescript");
  const options = {
    noEmit: false,
    rootDir: join(ROOT, "src"),
    outDir: join(ROOT, "dist"),
    declaration: true,
    sourceMap: true,
    inlineSources: true, // src/ is not part of the package
    rewriteRelativeImportExtensions: true,
  };
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent({ ...config, include: ["src", "types"] }, ts.sys, ROOT, options);
  const program = ts.createProgram(parsed.fileNames, parsed.options);
  // The compiler rewrites ".ts" to ".js" in modules only, not in declarations.
  const write = (path, text) =>
    ts.sys.writeFile(path, path.endsWith(".d.ts") ? text.replace(/(["'])(\.\.?\/[^"']+)\.ts\1/g, "$1$2.js$1") : text);
  const found = [...ts.getPreEmitDiagnostics(program), ...program.emit(undefined, write).diagnostics];
  if (found.length > 0) {
    const host = { getCurrentDirectory: () => ROOT, getCanonicalFileName: (name) => name, getNewLine: () => "\n" };
    throw new Error(`the sources do not compile\n${ts.formatDiagnostics(found, host)}`);
  }
}

/** Seconds for one build of the page, many times what it takes, and how often it is tried. */
const PAGE_LIMIT = 120;
const PAGE_TRIES = 4;

/** Vite builds with Rolldown, so it runs in a process that can be ended and tried again. */
function buildPage() {
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  for (let tries = 1; tries <= PAGE_TRIES; tries++) {
    const { status } = spawnSync(process.execPath, [vite, "build", "--config", "web/vite.config.ts"], {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
      timeout: PAGE_LIMIT * 1000,
      killSignal: "SIGKILL",
    });
    if (status === 0) return;
    if (status !== null) throw new Error(`the page could not be built: vite ended with ${status}`);
    console.error(`the page took more than ${PAGE_LIMIT} s, try ${tries} of ${PAGE_TRIES}`);
  }
  throw new Error("the page could not be built in time");
}

async function build() {
  const sum = sourcesSum(); // before: what changes while it runs is built the next time
  await import("../kernels/build.mjs");
  rmSync(join(ROOT, "dist"), { recursive: true, force: true });
  await compileLibrary();
  chmodSync(join(ROOT, "dist/cli/main.js"), 0o755);
  buildPage();
  writeFileSync(STAMP, sum);
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !isBuilt()) await build();
