/**
 * Where WebAssembly is refused, the plain twin computes and says why. The refusal is V8's own: the WebAssembly of a
 * context that may not generate code, which is what a page's Content-Security-Policy makes of it.
 */
import { createContext, runInContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

const load = () => import("../../../src/linalg/kernels/kernels.ts");

function refuseWebAssembly(): void {
  const context = createContext({}, { codeGeneration: { strings: true, wasm: false } });
  vi.stubGlobal("WebAssembly", runInContext("WebAssembly", context));
}

const POLICY =
  /^WebAssembly may not be compiled here \(.*code generation disallowed by embedder\); a page allows it by 'wasm-unsafe-eval' in its Content-Security-Policy\.$/;

describe("where WebAssembly may not be compiled", () => {
  test("a page that loads the kernels gets the plain twin, and the reason", async () => {
    vi.stubGlobal("document", {});
    refuseWebAssembly();
    const { kernels, loadKernels } = await load();
    expect([kernels().kind, kernels().plainBecause]).toEqual([
      "plain",
      "loadKernels() has not been called on this page.",
    ]);
    const loaded = await loadKernels();
    expect(loaded.kind).toBe("plain");
    expect(loaded.plainBecause).toMatch(POLICY);
    expect(kernels()).toBe(loaded);
    const x = Float64Array.of(1, 2, 3);
    expect(loaded.dot(3, x, 0, x, 0)).toBe(14);
  });

  test("a worker, which compiles at the first call, gets it too", async () => {
    refuseWebAssembly();
    const { kernels } = await load();
    expect(kernels().kind).toBe("plain");
    expect(kernels().plainBecause).toMatch(POLICY);
  });

  test("no memory and no SIMD are told apart", async () => {
    vi.stubGlobal("WebAssembly", {
      ...Object.fromEntries(
        Object.getOwnPropertyNames(WebAssembly).map((name) => [name, Reflect.get(WebAssembly, name)]),
      ),
      Memory: class {
        constructor() {
          throw new RangeError("could not allocate memory");
        }
      },
    });
    const full = await load();
    expect((await full.loadKernels()).plainBecause).toBe(
      "there is no memory for WebAssembly (could not allocate memory).",
    );
    vi.resetModules();
    vi.stubGlobal("WebAssembly", { ...WebAssembly, validate: () => false });
    const old = await load();
    expect((await old.loadKernels()).plainBecause).toBe("this engine has no WebAssembly SIMD.");
  });

  test("where it may, nothing is said", async () => {
    const { loadKernels } = await load();
    const loaded = await loadKernels();
    expect(loaded.kind).not.toBe("plain");
    expect(loaded.plainBecause).toBeUndefined();
  });
});
