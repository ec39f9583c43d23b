/**
 * Vector quantisation by k-means (Lloyd 1982) over frames scaled to unit variance. Distances to all centres are one
 * matrix product; a point is compared again only when the triangle inequality cannot rule out that its centre changed
 * (Hamerly, "Making k-means even faster", SDM 2010):
 *
 *   upper(x) ≥ d(x, its centre), lower(x) ≤ d(x, any other);      no comparison while upper(x) ≤ lower(x)
 *   a move of the centres by δ raises upper by its own centre's δ and lowers lower by the largest δ
 *
 * Every step lowers the distortion or leaves it. Centres start at distinct random points; one that loses all its points
 * stays where it is. Time O(iterations × active points × k × d) as products in single precision.
 */
import { InputError } from "../../base/errors.ts";
import { Random } from "../../base/random.ts";
import { breathe, type StopSignal } from "../../base/stopping.ts";
import { kernels } from "../../linalg/kernels/kernels.ts";

/** Classes of frames by their centres. */
export interface Quantiser {
  readonly dimensions: number;
  readonly classes: number;
  /** classes × dimensions, in scaled units. */
  readonly centres: Float32Array;
  /** Factor of each dimension: 1 / its standard deviation in training. */
  readonly scales: Float32Array;
}

export interface QuantiserReport {
  /** Mean squared distance to the nearest centre, after each assignment. */
  readonly distortion: readonly number[];
  /** Share of the comparisons that the triangle inequality saved. */
  readonly saved: number;
}

export interface QuantiserOptions {
  readonly classes: number;
  readonly iterations: number;
  readonly seed?: number | undefined;
  readonly signal?: StopSignal | undefined;
  readonly onIteration?: (() => void) | undefined;
}

/**
 * Points compared with all centres in one product: few enough for the distances to 10,000 classes to stay in the cache.
 */
const BATCH = 128;
/** Multiplications between two looks at the signal: about a twentieth of a second. */
const BREATH = 5e8;

/** Sorts points into classes. */
export async function learnQuantiser(
  values: Float32Array,
  dimensions: number,
  { classes, iterations, seed, signal, onIteration }: QuantiserOptions,
): Promise<{ quantiser: Quantiser; assignment: Int32Array; report: QuantiserReport }> {
  const count = values.length / dimensions;
  if (count < classes) {
    throw new InputError(
      `learnQuantiser: ${count} frames cannot fill ${classes} classes; give more sound or ask for fewer classes.`,
    );
  }
  const scales = inverseDeviations(values, dimensions);
  const points = scaledPoints(values, scales);
  const centres = startingCentres(points, dimensions, classes, new Random(seed).stream("quantiser"));
  const assignment = new Int32Array(count).fill(-1);
  const upper = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const lower = new Float64Array(count);
  const distortion: number[] = [];
  let compared = 0;
  for (let iteration = 0; iteration < iterations; iteration++) {
    const active = activePoints(assignment, upper, lower);
    const norms = squaredNorms(centres, dimensions);
    const step = BATCH * Math.max(1, Math.round(BREATH / (BATCH * classes * dimensions)));
    let changed = 0;
    for (let from = 0; from < active.length; from += step) {
      const some = active.subarray(from, from + step);
      changed += assign(points, dimensions, centres, norms, some, assignment, upper, lower);
      await breathe(signal);
    }
    compared += active.length;
    distortion.push(distortionOf(points, dimensions, centres, assignment));
    onIteration?.();
    if (changed === 0 || iteration + 1 === iterations) break;
    moveCentres(points, dimensions, centres, assignment, upper, lower);
  }
  const saved = 1 - compared / (count * distortion.length);
  return { quantiser: { dimensions, classes, centres, scales }, assignment, report: { distortion, saved } };
}

/** The nearest centre of every frame. */
export function quantise({ dimensions, centres, scales }: Quantiser, values: Float32Array): Int32Array {
  const count = values.length / dimensions;
  const assignment = new Int32Array(count).fill(-1);
  const [upper, lower] = [new Float64Array(count), new Float64Array(count)];
  const all = activePoints(assignment, upper, lower);
  assign(
    scaledPoints(values, scales),
    dimensions,
    centres,
    squaredNorms(centres, dimensions),
    all,
    assignment,
    upper,
    lower,
  );
  return assignment;
}

function inverseDeviations(values: Float32Array, d: number): Float32Array {
  const count = values.length / d;
  const scales = new Float32Array(d);
  for (let c = 0; c < d; c++) {
    let sum = 0;
    let squares = 0;
    for (let i = c; i < values.length; i += d) {
      sum += values[i]!;
      squares += values[i]! * values[i]!;
    }
    const variance = squares / count - (sum / count) ** 2;
    scales[c] = variance > 1e-12 ? 1 / Math.sqrt(variance) : 1;
  }
  return scales;
}

