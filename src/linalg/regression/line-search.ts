/**
 * Step length along a descent direction that satisfies the strong Wolfe conditions: Moré and Thuente, "Line search
 * algorithms with guaranteed sufficient decrease", ACM TOMS 20 (1994). With φ(t) = f(x + t·d):
 *
 *   φ(t) ≤ φ(0) + μ·t·φ′(0)         enough decrease
 *   |φ′(t)| ≤ η·|φ′(0)|             small slope
 *
 * The search keeps the best step so far and, once the minimum is bracketed, the other end of the interval. The next
 * trial minimises a cubic or a quadratic through what is known, kept away from the ends. Until a step satisfies the
 * first condition, it works on ψ(t) = φ(t) − μ·t·φ′(0), whose minimisers satisfy it.
 *
 * Close to a minimum the decrease drowns in the rounding of φ while slopes are still exact. There the first condition
 * is replaced by φ′(t) ≤ (2μ − 1)·φ′(0), which is the same for a quadratic (Hager and Zhang, SIAM J. Optim. 16, 2005).
 *
 * The caller evaluates: `begin` and `next` say what to do. Numbers only, nothing is allocated.
 */

/** μ and η: the usual values for quasi-Newton directions (Nocedal and Wright, 2nd ed., §3.1). */
const DECREASE = 1e-4;
const SLOPE = 0.9;
/** Trials of one search. An extrapolation multiplies the step by up to 5, so 20 bridge any sensible scale. */
const MOST_TRIALS = 20;
/** Differences of values below this share of them are rounding. */
const ROUNDING = 1e-14;
/** A bracket that is relatively narrower holds nothing that rounding would leave visible. */
const NARROWEST = 1e-14;
const SHORTEST_STEP = 1e-20;
const LONGEST_STEP = 1e20;
/** Where the objective is not finite, this share of the way from the best step is tried next. */
const RETREAT = 0.1;
/** Bracket in which the next trial must lie while the minimum is not bracketed: §4 of the paper. */
const NEAR_EXTRAPOLATION = 1.1;
const FAR_EXTRAPOLATION = 4;
/**
 * The bracket must shrink to this share in two trials, or it is halved; also how far a trial may go to its other end.
 */
const SHRINK = 0.66;

/** `evaluate`: at `step`. `done`: the last evaluation is the result. `failed`: `best` is the best step; 0 if none. */
export type SearchState = "evaluate" | "done" | "failed";

/** Step, value and slope of one end of the interval. */
interface End {
  step: number;
  value: number;
  slope: number;
}

export class LineSearch {
  /** The step to evaluate. */
  step = 0;
  readonly #best: End = { step: 0, value: 0, slope: 0 };
  readonly #other: End = { step: 0, value: 0, slope: 0 };
  #value = 0;
  #slope = 0;
  /** The shortest step so far where the function was not finite. */
  #wall = Number.POSITIVE_INFINITY;
  #low = 0;
  #high = 0;
  #width = 0;
  #widthBefore = 0;
  #bracketed = false;
  #decreased = false;
  #trials = 0;

  get best(): number {
    return this.#best.step;
  }

