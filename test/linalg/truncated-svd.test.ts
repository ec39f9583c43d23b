/** Block Krylov iteration against the dense SVD. */
import { describe, expect, test } from "vitest";
import { NumericalError, OptionError, Random, ShapeError } from "../../src/base/index.ts";
import {
  crossProductOperator,
  denseOperator,
  diagonallyScaledOperator,
  kernels,
  type LinearOperator,
  matrix,
  measureResiduals,
  multiply,
  operatorToDense,
  plainKernels,
  sparseFromRows,
  sparseOperator,
  sparseToDense,
  svd,
  truncatedSvd,
  useKernels,
} from "../../src/linalg/index.ts";
import {
  expectClose,
  expectOrthonormal,
  ROUNDING,
  randomMatrix,
  recomposed,
  scaleColumns,
  thrownBy,
  withSpectrum,
} from "./algebra.ts";

/** Agreement with the dense SVD that the spec asks for. */
const AGREEMENT = 1e-8;

/** Rows of feature ids, Zipf-like: some columns are frequent, most are rare. */
function featureRows(rows: number, columns: number, perRow: number, seed: number): number[][] {
  const random = new Random(seed);
  return Array.from({ length: rows }, () =>
    Array.from({ length: perRow }, () => Math.min(columns - 1, Math.floor(columns * random.uniform() ** 3))),
  );
}

const SPECTRA: [string, (i: number) => number][] = [
  ["decaying", (i) => 1 / (i + 1)],
  ["quickly decaying", (i) => 0.7 ** i],
  ["flat", (i) => 1 - i * 1e-3],
  ["clustered", (i) => [3, 2, 1][Math.min(2, Math.floor(i / 6))]! - i * 1e-9],
  ["one cluster wider than the wanted part", (i) => (i < 30 ? 1 : 0.5)],
  ["vanishing", (i) => 10 ** (-i / 2)],
];