const scaledPoints = (values: Float32Array, scales: Float32Array) =>
  values.map((value, e) => value * scales[e % scales.length]!);

function startingCentres(points: Float32Array, d: number, classes: number, random: Random): Float32Array {
  const order = random.shuffle(Array.from({ length: points.length / d }, (_, i) => i));
  const centres = new Float32Array(classes * d);
  for (let c = 0; c < classes; c++) centres.set(points.subarray(order[c]! * d, (order[c]! + 1) * d), c * d);
  return centres;
}

function squaredNorms(values: Float32Array, d: number): Float64Array {
  const norms = new Float64Array(values.length / d);
  for (let e = 0; e < values.length; e++) norms[Math.floor(e / d)]! += values[e]! * values[e]!;
  return norms;
}

/** Points whose bounds allow their centre to change, and those that have none yet. */
function activePoints(assignment: Int32Array, upper: Float64Array, lower: Float64Array): Int32Array {
  const active: number[] = [];
  for (let i = 0; i < assignment.length; i++) if (assignment[i]! < 0 || upper[i]! > lower[i]!) active.push(i);
  return Int32Array.from(active);
}

/** Finds the nearest centre of every active point; gives how many changed. */
function assign(
  points: Float32Array,
  d: number,
  centres: Float32Array,
  norms: Float64Array,
  active: Int32Array,
  assignment: Int32Array,
  upper: Float64Array,
  lower: Float64Array,
): number {
  const classes = centres.length / d;
  let changed = 0;
  kernels().scope(() => {
    // In the kernels' memory, so that nothing is copied or allocated for a batch.
    const all = kernels().allocate("f32", centres.length);
    const batch = kernels().allocate("f32", BATCH * d);
    const products = kernels().allocate("f32", BATCH * classes);
    all.view.set(centres);
    for (let from = 0; from < active.length; from += BATCH) {
      const rows = Math.min(BATCH, active.length - from);
      const few = batch.view;
      for (let r = 0; r < rows; r++)
        few.set(points.subarray(active[from + r]! * d, (active[from + r]! + 1) * d), r * d);
      const [left, right] = [
        { data: few, offset: 0, stride: d },
        { data: all.view, offset: 0, stride: d, transposed: true },
      ];
      kernels().gemm(rows, classes, d, 1, left, right, 0, { data: products.view, offset: 0, stride: classes });
      const found = products.view;
      for (let r = 0; r < rows; r++) {
        const i = active[from + r]!;
        // ‖x − c‖² = ‖x‖² + ‖c‖² − 2x·c; ‖x‖² is the same for all.
        let best = Number.POSITIVE_INFINITY;
        let second = Number.POSITIVE_INFINITY;
        let nearest = 0;
        for (let c = 0, e = r * classes; c < classes; c++, e++) {
          const distance = norms[c]! - 2 * found[e]!;
          if (distance < best) {
            second = best;
            best = distance;
            nearest = c;
          } else if (distance < second) second = distance;
        }
        let norm = 0;
        for (let e = i * d; e < (i + 1) * d; e++) norm += points[e]! * points[e]!;
        if (assignment[i] !== nearest) changed++;
        assignment[i] = nearest;
        upper[i] = Math.sqrt(Math.max(0, best + norm));
        lower[i] = Math.sqrt(Math.max(0, second + norm));
      }
    }
  });
  return changed;
}

/** Centres to the means of their points; bounds follow by the triangle inequality. */
function moveCentres(
  points: Float32Array,
  d: number,
  centres: Float32Array,
  assignment: Int32Array,
  upper: Float64Array,
  lower: Float64Array,
): void {
  const classes = centres.length / d;
  const sums = new Float64Array(classes * d);
  const sizes = new Float64Array(classes);
  for (let i = 0; i < assignment.length; i++) {
    const c = assignment[i]!;
    sizes[c]!++;
    for (let e = 0; e < d; e++) sums[c * d + e]! += points[i * d + e]!;
  }
  const moves = new Float64Array(classes);
  let largest = 0;
  for (let c = 0; c < classes; c++) {
    if (sizes[c] === 0) continue;
    let square = 0;
    for (let e = 0; e < d; e++) {
      const mean = sums[c * d + e]! / sizes[c]!;
      square += (mean - centres[c * d + e]!) ** 2;
      centres[c * d + e] = mean;
    }
    moves[c] = Math.sqrt(square);
    largest = Math.max(largest, moves[c]!);
  }
  for (let i = 0; i < assignment.length; i++) {
    upper[i]! += moves[assignment[i]!]!;
    lower[i]! -= largest;
  }
}

function distortionOf(points: Float32Array, d: number, centres: Float32Array, assignment: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < assignment.length; i++) {
    const centre = assignment[i]! * d;
    for (let e = 0; e < d; e++) sum += (points[i * d + e]! - centres[centre + e]!) ** 2;
  }
  return sum / assignment.length;
}
