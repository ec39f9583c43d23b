/**
 * What every implementation of the kernels must do, against the definitions in naive.ts, in both precisions and at
 * sizes that no tile divides.
 */
import { describe, expect, test } from "vitest";
import { Random } from "../../../src/base/random.ts";
import {
  type Floats,
  type Kernels,
  NOTHING,
  PANEL_COLUMNS,
  type Panel,
  SMOOTHING_RATES,
} from "../../../src/linalg/kernels/interface.ts";
import { type SparseMatrix, sparseFromRows, sparseMatrix, sparseToDense } from "../../../src/linalg/sparse.ts";
import { naiveContraction, naiveGemm } from "./naive.ts";

/** Largest allowed error, as a share of one unit of summed magnitude: rounding of a few hundred terms. */
const TOLERANCE = { f64: 1e-13, f32: 2e-5 };
type Type = keyof typeof TOLERANCE;

/** Where a test's arrays lie: `outside` in ordinary memory, `inside` in the kernels' own. */
export type Place = "outside" | "inside";

const sum = (count: number, term: (i: number) => number): number => {
  let total = 0;
  for (let i = 0; i < count; i++) total += term(i);
  return total;
};

export function kernelContract(name: string, kernels: () => Kernels, place: Place): void {
  const random = new Random(7).stream(name);

  function values(type: Type, length: number): Floats {
    const array = allocated(type, length);
    for (let i = 0; i < length; i++) array[i] = 2 * random.uniform() - 1;
    return array;
  }

  function allocated(type: Type, length: number): Floats {
    if (place === "outside") return type === "f64" ? new Float64Array(length) : new Float32Array(length);
    return type === "f64" ? kernels().allocate("f64", length).view : kernels().allocate("f32", length).view;
  }

  function expectClose(type: Type, actual: ArrayLike<number>, expected: readonly number[], magnitude: number): void {
    expect(actual.length).toBe(expected.length);
    for (let i = 0; i < expected.length; i++) {
      if (!(Math.abs(actual[i]! - expected[i]!) <= TOLERANCE[type] * Math.max(1, magnitude)))
        expect.fail(
          `element ${i} is ${actual[i]}; expected ${expected[i]} within ${TOLERANCE[type] * Math.max(1, magnitude)}`,
        );
    }
  }

  function randomPanel(type: Type, rows: number, columns: number, transposed: boolean): Panel<Floats> {
    const [stored, length] = transposed ? [columns, rows] : [rows, columns];
    const stride = length + random.integer(4);
    const offset = random.integer(5);
    return { data: values(type, offset + stored * stride + 1), offset, stride, transposed };
  }

  describe.each(["f64", "f32"] as const)(`${name}, arrays ${place}, %s`, (type) => {
    const sizes = [0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33];

    test("gemm at every small size, transposes, strides, alpha and beta", () => {
      kernels().scope(() => {
        for (let round = 0; round < 120; round++) {
          const [m, n, k] = [0, 0, 0].map(() => sizes[random.integer(sizes.length)]!) as [number, number, number];
          checkGemm(
            m,
            n,
            k,
            random.uniform() < 0.5,
            random.uniform() < 0.5,
            [1, -0.5][round % 2]!,
            [0, 1, 0.25][round % 3]!,
          );
        }
      });
    });

    test.each([
      [130, 70, 300, false, false],
      [67, 131, 257, true, false],
      [129, 66, 259, false, true],
      [65, 129, 515, true, true],
      [1, 300, 270, false, false],
      [300, 1, 270, true, false],
      [300, 1, 270, false, false],
      [3, 1100, 40, true, true],
    ])("gemm %i × %i × %i beyond one cache block, transposed %s and %s", (m, n, k, ta, tb) => {
      kernels().scope(() => checkGemm(m, n, k, ta, tb, 1.5, 0.5));
    });

    function checkGemm(m: number, n: number, k: number, ta: boolean, tb: boolean, alpha: number, beta: number): void {
      const a = randomPanel(type, m, k, ta);
      const b = randomPanel(type, k, n, tb);
      const c = randomPanel(type, m, n, false);
      if (beta === 0) c.data.fill(Number.NaN);
      const before = Array.from(c.data);
      const expected = naiveGemm(m, n, k, alpha, a, b, beta, c);
      kernels().gemm(m, n, k, alpha, a, b, beta, c);
      const actual: number[] = [];
      for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) actual.push(c.data[c.offset + i * c.stride + j]!);
      expectClose(type, actual, expected, Math.sqrt(k));
      for (let i = 0; i < m; i++)
        for (let j = 0; j < n; j++) c.data[c.offset + i * c.stride + j] = before[c.offset + i * c.stride + j]!;
      expect(c.data.every((value, i) => Object.is(value, before[i]))).toBe(true);
    }

    test.each([
      [1, 1, 1],
      [3, 5, 2],
      [4, 4, 4],
      [8, 8, 8],
      [7, 3, 9],
      [16, 16, 16],
      [5, 17, 33],
      [32, 8, 13],
      [2, 64, 31],
    ])("contractions of a %i × %i × %i tensor", (ma, mb, mc) => {
      kernels().scope(() => {
        const shape = [ma, mb, mc] as const;
        const t = values(type, 3 + ma * mb * mc);
        const b = values(type, 1 + ma);
        const l = values(type, 2 + mb);
        const r = values(type, 4 + mc);
        const p = values(type, 5 + mb * mc);
        const check = (size: number, run: (out: Floats) => void, expected: number[]) => {
          const out = values(type, 2 + size);
          const before = Array.from(out);
          run(out);
          expect(Array.from(out.subarray(0, 1))).toEqual(before.slice(0, 1));
          expect(out[1 + size]).toBe(before[1 + size]);
          expectClose(
            type,
            Array.from(out.subarray(1, 1 + size)),
            expected.map((value, i) => value + before[1 + i]!),
            Math.sqrt((ma * mb * mc) / size),
          );
        };
        const k = kernels();
        check(
          ma,
          (out) => k.contract(ma, mb, mc, t, 3, l, 2, r, 4, out, 1),
          naiveContraction(shape, t, 3, 0, (_, j, x) => l[2 + j]! * r[4 + x]!),
        );
        check(
          ma,
          (out) => k.contractPairs(ma, mb, mc, t, 3, p, 5, out, 1),
          naiveContraction(shape, t, 3, 0, (_, j, x) => p[5 + j * mc + x]!),
        );
        check(
          ma * mb,
          (out) => k.matrixVector(ma * mb, mc, -2, t, 3, r, 4, out, 1),
          Array.from({ length: ma * mb }, (_, i) => -2 * sum(mc, (x) => t[3 + i * mc + x]! * r[4 + x]!)),
        );
        check(
          mb * mc,
          (out) => k.vectorMatrix(ma, mb * mc, 3, t, 3, b, 1, out, 1),
          Array.from({ length: mb * mc }, (_, x) => 3 * sum(ma, (i) => b[1 + i]! * t[3 + i * mb * mc + x]!)),
        );
        check(
          mb,
          (out) => k.contractLeft(ma, mb, mc, t, 3, b, 1, r, 4, out, 1),
          naiveContraction(shape, t, 3, 1, (i, _, x) => b[1 + i]! * r[4 + x]!),
        );
        check(
          mc,
          (out) => k.contractRight(ma, mb, mc, t, 3, b, 1, l, 2, out, 1),
          naiveContraction(shape, t, 3, 2, (i, j) => b[1 + i]! * l[2 + j]!),
        );
      });
    });

    test.each([
      [0, 3, 2, 4],
      [1, 1, 1, 1],
      [5, 3, 4, 2],
      [40, 8, 8, 8],
      [301, 6, 5, 7],
      [70, 17, 9, 13],
    ])("moments of %i rows, %i × %i × %i", (count, mx, my, mz) => {
      kernels().scope(() => {
        const x = values(type, 2 + count * (mx + 1));
        const y = values(type, 3 + count * (my + 2));
        const z = values(type, 1 + count * mz);
        const second = values(type, 1 + mx * my);
        const third = values(type, 2 + mx * my * mz);
        const expectedSecond = Array.from(second);
        const expectedThird = Array.from(third);
        for (let s = 0; s < count; s++)
          for (let i = 0; i < mx; i++)
            for (let j = 0; j < my; j++) {
              const xy = x[2 + s * (mx + 1) + i]! * y[3 + s * (my + 2) + j]!;
              expectedSecond[1 + i * my + j]! += xy;
              for (let k = 0; k < mz; k++) expectedThird[2 + (i * my + j) * mz + k]! += xy * z[1 + s * mz + k]!;
            }
        kernels().secondMoment(count, mx, my, x, 2, mx + 1, y, 3, my + 2, second, 1);
        kernels().thirdMoment(count, mx, my, mz, x, 2, mx + 1, y, 3, my + 2, z, 1, mz, third, 2);
        expectClose(type, second, expectedSecond, Math.sqrt(count));
        expectClose(type, third, expectedThird, Math.sqrt(count));
      });
    });

    test("dot, axpy, scale, rotate, rankOne at every small length", () => {
      kernels().scope(() => {
        for (let n = 0; n < 40; n++) {
          const x = values(type, n + 3);
          const y = values(type, n + 3);
          const [x0, y0] = [Array.from(x), Array.from(y)];
          const inside = (i: number, from: number) => i >= from && i < from + n;
          let sum = 0;
          for (let i = 0; i < n; i++) sum += x[1 + i]! * y[2 + i]!;
          expectClose(type, [kernels().dot(n, x, 1, y, 2)], [sum], Math.sqrt(n));
          kernels().axpy(n, 0.75, x, 1, y, 2);
          const y1 = y0.map((value, i) => (inside(i, 2) ? value + 0.75 * x0[i - 1]! : value));
          expectClose(type, y, y1, 1);
          kernels().scale(n, -3, x, 1);
          const x1 = x0.map((value, i) => (inside(i, 1) ? -3 * value : value));
          expectClose(type, x, x1, 3);
          kernels().rotate(n, x, 1, y, 2, 0.6, 0.8);
          const rotatedX = x1.map((value, i) => (inside(i, 1) ? 0.6 * value - 0.8 * y1[i + 1]! : value));
          const rotatedY = y1.map((value, i) => (inside(i, 2) ? 0.8 * x1[i - 1]! + 0.6 * value : value));
          expectClose(type, x, rotatedX, 3);
          expectClose(type, y, rotatedY, 3);
          const c = values(type, 3 * (n + 2));
          const c1 = Array.from(c);
          for (let i = 0; i < 3 && n > 0; i++)
            for (let j = 0; j < n; j++) c1[1 + i * (n + 1) + j]! += 2 * x[i]! * y[1 + j]!;
          if (n > 0) kernels().rankOne(3, n, 2, x, 0, y, 1, c, 1, n + 1);
          expectClose(type, c, c1, 6);
        }
      });
    });
  });

  describe(`${name}, arrays ${place}, sparse`, () => {
    function randomSparse(rows: number, columns: number, weighted: boolean, scaled: boolean): SparseMatrix {
      const lists = Array.from({ length: rows }, () =>
        Array.from({ length: random.integer(6) }, () => random.integer(columns)),
      );
      const { starts, ids } = sparseFromRows(lists, columns);
      return sparseMatrix(rows, columns, {
        starts,
        ids,
        values: weighted ? Float64Array.from(ids, () => random.normal()) : undefined,
        columnScales: scaled ? Float64Array.from({ length: columns }, () => random.normal()) : undefined,
      });
    }

    test.each([
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ])("products, values %s, scales %s", (weighted, scaled) => {
      kernels().scope(() => {
        for (const [rows, columns, width] of [
          [0, 3, 2],
          [1, 1, 1],
          [9, 4, 3],
          [50, 30, 8],
          [37, 61, 41],
          [20, 20, 0],
        ] as const) {
          const s = randomSparse(rows, columns, weighted, scaled);
          const dense = sparseToDense(s);
          const [x, y] = [values("f64", columns * width), values("f64", rows * width)] as [Float64Array, Float64Array];
          const a: Panel<Floats> = { data: dense.data, offset: 0, stride: columns };
          const product = values("f64", rows * width) as Float64Array;
          kernels().sparseProduct(s, width, x, product);
          const none: Panel<Floats> = { data: product, offset: 0, stride: width };
          expectClose(
            "f64",
            product,
            naiveGemm(rows, width, columns, 1, a, { data: x, offset: 0, stride: width }, 0, none),
            20,
          );
          const back = values("f64", columns * width) as Float64Array;
          kernels().sparseTransposeProduct(s, width, y, back);
          const at: Panel<Floats> = { ...a, transposed: true };
          expectClose(
            "f64",
            back,
            naiveGemm(columns, width, rows, 1, at, { data: y, offset: 0, stride: width }, 0, none),
            20,
          );
        }
      });
    });
  });
  test.each([false, true])(
    `${name}, arrays ${place}: smoothed states are sums with falling weights, backwards %s`,
    (backwards) => {
      kernels().scope(() => {
        const [words, panels, count, begin, end] = [5, 3, 40, 6, 33];
        const numbers = (length: number): Uint32Array =>
          place === "outside" ? new Uint32Array(length) : kernels().allocate("u32", length).view;
        const [tokens, sampleOf] = [numbers(count), numbers(count)];
        const rates = values("f32", SMOOTHING_RATES) as Float32Array;
        const dictionary = values("f32", panels * words * PANEL_COLUMNS) as Float32Array;
        const width = SMOOTHING_RATES * PANEL_COLUMNS;
        const sums = values("f32", panels * words * width) as Float32Array;
        const samples = values("f32", 20 * panels * width) as Float32Array;
        rates.set([0.1, 0.3, 0.8]);
        for (let t = 0; t < count; t++) {
          tokens[t] = random.uniform() < 0.1 ? NOTHING : random.integer(words);
          sampleOf[t] = t % 3 === 0 ? t / 3 : NOTHING;
        }
        const [expectedSums, expectedSamples] = [Array.from(sums), Array.from(samples)];
        const toward = backwards ? 1 : -1;
        for (let t = begin; t < end; t++) {
          if (tokens[t] === NOTHING) continue;
          for (let i = 0; i < panels * width; i++) {
            const [panel, rate, column] = [
              Math.floor(i / width),
              rates[Math.floor((i % width) / PANEL_COLUMNS)]!,
              i % PANEL_COLUMNS,
            ];
            let state = 0;
            for (let d = 1; tokens[t + d * toward] !== undefined && tokens[t + d * toward] !== NOTHING; d++) {
              const word = tokens[t + d * toward]!;
              state += rate * (1 - rate) ** (d - 1) * dictionary[(panel * words + word) * PANEL_COLUMNS + column]!;
            }
            expectedSums[(panel * words + tokens[t]!) * width + (i % width)]! += state;
            if (sampleOf[t] !== NOTHING) expectedSamples[sampleOf[t]! * panels * width + i] = state;
          }
        }
        kernels().smoothPanels(
          tokens,
          count,
          begin,
          end,
          backwards,
          rates,
          words,
          panels,
          dictionary,
          sums,
          sampleOf,
          samples,
        );
        expectClose("f32", sums, expectedSums, 20);
        expectClose("f32", samples, expectedSamples, 1);
      });
    },
  );
}