describe("truncatedSvd", () => {
  test.each(SPECTRA)("%s spectrum: equals the dense SVD", (_name, value) => {
    const chosen = Array.from({ length: 150 }, (_, i) => value(i));
    const a = withSpectrum(260, 200, chosen);
    const k = 8;
    const result = truncatedSvd(denseOperator(a), k, { tolerance: 1e-10 });
    expect(result.converged).toBe(k);
    expectOrthonormal(result.left, 1e-10);
    expectOrthonormal(result.right, 1e-10);
    for (let i = 0; i < k; i++)
      expect(Math.abs(result.values[i]! - chosen[i]!)).toBeLessThanOrEqual(AGREEMENT * chosen[0]!);
    const measured = measureResiduals(denseOperator(a), result);
    for (let i = 0; i < k; i++) {
      expect(measured.left[i]).toBeLessThanOrEqual(1e-9);
      expect(measured.right[i]).toBeLessThanOrEqual(1e-9);
    }
    // Where the k-th and the next value differ, the best approximation of rank k is unique.
    if (chosen[k - 1]! - chosen[k]! > 1e-3) {
      const { left, values, right } = svd(a);
      const cut = values.map((sigma, i) => (i < k ? sigma : 0));
      expectClose(recomposed(result), recomposed({ left, values: cut, right }), AGREEMENT);
    }
  });

  test("wide and tall operators alike", () => {
    const a = withSpectrum(
      90,
      700,
      Array.from({ length: 80 }, (_, i) => 2 / (1 + i)),
    );
    const wide = truncatedSvd(denseOperator(a), 5, { tolerance: 1e-11 });
    for (const [i, value] of wide.values.entries())
      expect(Math.abs(value - 2 / (1 + i))).toBeLessThanOrEqual(AGREEMENT);
  });

  test("restarts: a slowly converging operator whose basis is cut several times", () => {
    const chosen = Array.from({ length: 500 }, (_, i) => 1 - i / 1000);
    const result = truncatedSvd(denseOperator(withSpectrum(520, 500, chosen)), 4, { tolerance: 1e-9, oversampling: 4 });
    expect(result.iterations).toBeGreaterThan(30);
    expect(result.converged).toBe(4);
    for (const [i, value] of result.values.entries())
      expect(Math.abs(value - chosen[i]!)).toBeLessThanOrEqual(AGREEMENT);
  });

  test("residuals are honest, and lack of convergence is said", () => {
    const a = denseOperator(
      withSpectrum(
        300,
        280,
        Array.from({ length: 280 }, (_, i) => 1 - i / 2000),
      ),
    );
    const result = truncatedSvd(a, 6, { tolerance: 1e-12, maxIterations: 3 });
    expect(result.iterations).toBe(3);
    expect(result.converged).toBeLessThan(6);
    const measured = measureResiduals(a, result);
    for (let i = 0; i < 6; i++) {
      expect(measured.left[i]).toBeLessThanOrEqual(ROUNDING);
      expect(Math.abs(measured.right[i]! - result.residuals[i]!)).toBeLessThanOrEqual(
        ROUNDING + 1e-6 * result.residuals[i]!,
      );
    }
    expect(result.residuals[5]).toBeGreaterThan(1e-4);
  });

  test.each([
    [5, 4, 3],
    [5, 4, 9],
    [1, 30, 2],
    [30, 1, 2],
    [60, 50, 20],
  ])("small operators (%i×%i, k = %i) are exact", (rows, columns, k) => {
    const a = randomMatrix(rows, columns);
    const result = truncatedSvd(denseOperator(a), k);
    const count = Math.min(k, rows, columns);
    expect(result.values.length).toBe(count);
    expect(result.converged).toBe(count);
    const { values } = svd(a);
    for (let i = 0; i < count; i++) expect(Math.abs(result.values[i]! - values[i]!)).toBeLessThanOrEqual(ROUNDING * 10);
  });

  test("an empty operator", () => {
    expect(truncatedSvd(denseOperator(matrix(0, 7)), 3).values.length).toBe(0);
  });

  test.each([0, 1, 3])("k beyond the rank %i of a large operator: zeros and orthonormal vectors", (rank) => {
    const a =
      rank === 0
        ? matrix(300, 200)
        : withSpectrum(
            300,
            200,
            Array.from({ length: rank }, (_, i) => 2 - i / 4),
          );
    const result = truncatedSvd(denseOperator(a), 6);
    expect(result.converged).toBe(6);
    expectOrthonormal(result.left, 1e-10);
    expectOrthonormal(result.right, 1e-10);
    for (let i = 0; i < 6; i++)
      expect(Math.abs(result.values[i]! - (i < rank ? 2 - i / 4 : 0))).toBeLessThanOrEqual(ROUNDING);
  });

  test.each([1e-250, 1e250])("entries of size %d", (size) => {
    const chosen = Array.from({ length: 40 }, (_, i) => 1 / (i + 1));
    const a = withSpectrum(150, 120, chosen);
    const result = truncatedSvd(
      denseOperator(
        matrix(
          150,
          120,
          a.data.map((value) => value * size),
        ),
      ),
      4,
      { tolerance: 1e-10 },
    );
    for (let i = 0; i < 4; i++) expect(Math.abs(result.values[i]! / size - chosen[i]!)).toBeLessThanOrEqual(AGREEMENT);
  });

  test("one seed, one result; another seed, the same triplets", () => {
    const a = denseOperator(
      withSpectrum(
        200,
        180,
        Array.from({ length: 100 }, (_, i) => 1 / (i + 1)),
      ),
    );
    const first = truncatedSvd(a, 5, { seed: 7, tolerance: 1e-11 });
    expect(truncatedSvd(a, 5, { seed: 7, tolerance: 1e-11 })).toEqual(first);
    const other = truncatedSvd(a, 5, { seed: 8, tolerance: 1e-11 });
    expect(other.left.data).not.toEqual(first.left.data);
    expectClose(recomposed(other), recomposed(first), AGREEMENT);
    expectClose(other.left, first.left, AGREEMENT);
  });

  test("bad input", () => {
    const operator = denseOperator(randomMatrix(100, 100));
    const option = thrownBy(() => truncatedSvd(operator, 0));
    expect(option).toBeInstanceOf(OptionError);
    expect(option.message).toBe("truncatedSvd: k must be a whole number of at least 1; got 0.");
    const broken: LinearOperator = {
      ...operator,
      multiply: (x) => matrix(100, x.columns, new Float64Array(100 * x.columns).fill(Number.NaN)),
    };
    const error = thrownBy(() => truncatedSvd(broken, 2));
    expect(error).toBeInstanceOf(NumericalError);
    expect(error.message).toContain("A·X of a 100×100 operator is not finite");
  });
});

