/** The allocator of the kernels' memory. */
import { describe, expect, test } from "vitest";
import { NumericalError } from "../../../src/base/errors.ts";
import { Random } from "../../../src/base/random.ts";
import { kernels, loadKernels, newKernels, useKernels } from "../../../src/linalg/kernels/kernels.ts";
import { KernelMemory } from "../../../src/linalg/kernels/memory.ts";
import { plainKernels } from "../../../src/linalg/kernels/plain/plain.ts";
import { adopt, kernelsOver, shareKernels } from "../../../src/linalg/kernels/share.ts";

const MEBIBYTE = 2 ** 20;

describe("the allocator", () => {
  test("blocks never overlap, whatever the order of allocating and freeing, and freed memory is used again", () => {
    const random = new Random(5);
    const memory = new KernelMemory(new WebAssembly.Memory({ initial: 1, maximum: 2000 }));
    const live: { start: number; end: number }[] = [];
    for (let step = 0; step < 1500; step++) {
      if (live.length > 0 && random.uniform() < 0.5) memory.free(live.splice(random.integer(live.length), 1)[0]!.start);
      else {
        const bytes = 1 + random.integer(20_000);
        const start = memory.allocate(bytes);
        expect(start % 64).toBe(0);
        expect(start + bytes).toBeLessThanOrEqual(memory.buffer.byteLength);
        for (const other of live) expect(start >= other.end || start + bytes <= other.start).toBe(true);
        live.push({ start, end: start + bytes });
      }
    }
    for (const { start } of live) memory.free(start);
    const whole = memory.buffer.byteLength;
    memory.allocate(whole - 2048);
    expect(memory.buffer.byteLength).toBe(whole);
  });

  test("what does not fit is said", () => {
    const memory = new KernelMemory(new WebAssembly.Memory({ initial: 1, maximum: 10 }));
    expect(memory.tryAllocate(MEBIBYTE)).toBeUndefined();
    expect(() => memory.allocate(MEBIBYTE)).toThrow(
      new NumericalError(
        "kernel memory: 1048576 bytes asked for with 0 in use; 4 GiB is all there can be; work on the data in parts.",
      ),
    );
    expect(() => memory.free(4096)).toThrow("kernel memory: no block starts at 4096; a block is freed once.");
    expect(() => newKernels()!.allocate("f64", 2 ** 29)).toThrow("4294967296 bytes asked for");
  });
});

describe.each([true, false])("blocks, memory shared: %s", (shared) => {
  test("keep their values when memory grows, and are used in place", () => {
    const grown = newKernels(["simd"], shared)!;
    const block = grown.allocate("f64", 1000);
    block.view.fill(2);
    const before = grown.core.memory.buffer.byteLength;
    grown.allocate("f32", 4 * MEBIBYTE);
    expect(grown.core.memory.buffer.byteLength).toBeGreaterThan(before);
    expect(block.view.length).toBe(1000);
    expect(grown.core.address(block.view, 0)).toBeGreaterThan(0);
    grown.scale(1000, 1.5, block.view, 0);
    expect(block.view.every((value) => value === 3)).toBe(true);
  });

  test("are zero at first, in memory that was used before and in memory that was not", () => {
    const some = newKernels(["simd"], shared)!;
    const used = some.allocate("f64", 1000);
    used.view.fill(2);
    used.free();
    // Begins where the freed one was and reaches far beyond it.
    const block = some.allocate("f32", MEBIBYTE);
    expect(block.view.every((value) => value === 0)).toBe(true);
  });

  test("a product that grows the memory itself finds operands and result that lie in it", () => {
    const grown = newKernels(["simd"], shared)!;
    const n = 700;
    const a = grown.allocate("f64", n * n);
    const c = grown.allocate("f64", n * n);
    for (let i = 0; i < n; i++) a.view[i * n + i] = i;
    const b = new Float64Array(n * n).fill(1);
    grown.gemm(n, n, n, 1, { data: a.view, offset: 0, stride: n }, { data: b, offset: 0, stride: n }, 0, {
      data: c.view,
      offset: 0,
      stride: n,
    });
    for (let i = 0; i < n; i += 97) expect(c.view[i * n + 5]).toBe(i);
  });

  test("a third moment whose later chunks come after memory has grown", () => {
    const grown = newKernels(["simd"], shared)!;
    const [count, mx] = [17_000, 300]; // two chunks of pairs; the first product stages 5 MB of x
    const pairs = grown.allocate("f64", count * 2);
    pairs.view.fill(1);
    const x = new Float64Array(count * mx).fill(1);
    const third = grown.allocate("f64", mx * 4);
    const before = grown.core.memory.buffer.byteLength;
    grown.thirdMoment(count, mx, 2, 2, x, 0, mx, pairs.view, 0, 2, pairs.view, 0, 2, third.view, 0);
    expect(grown.core.memory.buffer.byteLength).toBeGreaterThan(before);
    expect(third.view.every((value) => value === count)).toBe(true);
  });

  test("are freed with their scope, one by one or by an error", () => {
    const { scope, allocate, core } = newKernels(["simd"], shared)!;
    const free = core.memory.allocate(64);
    core.memory.free(free);
    scope(() => {
      allocate("u32", 10).free();
      allocate("u32", 10);
      expect(() =>
        scope(() => {
          allocate("f64", 5);
          throw new Error("inner");
        }),
      ).toThrow("inner");
    });
    expect(core.memory.allocate(64)).toBe(free);
  });
});

describe("kernels in use", () => {
  test("are WebAssembly in Node, can be replaced, and load without blocking", async () => {
    expect(kernels().kind).toMatch(/simd/);
    const previous = useKernels(plainKernels);
    expect(kernels()).toBe(plainKernels);
    const loaded = await loadKernels();
    expect(loaded.kind).toBe(previous.kind);
    expect(kernels()).toBe(loaded);
    expect(await loadKernels()).toBe(loaded);
    useKernels(previous);
  });

  test("over a region of another's memory read its arrays in place and never leave the region", () => {
    const owner = newKernels()!;
    const block = owner.allocate("f64", 100);
    block.view.fill(3);
    const share = structuredClone({ ...shareKernels(owner, 1000), module: undefined, memory: undefined });
    const other = kernelsOver({ ...share, module: owner.module, memory: owner.core.memory.memory });
    const adopted = adopt(other, block.view);
    const own = other.allocate("f64", 100);
    expect(own.view.byteOffset).toBeGreaterThanOrEqual(share.start);
    expect(own.view.byteOffset + 800).toBeLessThanOrEqual(share.end);
    other.axpy(100, 2, adopted, 0, own.view, 0);
    expect(own.view.every((value) => value === 6)).toBe(true);
    expect(() => other.allocate("f64", 100)).toThrow("the region is full");
    expect(() => shareKernels(newKernels(undefined, false)!, 1000)).toThrow("the kernels' memory is not shared");
  });
});
