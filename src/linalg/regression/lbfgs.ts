/**
 * Minimisation by L-BFGS: Liu and Nocedal, "On the limited memory BFGS method for large scale optimization",
 * Mathematical Programming 45 (1989); the recursion is algorithm 7.4 of Nocedal and Wright (2nd ed.).
 *
 *   s_k = x_{k+1} − x_k,   y_k = ∇f(x_{k+1}) − ∇f(x_k),   ρ_k = 1 / y_kᵀs_k         the last `memory` of them
 *   q ← ∇f;   for k from the newest:  α_k ← ρ_k s_kᵀq,   q ← q − α_k y_k
 *   q ← (s_kᵀy_k / y_kᵀy_k) q         with the newest pair
 *   for k from the oldest:            q ← q + (α_k − ρ_k y_kᵀq) s_k;                direction −q
 *
 * 4·memory·n operations an iteration besides the objective. The caller's objective may be computed at once (`minimize`)
 * or in threads (`minimizeAsync`); both drive the same steps. No array is allocated after the first evaluation.
 */
import { NumericalError } from "../../base/errors.ts";
import { checkOptions, type OptionsOf, real, whole } from "../../base/options.ts";
import { Meter, type Watch } from "../../base/progress.ts";
import { breathe } from "../../base/stopping.ts";
import { axpy, dot, scale } from "../kernels/plain/dense.ts";
import { LineSearch } from "./line-search.ts";

/** f(x); writes ∇f(x) into `gradient`, whose old content means nothing. Neither array may be kept. */
export type Objective = (x: Float64Array, gradient: Float64Array) => number;
/** The same, where the value may come later. */
export type AsyncObjective = (x: Float64Array, gradient: Float64Array) => number | Promise<number>;

/** Options of L-BFGS, declared. */
export const LBFGS_OPTIONS = {
  memory: whole("pairs of steps and gradient changes remembered", { default: 10, min: 1, max: 100 }),
  maxIterations: whole("iterations at most", { default: 200, min: 0, max: 1_000_000 }),
  gradientTolerance: real("stop when the gradient's norm is at most this times max(1, norm of the point)", {
    default: 1e-5,
    min: 0,
  }),
  progressTolerance: real(
    "stop when five iterations together lower the objective by less than this share of it; 0: never",
    {
      default: 1e-9,
      min: 0,
    },
  ),
};

/** Options of L-BFGS. */
export type LbfgsOptions = Partial<OptionsOf<typeof LBFGS_OPTIONS>>;

/**
 * Why it ended: `gradient` and `progress` at their tolerances, `iterations` at the limit, `line search` where no step
 * along the gradient lowers the objective, which is as far as its precision goes unless the gradient is wrong.
 */
export type StopReason = "gradient" | "progress" | "iterations" | "line search";

/** Where a minimisation ended. */
export interface Minimum {
  readonly point: Float64Array;
  readonly value: number;
  readonly gradientNorm: number;
  readonly iterations: number;
  readonly evaluations: number;
  readonly stopped: StopReason;
}

/** Iterations over which progress is judged. */
const WINDOW = 5;
/** Pairs with yᵀs below this share of ‖y‖² would blow the direction up; only rounding makes them so small. */
const LEAST_CURVATURE = 1e-14;

/** Minimises a function from `start`, which is not changed. Throws a `NumericalError` if it is not finite there. */
export function minimize(objective: Objective, start: Float64Array, options: LbfgsOptions = {}): Minimum {
  const search = new Lbfgs(start, checkOptions("minimize", LBFGS_OPTIONS, options));
  const steps = search.steps();
  let step = steps.next(0);
  while (!step.done) step = steps.next(step.value === "evaluate" ? objective(search.x, search.gradient) : 0);
  return step.value;
}

/** The same; can be stopped, reports each iteration under the name `stage`, and takes objectives that are awaited. */
export async function minimizeAsync(
  objective: AsyncObjective,
  start: Float64Array,
  options: LbfgsOptions = {},
  watch: Watch & { readonly stage?: string | undefined } = {},
): Promise<Minimum> {
  const complete = checkOptions("minimizeAsync", LBFGS_OPTIONS, options);
  const search = new Lbfgs(start, complete);
  const steps = search.steps();
  const meter = new Meter(watch.stage ?? "minimising", "iterations", complete.maxIterations, watch);
  let step = steps.next(0);
  while (!step.done) {
    await breathe(watch.signal);
    if (step.value === "evaluate") step = steps.next(await objective(search.x, search.gradient));
    else {
      meter.advance();
      step = steps.next(0);
    }
  }
  meter.finish();
  return step.value;
}

/** The iteration, without the calls of the objective: `steps` asks for them. */
class Lbfgs {
  /** Where the objective is wanted, and where its gradient goes. */
  readonly x: Float64Array;
  readonly gradient: Float64Array;
  readonly #options: OptionsOf<typeof LBFGS_OPTIONS>;
  readonly #n: number;
  readonly #base: Float64Array;
  readonly #baseGradient: Float64Array;
  readonly #direction: Float64Array;
  /** memory × n, used as rings. */
  readonly #steps: Float64Array;
  readonly #changes: Float64Array;
  readonly #curvatures: Float64Array;
  readonly #alphas: Float64Array;
  readonly #search = new LineSearch();
  #pairs = 0;
  #newest = -1;

  constructor(start: Float64Array, options: OptionsOf<typeof LBFGS_OPTIONS>) {
    const { memory } = options;
    const n = start.length;
    this.#options = options;
    this.#n = n;
    this.x = start.slice();
    this.gradient = new Float64Array(n);
    this.#base = new Float64Array(n);
    this.#baseGradient = new Float64Array(n);
    this.#direction = new Float64Array(n);
    this.#steps = new Float64Array(memory * n);
    this.#changes = new Float64Array(memory * n);
    this.#curvatures = new Float64Array(memory);
    this.#alphas = new Float64Array(memory);
  }

