/**
 * The k largest singular triplets of an operator, roughly, in a fixed number of passes: randomized subspace iteration.
 * Halko, Martinsson and Tropp, "Finding structure with randomness", SIAM Review 53 (2011), algorithm 4.4, with p = k +
 * 8 columns, made orthonormal once a pass:
 *
 *   Z = Aᵀ·random,   passes times:  Z = orth(Aᵀ·A·Z),   A·Z = U·Σ·Wᵀ,   triplets (u, σ, Z·w)
 *
 * Exact where A has rank at most p. Otherwise what lies beyond the k-th singular value is damped by (σ_{p+1} /
 * σ_k)^{2·passes + 1}: good enough for moments, which are noisy themselves, and several times cheaper than the Krylov
 * iteration to a tolerance of truncated-svd.ts. Cost: 2·passes + 2 products of p columns, passes + 1 QR decompositions.
 */
import { Random } from "../../base/random.ts";
import { choleskyInPlace } from "../decompositions/cholesky.ts";
import { qr } from "../decompositions/qr.ts";
import { fixSigns } from "../decompositions/signs.ts";
import { type Svd, svd } from "../decompositions/svd.ts";
import { firstColumns, scaleColumnsInPlace } from "../elementary.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { multiply } from "../multiply.ts";
import type { LinearOperator } from "../operators.ts";

/** Columns beyond the wanted ones (op. cit., §4.2, has 5 to 10). */
const OVERSAMPLING = 8;
/** How far a basis may be from orthonormal: what passes on to singular values and vectors. */
const BASIS = 1e-11;
/** σ/σ₁ down to which singular values of BᵀB are good to eight digits. */
const SQUARED_CONDITION = 1e-4;

/** min(k, rows, columns) triplets. */
export function subspaceSvd(operator: LinearOperator, k: number, passes: number, seed?: number): Svd {
  const { rows, columns } = operator;
  const wanted = Math.min(k, rows, columns);
  const width = Math.min(k + OVERSAMPLING, rows, columns);
  const basisOf = (x: Matrix) => qr(x, BASIS).orthonormal;
  let right = operator.multiplyTransposed(randomBlock(rows, width, seed));
  if (passes === 0) right = basisOf(right);
  for (let pass = 0; pass < passes; pass++) right = basisOf(operator.multiplyTransposed(operator.multiply(right)));
  const { left, values, right: turned } = largestTriplets(operator.multiply(right), wanted);
  const result = { left, values, right: multiply(right, turned) };
  fixSigns(result.left, result.right);
  return result;
}

/**
 * The `wanted` largest triplets of a tall matrix B = Q·R, from R·W = U'·Σ: u = B·w / σ, so that Q is never formed. R
 * comes from BᵀB, which squares the condition: where the smallest of them is too small for that, B is decomposed
 * itself.
 */
function largestTriplets(b: Matrix, wanted: number): Svd {
  const gram = multiply(b, b, { transposeA: true });
  if (wanted > 0 && b.rows >= b.columns && choleskyInPlace(gram) === undefined) {
    const { values, left: turned } = svd(gram); // Rᵀ = W·Σ·U'ᵀ
    if (values[wanted - 1]! > SQUARED_CONDITION * values[0]!) {
      const right = firstColumns(turned, wanted);
      const kept = values.slice(0, wanted);
      return {
        left: scaleColumnsInPlace(
          multiply(b, right),
          kept.map((value) => 1 / value),
        ),
        values: kept,
        right,
      };
    }
  }
  const { left, values, right } = svd(b);
  return { left: firstColumns(left, wanted), values: values.slice(0, wanted), right: firstColumns(right, wanted) };
}

/** Uniform on (−1, 1). */
function randomBlock(rows: number, columns: number, seed?: number): Matrix {
  const random = new Random(seed).stream("subspaceSvd");
  const block = matrix(rows, columns);
  for (let e = 0; e < block.data.length; e++) block.data[e] = random.bits() * 2 ** -31;
  return block;
}
