/**
 * From columns to scores, with a function for each source and one for all others.
 *
 * - A known source: a mixture of three ridge regressions. One half is of its own pairs, a quarter of all pairs, a
 *   quarter of its own pairs by portable columns with the signs of weights given. The other two keep the first from
 *   following what only the training pairs have. On the training sets of SemEval-2012 task 6 halves of the first two
 *   alone lose .003 of the mean r in random folds, and .006 and .010 where the shorter half of every source is scored
 *   by what the longer half taught, and the other way round.
 * - An unknown source: only portable columns count, such as the alignment of words, since what tells sources apart,
 *   length above all, would be taken for similarity. One ridge, with the signs of weights given, over all pairs and
 *   the anchors of the scale: sentences put together at random, which have the lowest score, and sentences with
 *   themselves, which have the highest (anchors.ts). Sources with few low scores do not say where the scale begins;
 *   with each training set of SemEval-2012 task 6 left out in turn, anchors raise r over all sets from .55 to .76.
 */
import type { StopSignal } from "../../../base/stopping.ts";
import { breathe } from "../../../base/stopping.ts";
import { type Linear, linearValue, ridge, ridges, signedRidge } from "./linear.ts";
import { type Centred, Moments } from "./moments.ts";

/** λ of ridge to choose from; columns have variance 1. */
export const LAMBDAS: readonly number[] = [1e-3, 1e-2, 3e-2, 1e-1, 3e-1, 1];
/** Folds that λ is chosen by. */
const INNER_FOLDS = 3;
/**
 * λ for unknown sources: best of .001, .01, .1, 1 when each training set of SemEval-2012 task 6 is left out in turn.
 */
const PORTABLE_LAMBDA = 1e-2;

/** Rows of columns with scores, sorted into sources and folds. */
export class Evidence {
  readonly #cells: readonly (readonly Moments[])[];
  readonly #anchors: readonly Moments[];

  constructor(
    readonly rows: readonly Float64Array[],
    readonly scores: Float64Array,
    /** From 0; of each row. */
    readonly sources: Uint32Array,
    readonly folds: Uint32Array,
    readonly sourceCount: number,
    readonly foldCount: number,
    anchors: readonly Anchor[] = [],
  ) {
    const size = rows[0]?.length ?? 0;
    const cells = Array.from({ length: sourceCount }, () => Array.from({ length: foldCount }, () => new Moments(size)));
    for (const [i, row] of rows.entries()) cells[sources[i]!]![folds[i]!]!.add(row, scores[i]!);
    this.#cells = cells;
    this.#anchors = Array.from({ length: sourceCount }, () => new Moments(size));
    for (const { row, score, source } of anchors) this.#anchors[source]!.add(row, score);
  }

  /** Of one source or all, in these folds. */
  moments(source: number | "all", folds: readonly number[]): Moments {
    const chosen = source === "all" ? this.#cells : [this.#cells[source]!];
    return Moments.sum(
      this.rows[0]!.length,
      chosen.flatMap((own) => folds.map((fold) => own[fold]!)),
    );
  }

