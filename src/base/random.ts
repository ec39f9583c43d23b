/**
 * Seeded random numbers. A `Random` is a xoroshiro128+ generator; `stream(name)` gives an independent one that depends on nothing but the
 * seed and the name, so that work may be cut among threads in any way and still draw the same numbers.
 */
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** The seed wherever none is given. */
export const DEFAULT_SEED = 20120708;

/** FNV-1a, 32 bits: spreads a seed and a name over the seeds of the streams. */
function hashName(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ (seed | 0);
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
}

export class Random {
  readonly #generator: ReturnType<typeof xoroshiro128plus>;
  #spareNormal: number | undefined;

  constructor(readonly seed: number = DEFAULT_SEED) {
    this.#generator = xoroshiro128plus(seed | 0);
  }

  stream(name: string | number): Random {
    return new Random(hashName(this.seed, String(name)));
  }

  /** Uniform on the 2³² signed integers. */
  bits(): number {
    return this.#generator.next() | 0;
  }

  /** Uniform in [0, 1), 53 bits. */
  uniform(): number {
    const high = this.bits() >>> 5;
    const low = this.bits() >>> 6;
    return (high * 0x4000000 + low) / 0x20000000000000;
  }

  /** Uniform whole number in [0, below). */
  integer(below: number): number {
    return Math.floor(this.uniform() * below);
  }

  /** Standard normal, by the polar method (Marsaglia): pairs are drawn, the second is kept for the next call. */
  normal(): number {
    if (this.#spareNormal !== undefined) {
      const spare = this.#spareNormal;
      this.#spareNormal = undefined;
      return spare;
    }
    for (;;) {
      const u = 2 * this.uniform() - 1;
      const v = 2 * this.uniform() - 1;
      const square = u * u + v * v;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      this.#spareNormal = v * factor;
      return u * factor;
    }
  }

  /** Gamma(shape, 1): Marsaglia and Tsang 2000; shapes under 1 by the boost γ(a) = γ(a+1)·u^(1/a). */
  gamma(shape: number): number {
    if (shape < 1) return this.gamma(shape + 1) * (1 - this.uniform()) ** (1 / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = this.normal();
      const v = (1 + c * x) ** 3;
      if (v <= 0) continue;
      const u = 1 - this.uniform();
      if (Math.log(u) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  }

  /** A point of the simplex, Dirichlet(concentration, …, concentration). */
  dirichlet(size: number, concentration = 1): Float64Array {
    const point = new Float64Array(size);
    let sum = 0;
    for (let i = 0; i < size; i++) sum += point[i] = this.gamma(concentration);
    if (!(sum > 0)) {
      // Every gamma underflowed, as happens for tiny concentrations: the limit is a corner of the simplex.
      point.fill(0);
      point[this.integer(size)] = 1;
      return point;
    }
    for (let i = 0; i < size; i++) point[i] = point[i]! / sum;
    return point;
  }

  /** An index drawn in proportion to the weights, which must be non-negative with a positive sum. */
  categorical(weights: ArrayLike<number>): number {
    let sum = 0;
    for (let i = 0; i < weights.length; i++) sum += weights[i]!;
    let rest = this.uniform() * sum;
    let last = 0;
    for (let i = 0; i < weights.length; i++) {
      if (weights[i] === 0) continue;
      last = i;
      rest -= weights[i]!;
      if (rest < 0) return i;
    }
    return last;
  }

  /** Fisher–Yates, in place. */
  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.integer(i + 1);
      const item = items[i]!;
      items[i] = items[j]!;
      items[j] = item;
    }
    return items;
  }
}
