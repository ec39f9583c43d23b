/**
 * SVD of an upper bidiagonal matrix by implicit QR sweeps. Golub and Kahan (1965); the zero-shift sweep and the shift
 * strategy after Demmel and Kahan, "Accurate singular values of bidiagonal matrices", SIAM J. Sci. Stat. Comput. 11
 * (1990).
 *
 *   B = X·Σ·Yᵀ   d diagonal, e above it;
 *                about 1.7 sweeps per singular value, n/2 rotations of two rows of Xᵀ and of Yᵀ each: ~10n³ operations
 */
import { NumericalError } from "../../base/errors.ts";
import { EPSILON } from "../checks.ts";
import { kernels } from "../kernels/kernels.ts";
import { identity, type Matrix, matrix } from "../matrix.ts";

export interface BidiagonalSvd {
  readonly values: Float64Array;
  /** Xᵀ and Yᵀ: singular vectors as rows. */
  readonly leftRows: Matrix;
  readonly rightRows: Matrix;
}

/** Sweeps per singular value before giving up; 2 are usual. */
const MAX_SWEEPS_PER_VALUE = 60;

/** Cosines and sines of one sweep, to be applied to the rows of Xᵀ and Yᵀ afterwards. */
interface Rotations {
  readonly leftCosines: Float64Array;
  readonly leftSines: Float64Array;
  readonly rightCosines: Float64Array;
  readonly rightSines: Float64Array;
}

export function bidiagonalQr(diagonal: Float64Array, above: Float64Array): BidiagonalSvd {
  const n = diagonal.length;
  const d = diagonal.slice();
  const e = above.slice();
  const rotations: Rotations = {
    leftCosines: new Float64Array(n),
    leftSines: new Float64Array(n),
    rightCosines: new Float64Array(n),
    rightSines: new Float64Array(n),
  };
  return kernels().scope(() => {
    const left = kernels().allocate("f64", n * n);
    const right = kernels().allocate("f64", n * n);
    left.view.set(identity(n).data);
    right.view.set(identity(n).data);
    let sweeps = MAX_SWEEPS_PER_VALUE * n;
    let last = n - 1;
    while (last > 0) {
      if (negligible(d, e, last - 1)) {
        e[last - 1] = 0;
        last--;
        continue;
      }
      let first = last - 1;
      while (first > 0 && !negligible(d, e, first - 1)) first--;
      if (first > 0) e[first - 1] = 0;
      if (sweeps-- === 0)
        throw new NumericalError(`svd: a bidiagonal matrix of size ${n} did not converge; please report its input.`);
      sweep(d, e, first, last, rotations);
      apply(left.view, n, first, last, rotations.leftCosines, rotations.leftSines);
      apply(right.view, n, first, last, rotations.rightCosines, rotations.rightSines);
    }
    const leftRows = matrix(n, n, left.view.slice());
    const rightRows = matrix(n, n, right.view.slice());
    for (let i = 0; i < n; i++) {
      if (d[i]! >= 0) continue;
      d[i] = -d[i]!;
      for (let j = 0; j < n; j++) rightRows.data[i * n + j] = -rightRows.data[i * n + j]!;
    }
    return { values: d, leftRows, rightRows };
  });
}

const negligible = (d: Float64Array, e: Float64Array, i: number) => {
  const value = Math.abs(e[i]!);
  return value <= EPSILON * (Math.abs(d[i]!) + Math.abs(d[i + 1]!)) || value < Number.MIN_VALUE / EPSILON;
};

function apply(
  rows: Float64Array,
  n: number,
  first: number,
  last: number,
  cosines: Float64Array,
  sines: Float64Array,
): void {
  const kernel = kernels();
  for (let i = first; i < last; i++) kernel.rotate(n, rows, i * n, rows, (i + 1) * n, cosines[i]!, -sines[i]!);
}

/**
 * Cosine, sine and length of (f, g): c·f + s·g = r, −s·f + c·g = 0; read from `turn` at once, since another call
 * overwrites it.
 */
const turn = { cosine: 1, sine: 0, length: 0 };

function rotation(f: number, g: number): void {
  const length = g === 0 ? f : Math.hypot(f, g);
  turn.cosine = g === 0 ? 1 : f / length;
  turn.sine = g === 0 ? 0 : g / length;
  turn.length = length;
}