describe("operators", () => {
  const phi = sparseFromRows(
    featureRows(400, 70, 5, 1),
    70,
    Float64Array.from({ length: 70 }, (_, i) => 1 / (1 + i)),
  );
  const psi = sparseFromRows(
    featureRows(400, 90, 4, 2),
    90,
    Float64Array.from({ length: 90 }, (_, i) => 1 + i / 9),
  );

  test("Ω = (1/M)·Φᵀ·Ψ without forming it", () => {
    const omega = crossProductOperator(phi, psi, 1 / 400);
    const expected = multiply(sparseToDense(phi), sparseToDense(psi), { transposeA: true, alpha: 1 / 400 });
    expectClose(operatorToDense(omega), expected, ROUNDING);
    const x = randomMatrix(70, 3);
    expectClose(omega.multiplyTransposed(x), multiply(expected, x, { transposeA: true }), ROUNDING);
    const { values } = svd(expected);
    const result = truncatedSvd(omega, 10, { tolerance: 1e-11 });
    for (const [i, value] of result.values.entries())
      expect(Math.abs(value - values[i]!)).toBeLessThanOrEqual(AGREEMENT * values[0]!);
  });

  test("diag·C·diag", () => {
    const left = Float64Array.from({ length: 400 }, (_, i) => 1 + (i % 7));
    const right = Float64Array.from({ length: 70 }, (_, i) => 1 / (1 + (i % 5)));
    const scaledOperator = diagonallyScaledOperator(sparseOperator(phi), left, right);
    const dense = scaleColumns(sparseToDense(phi), right);
    for (let e = 0; e < dense.data.length; e++) dense.data[e] = dense.data[e]! * left[Math.floor(e / 70)]!;
    expectClose(operatorToDense(scaledOperator), dense, ROUNDING);
    const x = randomMatrix(400, 2);
    expectClose(scaledOperator.multiplyTransposed(x), multiply(dense, x, { transposeA: true }), ROUNDING * 10);
    expectClose(operatorToDense(diagonallyScaledOperator(sparseOperator(phi))), sparseToDense(phi), 0);
  });

  test("shapes that do not fit", () => {
    const rows = thrownBy(() => crossProductOperator(phi, sparseFromRows([[0]], 3)));
    expect(rows).toBeInstanceOf(ShapeError);
    expect(rows.message).toContain("400×70 and 1×3");
    const diagonal = thrownBy(() => diagonallyScaledOperator(sparseOperator(phi), new Float64Array(3)));
    expect(diagonal).toBeInstanceOf(ShapeError);
    expect(diagonal.message).toBe(
      "diagonallyScaledOperator: the left diagonal has 3 values; expected 400 for a 400×70 operator.",
    );
  });

  test("a basis that fills the space takes in no noise: sizes around a multiple of the block, with either kernels", () => {
    const random = new Random(9);
    for (const chosen of [kernels(), plainKernels]) {
      const previous = useKernels(chosen);
      try {
        for (const n of [62, 63, 64, 65]) {
          const a = matrix(n, n);
          // Singular values that fall as those of counts do, so that the last blocks consist of rounding.
          for (let i = 0; i < n; i++)
            for (let j = 0; j < n; j++) a.data[i * n + j] = random.normal() * 0.8 ** Math.min(i, j);
          const exact = svd(a).values;
          for (const tolerance of [1e-4, 1e-8, 1e-12]) {
            const { values } = truncatedSvd(denseOperator(a), 6, { tolerance });
            for (let i = 0; i < 6; i++)
              expect(Math.abs(values[i]! - exact[i]!)).toBeLessThan(1e-3 * tolerance + 1e-6 * exact[0]!);
          }
        }
      } finally {
        useKernels(previous);
      }
    }
  });
});