  /** `value` and `slope` (below 0) at step 0, and the step to try first. */
  begin(value: number, slope: number, step: number): void {
    this.#value = value;
    this.#slope = slope;
    set(this.#best, 0, value, slope);
    set(this.#other, 0, value, slope);
    this.step = Math.min(LONGEST_STEP, Math.max(SHORTEST_STEP, step));
    this.#wall = Number.POSITIVE_INFINITY;
    this.#low = 0;
    this.#high = this.step + FAR_EXTRAPOLATION * this.step;
    this.#width = LONGEST_STEP;
    this.#widthBefore = 2 * LONGEST_STEP;
    this.#bracketed = false;
    this.#decreased = false;
    this.#trials = 0;
  }

  /** Takes value and slope at `step`, and chooses what comes next. */
  next(value: number, slope: number): SearchState {
    this.#trials++;
    if (!Number.isFinite(value) || !Number.isFinite(slope)) return this.#retreat();
    const wanted = DECREASE * this.#slope;
    const limit = this.#value + this.step * wanted;
    const steep = Math.abs(slope) > -SLOPE * this.#slope;
    if (!steep && (value <= limit || this.#decreasedButForRounding(value, slope))) return "done";
    if (this.#exhausted(value, slope, limit, wanted)) {
      if (value < this.#best.value) set(this.#best, this.step, value, slope);
      return "failed";
    }
    if (value <= limit && slope >= 0) this.#decreased = true;
    // ψ instead of φ as long as no step has decreased enough (§3).
    const tilt = !this.#decreased && value <= this.#best.value && value > limit ? wanted : 0;
    this.#shift(-tilt);
    const step = this.#interpolate(this.step, value - this.step * tilt, slope - tilt);
    this.#shift(tilt);
    this.#confine(step);
    return "evaluate";
  }

  #decreasedButForRounding(value: number, slope: number): boolean {
    const noise = ROUNDING * Math.abs(this.#value);
    return Math.abs(value - this.#value) <= noise && slope <= (2 * DECREASE - 1) * this.#slope;
  }

  /** Adds t·tilt to both ends' values and tilt to their slopes. */
  #shift(tilt: number): void {
    if (tilt === 0) return;
    const best = this.#best;
    const other = this.#other;
    set(best, best.step, best.value + best.step * tilt, best.slope + tilt);
    set(other, other.step, other.value + other.step * tilt, other.slope + tilt);
  }

  #retreat(): SearchState {
    if (this.#trials >= MOST_TRIALS) return "failed";
    this.#wall = this.step;
    this.#high = Math.min(this.#high, this.step);
    this.#low = Math.min(this.#low, this.#best.step);
    this.step = this.#best.step + RETREAT * (this.step - this.#best.step);
    return "evaluate";
  }

  #exhausted(value: number, slope: number, limit: number, wanted: number): boolean {
    const { step } = this;
    const narrow = this.#high - this.#low <= NARROWEST * this.#high;
    if (this.#bracketed && (step <= this.#low || step >= this.#high || narrow)) return true;
    if (step >= LONGEST_STEP && value <= limit && slope <= wanted) return true;
    if (step <= SHORTEST_STEP && (value > limit || slope >= wanted)) return true;
    return this.#trials >= MOST_TRIALS;
  }

  /** Keeps the next step inside the bracket, which must shrink, or within the allowed extrapolation. */
  #confine(step: number): void {
    const { step: best } = this.#best;
    const { step: other } = this.#other;
    if (this.#bracketed) {
      if (Math.abs(other - best) >= SHRINK * this.#widthBefore) step = best + 0.5 * (other - best);
      this.#widthBefore = this.#width;
      this.#width = Math.abs(other - best);
      this.#low = Math.min(best, other);
      this.#high = Math.max(best, other);
    } else {
      this.#low = step + NEAR_EXTRAPOLATION * (step - best);
      this.#high = step + FAR_EXTRAPOLATION * (step - best);
    }
    step = Math.min(LONGEST_STEP, Math.max(SHORTEST_STEP, step));
    if (step >= this.#wall) step = best + 0.5 * (this.#wall - best);
    const narrow = this.#high - this.#low <= NARROWEST * this.#high;
    // The best step again, so that the caller's last evaluation is there when the search ends.
    if (this.#bracketed && (step <= this.#low || step >= this.#high || narrow)) step = best;
    this.step = step;
  }

  /** The trial step of §4 from the ends and (t, f, g); moves the ends. The four cases are those of the paper. */
  #interpolate(t: number, f: number, g: number): number {
    const best = this.#best;
    const other = this.#other;
    const turned = g * Math.sign(best.slope) < 0;
    let next: number;
    if (f > best.value) {
      // Higher: the minimum is bracketed. The cubic's minimum if it is nearer, else between it and the quadratic's.
      const cubic = cubicMinimum(best, t, f, g);
      const span = t - best.step;
      const quadratic = best.step + (best.slope / ((best.value - f) / span + best.slope) / 2) * span;
      const nearer = Math.abs(cubic - best.step) < Math.abs(quadratic - best.step);
      next = nearer ? cubic : cubic + (quadratic - cubic) / 2;
      this.#bracketed = true;
    } else if (turned) {
      // Lower, the slope has turned: bracketed. The farther of the cubic's and the secant's minimum.
      const cubic = cubicMinimum(best, t, f, g);
      const secant = secantMinimum(best, t, g);
      next = Math.abs(cubic - t) > Math.abs(secant - t) ? cubic : secant;
      this.#bracketed = true;
    } else if (Math.abs(g) < Math.abs(best.slope)) {
      next = this.#flatter(t, f, g);
    } else if (this.#bracketed) {
      next = cubicMinimum(other, t, f, g);
    } else {
      next = t > best.step ? this.#high : this.#low;
    }
    if (f > best.value) set(other, t, f, g);
    else {
      if (turned) set(other, best.step, best.value, best.slope);
      set(best, t, f, g);
    }
    return next;
  }

  /** Lower, same direction, flatter: the cubic may have no minimum ahead. */
  #flatter(t: number, f: number, g: number): number {
    const best = this.#best;
    const secant = secantMinimum(best, t, g);
    const cubic = cubicAhead(best, t, f, g) ?? (t > best.step ? this.#high : this.#low);
    if (this.#bracketed) {
      const nearer = Math.abs(cubic - t) < Math.abs(secant - t) ? cubic : secant;
      const bound = t + SHRINK * (this.#other.step - t);
      return t > best.step ? Math.min(bound, nearer) : Math.max(bound, nearer);
    }
    const farther = Math.abs(cubic - t) > Math.abs(secant - t) ? cubic : secant;
    return Math.max(this.#low, Math.min(this.#high, farther));
  }
}

function set(end: End, step: number, value: number, slope: number): void {
  end.step = step;
  end.value = value;
  end.slope = slope;
}

/** Where the line through two slopes is 0. */
const secantMinimum = (end: End, t: number, g: number): number => t + (g / (g - end.slope)) * (end.step - t);

/**
 * How far from t, as a share of the way to `end`, the minimum of the cubic through their values and slopes lies:
 *
 *   θ = 3·(f_end − f) / (t − t_end) + g_end + g
 *   γ = ∓√(θ² − g_end·g)                      minus where t > t_end; scaled so that squares do not overflow
 *   r = (γ − g + θ) / (2γ − g + g_end)
 *
 * NaN where the cubic has no minimum.
 */
function cubicShare(end: End, t: number, f: number, g: number): number {
  const theta = (3 * (end.value - f)) / (t - end.step) + end.slope + g;
  const scale = Math.max(Math.abs(theta), Math.abs(end.slope), Math.abs(g));
  const root = scale * Math.sqrt(Math.max(0, (theta / scale) ** 2 - (end.slope / scale) * (g / scale)));
  if (!(root > 0)) return Number.NaN;
  const gamma = t > end.step ? -root : root;
  return (gamma - g + theta) / (gamma - g + gamma + end.slope);
}

/** The minimum of the cubic; the middle where it has none, which only rounding can bring about in a bracket. */
function cubicMinimum(end: End, t: number, f: number, g: number): number {
  const share = cubicShare(end, t, f, g);
  return t + (Number.isFinite(share) ? share : 0.5) * (end.step - t);
}

/** The minimum of the cubic beyond t as seen from `end`; undefined where it falls forever. */
function cubicAhead(end: End, t: number, f: number, g: number): number | undefined {
  const share = cubicShare(end, t, f, g);
  return share < 0 && Number.isFinite(share) ? t + share * (end.step - t) : undefined;
}
