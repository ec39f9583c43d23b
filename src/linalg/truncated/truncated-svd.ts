/**
 * The k largest singular triplets of an operator known only by its products: all of them, cut off at k, where the
 * operator is small; otherwise by block Krylov iteration (block-krylov.ts).
 */
import { checkOptions, type OptionsOf, real, whole } from "../../base/options.ts";
import { DEFAULT_SEED } from "../../base/random.ts";
import { fixSigns } from "../decompositions/signs.ts";
import { type Svd, svd } from "../decompositions/svd.ts";
import { columnNorms, firstColumns } from "../elementary.ts";
import type { Matrix } from "../matrix.ts";
import { type LinearOperator, operatorToDense } from "../operators.ts";
import { krylov } from "./block-krylov.ts";

/** Options of `truncatedSvd`, declared. */
export const TRUNCATED_SVD_OPTIONS = {
  tolerance: real("residual ‖Aᵀu − σv‖ of every triplet relative to the largest singular value, at most", {
    default: 1e-6,
    min: 1e-14,
    max: 1,
  }),
  maxIterations: whole("block Krylov iterations, at most", { default: 100, min: 1 }),
  oversampling: whole("directions kept at a restart beyond the wanted triplets, at least", { default: 8, min: 1 }),
  block: whole("columns of a block, at most; a singular value repeated more often may be found fewer times", {
    default: 8,
    min: 1,
  }),
  seed: whole("seed of the random start", { default: DEFAULT_SEED }),
};

/** Options of `truncatedSvd`. */
export type TruncatedSvdOptions = OptionsOf<typeof TRUNCATED_SVD_OPTIONS>;

/** The largest singular values, their vectors, and how accurate they are. */
export interface TruncatedSvd extends Svd {
  /**
   * max(‖A·v − σ·u‖, ‖Aᵀ·u − σ·v‖) of each triplet, as the recurrences give it; `measureResiduals` takes fresh products
   * instead.
   */
  readonly residuals: Float64Array;
  /** Leading triplets whose residuals are all within the tolerance: `values.length` when all is well. */
  readonly converged: number;
  readonly iterations: number;
}

/**
 * min(k, rows, columns) triplets, whatever the rank: singular values beyond it are 0, and their vectors complete the
 * others.
 */
export function truncatedSvd(
  operator: LinearOperator,
  k: number,
  given: Partial<TruncatedSvdOptions> = {},
): TruncatedSvd {
  const steps = decompose(operator, k, given);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same triplets, with `pause` awaited after every iteration: other work gets its turn there, or it throws. */
export async function pausingTruncatedSvd(
  operator: LinearOperator,
  k: number,
  given: Partial<TruncatedSvdOptions>,
  pause: () => Promise<void>,
): Promise<TruncatedSvd> {
  const steps = decompose(operator, k, given);
  try {
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      await pause();
    }
  } finally {
    steps.return(undefined as never);
  }
}

/** Yields after every iteration; ended early, it gives its memory back. */
function* decompose(
  operator: LinearOperator,
  k: number,
  given: Partial<TruncatedSvdOptions>,
): Generator<undefined, TruncatedSvd> {
  const options = checkOptions(
    "truncatedSvd",
    { ...TRUNCATED_SVD_OPTIONS, k: whole("singular triplets", { default: 1, min: 1 }) },
    { ...given, k },
  );
  const wanted = Math.min(k, operator.rows, operator.columns);
  const kept = Math.ceil((wanted + options.oversampling) / 8) * 8;
  const result =
    Math.min(operator.rows, operator.columns) <= 2 * kept
      ? exact(operator, wanted)
      : yield* krylov(operator, wanted, kept, options);
  fixSigns(result.left, result.right);
  return result;
}

/** All of a small operator, cut to the wanted triplets. */
function exact(operator: LinearOperator, wanted: number): TruncatedSvd {
  const dense = operatorToDense(operator);
  const { left, values, right } = svd(dense);
  return {
    left: firstColumns(left, wanted),
    values: values.slice(0, wanted),
    right: firstColumns(right, wanted),
    residuals: new Float64Array(wanted).fill(2 ** -52 * (values[0] ?? 0)),
    converged: wanted,
    iterations: 0,
  };
}

/** ‖A·v − σ·u‖ and ‖Aᵀ·u − σ·v‖ of each triplet, from fresh products. */
export function measureResiduals(
  operator: LinearOperator,
  { left, values, right }: Svd,
): { left: Float64Array; right: Float64Array } {
  const residual = (image: Matrix, expected: Matrix) => {
    for (let e = 0; e < image.data.length; e++)
      image.data[e] = image.data[e]! - values[e % values.length]! * expected.data[e]!;
    return columnNorms(image);
  };
  return { left: residual(operator.multiply(right), left), right: residual(operator.multiplyTransposed(left), right) };
}
