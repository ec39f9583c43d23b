/** Both binaries, over shared and unshared memory, keep the contract. */
import { setFlagsFromString } from "node:v8";
import { describe, expect, test } from "vitest";
import { kernelBinary } from "../../../src/linalg/kernels/binary.ts";
import { newKernels } from "../../../src/linalg/kernels/kernels.ts";
import { kernelContract } from "./contract.ts";

// Node 20 has relaxed SIMD behind a flag, later versions without.
if (kernelBinary(["relaxed-simd"]) === undefined) setFlagsFromString("--experimental-wasm-relaxed-simd");

for (const kind of ["simd", "relaxed-simd"] as const) {
  for (const shared of [true, false]) {
    const kernels = newKernels([kind], shared)!;
    kernelContract(`${kind}, ${shared ? "shared" : "unshared"}`, () => kernels, "outside");
    kernels.allocate("f64", 2 ** 21).free(); // so that no view is taken from memory that grows
    kernelContract(`${kind}, ${shared ? "shared" : "unshared"}`, () => kernels, "inside");
  }
}

describe("instantiation", () => {
  test("the best binary is taken, or the one asked for, or none", () => {
    expect(newKernels()?.kind).toBe("relaxed-simd");
    expect(newKernels(["simd"])?.kind).toBe("simd");
    expect(newKernels([])).toBeUndefined();
  });
});
