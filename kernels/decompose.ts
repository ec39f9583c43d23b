// The inner loops of the SVD, f64. Formulas and conventions: src/linalg/kernels/interface.ts. Rows are `row` bytes
// apart.
import { dot, madd, maddOne, rotate, sumLanes } from "./vector";

/** Sweeps before giving up; convergence is quadratic. */
const MAX_SWEEPS: i32 = 60;

export function orthogonalizeRows64(
  squares: usize, count: i32, length: i32, width: i32, x: usize, row: usize, tolerance: f64, vanished: f64,
): void {
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let rotated = false;
    for (let i = 0; i < count; i++) store<f64>(squares + (<usize>i << 3), dot<f64>(length, x + <usize>i * row, x + <usize>i * row));
    for (let i = 0; i < count - 1; i++) {
      const p = x + <usize>i * row;
      for (let j = i + 1; j < count; j++) {
        const a = load<f64>(squares + (<usize>i << 3));
        const b = load<f64>(squares + (<usize>j << 3));
        if (a < vanished || b < vanished) continue;
        const q = x + <usize>j * row;
        const c = dot<f64>(length, p, q);
        if (Math.abs(c) <= tolerance * Math.sqrt(a) * Math.sqrt(b)) continue;
        rotated = true;
        const zeta = (b - a) / (2 * c);
        const t = (zeta < 0 ? -1.0 : 1.0) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
        const cosine = 1 / Math.sqrt(1 + t * t);
        rotate<f64>(width, p, q, cosine, cosine * t);
        store<f64>(squares + (<usize>i << 3), a - t * c);
        store<f64>(squares + (<usize>j << 3), b + t * c);
      }
    }
    if (!rotated) return;
  }
}

export function bidiagonalRows64(
  rows: i32, n: i32, a: usize, row: usize, v: usize, w: usize, u: usize, tau: f64, sums: usize,
): void {
  const bytes = <usize>n << 3;
  const whole = bytes & ~15;
  for (let i = 0; i < rows; i++, a += row, v += 8) {
    const factor = -load<f64>(v);
    const factors = f64x2.splat(factor);
    let total = f64x2.splat(0);
    for (let at: usize = 0; at < whole; at += 16) {
      const value = madd<f64>(factors, v128.load(w + at), v128.load(a + at));
      v128.store(a + at, value);
      total = madd<f64>(value, v128.load(u + at), total);
    }
    let inner = sumLanes<f64>(total);
    if (whole < bytes) {
      const value = maddOne<f64>(factor, load<f64>(w + whole), load<f64>(a + whole));
      store<f64>(a + whole, value);
      inner = maddOne<f64>(value, load<f64>(u + whole), inner);
    }
    inner *= -tau;
    const first = maddOne<f64>(inner, load<f64>(u), load<f64>(a));
    const inners = f64x2.splat(inner);
    const firsts = f64x2.splat(first);
    for (let at: usize = 0; at < whole; at += 16) {
      const value = madd<f64>(inners, v128.load(u + at), v128.load(a + at));
      v128.store(a + at, value);
      v128.store(sums + at, madd<f64>(firsts, value, v128.load(sums + at)));
    }
    if (whole < bytes) {
      const value = maddOne<f64>(inner, load<f64>(u + whole), load<f64>(a + whole));
      store<f64>(a + whole, value);
      store<f64>(sums + whole, maddOne<f64>(first, value, load<f64>(sums + whole)));
    }
  }
}
