/** Both binaries, over shared and unshared memory, keep the contract. */
import { setFlagsFromString } from "node:v8";
import { describe, expect, test } from "vitest";
import { kernelBinary } from "../../../src/linalg/kernels/binary.ts";
import { newKernels } from "../../../src/linalg/kernels/kernels.ts";
import { kernelContract } from "./contract.ts";

// Node 20 has relaxed SIMD behind a flag, later versions without.
if (kernelBinary(["relaxed-simd"]) === undefined) setFlagsFromString("--experimental-wasm-relaxed-simd");

for (const [kind, shared] of [
  ["simd", true],
  ["simd", false],
  ["relaxed-simd", true],
] as const) {
  const kernels = newKernels([kind], shared)!;
  const name = `${kind}, ${shared ? "shared" : "unshared"}`;
  if (kind === "simd") kernelContract(name, () => kernels, "outside");
  kernels.allocate("f64", 2 ** 21).free(); // so that no view is taken from memory that grows
  kernelContract(name, () => kernels, "inside");
}

describe("instantiation", () => {
  test("the best binary is taken, or the one asked for, or none", () => {
    expect(newKernels()?.kind).toBe("relaxed-simd");
    expect(newKernels(["simd"])?.kind).toBe("simd");
    expect(newKernels([])).toBeUndefined();
  });
});
