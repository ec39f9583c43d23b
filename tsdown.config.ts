import { defineConfig } from "tsdown";

/** One output file per source file, so that `dist/` reads like `src/` and a worker finds its script beside the pool. */
export default defineConfig({
  entry: ["src/**/*.ts"],
  unbundle: true,
  format: "esm",
  platform: "neutral",
  target: "node20",
  dts: true,
  fixedExtension: false,
  deps: { neverBundle: [/^node:/] },
  logLevel: "warn",
});
