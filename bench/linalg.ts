/**
 * Linear algebra: WebAssembly kernels (one thread and two) against the plain TypeScript twin and, where python3 has
 * numpy and scipy, against those, with OpenBLAS on one thread and on as many as it takes.
 *
 *   npx tsx bench/linalg.ts
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Random } from "../src/base/random.ts";
import { allowRelaxedSimd } from "../src/files/threads/engine.ts";
import { useKernelThreads } from "../src/files/threads/kernel-threads.ts";
import {
  type Floats,
  type Kernels,
  kernels,
  type Matrix,
  matrix,
  newKernels,
  plainKernels,
  qr,
  type SparseMatrix,
  sparseMatrix,
  sparseOperator,
  svd,
  truncatedSvd,
  useKernels,
} from "../src/linalg/index.ts";
import { record } from "./result.ts";

allowRelaxedSimd(); // as the command line does
const random = new Random(1);
const normals = (length: number) => Float64Array.from({ length }, () => random.normal());

const shown = (seconds: number | undefined) => (seconds === undefined ? "–" : (seconds * 1000).toPrecision(3));

/** Seconds of the fastest round: what the work costs when nothing else runs. */
function measure(work: () => void, rounds: number, calls = 1): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (let call = 0; call < calls; call++) work();
    best = Math.min(best, performance.now() - start);
  }
  return best / 1000 / calls;
}

interface Work {
  readonly name: string;
  /** Operations of one call; 0 where the count depends on the way taken. */
  readonly operations: number;
  readonly rounds: number;
  /** Made once for each kernels, outside the measurement. */
  readonly prepare: (kernel: Kernels) => () => void;
  readonly calls?: number;
  /** Whether large enough to be shared between threads. */
  readonly threads?: boolean;
}

function copied(kernel: Kernels, type: "f64" | "f32", from: Float64Array): Floats {
  const { view } = type === "f64" ? kernel.allocate("f64", from.length) : kernel.allocate("f32", from.length);
  view.set(from);
  return view;
}

function gemmWork(type: "f64" | "f32"): Work {
  const n = 512;
  const [a, b] = [normals(n * n), normals(n * n)];
  const prepare = (kernel: Kernels) => {
    const [left, right, out] = [a, b, a].map((data) => ({ data: copied(kernel, type, data), offset: 0, stride: n }));
    return () => kernel.gemm(n, n, n, 1, left!, right!, 0, out!);
  };
  return { name: `gemm ${n} ${type}`, operations: 2 * n ** 3, rounds: 30, prepare, threads: true };
}

function contractWork(m: number, type: "f64" | "f32"): Work {
  const [t, x, y] = [normals(m ** 3), normals(m), normals(m)];
  const prepare = (kernel: Kernels) => {
    const [tensor, left, right, out] = [t, x, y, x].map((data) => copied(kernel, type, data)) as [
      Floats,
      Floats,
      Floats,
      Floats,
    ];
    return () => kernel.contract(m, m, m, tensor, 0, left, 0, right, 0, out, 0);
  };
  return { name: `contract ${m} ${type}`, operations: 2 * m ** 3, rounds: 20, calls: Math.ceil(2e6 / m ** 3), prepare };
}

const tall = matrix(20_000, 40, normals(800_000));
const squares = new Map<number, Matrix>([64, 500].map((n) => [n, matrix(n, n, normals(n * n))]));

/**
 * Documents of 25 words: each has one of 60 topics, the t-th with a weight of 1/t, and takes half of its words from the
 * topic's own and half from all, by frequencies that fall off as those of words do. The values are one, a tenth of
 * noise added.
 */
function sparseSample(): SparseMatrix {
  const [rows, columns, perRow, topics] = [200_000, 100_000, 25, 60];
  const starts = Uint32Array.from({ length: rows + 1 }, (_, row) => row * perRow);
  const ids = new Uint32Array(rows * perRow);
  for (let row = 0; row < rows; row++) {
    const topic = Math.floor((topics + 1) ** random.uniform()) - 1;
    for (let e = starts[row]!; e < starts[row + 1]!; e++) {
      const rank = random.uniform() ** 3;
      ids[e] = random.uniform() < 0.5 ? columns * rank : (columns / topics) * (topic + rank);
    }
  }
  return sparseMatrix(rows, columns, { starts, ids, values: normals(ids.length).map((value) => 1 + value / 10) });
}

const sparse = sparseSample();
const WIDTH = 40;
const [x, z] = [normals(sparse.columns * WIDTH), normals(sparse.rows * WIDTH)];
const [y, w] = [new Float64Array(sparse.rows * WIDTH), new Float64Array(sparse.columns * WIDTH)];
let iterations = 0;

