/**
 * Weights that an online learner changes, and their average over all steps without adding up every step:
 *
 *   w ← w + Δ,  u ← u + t·Δ  at step t;   average after T steps  w̄ = w − u / T
 */
export class OnlineWeights {
  readonly current: Float32Array;
  readonly #weighted: Float64Array;

  constructor(size: number) {
    this.current = new Float32Array(size);
    this.#weighted = new Float64Array(size);
  }

  add(index: number, by: number, step: number): void {
    this.current[index]! += by;
    this.#weighted[index]! += by * step;
  }

  average(steps: number): Float32Array {
    const weighted = this.#weighted;
    return this.current.map((value, i) => value - weighted[i]! / steps);
  }
}
