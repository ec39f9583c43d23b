/**
 * Ridge regression with λ by cross-validation: Hoerl and Kennard 1970; Golub, Heath and Wahba, "Generalized
 * cross-validation as a method for choosing a good ridge parameter", Technometrics 21 (1979).
 *
 *   minimise   (1/n)·Σ_i (y_i − b − z_iᵀw)² + λ·‖w‖²       z: columns with mean 0 and variance 1; λ counts per row
 *
 * With one decomposition Z = U·diag(σ)·Vᵀ every λ is cheap. d_k = σ_k² / (σ_k² + nλ):
 *
 *   ŷ = ȳ + U·diag(d)·Uᵀ(y − ȳ)          h_i = 1/n + Σ_k U_ik²·d_k        w = V·diag(d_k / σ_k)·Uᵀ(y − ȳ)
 *   leave-one-out   (1/n)·Σ_i ((y_i − ŷ_i) / (1 − h_i))²                  exact, means and scales of columns kept
 *   generalized     (1/n)·Σ_i (y_i − ŷ_i)² / (1 − Σh/n)²
 *   folds           everything again without each fold: one decomposition each
 */
import { NumericalError, OptionError, ShapeError } from "../../base/errors.ts";
import { Random } from "../../base/random.ts";
import { breathe, type StopSignal } from "../../base/stopping.ts";
import { requireFinite, shapeText } from "../checks.ts";
import { type Svd, svd } from "../decompositions/svd.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { multiplyVector } from "../multiply.ts";

/** How the strength of the penalty is judged. */
export type RidgeValidation = "leave-one-out" | "generalized" | "folds";

/** Options of `ridgeRegression`. */
export interface RidgeOptions {
  /** How λ is judged (leave-one-out). */
  readonly validation?: RidgeValidation;
  /** The λ to choose from, all above 0; left out: 10⁻⁸ to 10² in quarters of a decade. One alone is simply used. */
  readonly lambdas?: readonly number[];
  /** Number of folds (10). */
  readonly folds?: number;
  /** For each row the number of its group; rows of one group share a fold. Left out: every row is a group. */
  readonly groups?: ArrayLike<number>;
  /** Shuffles groups before they are dealt to folds. */
  readonly seed?: number;
}

/** Mean squared error that a λ has on rows it was not fitted to. */
export interface RidgePoint {
  readonly lambda: number;
  readonly error: number;
  /** Standard error of the mean over rows; NaN for generalized cross-validation. */
  readonly standardError: number;
}

/** How the strength of the penalty was chosen. */
export interface RidgeReport {
  readonly validation: RidgeValidation;
  /** By rising λ. */
  readonly curve: readonly RidgePoint[];
  /** Mean squared error on the rows themselves. */
  readonly trainingError: number;
  /** Σ_k d_k + 1: parameters in effect. */
  readonly effectiveParameters: number;
  /** Columns, from 0, that are constant; their weight is 0. */
  readonly constantColumns: readonly number[];
  readonly warnings: readonly string[];
}

/** The weights of a ridge regression. */
export interface RidgeRegression {
  /** For columns as they are given, not standardised. */
  readonly weights: Float64Array;
  readonly intercept: number;
  readonly lambda: number;
  /** The prediction for each row from the other rows (or other folds), with the chosen λ. */
  readonly heldOut: Float64Array;
  readonly report: RidgeReport;
}

const VALIDATIONS: readonly RidgeValidation[] = ["leave-one-out", "generalized", "folds"];
const DEFAULT_FOLDS = 10;
const DEFAULT_LAMBDAS: readonly number[] = Array.from({ length: 41 }, (_, i) => 10 ** (-8 + i / 4));
/** A column whose deviation is below this share of its largest value is constant but for rounding. */
const CONSTANT = 1e-13;

/** Fits targets, one a row, by the columns of `features`. */
export async function learnRidge(
  features: Matrix,
  targets: Float64Array,
  options: RidgeOptions = {},
  context: { readonly signal?: StopSignal | undefined } = {},
): Promise<RidgeRegression> {
  const { validation, lambdas, folds } = checked(features, targets, options);
  const whole = decompose(features, targets);
  const validated: Validated[] =
    validation === "folds"
      ? await byFolds(features, targets, lambdas, foldsOf(features.rows, folds, options), context.signal)
      : lambdas.map((lambda) => leaveOneOut(whole, targets, lambda));
  const curve = lambdas.map((lambda, i) =>
    validation === "generalized" ? generalized(whole, targets, lambda) : pointOf(lambda, validated[i]!.errors),
  );
  const best = curve.reduce((low, point, i) => (point.error < curve[low]!.error ? i : low), 0);
  const { lambda } = curve[best]!;
  if (!Number.isFinite(curve[best]!.error))
    throw new NumericalError("learnRidge: no lambda gives a finite error; scale the columns or the targets down.");
  const { weights, intercept } = coefficients(whole, lambda);
  const atEnd = lambdas.length > 1 && (best === 0 || best === lambdas.length - 1);
  return {
    weights,
    intercept,
    lambda,
    heldOut: validated[best]!.predictions,
    report: {
      validation,
      curve,
      trainingError: meanSquare(residuals(fitted(whole, lambda), targets)),
      effectiveParameters: whole.parts.values.reduce((sum, s) => sum + shrinkage(s, lambda, features.rows), 1),
      constantColumns: [...whole.deviations.keys()].filter((j) => whole.deviations[j] === 0),
      warnings: atEnd ? [`the best lambda, ${lambda}, is at the end of those tried; a wider range may be better.`] : [],
    },
  };
}

