/** The plain TypeScript twin: the inner loops of the SVD. Formulas and conventions: interface.ts. */
import type { BidiagonalRows, OrthogonalizeRows } from "../interface.ts";
import { dot, rotate } from "./dense.ts";

/** Sweeps before giving up; convergence is quadratic. */
const MAX_SWEEPS = 60;

export const orthogonalizeRows: OrthogonalizeRows = (count, length, width, x, offset, stride, tolerance, vanished) => {
  const squares = new Float64Array(count);
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let rotated = false;
    for (let i = 0; i < count; i++) squares[i] = dot(length, x, offset + i * stride, x, offset + i * stride);
    for (let i = 0; i < count - 1; i++) {
      for (let j = i + 1; j < count; j++) {
        const a = squares[i]!;
        const b = squares[j]!;
        if (a < vanished || b < vanished) continue;
        const c = dot(length, x, offset + i * stride, x, offset + j * stride);
        if (Math.abs(c) <= tolerance * Math.sqrt(a) * Math.sqrt(b)) continue;
        rotated = true;
        // tan of the angle that makes the two rows orthogonal: t² + 2ζt − 1 = 0, the smaller root.
        const zeta = (b - a) / (2 * c);
        const t = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
        const cosine = 1 / Math.sqrt(1 + t * t);
        rotate(width, x, offset + i * stride, x, offset + j * stride, cosine, cosine * t);
        squares[i] = a - t * c;
        squares[j] = b + t * c;
      }
    }
    if (!rotated) return;
  }
};

export const bidiagonalRows: BidiagonalRows = (
  rows,
  n,
  a,
  aOffset,
  aStride,
  v,
  vOffset,
  w,
  wOffset,
  u,
  uOffset,
  tau,
  sums,
  sumsOffset,
) => {
  for (let i = 0; i < rows; i++) {
    const row = aOffset + i * aStride;
    const factor = v[vOffset + i]!;
    let inner = 0;
    for (let j = 0; j < n; j++) {
      const value = a[row + j]! - factor * w[wOffset + j]!;
      a[row + j] = value;
      inner += value * u[uOffset + j]!;
    }
    inner *= tau;
    const first = a[row]! - inner * u[uOffset]!;
    for (let j = 0; j < n; j++) {
      const value = a[row + j]! - inner * u[uOffset + j]!;
      a[row + j] = value;
      sums[sumsOffset + j] = sums[sumsOffset + j]! + first * value;
    }
  }
};
