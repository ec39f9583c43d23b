/**
 * Seeded random numbers. A `Random` is a xoroshiro128+ generator; `stream(name)` gives an independent one that depends
 * on nothing but the seed and the names that led to it, so that work may be cut among threads in any way and still draw
 * the same numbers.
 *
 * The generator's 128 bits of state are a hash of the seed and the names. (Seeded plainly, xoroshiro128+ begins alike
 * for like seeds, and with 32 bits a million streams would hold a hundred pairs of twins.)
 */
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";

/** The seed wherever none is given. */
export const DEFAULT_SEED = 20120708;

/** Odd multipliers with about half their bits set, one per word of a key. */
const MULTIPLIERS = [0x2c1b3c6d, 0x297a2d39, 0x5bd1e995, 0x1b873593] as const;

/** Stirs a number of 32 bits into a key of four words, each word also taking in its neighbour. */
function absorb(key: Int32Array, unit: number): void {
  for (let i = 0; i < 4; i++) {
    const neighbour = key[(i + 1) & 3]!;
    const mixed = Math.imul(key[i]! ^ unit ^ ((neighbour << 11) | (neighbour >>> 21)), MULTIPLIERS[i]!);
    key[i] = mixed ^ (mixed >>> 15);
  }
}

/**
 * Four rounds let every unit absorbed before reach every bit of the key; the length keeps "a" then "b" apart from "ab".
 */
function close(key: Int32Array, length: number): Int32Array {
  for (let round = 0; round < 4; round++) absorb(key, length + round);
  return key;
}

function keyOfSeed(seed: number): Int32Array {
  const key = Int32Array.of(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344); // the fraction of π
  const [low, high] = new Int32Array(Float64Array.of(seed + 0).buffer);
  absorb(key, low!);
  absorb(key, high!);
  return close(key, 2);
}

/** Seeded random numbers; `stream` gives independent ones by name, so that nothing depends on the order of use. */
export class Random {
  readonly #key: Int32Array;
  readonly #generator: ReturnType<typeof xoroshiro128plusFromState>;
  #spareNormal: number | undefined;

  /** Any number is a seed. The second argument is `stream`'s own. */
  constructor(
    readonly seed: number = DEFAULT_SEED,
    key: Int32Array = keyOfSeed(seed),
  ) {
    this.#key = key;
    this.#generator = xoroshiro128plusFromState([...key]);
  }

  /** A generator for the part of the work called `name`; it does not matter how many numbers were drawn before. */
  stream(name: string | number): Random {
    const text = String(name);
    const key = this.#key.slice();
    for (let i = 0; i < text.length; i++) absorb(key, text.charCodeAt(i));
    return new Random(this.seed, close(key, text.length));
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
