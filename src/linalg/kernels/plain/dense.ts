/** The plain TypeScript twin: dense products, moments and vector operations. Formulas and conventions: interface.ts. */
import type {
  Axpy,
  Dot,
  Floats,
  Gemm,
  MatrixVector,
  Panel,
  RankOne,
  Rotate,
  Scale,
  SecondMoment,
  ThirdMoment,
} from "../interface.ts";

function emptyLike<A extends Floats>(like: A, length: number): A {
  return (like instanceof Float64Array ? new Float64Array(length) : new Float32Array(length)) as A;
}

/**
 * The operand as `lines` contiguous lines of length k: its rows, or its columns when `byColumns`. Not copied when it
 * lies so already.
 */
function packLines<A extends Floats>(panel: Panel<A>, lines: number, k: number, byColumns: boolean): Panel<A> {
  const { data, offset, stride } = panel;
  if ((panel.transposed === true) === byColumns) return { data, offset, stride };
  const packed = emptyLike(data, lines * k);
  for (let p = 0; p < k; p++) {
    const from = offset + p * stride;
    for (let i = 0; i < lines; i++) packed[i * k + p] = data[from + i]!;
  }
  return { data: packed, offset: 0, stride: k };
}

export const gemm: Gemm = (m, n, k, alpha, a, b, beta, c) => {
  const left = packLines(a, m, k, false);
  const right = packLines(b, n, k, true);
  const out = c.data;
  for (let i = 0; i < m; i += 4) {
    for (let j = 0; j < n; j += 4) {
      const at = c.offset + i * c.stride + j;
      if (i + 4 <= m && j + 4 <= n) tile4x4(k, alpha, left, i, right, j, beta, out, at, c.stride);
      else {
        for (let p = i; p < Math.min(i + 4, m); p++) {
          for (let q = j; q < Math.min(j + 4, n); q++) {
            const sum =
              alpha * dot(k, left.data, left.offset + p * left.stride, right.data, right.offset + q * right.stride);
            const to = at + (p - i) * c.stride + q - j;
            out[to] = beta === 0 ? sum : beta * out[to]! + sum;
          }
        }
      }
    }
  }
};

/** A 4 × 4 tile of C from four lines of each operand; the sixteen sums stay in registers. */
function tile4x4<A extends Floats>(
  k: number,
  alpha: number,
  left: Panel<A>,
  i: number,
  right: Panel<A>,
  j: number,
  beta: number,
  out: A,
  at: number,
  stride: number,
): void {
  const a = left.data;
  const b = right.data;
  let a0 = left.offset + i * left.stride;
  let a1 = a0 + left.stride;
  let a2 = a1 + left.stride;
  let a3 = a2 + left.stride;
  let b0 = right.offset + j * right.stride;
  let b1 = b0 + right.stride;
  let b2 = b1 + right.stride;
  let b3 = b2 + right.stride;
  let c00 = 0;
  let c01 = 0;
  let c02 = 0;
  let c03 = 0;
  let c10 = 0;
  let c11 = 0;
  let c12 = 0;
  let c13 = 0;
  let c20 = 0;
  let c21 = 0;
  let c22 = 0;
  let c23 = 0;
  let c30 = 0;
  let c31 = 0;
  let c32 = 0;
  let c33 = 0;
  for (let p = 0; p < k; p++) {
    const x0 = a[a0++]!;
    const x1 = a[a1++]!;
    const x2 = a[a2++]!;
    const x3 = a[a3++]!;
    const y0 = b[b0++]!;
    const y1 = b[b1++]!;
    const y2 = b[b2++]!;
    const y3 = b[b3++]!;
    c00 += x0 * y0;
    c01 += x0 * y1;
    c02 += x0 * y2;
    c03 += x0 * y3;
    c10 += x1 * y0;
    c11 += x1 * y1;
    c12 += x1 * y2;
    c13 += x1 * y3;
    c20 += x2 * y0;
    c21 += x2 * y1;
    c22 += x2 * y2;
    c23 += x2 * y3;
    c30 += x3 * y0;
    c31 += x3 * y1;
    c32 += x3 * y2;
    c33 += x3 * y3;
  }
  writeFour(out, at, alpha, beta, c00, c01, c02, c03);
  writeFour(out, at + stride, alpha, beta, c10, c11, c12, c13);
  writeFour(out, at + 2 * stride, alpha, beta, c20, c21, c22, c23);
  writeFour(out, at + 3 * stride, alpha, beta, c30, c31, c32, c33);
}

