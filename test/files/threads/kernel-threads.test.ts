/** Threads change no bit of a product, at sizes that cut unevenly, for arrays in and out of kernel memory. */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Random } from "../../../src/base/random.ts";
import { useKernelThreads } from "../../../src/files/threads/kernel-threads.ts";
import { type Floats, PANEL_COLUMNS, type Panel, SMOOTHING_RATES } from "../../../src/linalg/kernels/interface.ts";
import { newKernels, useKernels } from "../../../src/linalg/kernels/kernels.ts";
import { type SparseMatrix, sparseFromRows, sparseMatrix } from "../../../src/linalg/sparse.ts";

const random = new Random(11);
const values = (length: number) => Float64Array.from({ length }, () => random.normal());
const kernels = newKernels()!;
const previous = useKernels(kernels);
let threads: ReturnType<typeof useKernelThreads>;

beforeAll(() => {
  threads = useKernelThreads(2);
  const square: Panel<Floats> = { data: values(200 * 200), offset: 0, stride: 200 };
  // Until the other thread has started and takes its part.
  while (threads.helped === 0)
    kernels.gemm(200, 200, 200, 1, square, square, 0, { ...square, data: new Float64Array(200 * 200) });
});
afterAll(async () => {
  await threads.close();
  useKernels(previous);
});

/** The result of `compute` by one thread, and by two, several times over. */
function compare(compute: () => Floats): void {
  const { crew } = kernels.core;
  expect(crew?.threads).toBe(2);
  kernels.core.crew = undefined;
  const alone = compute().slice();
  kernels.core.crew = crew;
  for (let round = 0; round < 5; round++) expect(Buffer.compare(bytes(compute()), bytes(alone))).toBe(0);
}

const bytes = ({ buffer, byteOffset, byteLength }: Floats) => new Uint8Array(buffer, byteOffset, byteLength);

describe("two threads give what one gives, bit for bit", () => {
  test.each([
    [257, 131, 140, false, false],
    [131, 301, 259, true, false],
    [129, 150, 300, false, true],
    [300, 133, 270, true, true],
  ])("dense product %i × %i × %i, transposed %s and %s", (m, n, k, ta, tb) => {
    for (const to of [Float64Array, Float32Array]) {
      const panel = (rows: number, columns: number, transposed: boolean): Panel<Floats> => ({
        data: to.from(values(rows * columns)),
        offset: 0,
        stride: transposed ? rows : columns,
        transposed,
      });
      const [a, b] = [panel(m, k, ta), panel(k, n, tb)];
      const start = to.from(values(m * n));
      compare(() => {
        const c = start.slice();
        kernels.gemm(m, n, k, 1.5, a, b, 0.5, { data: c, offset: 0, stride: n });
        return c;
      });
    }
  });

  test("sparse products, wide and narrow", () => {
    const lists = Array.from({ length: 5000 }, () =>
      Array.from({ length: random.integer(40) }, () => random.integer(700)),
    );
    const { starts, ids } = sparseFromRows(lists, 700);
    const s: SparseMatrix = sparseMatrix(5000, 700, {
      starts,
      ids,
      values: values(ids.length),
      columnScales: values(700),
    });
    for (const width of [1, 7, 40]) {
      const [x, z] = [values(700 * width), values(5000 * width)];
      compare(() => {
        const y = new Float64Array(5000 * width);
        kernels.sparseProduct(s, width, x, y);
        return y;
      });
      compare(() => {
        const y = new Float64Array(700 * width);
        kernels.sparseTransposeProduct(s, width, z, y);
        return y;
      });
    }
  });

  test("smoothed states", () => {
    kernels.scope(() => {
      const [words, panels, count] = [50, 7, 3000];
      const state = panels * SMOOTHING_RATES * PANEL_COLUMNS;
      const blocks = [3, panels * words * PANEL_COLUMNS, words * state, count * state].map((length) =>
        kernels.allocate("f32", length),
      );
      const numbers = [0, 1].map(() => kernels.allocate("u32", count));
      const [rates, dictionary, sums, samples] = blocks.map(({ view }) => view) as [
        Float32Array,
        Float32Array,
        Float32Array,
        Float32Array,
      ];
      const [tokens, sampleOf] = numbers.map(({ view }) => view) as [Uint32Array, Uint32Array];
      rates.set([0.1, 0.3, 0.8]);
      dictionary.set(values(dictionary.length));
      for (let t = 0; t < count; t++) {
        tokens[t] = random.integer(words);
        sampleOf[t] = t;
      }
      compare(() => {
        sums.fill(0);
        samples.fill(0);
        kernels.smoothPanels(
          tokens,
          count,
          10,
          count - 10,
          false,
          rates,
          words,
          panels,
          dictionary,
          sums,
          sampleOf,
          samples,
        );
        return Float32Array.of(...sums, ...samples.subarray(0, 20_000));
      });
    });
  });

  test("third moments", () => {
    const [x, y, z] = [values(400 * 20), values(400 * 30), values(400 * 40)];
    compare(() => {
      const out = new Float64Array(20 * 30 * 40);
      kernels.thirdMoment(400, 20, 30, 40, x, 0, 20, y, 0, 30, z, 0, 40, out, 0);
      return out;
    });
  });
});

test("threads that are still open do not keep a process alive", () => {
  const program = `
    import { useKernelThreads } from "./src/files/threads/kernel-threads.ts";
    import { matrix, multiply } from "./src/linalg/index.ts";
    useKernelThreads(2);
    const a = matrix(300, 300, new Float64Array(90000).fill(0.5));
    process.stdout.write(String(multiply(a, a).data[89999]));`;
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", program],
    {
      cwd: new URL("../../..", import.meta.url),
      timeout: 240_000,
      encoding: "utf8",
    },
  );
  expect({ stdout, status }, stderr).toEqual({ stdout: "75", status: 0 });
});

test("a senseless number of threads is refused, one thread needs none", async () => {
  expect(() => useKernelThreads(0)).toThrow("useKernelThreads: threads must be a whole number from 1 to 256; got 0.");
  const { crew } = kernels.core;
  await useKernelThreads(1).close();
  expect(kernels.core.crew).toBe(crew);
});
