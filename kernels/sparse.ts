// CSR times dense and its transpose, f64, eight vectors at a time: a row's part of the result, or of the operand, stays
// in registers while the row's entries pass. `row` is the bytes of a dense row. The first parameter is the scratch
// address that every call of a crew begins with.
import { madd, maddOne, scale } from "./vector";

/** values[e] · scales[id], where either may be absent (0). */
// @ts-ignore: decorator
@inline
function coefficient(values: usize, scales: usize, e: usize, id: usize): f64 {
  let value: f64 = 1;
  if (values != 0) value = load<f64>(values + (e << 3));
  if (scales != 0) value *= load<f64>(scales + (id << 3));
  return value;
}

/**
 * y_r ← Σ_e value_e x_id(e) for `rows` rows; `starts` counts entries from `base`, so that ids and values may be a part.
 */
export function sparseRows(
  _scratch: usize, rows: i32, base: u32, starts: usize, ids: usize, values: usize, scales: usize, row: usize, x: usize, y: usize,
): void {
  for (let r = 0; r < rows; r++, starts += 4, y += row) {
    const begin = <usize>(load<u32>(starts) - base);
    const end = <usize>(load<u32>(starts, 4) - base);
    let at: usize = 0;
    for (; at + 128 <= row; at += 128) {
      let s0 = f64x2.splat(0);
      let s1 = s0;
      let s2 = s0;
      let s3 = s0;
      let s4 = s0;
      let s5 = s0;
      let s6 = s0;
      let s7 = s0;
      for (let e = begin; e < end; e++) {
        const id = <usize>load<u32>(ids + (e << 2));
        const v = f64x2.splat(coefficient(values, scales, e, id));
        const p = x + id * row + at;
        s0 = madd<f64>(v, v128.load(p), s0);
        s1 = madd<f64>(v, v128.load(p, 16), s1);
        s2 = madd<f64>(v, v128.load(p, 32), s2);
        s3 = madd<f64>(v, v128.load(p, 48), s3);
        s4 = madd<f64>(v, v128.load(p, 64), s4);
        s5 = madd<f64>(v, v128.load(p, 80), s5);
        s6 = madd<f64>(v, v128.load(p, 96), s6);
        s7 = madd<f64>(v, v128.load(p, 112), s7);
      }
      const q = y + at;
      v128.store(q, s0);
      v128.store(q, s1, 16);
      v128.store(q, s2, 32);
      v128.store(q, s3, 48);
      v128.store(q, s4, 64);
      v128.store(q, s5, 80);
      v128.store(q, s6, 96);
      v128.store(q, s7, 112);
    }
    for (; at + 64 <= row; at += 64) {
      let s0 = f64x2.splat(0);
      let s1 = s0;
      let s2 = s0;
      let s3 = s0;
      for (let e = begin; e < end; e++) {
        const id = <usize>load<u32>(ids + (e << 2));
        const v = f64x2.splat(coefficient(values, scales, e, id));
        const p = x + id * row + at;
        s0 = madd<f64>(v, v128.load(p), s0);
        s1 = madd<f64>(v, v128.load(p, 16), s1);
        s2 = madd<f64>(v, v128.load(p, 32), s2);
        s3 = madd<f64>(v, v128.load(p, 48), s3);
      }
      v128.store(y + at, s0);
      v128.store(y + at, s1, 16);
      v128.store(y + at, s2, 32);
      v128.store(y + at, s3, 48);
    }
    for (; at < row; at += 8) {
      let s: f64 = 0;
      for (let e = begin; e < end; e++) {
        const id = <usize>load<u32>(ids + (e << 2));
        s = maddOne<f64>(coefficient(values, scales, e, id), load<f64>(x + id * row + at), s);
      }
      store<f64>(y + at, s);
    }
  }
}

/** y_id(e) += value_e x_r for `rows` rows, on the bytes from ≤ at < to of each row of x and y. */
export function sparseScatter(
  _scratch: usize, rows: i32, base: u32, starts: usize, ids: usize, values: usize, row: usize, from: usize, to: usize, x: usize, y: usize,
): void {
  for (let r = 0; r < rows; r++, starts += 4, x += row) {
    const begin = <usize>(load<u32>(starts) - base);
    const end = <usize>(load<u32>(starts, 4) - base);
    let at = from;
    for (; at + 128 <= to; at += 128) {
      const p = x + at;
      const x0 = v128.load(p);
      const x1 = v128.load(p, 16);
      const x2 = v128.load(p, 32);
      const x3 = v128.load(p, 48);
      const x4 = v128.load(p, 64);
      const x5 = v128.load(p, 80);
      const x6 = v128.load(p, 96);
      const x7 = v128.load(p, 112);
      for (let e = begin; e < end; e++) {
        const v = f64x2.splat(coefficient(values, 0, e, 0));
        const q = y + <usize>load<u32>(ids + (e << 2)) * row + at;
        v128.store(q, madd<f64>(v, x0, v128.load(q)));
        v128.store(q, madd<f64>(v, x1, v128.load(q, 16)), 16);
        v128.store(q, madd<f64>(v, x2, v128.load(q, 32)), 32);
        v128.store(q, madd<f64>(v, x3, v128.load(q, 48)), 48);
        v128.store(q, madd<f64>(v, x4, v128.load(q, 64)), 64);
        v128.store(q, madd<f64>(v, x5, v128.load(q, 80)), 80);
        v128.store(q, madd<f64>(v, x6, v128.load(q, 96)), 96);
        v128.store(q, madd<f64>(v, x7, v128.load(q, 112)), 112);
      }
    }
    for (; at + 16 <= to; at += 16) {
      const x0 = v128.load(x + at);
      for (let e = begin; e < end; e++) {
        const q = y + <usize>load<u32>(ids + (e << 2)) * row + at;
        v128.store(q, madd<f64>(f64x2.splat(coefficient(values, 0, e, 0)), x0, v128.load(q)));
      }
    }
    for (; at < to; at += 8) {
      const x0 = load<f64>(x + at);
      for (let e = begin; e < end; e++) {
        const q = y + <usize>load<u32>(ids + (e << 2)) * row + at;
        store<f64>(q, maddOne<f64>(coefficient(values, 0, e, 0), x0, load<f64>(q)));
      }
    }
  }
}

/** Row i of y (rows × n) times scales_i. */
export function scaleRows(rows: i32, n: i32, scales: usize, y: usize): void {
  for (let i = 0; i < rows; i++, scales += 8, y += <usize>n << 3) scale<f64>(n, load<f64>(scales), y);
}
