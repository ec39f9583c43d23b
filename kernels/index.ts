// What the binary exports: every kernel in both precisions. The generic sources are in the other files of this folder.
import { gemm as gemmOf } from "./gemm";
import { latentInside as latentInsideOf, latentOutside as latentOutsideOf } from "./latent";
import { rowsTimesVector as rowsTimesVectorOf, vectorTimesRows as vectorTimesRowsOf } from "./matvec";
import { contract as contractOf, contractLeft as contractLeftOf, contractPairs as contractPairsOf, contractRight as contractRightOf, pairRows as pairRowsOf } from "./tensor";
import { axpy as axpyOf, dot as dotOf, rankOne as rankOneOf, rotate as rotateOf, scale as scaleOf } from "./vector";

export { coarseInside, coarseOutside } from "./coarse";
export { bidiagonalRows64, orthogonalizeRows64 } from "./decompose";
export function latentInside64(table: usize, items: i32): void { latentInsideOf<f64>(table, items); }
export function latentOutside64(table: usize, items: i32): void { latentOutsideOf<f64>(table, items); }
export function latentInside32(table: usize, items: i32): void { latentInsideOf<f32>(table, items); }
export function latentOutside32(table: usize, items: i32): void { latentOutsideOf<f32>(table, items); }
export { GEMM_SCRATCH } from "./gemm";
export { smoothPanels } from "./smooth";
export { scaleRows, sparseRows, sparseScatter } from "./sparse";

export function gemm64(
  scratch: usize, m: i32, n: i32, k: i32, alpha: f64, a: usize, aRow: usize,
  aStep: usize, b: usize, bStep: usize, bColumn: usize, beta: f64, c: usize, cRow: usize,
): void { gemmOf<f64>(scratch, m, n, k, alpha, a, aRow, aStep, b, bStep, bColumn, beta, c, cRow); }
export function rowsTimesVector64(
  m: i32, n: i32, alpha: f64, a: usize,
  aRow: usize, x: usize, out: usize, outStep: usize,
): void { rowsTimesVectorOf<f64>(m, n, alpha, a, aRow, x, out, outStep); }
export function vectorTimesRows64(
  m: i32, n: i32, alpha: f64, x: usize,
  xStep: usize, a: usize, aRow: usize, out: usize,
): void { vectorTimesRowsOf<f64>(m, n, alpha, x, xStep, a, aRow, out); }
export function contract64(
  scratch: usize, ma: i32, mb: i32, mc: i32,
  t: usize, l: usize, r: usize, out: usize,
): void { contractOf<f64>(scratch, ma, mb, mc, t, l, r, out); }
export function contractPairs64(
  ma: i32, mb: i32, mc: i32,
  t: usize, p: usize, out: usize,
): void { contractPairsOf<f64>(ma, mb, mc, t, p, out); }
export function contractLeft64(
  scratch: usize, ma: i32, mb: i32, mc: i32,
  t: usize, b: usize, r: usize, out: usize,
): void { contractLeftOf<f64>(scratch, ma, mb, mc, t, b, r, out); }
export function contractRight64(
  scratch: usize, ma: i32, mb: i32, mc: i32,
  t: usize, b: usize, l: usize, out: usize,
): void { contractRightOf<f64>(scratch, ma, mb, mc, t, b, l, out); }
export function pairRows64(
  count: i32, my: i32, mz: i32, y: usize,
  yRow: usize, z: usize, zRow: usize, out: usize,
): void { pairRowsOf<f64>(count, my, mz, y, yRow, z, zRow, out); }
export function dot64(n: i32, x: usize, y: usize): f64 { return dotOf<f64>(n, x, y); }
export function axpy64(n: i32, alpha: f64, x: usize, y: usize): void { axpyOf<f64>(n, alpha, x, y); }
export function scale64(n: i32, alpha: f64, x: usize): void { scaleOf<f64>(n, alpha, x); }
export function rotate64(n: i32, x: usize, y: usize, cosine: f64, sine: f64): void { rotateOf<f64>(n, x, y, cosine, sine); }
export function rankOne64(
  m: i32, n: i32, alpha: f64,
  x: usize, y: usize, c: usize, cRow: usize,
): void { rankOneOf<f64>(m, n, alpha, x, y, c, cRow); }

export function gemm32(
  scratch: usize, m: i32, n: i32, k: i32, alpha: f32, a: usize, aRow: usize,
  aStep: usize, b: usize, bStep: usize, bColumn: usize, beta: f32, c: usize, cRow: usize,
): void { gemmOf<f32>(scratch, m, n, k, alpha, a, aRow, aStep, b, bStep, bColumn, beta, c, cRow); }
export function rowsTimesVector32(
  m: i32, n: i32, alpha: f32, a: usize,
  aRow: usize, x: usize, out: usize, outStep: usize,
): void { rowsTimesVectorOf<f32>(m, n, alpha, a, aRow, x, out, outStep); }
export function vectorTimesRows32(
  m: i32, n: i32, alpha: f32, x: usize,
  xStep: usize, a: usize, aRow: usize, out: usize,
): void { vectorTimesRowsOf<f32>(m, n, alpha, x, xStep, a, aRow, out); }
export function contract32(
  scratch: usize, ma: i32, mb: i32, mc: i32,
  t: usize, l: usize, r: usize, out: usize,
): void { contractOf<f32>(scratch, ma, mb, mc, t, l, r, out); }
export function contractPairs32(
  ma: i32, mb: i32, mc: i32,
  t: usize, p: usize, out: usize,
): void { contractPairsOf<f32>(ma, mb, mc, t, p, out); }
export function contractLeft32(
  scratch: usize, ma: i32, mb: i32, mc: i32,
  t: usize, b: usize, r: usize, out: usize,
): void { contractLeftOf<f32>(scratch, ma, mb, mc, t, b, r, out); }
export function contractRight32(
  scratch: usize, ma: i32, mb: i32, mc: i32,
  t: usize, b: usize, l: usize, out: usize,
): void { contractRightOf<f32>(scratch, ma, mb, mc, t, b, l, out); }
export function pairRows32(
  count: i32, my: i32, mz: i32, y: usize,
  yRow: usize, z: usize, zRow: usize, out: usize,
): void { pairRowsOf<f32>(count, my, mz, y, yRow, z, zRow, out); }
export function dot32(n: i32, x: usize, y: usize): f32 { return dotOf<f32>(n, x, y); }
export function axpy32(n: i32, alpha: f32, x: usize, y: usize): void { axpyOf<f32>(n, alpha, x, y); }
export function scale32(n: i32, alpha: f32, x: usize): void { scaleOf<f32>(n, alpha, x); }
export function rotate32(n: i32, x: usize, y: usize, cosine: f32, sine: f32): void { rotateOf<f32>(n, x, y, cosine, sine); }
export function rankOne32(
  m: i32, n: i32, alpha: f32,
  x: usize, y: usize, c: usize, cRow: usize,
): void { rankOneOf<f32>(m, n, alpha, x, y, c, cRow); }