/** b + X·w. */
export function ridgePredictions(
  { weights, intercept }: Pick<RidgeRegression, "weights" | "intercept">,
  features: Matrix,
): Float64Array {
  return multiplyVector(features, weights).map((value) => value + intercept);
}

function checked(features: Matrix, targets: Float64Array, options: RidgeOptions) {
  const { validation = "leave-one-out", lambdas = DEFAULT_LAMBDAS, folds = DEFAULT_FOLDS, groups } = options;
  const { rows } = features;
  if (targets.length !== rows)
    throw new ShapeError(`learnRidge: ${rows} rows and ${targets.length} targets; expected as many of both.`);
  if (rows < 2) throw new ShapeError(`learnRidge: got a ${shapeText(features)} matrix; expected at least 2 rows.`);
  requireFinite("learnRidge", features);
  requireFinite("learnRidge: targets", matrix(rows, 1, targets));
  if (!VALIDATIONS.includes(validation))
    throw new OptionError(
      "validation",
      `learnRidge: validation must be one of ${VALIDATIONS.join(", ")}; got "${validation}".`,
    );
  if (lambdas.length === 0 || !lambdas.every((lambda) => lambda > 0 && Number.isFinite(lambda)))
    throw new OptionError(
      "lambdas",
      `learnRidge: lambdas must be numbers above 0; got ${lambdas.join(", ") || "none"}.`,
    );
  if (groups !== undefined && groups.length !== rows)
    throw new ShapeError(`learnRidge: ${rows} rows and ${groups.length} groups; expected as many of both.`);
  return { validation, lambdas: [...lambdas].sort((a, b) => a - b), folds };
}

/** The decomposition of standardised columns, and what undoes the standardisation. */
interface Decomposed {
  readonly parts: Svd;
  readonly means: Float64Array;
  /** 0 for constant columns. */
  readonly deviations: Float64Array;
  readonly targetMean: number;
  /** Uᵀ(y − ȳ). */
  readonly rotated: Float64Array;
}

function decompose(features: Matrix, targets: Float64Array): Decomposed {
  const { rows, columns, data } = features;
  const means = new Float64Array(columns);
  const deviations = new Float64Array(columns);
  const largest = new Float64Array(columns);
  for (let e = 0; e < data.length; e++) {
    means[e % columns]! += data[e]! / rows;
    largest[e % columns] = Math.max(largest[e % columns]!, Math.abs(data[e]!));
  }
  for (let e = 0; e < data.length; e++) deviations[e % columns]! += (data[e]! - means[e % columns]!) ** 2 / rows;
  for (let j = 0; j < columns; j++) {
    const deviation = Math.sqrt(deviations[j]!);
    deviations[j] = deviation > CONSTANT * largest[j]! ? deviation : 0;
  }
  const standardized = matrix(rows, columns);
  for (let e = 0; e < data.length; e++) {
    const j = e % columns;
    if (deviations[j]! > 0) standardized.data[e] = (data[e]! - means[j]!) / deviations[j]!;
  }
  const targetMean = targets.reduce((sum, y) => sum + y / rows, 0);
  const parts = svd(standardized);
  const { columns: rank, data: u } = parts.left;
  const rotated = new Float64Array(rank);
  for (let e = 0; e < u.length; e++) rotated[e % rank]! += u[e]! * (targets[Math.floor(e / rank)]! - targetMean);
  return { parts, means, deviations, targetMean, rotated };
}

/** d_k */
const shrinkage = (singular: number, lambda: number, rows: number): number =>
  singular === 0 ? 0 : 1 / (1 + (rows * lambda) / singular ** 2);

function fitted({ parts, targetMean, rotated }: Decomposed, lambda: number): Float64Array {
  const { rows } = parts.left;
  const shrunk = rotated.map((value, k) => value * shrinkage(parts.values[k]!, lambda, rows));
  return multiplyVector(parts.left, shrunk).map((value) => value + targetMean);
}