/** The smaller singular value of [f g; 0 h] (LAPACK's dlas2: never cancels). */
function smallerSingularValue(f: number, g: number, h: number): number {
  const [absF, absG, absH] = [Math.abs(f), Math.abs(g), Math.abs(h)];
  const small = Math.min(absF, absH);
  const large = Math.max(absF, absH);
  if (small === 0) return 0;
  const ratio = 1 + small / large;
  const difference = (large - small) / large;
  if (absG < large) {
    const square = (absG / large) ** 2;
    return small * (2 / (Math.sqrt(ratio * ratio + square) + Math.sqrt(difference * difference + square)));
  }
  const over = large / absG;
  if (over === 0) return (small * large) / absG;
  return 2 * (small * (over / (Math.sqrt(1 + (ratio * over) ** 2) + Math.sqrt(1 + (difference * over) ** 2))));
}

/** One QR sweep on the block first … last; records its rotations. */
function sweep(d: Float64Array, e: Float64Array, first: number, last: number, rotations: Rotations): void {
  const shift = smallerSingularValue(d[last - 1]!, e[last - 1]!, d[last]!);
  const top = d[first]!;
  // Without a shift where the block is singular to rounding, and where the shift's square would be lost against the
  // diagonal.
  if (nearlySingular(d, e, first, last) || (shift / top) ** 2 < EPSILON) zeroShiftSweep(d, e, first, last, rotations);
  else shiftedSweep(d, e, first, last, (Math.abs(top) - shift) * (Math.sign(top) + shift / top), rotations);
}

/**
 * Demmel and Kahan's lower bound of the least singular value, μ_{i+1} = |d_{i+1}|·μ_i/(μ_i + |e_i|), against the
 * largest entry.
 */
function nearlySingular(d: Float64Array, e: Float64Array, first: number, last: number): boolean {
  let mu = Math.abs(d[first]!);
  let least = mu;
  let largest = mu;
  for (let i = first; i < last && mu > 0; i++) {
    mu = Math.abs(d[i + 1]!) * (mu / (mu + Math.abs(e[i]!)));
    least = Math.min(least, mu);
    largest = Math.max(largest, Math.abs(d[i + 1]!), Math.abs(e[i]!));
  }
  return mu === 0 || least <= EPSILON * largest;
}

function shiftedSweep(
  d: Float64Array,
  e: Float64Array,
  first: number,
  last: number,
  start: number,
  rotations: Rotations,
): void {
  let f = start;
  let g = e[first]!;
  for (let i = first; i < last; i++) {
    rotation(f, g);
    const { cosine, sine } = turn;
    if (i > first) e[i - 1] = turn.length;
    rotations.rightCosines[i] = cosine;
    rotations.rightSines[i] = sine;
    f = cosine * d[i]! + sine * e[i]!;
    e[i] = cosine * e[i]! - sine * d[i]!;
    g = sine * d[i + 1]!;
    d[i + 1] = cosine * d[i + 1]!;
    rotation(f, g);
    const { cosine: c, sine: s } = turn;
    rotations.leftCosines[i] = c;
    rotations.leftSines[i] = s;
    d[i] = turn.length;
    f = c * e[i]! + s * d[i + 1]!;
    d[i + 1] = c * d[i + 1]! - s * e[i]!;
    if (i < last - 1) {
      g = s * e[i + 1]!;
      e[i + 1] = c * e[i + 1]!;
    }
  }
  e[last - 1] = f;
}

/** Demmel and Kahan's sweep with shift 0, free of subtractions; a zero on the diagonal makes the last e vanish. */
function zeroShiftSweep(d: Float64Array, e: Float64Array, first: number, last: number, rotations: Rotations): void {
  let cosine = 1;
  let leftCosine = 1;
  let leftSine = 0;
  for (let i = first; i < last; i++) {
    rotation(d[i]! * cosine, e[i]!);
    cosine = turn.cosine;
    const { sine, length } = turn;
    if (i > first) e[i - 1] = leftSine * length;
    rotations.rightCosines[i] = cosine;
    rotations.rightSines[i] = sine;
    rotation(leftCosine * length, d[i + 1]! * sine);
    leftCosine = turn.cosine;
    leftSine = turn.sine;
    d[i] = turn.length;
    rotations.leftCosines[i] = leftCosine;
    rotations.leftSines[i] = leftSine;
  }
  const end = d[last]! * cosine;
  d[last] = end * leftCosine;
  e[last - 1] = end * leftSine;
}