function writeFour(
  out: Floats,
  at: number,
  alpha: number,
  beta: number,
  w: number,
  x: number,
  y: number,
  z: number,
): void {
  if (beta === 0) {
    out[at] = alpha * w;
    out[at + 1] = alpha * x;
    out[at + 2] = alpha * y;
    out[at + 3] = alpha * z;
  } else {
    out[at] = beta * out[at]! + alpha * w;
    out[at + 1] = beta * out[at + 1]! + alpha * x;
    out[at + 2] = beta * out[at + 2]! + alpha * y;
    out[at + 3] = beta * out[at + 3]! + alpha * z;
  }
}

export const secondMoment: SecondMoment = (count, mx, my, x, xOffset, xStride, y, yOffset, yStride, out, outOffset) => {
  for (let s = 0; s < count; s++)
    rankOne(mx, my, 1, x, xOffset + s * xStride, y, yOffset + s * yStride, out, outOffset, my);
};

export const thirdMoment: ThirdMoment = (
  count,
  mx,
  my,
  mz,
  x,
  xOffset,
  xStride,
  y,
  yOffset,
  yStride,
  z,
  zOffset,
  zStride,
  out,
  outOffset,
) => {
  const pair = emptyLike(out, my * mz);
  for (let s = 0; s < count; s++) {
    pair.fill(0);
    rankOne(my, mz, 1, y, yOffset + s * yStride, z, zOffset + s * zStride, pair, 0, mz);
    rankOne(mx, my * mz, 1, x, xOffset + s * xStride, pair, 0, out, outOffset, my * mz);
  }
};

/** Four partial sums, so that an addition need not wait for the one before it. */
export const dot: Dot = (n, x, xOffset, y, yOffset) => {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let i = 0;
  for (; i + 4 <= n; i += 4) {
    s0 += x[xOffset + i]! * y[yOffset + i]!;
    s1 += x[xOffset + i + 1]! * y[yOffset + i + 1]!;
    s2 += x[xOffset + i + 2]! * y[yOffset + i + 2]!;
    s3 += x[xOffset + i + 3]! * y[yOffset + i + 3]!;
  }
  for (; i < n; i++) s0 += x[xOffset + i]! * y[yOffset + i]!;
  return s0 + s1 + (s2 + s3);
};

export const axpy: Axpy = (n, alpha, x, xOffset, y, yOffset) => {
  for (let i = 0; i < n; i++) y[yOffset + i]! += alpha * x[xOffset + i]!;
};

export const scale: Scale = (n, alpha, x, xOffset) => {
  for (let i = xOffset; i < xOffset + n; i++) x[i]! *= alpha;
};

export const rotate: Rotate = (n, x, xOffset, y, yOffset, cosine, sine) => {
  for (let i = 0; i < n; i++) {
    const u = x[xOffset + i]!;
    const v = y[yOffset + i]!;
    x[xOffset + i] = cosine * u - sine * v;
    y[yOffset + i] = sine * u + cosine * v;
  }
};

export const rankOne: RankOne = (m, n, alpha, x, xOffset, y, yOffset, c, cOffset, cStride) => {
  for (let i = 0; i < m; i++) axpy(n, alpha * x[xOffset + i]!, y, yOffset, c, cOffset + i * cStride);
};

export const matrixVector: MatrixVector = (rows, columns, alpha, a, aOffset, x, xOffset, y, yOffset) => {
  for (let i = 0; i < rows; i++) y[yOffset + i]! += alpha * dot(columns, a, aOffset + i * columns, x, xOffset);
};

export const vectorMatrix: MatrixVector = (rows, columns, alpha, a, aOffset, x, xOffset, y, yOffset) => {
  for (let i = 0; i < rows; i++) axpy(columns, alpha * x[xOffset + i]!, a, aOffset + i * columns, y, yOffset);
};
