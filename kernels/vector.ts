// Vector operations on contiguous elements, two or four lanes at a time. T is f64 or f32; lengths count elements,
// addresses bytes.

/** a · b + c in every lane: fused in the relaxed binary, rounded twice in the other. */
// @ts-ignore: decorator
@inline
export function madd<T>(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return v128.relaxed_madd<T>(a, b, c);
  return v128.add<T>(v128.mul<T>(a, b), c);
}

/** The same for one element, so that tails round as full vectors do. */
// @ts-ignore: decorator
@inline
export function maddOne<T>(a: T, b: T, c: T): T {
  if (ASC_FEATURE_RELAXED_SIMD) return v128.extract_lane<T>(madd<T>(v128.splat<T>(a), v128.splat<T>(b), v128.splat<T>(c)), 0);
  return <T>(a * b + c);
}

// @ts-ignore: decorator
@inline
export function sumLanes<T>(v: v128): T {
  if (sizeof<T>() == 8) return <T>(v128.extract_lane<T>(v, 0) + v128.extract_lane<T>(v, 1));
  return <T>(v128.extract_lane<T>(v, 0) + v128.extract_lane<T>(v, 1) + (v128.extract_lane<T>(v, 2) + v128.extract_lane<T>(v, 3)));
}

export function dot<T>(n: i32, x: usize, y: usize): T {
  const end = x + <usize>n * sizeof<T>();
  let s0 = v128.splat<T>(0);
  let s1 = v128.splat<T>(0);
  let s2 = v128.splat<T>(0);
  let s3 = v128.splat<T>(0);
  for (; x + 64 <= end; x += 64, y += 64) {
    s0 = madd<T>(v128.load(x), v128.load(y), s0);
    s1 = madd<T>(v128.load(x, 16), v128.load(y, 16), s1);
    s2 = madd<T>(v128.load(x, 32), v128.load(y, 32), s2);
    s3 = madd<T>(v128.load(x, 48), v128.load(y, 48), s3);
  }
  for (; x + 16 <= end; x += 16, y += 16) s0 = madd<T>(v128.load(x), v128.load(y), s0);
  let sum = sumLanes<T>(v128.add<T>(v128.add<T>(s0, s1), v128.add<T>(s2, s3)));
  for (; x < end; x += sizeof<T>(), y += sizeof<T>()) sum = maddOne<T>(load<T>(x), load<T>(y), sum);
  return sum;
}

export function axpy<T>(n: i32, alpha: T, x: usize, y: usize): void {
  const end = y + <usize>n * sizeof<T>();
  const a = v128.splat<T>(alpha);
  for (; y + 32 <= end; x += 32, y += 32) {
    v128.store(y, madd<T>(a, v128.load(x), v128.load(y)));
    v128.store(y, madd<T>(a, v128.load(x, 16), v128.load(y, 16)), 16);
  }
  for (; y + 16 <= end; x += 16, y += 16) v128.store(y, madd<T>(a, v128.load(x), v128.load(y)));
  for (; y < end; x += sizeof<T>(), y += sizeof<T>()) store<T>(y, maddOne<T>(alpha, load<T>(x), load<T>(y)));
}

/** A factor of zero overwrites, whatever was there. */
export function scale<T>(n: i32, alpha: T, x: usize): void {
  const end = x + <usize>n * sizeof<T>();
  const a = v128.splat<T>(alpha);
  if (alpha == 0) {
    memory.fill(x, 0, <usize>n * sizeof<T>());
    return;
  }
  for (; x + 16 <= end; x += 16) v128.store(x, v128.mul<T>(a, v128.load(x)));
  for (; x < end; x += sizeof<T>()) store<T>(x, <T>(alpha * load<T>(x)));
}

export function rotate<T>(n: i32, x: usize, y: usize, cosine: T, sine: T): void {
  const end = x + <usize>n * sizeof<T>();
  const c = v128.splat<T>(cosine);
  const s = v128.splat<T>(sine);
  for (; x + 16 <= end; x += 16, y += 16) {
    const u = v128.load(x);
    const v = v128.load(y);
    v128.store(x, v128.sub<T>(v128.mul<T>(c, u), v128.mul<T>(s, v)));
    v128.store(y, v128.add<T>(v128.mul<T>(s, u), v128.mul<T>(c, v)));
  }
  for (; x < end; x += sizeof<T>(), y += sizeof<T>()) {
    const u = load<T>(x);
    const v = load<T>(y);
    store<T>(x, <T>(cosine * u - sine * v));
    store<T>(y, <T>(sine * u + cosine * v));
  }
}

/** C ← alpha · x yᵀ + C; cRow is the distance between rows in bytes. */
export function rankOne<T>(m: i32, n: i32, alpha: T, x: usize, y: usize, c: usize, cRow: usize): void {
  for (let i = 0; i < m; i++, x += sizeof<T>(), c += cRow) axpy<T>(n, <T>(alpha * load<T>(x)), y, c);
}