  /** Yields "evaluate" when it needs f(x), which `next` hands back, and "iteration" after each iteration. */
  *steps(): Generator<"evaluate" | "iteration", Minimum, number> {
    const { maxIterations, gradientTolerance, progressTolerance } = this.#options;
    const { x, gradient } = this;
    const n = this.#n;
    const recent = new Float64Array(WINDOW);
    let value = yield "evaluate";
    let evaluations = 1;
    this.#requireFinite(value);
    let iterations = 0;
    for (;;) {
      const gradientNorm = norm(gradient);
      const result = (stopped: StopReason): Minimum => ({
        point: x,
        value,
        gradientNorm,
        iterations,
        evaluations,
        stopped,
      });
      if (gradientNorm <= gradientTolerance * Math.max(1, norm(x))) return result("gradient");
      const before = recent[iterations % WINDOW]!;
      const least = progressTolerance * Math.max(Math.abs(before), Math.abs(value));
      const judged = iterations >= WINDOW && progressTolerance > 0;
      if (judged && before - value <= least) return result("progress");
      if (iterations >= maxIterations) return result("iterations");
      recent[iterations % WINDOW] = value;

      this.#base.set(x);
      this.#baseGradient.set(gradient);
      let slope = this.#chooseDirection();
      for (;;) {
        this.#search.begin(value, slope, this.#pairs > 0 ? 1 : Math.min(1, 1 / gradientNorm));
        let trial = value;
        let state: "evaluate" | "done" | "failed" = "evaluate";
        while (state === "evaluate") {
          this.#moveTo(this.#search.step);
          trial = yield "evaluate";
          evaluations++;
          state = this.#search.next(trial, dot(n, gradient, 0, this.#direction, 0));
        }
        if (state === "failed" && this.#search.step !== this.#search.best && this.#search.best > 0) {
          this.#moveTo(this.#search.best);
          trial = yield "evaluate";
          evaluations++;
        }
        if (state === "done" || trial < value) {
          value = trial;
          break;
        }
        this.#moveTo(0);
        gradient.set(this.#baseGradient);
        if (this.#pairs === 0) return result("line search");
        // What is remembered may mislead: once more along the gradient alone.
        this.#pairs = 0;
        slope = this.#chooseDirection();
      }
      this.#remember();
      iterations++;
      yield "iteration";
    }
  }

  #moveTo(step: number): void {
    const { x } = this;
    const base = this.#base;
    const direction = this.#direction;
    for (let i = 0; i < x.length; i++) x[i] = base[i]! + step * direction[i]!;
  }

  /** Sets the direction; returns its slope, which is below 0. */
  #chooseDirection(): number {
    const n = this.#n;
    const d = this.#direction;
    for (;;) {
      for (let i = 0; i < n; i++) d[i] = -this.gradient[i]!;
      if (this.#pairs > 0) this.#applyInverseHessian(d);
      const slope = dot(n, d, 0, this.gradient, 0);
      if (slope < 0 && Number.isFinite(slope)) return slope;
      if (this.#pairs === 0) {
        throw new NumericalError(
          "minimize: the square of the gradient's norm exceeds the range of numbers; scale the objective down.",
        );
      }
      this.#pairs = 0;
    }
  }

  #applyInverseHessian(q: Float64Array): void {
    const { memory } = this.#options;
    const n = this.#n;
    const alphas = this.#alphas;
    for (let age = 0; age < this.#pairs; age++) {
      const k = (this.#newest - age + memory) % memory;
      alphas[k] = dot(n, this.#steps, k * n, q, 0) / this.#curvatures[k]!;
      axpy(n, -alphas[k]!, this.#changes, k * n, q, 0);
    }
    const at = this.#newest * n;
    scale(n, this.#curvatures[this.#newest]! / dot(n, this.#changes, at, this.#changes, at), q, 0);
    for (let age = this.#pairs - 1; age >= 0; age--) {
      const k = (this.#newest - age + memory) % memory;
      const beta = dot(n, this.#changes, k * n, q, 0) / this.#curvatures[k]!;
      axpy(n, alphas[k]! - beta, this.#steps, k * n, q, 0);
    }
  }

  /** Keeps the pair of the last step, if it has curvature. */
  #remember(): void {
    const { memory } = this.#options;
    const n = this.#n;
    const k = (this.#newest + 1) % memory;
    const at = k * n;
    for (let i = 0; i < n; i++) {
      this.#steps[at + i] = this.x[i]! - this.#base[i]!;
      this.#changes[at + i] = this.gradient[i]! - this.#baseGradient[i]!;
    }
    const curvature = dot(n, this.#steps, at, this.#changes, at);
    if (!(curvature > LEAST_CURVATURE * dot(n, this.#changes, at, this.#changes, at))) {
      // The slot may have held the oldest pair.
      this.#pairs = Math.min(this.#pairs, memory - 1);
      return;
    }
    this.#curvatures[k] = curvature;
    this.#newest = k;
    this.#pairs = Math.min(this.#pairs + 1, memory);
  }

  #requireFinite(value: number): void {
    const at = this.gradient.findIndex((part) => !Number.isFinite(part));
    if (Number.isFinite(value) && at < 0) return;
    const found = Number.isFinite(value) ? `entry ${at + 1} of the gradient is ${this.gradient[at]}` : `it is ${value}`;
    throw new NumericalError(
      `minimize: the objective is not finite at the start: ${found}; expected finite numbers; begin elsewhere.`,
    );
  }
}

const norm = (x: Float64Array): number => Math.sqrt(dot(x.length, x, 0, x, 0));