const works: Work[] = [
  gemmWork("f64"),
  gemmWork("f32"),
  ...(["f64", "f32"] as const).flatMap((type) => [8, 16, 32, 64].map((m) => contractWork(m, type))),
  { name: "QR 20000×40", operations: 4 * 20_000 * 40 ** 2, rounds: 15, prepare: () => () => qr(tall), threads: true },
  ...[...squares].map(
    ([n, a]): Work => ({ name: `SVD ${n}`, operations: 0, rounds: n > 100 ? 3 : 20, prepare: () => () => svd(a) }),
  ),
  {
    name: "CSR × 40",
    operations: 2 * WIDTH * sparse.ids.length,
    rounds: 3,
    prepare: (kernel) => () => kernel.sparseProduct(sparse, WIDTH, x, y),
    threads: true,
  },
  {
    name: "CSRᵀ × 40",
    operations: 2 * WIDTH * sparse.ids.length,
    rounds: 3,
    prepare: (kernel) => () => kernel.sparseTransposeProduct(sparse, WIDTH, z, w),
    threads: true,
  },
  {
    name: "truncated SVD",
    operations: 0,
    rounds: 1,
    prepare: () => () => {
      ({ iterations } = truncatedSvd(sparseOperator(sparse), WIDTH));
    },
    threads: true,
  },
];

function measureWith(kernel: Kernels, chosen: readonly Work[]): Record<string, number> {
  const previous = useKernels(kernel);
  const seconds = Object.fromEntries(
    chosen.map(({ name, rounds, prepare, calls }) => {
      const best = kernel.scope(() => measure(prepare(kernel), rounds, calls));
      console.error(`${kernel.kind}, ${name}: ${shown(best)} ms`);
      return [name, best];
    }),
  );
  useKernels(previous);
  return seconds;
}

const shared = works.filter(({ threads }) => threads);
const wasm = measureWith(kernels(), works);
const threads = useKernelThreads(2);
const wasm2 = measureWith(kernels(), shared);
await threads.close();
const plain = measureWith(plainKernels, works);

function measurePython(): { one: Record<string, number>; many: Record<string, number> } | undefined {
  const folder = mkdtempSync(join(tmpdir(), "linalg-"));
  try {
    for (const part of ["starts", "ids", "values"] as const) writeFileSync(join(folder, part), sparse[part]!);
    const run = (environment: NodeJS.ProcessEnv) => {
      const script = new URL("linalg.py", import.meta.url).pathname;
      const { stdout, status } = spawnSync("python3", [script, folder, `${iterations}`], {
        env: environment,
        encoding: "utf8",
      });
      return status === 0 ? (JSON.parse(stdout) as Record<string, number>) : undefined;
    };
    const one = run({ ...process.env, OPENBLAS_NUM_THREADS: "1" });
    const many = run(process.env);
    return one && many && { one, many };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const python = measurePython();
const rows = works.map(({ name, operations }) => {
  const rate = (seconds: number | undefined) =>
    operations === 0 || seconds === undefined ? undefined : operations / seconds / 1e9;
  const times = {
    plain: plain[name]!,
    wasm: wasm[name]!,
    wasm2: wasm2[name],
    python: python?.one[name],
    pythonMany: python?.many[name],
  };
  return {
    name,
    seconds: times,
    gigaflops: Object.fromEntries(Object.entries(times).map(([who, seconds]) => [who, rate(seconds)])),
  };
});
const same = python && {
  one: python.one["truncated SVD, same algorithm"],
  many: python.many["truncated SVD, same algorithm"],
};

const ratio = (other: number | undefined, ours: number) =>
  other === undefined ? "–" : `${(other / ours).toFixed(2)}×`;
/** Without numpy there is nothing to compare with. */
const besideNumpy = <T>(cells: readonly T[]): readonly T[] => (python === undefined ? [] : cells);
record("linalg", {
  section: "Linear algebra",
  title: `Kernels (${kernels().kind}) against their plain twin${python === undefined ? "" : " and numpy"}`,
  command: "npx tsx bench/linalg.ts",
  columns: [
    ...["work", "ms", "GF/s", "2 threads, ms", "plain, ms", "× plain"],
    ...besideNumpy(["numpy 1 thread, ms", "× numpy", "numpy all, ms"]),
  ],
  rows: rows.map(({ name, seconds, gigaflops }) => [
    name,
    ...[shown(seconds.wasm), gigaflops.wasm?.toFixed(1) ?? "–", shown(seconds.wasm2), shown(seconds.plain)],
    ratio(seconds.plain, seconds.wasm),
    ...besideNumpy([shown(seconds.python), ratio(seconds.python, seconds.wasm), shown(seconds.pythonMany)]),
  ]),
  notes: [
    `Fastest of several rounds. Relaxed SIMD is ${newKernels(["relaxed-simd"]) ? "accepted" : "not accepted"} here. The truncated SVD takes ${iterations} iterations.`,
    ...besideNumpy([
      `The same algorithm in numpy takes ${shown(same?.one)} ms on one thread, ${shown(same?.many)} ms on all.`,
    ]),
  ],
  details: { iterations, rows, sameAlgorithm: same },
});
