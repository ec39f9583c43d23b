// Compiles the AssemblyScript kernels twice, with SIMD and with relaxed SIMD (fused multiply-add), and embeds both
// binaries as base64 in src/linalg/kernels/binary.generated.ts. The binaries import their memory as unshared;
// `sharedFlag` is the byte that declares it shared.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "../src/linalg/kernels/binary.generated.ts");
const sources = readdirSync(here).map((name) => join(here, name));

/** 4 GiB, all that 32-bit addresses reach. */
const MAXIMUM_PAGES = 65536;

async function compile(features) {
  const files = new Map();
  const options = ["--runtime", "stub", "-O3", "--noAssert", "--importMemory", "--noExportMemory"];
  const memory = ["--initialMemory", "1", "--maximumMemory", `${MAXIMUM_PAGES}`];
  const enable = features.flatMap((feature) => ["--enable", feature]);
  const { error, stderr } = await asc.main(["index.ts", "--outFile", "out.wasm", ...options, ...memory, ...enable], {
    readFile: (name) => {
      try {
        return readFileSync(join(here, name), "utf8");
      } catch {
        return null;
      }
    },
    writeFile: (name, contents) => files.set(name, contents),
    listFiles: () => [],
  });
  if (error) throw new Error(`kernels: ${error.message}\n${stderr.toString()}`);
  return files.get("out.wasm");
}

/** The place of the limits flag of the imported memory: after the import section's module name, field name and kind. */
function sharedFlagOf(binary) {
  const name = [3, ..."env"].map((c) => (typeof c === "string" ? c.charCodeAt(0) : c));
  const field = [6, ..."memory"].map((c) => (typeof c === "string" ? c.charCodeAt(0) : c));
  const entry = Buffer.from([...name, ...field, 2, 1]);
  const at = Buffer.from(binary).indexOf(entry);
  if (at < 0) throw new Error("kernels: the binary does not import env.memory with a maximum");
  return at + entry.length - 1;
}

function upToDate() {
  try {
    const built = statSync(target).mtimeMs;
    return sources.every((source) => statSync(source).mtimeMs < built);
  } catch {
    return false;
  }
}

if (!upToDate()) {
  const simd = await compile(["simd"]);
  const relaxed = await compile(["simd", "relaxed-simd"]);
  const entry = (binary) =>
    `{\n  sharedFlag: ${sharedFlagOf(binary)},\n  base64:\n    "${Buffer.from(binary).toString("base64")}",\n}`;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(
    target,
    `/** Written by kernels/build.mjs. */\nexport const SIMD = ${entry(simd)};\nexport const RELAXED_SIMD = ${entry(relaxed)};\n`,
  );
}