function coefficients({ parts, means, deviations, targetMean, rotated }: Decomposed, lambda: number) {
  const { rows } = parts.left;
  const inner = rotated.map((value, k) => {
    const singular = parts.values[k]!;
    return singular === 0 ? 0 : (value * shrinkage(singular, lambda, rows)) / singular;
  });
  const weights = multiplyVector(parts.right, inner);
  let intercept = targetMean;
  for (let j = 0; j < weights.length; j++) {
    weights[j] = deviations[j] === 0 ? 0 : weights[j]! / deviations[j]!;
    intercept -= weights[j]! * means[j]!;
  }
  return { weights, intercept };
}

interface Validated {
  readonly predictions: Float64Array;
  /** Squared, one a row. */
  readonly errors: Float64Array;
}

const residuals = (predictions: Float64Array, targets: Float64Array) =>
  predictions.map((value, i) => targets[i]! - value);
const meanSquare = (values: Float64Array) => values.reduce((sum, value) => sum + value ** 2, 0) / values.length;

function leaveOneOut(whole: Decomposed, targets: Float64Array, lambda: number): Validated {
  const { rows, columns: rank, data: u } = whole.parts.left;
  const shares = whole.parts.values.map((singular) => shrinkage(singular, lambda, rows));
  const predictions = fitted(whole, lambda);
  const errors = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    let leverage = 1 / rows;
    for (let k = 0; k < rank; k++) leverage += u[i * rank + k]! ** 2 * shares[k]!;
    const residual = (targets[i]! - predictions[i]!) / (1 - leverage);
    predictions[i] = targets[i]! - residual;
    errors[i] = residual ** 2;
  }
  return { predictions, errors };
}

function generalized(whole: Decomposed, targets: Float64Array, lambda: number): RidgePoint {
  const { rows } = whole.parts.left;
  const trace = whole.parts.values.reduce((sum, singular) => sum + shrinkage(singular, lambda, rows), 1);
  const error = meanSquare(residuals(fitted(whole, lambda), targets)) / (1 - trace / rows) ** 2;
  return { lambda, error, standardError: Number.NaN };
}

function pointOf(lambda: number, errors: Float64Array): RidgePoint {
  const n = errors.length;
  const error = errors.reduce((sum, value) => sum + value, 0) / n;
  const variance = errors.reduce((sum, value) => sum + (value - error) ** 2, 0) / (n - 1);
  return { lambda, error, standardError: Math.sqrt(variance / n) };
}

/** The fold of each row: groups in random order, dealt in turn. */
function foldsOf(rows: number, folds: number, { groups, seed }: RidgeOptions): Uint32Array {
  const groupOf = (row: number) => groups?.[row] ?? row;
  const distinct = [...new Set(Array.from({ length: rows }, (_, row) => groupOf(row)))];
  if (!(Number.isInteger(folds) && folds >= 2 && folds <= distinct.length)) {
    throw new OptionError(
      "folds",
      `learnRidge: folds must be a whole number from 2 to the number of groups, ${distinct.length}; got ${folds}.`,
    );
  }
  const order = new Random(seed).stream("folds").shuffle(distinct);
  const foldOfGroup = new Map(order.map((group, i) => [group, i % folds]));
  return Uint32Array.from({ length: rows }, (_, row) => foldOfGroup.get(groupOf(row))!);
}

async function byFolds(
  features: Matrix,
  targets: Float64Array,
  lambdas: readonly number[],
  foldOf: Uint32Array,
  signal: StopSignal | undefined,
): Promise<Validated[]> {
  const { rows, columns } = features;
  const results = lambdas.map(() => ({ predictions: new Float64Array(rows), errors: new Float64Array(rows) }));
  const take = (chosen: readonly number[]): Matrix => {
    const part = matrix(chosen.length, columns);
    for (const [to, row] of chosen.entries())
      part.data.set(features.data.subarray(row * columns, (row + 1) * columns), to * columns);
    return part;
  };
  const all = Array.from({ length: rows }, (_, row) => row);
  for (const fold of new Set(foldOf)) {
    await breathe(signal);
    const outside = all.filter((row) => foldOf[row] !== fold);
    const inside = all.filter((row) => foldOf[row] === fold);
    const decomposed = decompose(
      take(outside),
      Float64Array.from(outside, (row) => targets[row]!),
    );
    const held = take(inside);
    for (const [l, lambda] of lambdas.entries()) {
      const predictions = ridgePredictions(coefficients(decomposed, lambda), held);
      for (const [i, row] of inside.entries()) {
        results[l]!.predictions[row] = predictions[i]!;
        results[l]!.errors[row] = (targets[row]! - predictions[i]!) ** 2;
      }
    }
  }
  return results;
}
