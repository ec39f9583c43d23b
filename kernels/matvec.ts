// Products of a row-major matrix with one vector. Both read the matrix once, four or eight rows at a time, so that the
// vector (or the sum) passes through the registers once for all of them. aRow is the distance between rows in bytes.
import { axpy, dot, madd, maddOne, sumLanes } from "./vector";

/** out_i += alpha · Σ_p A_ip x_p for m rows of n; outStep is the distance between outputs in bytes. */
export function rowsTimesVector<T>(m: i32, n: i32, alpha: T, a: usize, aRow: usize, x: usize, out: usize, outStep: usize): void {
  let i = 0;
  for (; i + 4 <= m; i += 4, a += 4 * aRow, out += 4 * outStep) {
    let s0 = v128.splat<T>(0);
    let s1 = v128.splat<T>(0);
    let s2 = v128.splat<T>(0);
    let s3 = v128.splat<T>(0);
    let a0 = a;
    let a1 = a0 + aRow;
    let a2 = a1 + aRow;
    let a3 = a2 + aRow;
    let p = x;
    const end = x + <usize>n * sizeof<T>();
    for (; p + 16 <= end; p += 16, a0 += 16, a1 += 16, a2 += 16, a3 += 16) {
      const v = v128.load(p);
      s0 = madd<T>(v128.load(a0), v, s0);
      s1 = madd<T>(v128.load(a1), v, s1);
      s2 = madd<T>(v128.load(a2), v, s2);
      s3 = madd<T>(v128.load(a3), v, s3);
    }
    let t0 = sumLanes<T>(s0);
    let t1 = sumLanes<T>(s1);
    let t2 = sumLanes<T>(s2);
    let t3 = sumLanes<T>(s3);
    for (; p < end; p += sizeof<T>(), a0 += sizeof<T>(), a1 += sizeof<T>(), a2 += sizeof<T>(), a3 += sizeof<T>()) {
      const v = load<T>(p);
      t0 = maddOne<T>(load<T>(a0), v, t0);
      t1 = maddOne<T>(load<T>(a1), v, t1);
      t2 = maddOne<T>(load<T>(a2), v, t2);
      t3 = maddOne<T>(load<T>(a3), v, t3);
    }
    store<T>(out, maddOne<T>(alpha, t0, load<T>(out)));
    store<T>(out + outStep, maddOne<T>(alpha, t1, load<T>(out + outStep)));
    store<T>(out + 2 * outStep, maddOne<T>(alpha, t2, load<T>(out + 2 * outStep)));
    store<T>(out + 3 * outStep, maddOne<T>(alpha, t3, load<T>(out + 3 * outStep)));
  }
  for (; i < m; i++, a += aRow, out += outStep) store<T>(out, maddOne<T>(alpha, dot<T>(n, a, x), load<T>(out)));
}

/** out_p += alpha · Σ_i x_i A_ip for m rows of n; xStep is the distance between the x_i in bytes. */
export function vectorTimesRows<T>(m: i32, n: i32, alpha: T, x: usize, xStep: usize, a: usize, aRow: usize, out: usize): void {
  let i = 0;
  for (; i + 4 <= m; i += 4, a += 4 * aRow, x += 4 * xStep) {
    const f0 = <T>(alpha * load<T>(x));
    const f1 = <T>(alpha * load<T>(x + xStep));
    const f2 = <T>(alpha * load<T>(x + 2 * xStep));
    const f3 = <T>(alpha * load<T>(x + 3 * xStep));
    const x0 = v128.splat<T>(f0);
    const x1 = v128.splat<T>(f1);
    const x2 = v128.splat<T>(f2);
    const x3 = v128.splat<T>(f3);
    let a0 = a;
    let a1 = a0 + aRow;
    let a2 = a1 + aRow;
    let a3 = a2 + aRow;
    let p = out;
    const end = out + <usize>n * sizeof<T>();
    for (; p + 16 <= end; p += 16, a0 += 16, a1 += 16, a2 += 16, a3 += 16) {
      let s = madd<T>(x0, v128.load(a0), v128.load(p));
      s = madd<T>(x1, v128.load(a1), s);
      s = madd<T>(x2, v128.load(a2), s);
      v128.store(p, madd<T>(x3, v128.load(a3), s));
    }
    for (; p < end; p += sizeof<T>(), a0 += sizeof<T>(), a1 += sizeof<T>(), a2 += sizeof<T>(), a3 += sizeof<T>()) {
      let s = maddOne<T>(f0, load<T>(a0), load<T>(p));
      s = maddOne<T>(f1, load<T>(a1), s);
      s = maddOne<T>(f2, load<T>(a2), s);
      store<T>(p, maddOne<T>(f3, load<T>(a3), s));
    }
  }
  for (; i < m; i++, a += aRow, x += xStep) axpy<T>(n, <T>(alpha * load<T>(x)), a, out);
}