  /** Of some sources, in these folds, with their anchors. */
  anchored(sources: readonly number[], folds: readonly number[]): Moments {
    return Moments.sum(
      this.rows[0]!.length,
      sources.flatMap((source) => [this.#anchors[source]!, ...folds.map((fold) => this.#cells[source]![fold]!)]),
    );
  }
}

/** A row whose score nobody needs to judge. */
export interface Anchor {
  readonly row: Float64Array;
  readonly score: number;
  readonly source: number;
}

export interface Fitted {
  /** One for each source, then that for unknown ones. */
  readonly linear: readonly Linear[];
  readonly lambdas: readonly number[];
}

/** Fits the functions of all sources by the rows of some folds. */
export function fitSources(
  evidence: Evidence,
  folds: readonly number[],
  columns: readonly number[],
  portable: readonly number[],
): Fitted {
  const all = bestRidge(evidence, "all", folds, columns);
  const own = Array.from({ length: evidence.sourceCount }, (_, source) =>
    evidence.sourceCount === 1 || evidence.moments(source, folds).count < 2 * INNER_FOLDS
      ? all
      : bestRidge(evidence, source, folds, columns),
  );
  const known = own.map(({ linear }, source) => {
    const moments = evidence.moments(source, folds);
    const plain = portable.length === 0 || moments.count < 2 * INNER_FOLDS ? linear : signed(moments, portable);
    return mean([linear, linear, all.linear, plain]);
  });
  return {
    linear: [...known, general(evidence, folds, portable, columns)],
    lambdas: [...own.map(({ lambda }) => lambda), all.lambda],
  };
}

const signed = (moments: Moments, portable: readonly number[]): Linear =>
  signedRidge(moments, portable, PORTABLE_LAMBDA);

const mean = (parts: readonly Linear[]): Linear => ({
  weights: parts[0]!.weights.map((_, c) => parts.reduce((sum, { weights }) => sum + weights[c]!, 0) / parts.length),
  intercept: parts.reduce((sum, { intercept }) => sum + intercept, 0) / parts.length,
});

/** For sources other than these; by all columns where none is portable. */
function general(
  evidence: Evidence,
  folds: readonly number[],
  portable: readonly number[],
  columns: readonly number[],
  sources: readonly number[] = Array.from({ length: evidence.sourceCount }, (_, source) => source),
): Linear {
  const anchored = evidence.anchored(sources, folds);
  return portable.length > 0 ? signed(anchored, portable) : ridge(anchored, columns, PORTABLE_LAMBDA);
}

/** Ridge with the λ that is best on folds left out. */
function bestRidge(
  evidence: Evidence,
  source: number | "all",
  folds: readonly number[],
  columns: readonly number[],
): { readonly linear: Linear; readonly lambda: number } {
  const whole = evidence.moments(source, folds);
  const errors = new Float64Array(LAMBDAS.length);
  for (let inner = 0; inner < INNER_FOLDS; inner++) {
    const outside = folds.filter((_, i) => i % INNER_FOLDS === inner);
    if (outside.length === 0 || outside.length === folds.length) continue;
    const held = evidence.moments(source, outside);
    if (held.count === 0) continue;
    const rest = new Moments(whole.size).addAll(whole).addAll(held, -1);
    if (rest.count < 2) continue;
    const centred = held.centred(columns);
    for (const [l, linear] of ridges(rest, columns, LAMBDAS).entries())
      errors[l]! += squaredError(linear, held, columns, centred);
  }
  const best = errors.reduce((low, error, l) => (error < errors[low]! ? l : low), LAMBDAS.length - 1);
  const lambda = LAMBDAS[best]!;
  return { linear: ridge(whole, columns, lambda), lambda };
}

/** Σ (y − b − wᵀx)² from moments. */
function squaredError(
  { weights, intercept }: Linear,
  moments: Moments,
  columns: readonly number[],
  { covariances, withTarget, variance, count }: Centred,
): number {
  const n = columns.length;
  let mean = intercept - moments.targetSum / count;
  let sum = variance;
  for (let i = 0; i < n; i++) {
    const weight = weights[columns[i]!]!;
    mean += (weight * moments.sums[columns[i]!]!) / count;
    if (weight === 0) continue;
    sum -= 2 * weight * withTarget[i]!;
    for (let j = 0; j < n; j++) sum += weight * weights[columns[j]!]! * covariances[i * n + j]!;
  }
  return sum + count * mean * mean;
}

export interface Validated {
  /** Of each row by the function of its source, learnt from the other folds. */
  readonly known: Float64Array;
  /** Of each row as of an unknown source, learnt from the other sources; undefined for a single source. */
  readonly unknown: Float64Array | undefined;
}

/** Predictions for rows that were not learnt from; λ is chosen again each time. */
export async function crossValidate(
  evidence: Evidence,
  columns: readonly number[],
  portable: readonly number[],
  context: { readonly signal?: StopSignal | undefined; readonly advance?: () => void } = {},
): Promise<Validated> {
  const { rows, folds, sources, sourceCount, foldCount } = evidence;
  const every = Array.from({ length: foldCount }, (_, fold) => fold);
  const known = new Float64Array(rows.length);
  for (const fold of every) {
    await breathe(context.signal);
    const others = every.filter((other) => other !== fold);
    const { linear } = fitSources(evidence, others, columns, portable);
    for (const [i, row] of rows.entries()) if (folds[i] === fold) known[i] = linearValue(linear[sources[i]!]!, row);
    context.advance?.();
  }
  return { known, unknown: sourceCount < 2 ? undefined : leaveOneOut(evidence, every, columns, portable) };
}

function leaveOneOut(
  evidence: Evidence,
  folds: readonly number[],
  columns: readonly number[],
  portable: readonly number[],
): Float64Array {
  const { rows, sources, sourceCount } = evidence;
  const values = new Float64Array(rows.length);
  for (let left = 0; left < sourceCount; left++) {
    const others = Array.from({ length: sourceCount }, (_, source) => source).filter((source) => source !== left);
    const linear = general(evidence, folds, portable, columns, others);
    for (const [i, row] of rows.entries()) if (sources[i] === left) values[i] = linearValue(linear, row);
  }
  return values;
}
