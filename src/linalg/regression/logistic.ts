/**
 * Logistic regression over sparse features, two classes or many, with an L2 penalty, by L-BFGS.
 *
 *   two classes    p(1 | x) = 1 / (1 + exp −(b + wᵀx))
 *   K > 2          p(a | x) = exp(b_a + w_aᵀx) / Σ_c exp(b_c + w_cᵀx)
 *   minimise       −Σ_i c_i·log p(y_i | x_i) + (λ/2)·‖w‖²        c_i the example's weight; b is not penalised
 *   gradient       ∂/∂w_a = Σ_i c_i·(p(a | x_i) − [y_i = a])·x_i + λ·w_a
 *
 * An evaluation is two sparse products, 4·entries·K operations; the weights of a feature lie side by side. Rows are
 * taken in blocks, so that no more than 16 MB of scores are held. The regression of word forms is another one, by
 * stochastic steps (models/lexicon/logistic.ts says why).
 */
import { InputError, NumericalError, ShapeError } from "../../base/errors.ts";
import type { LearnContext } from "../../base/learning.ts";
import { checkOptions, type OptionsOf, optionsOf, real } from "../../base/options.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { type SparseMatrix, sparseMatrix, sparseTimesDense, sparseTransposeTimesDense } from "../sparse.ts";
import { LBFGS_OPTIONS, minimizeAsync, type Objective, type StopReason } from "./lbfgs.ts";

/** Options of `learnLogistic`, declared. */
export const LOGISTIC_OPTIONS = {
  l2: real("strength of the penalty on squared weights", { default: 1, min: 0 }),
  ...LBFGS_OPTIONS,
};

/** Options of `learnLogistic`. */
export type LogisticOptions = Partial<OptionsOf<typeof LOGISTIC_OPTIONS>> & {
  /** Number of classes; left out: the highest label and one, at least 2. */
  readonly classes?: number | undefined;
  /** What each example counts; left out: 1. */
  readonly exampleWeights?: Float64Array | undefined;
};

/** The weights of a logistic regression. */
export interface LogisticModel {
  readonly classes: number;
  /** features × classes; features × 1 for two classes: the weights of class 1. */
  readonly weights: Matrix;
  readonly bias: Float64Array;
}

/** How well a logistic regression fits, and how it was found. */
export interface LogisticReport {
  /** Share of each class in the (weighted) examples. */
  readonly priors: Float64Array;
  /** Mean −log p of the examples' labels, without the penalty. */
  readonly logLoss: number;
  /** Share of examples whose label is the most probable class. */
  readonly accuracy: number;
  readonly objective: number;
  readonly iterations: number;
  readonly evaluations: number;
  readonly stopped: StopReason;
  readonly warnings: readonly string[];
}

/** Learns from one row of features and one label, from 0, for each example. */
export async function learnLogistic(
  rows: SparseMatrix,
  labels: ArrayLike<number>,
  options: LogisticOptions = {},
  context: LearnContext = {},
): Promise<LogisticModel & { readonly report: LogisticReport }> {
  const { classes: givenClasses, exampleWeights, ...rest } = options;
  const complete = checkOptions("learnLogistic", LOGISTIC_OPTIONS, rest);
  const examples = checkExamples(rows, labels, givenClasses, exampleWeights);
  const { classes, weightOf } = examples;
  const outputs = outputsOf(classes);
  const priors = new Float64Array(classes);
  for (let i = 0; i < rows.rows; i++) priors[labels[i]!]! += weightOf[i]!;
  const total = priors.reduce((sum, count) => sum + count, 0);
  if (!(total > 0)) throw new InputError("learnLogistic: the examples weigh nothing; expected weights above 0.");
  for (let a = 0; a < classes; a++) priors[a] = priors[a]! / total;

  // From the priors, so that the first steps need not find them; an absent class begins as if it had half an example.
  const start = new Float64Array((rows.columns + 1) * outputs);
  const logOdds = (a: number) => Math.log(Math.max(priors[a]!, 0.5 / (total + 1)));
  const biasAt = rows.columns * outputs;
  if (classes === 2) start[biasAt] = logOdds(1) - logOdds(0);
  else for (let a = 0; a < classes; a++) start[biasAt + a] = logOdds(a);

  const objective = objectiveOf(rows, labels, examples, complete.l2);
  const minimum = await minimizeAsync(objective, start, optionsOf(LBFGS_OPTIONS, complete), {
    ...context,
    stage: "logistic regression",
  });
  const model = {
    classes,
    weights: matrix(rows.columns, outputs, minimum.point.slice(0, biasAt)),
    bias: minimum.point.slice(biasAt),
  };
  const { value, iterations, evaluations, stopped } = minimum;
  const absent = Array.from(priors.keys()).filter((a) => priors[a] === 0);
  const warnings = absent.map((a) => `class ${a} has no example; its probability is close to 0 everywhere.`);
  if (stopped === "iterations")
    warnings.push(`stopped after ${iterations} iterations before it converged; more may be better.`);
  const { logLoss, accuracy } = fitOf(model, rows, labels, weightOf, total);
  return {
    ...model,
    report: { priors, logLoss, accuracy, objective: value, iterations, evaluations, stopped, warnings },
  };
}

/** p(class | row): rows × classes. */
export function logisticProbabilities(model: LogisticModel, rows: SparseMatrix): Matrix {
  const { classes, weights, bias } = model;
  if (rows.columns !== weights.rows) {
    throw new ShapeError(
      `logisticProbabilities: the rows have ${rows.columns} features, the model ${weights.rows}; expected as many.`,
    );
  }
  const outputs = bias.length;
  const scores = sparseTimesDense(rows, weights);
  if (classes !== 2) {
    for (let i = 0; i < rows.rows; i++) {
      for (let a = 0; a < outputs; a++) scores.data[i * outputs + a]! += bias[a]!;
      softmaxInPlace(scores.data, i * outputs, outputs);
    }
    return scores;
  }
  const result = matrix(rows.rows, 2);
  for (let i = 0; i < rows.rows; i++) {
    const score = scores.data[i]! + bias[0]!;
    result.data[2 * i] = sigmoid(-score);
    result.data[2 * i + 1] = sigmoid(score);
  }
  return result;
}

/**
 * What `learnLogistic` minimises, over weights (features × outputs) followed by biases: for checks, and for learners
 * that add terms of their own.
 */
export function logisticObjective(
  rows: SparseMatrix,
  labels: ArrayLike<number>,
  l2: number,
  options: Pick<LogisticOptions, "classes" | "exampleWeights"> = {},
): Objective {
  return objectiveOf(rows, labels, checkExamples(rows, labels, options.classes, options.exampleWeights), l2);
}

const outputsOf = (classes: number): number => (classes === 2 ? 1 : classes);

interface Examples {
  readonly classes: number;
  readonly weightOf: Float64Array;
}

function checkExamples(
  rows: SparseMatrix,
  labels: ArrayLike<number>,
  givenClasses: number | undefined,
  exampleWeights: Float64Array | undefined,
): Examples {
  const n = rows.rows;
  if (labels.length !== n)
    throw new ShapeError(`learnLogistic: ${n} rows and ${labels.length} labels; expected as many of both.`);
  if (exampleWeights !== undefined && exampleWeights.length !== n)
    throw new ShapeError(`learnLogistic: ${n} rows and ${exampleWeights.length} weights; expected as many of both.`);
  if (n === 0) throw new InputError("learnLogistic: there are no examples; expected at least one.");
  let highest = 1;
  for (let i = 0; i < n; i++) {
    const label = labels[i]!;
    if (!(Number.isInteger(label) && label >= 0 && label < (givenClasses ?? 2 ** 31))) {
      const range = givenClasses === undefined ? "from 0 up" : `from 0 to ${givenClasses - 1}`;
      throw new InputError(`learnLogistic: label ${i + 1} is ${label}; expected whole numbers ${range}.`);
    }
    highest = Math.max(highest, label);
    const weight = exampleWeights?.[i] ?? 1;
    if (!(weight >= 0 && Number.isFinite(weight)))
      throw new InputError(`learnLogistic: weight ${i + 1} is ${weight}; expected numbers of at least 0.`);
  }
  const at = rows.values?.findIndex((value) => !Number.isFinite(value)) ?? -1;
  if (at >= 0)
    throw new NumericalError(
      `learnLogistic: the value of entry ${at + 1} is ${rows.values![at]}; expected finite numbers.`,
    );
  return { classes: Math.max(2, givenClasses ?? highest + 1), weightOf: exampleWeights ?? new Float64Array(n).fill(1) };
}

/** Scores that are held at a time: 16 MB. */
const BLOCK_SCORES = 1 << 21;

/** Some rows of a matrix; ids and values are not copied. */
function rowsOf({ columns, starts, ids, values, columnScales }: SparseMatrix, from: number, to: number): SparseMatrix {
  const [first, end] = [starts[from]!, starts[to]!];
  return sparseMatrix(to - from, columns, {
    starts: starts.slice(from, to + 1).map((start) => start - first),
    ids: ids.subarray(first, end),
    values: values?.subarray(first, end),
    columnScales,
  });
}

function objectiveOf(
  rows: SparseMatrix,
  labels: ArrayLike<number>,
  { classes, weightOf }: Examples,
  l2: number,
): Objective {
  const outputs = outputsOf(classes);
  const biasAt = rows.columns * outputs;
  const height = Math.max(1, Math.floor(BLOCK_SCORES / outputs));
  const buffer = new Float64Array(Math.min(height, rows.rows) * outputs);
  const blocks = Array.from({ length: Math.ceil(rows.rows / height) }, (_, block) => {
    const first = block * height;
    const part = rowsOf(rows, first, Math.min(rows.rows, first + height));
    return { first, part, scores: matrix(part.rows, outputs, buffer.subarray(0, part.rows * outputs)) };
  });
  const moved = matrix(rows.columns, outputs);
  return (x, gradient) => {
    let value = 0;
    for (let k = 0; k < biasAt; k++) {
      value += x[k]! * x[k]!;
      gradient[k] = l2 * x[k]!;
    }
    value *= l2 / 2;
    gradient.fill(0, biasAt);
    const weights = matrix(rows.columns, outputs, x.subarray(0, biasAt));
    for (const { first, part, scores } of blocks) {
      sparseTimesDense(part, weights, scores);
      for (let i = 0; i < part.rows; i++) {
        const at = i * outputs;
        for (let a = 0; a < outputs; a++) scores.data[at + a]! += x[biasAt + a]!;
        value += lossAndSlopes(scores.data, at, classes, labels[first + i]!, weightOf[first + i]!);
        for (let a = 0; a < outputs; a++) gradient[biasAt + a]! += scores.data[at + a]!;
      }
      sparseTransposeTimesDense(part, scores, moved);
      for (let k = 0; k < biasAt; k++) gradient[k]! += moved.data[k]!;
    }
    return value;
  };
}

/** The loss of an example with these scores, which become its slopes: weight·(p(a) − [label = a]). */
function lossAndSlopes(scores: Float64Array, at: number, classes: number, label: number, weight: number): number {
  if (classes === 2) {
    const score = scores[at]!;
    scores[at] = weight * (label === 1 ? -sigmoid(-score) : sigmoid(score));
    return weight * softplus(label === 1 ? -score : score);
  }
  const own = scores[at + label]!;
  const logSum = softmaxInPlace(scores, at, classes);
  scores[at + label]! -= 1;
  if (weight !== 1) for (let a = 0; a < classes; a++) scores[at + a]! *= weight;
  return weight * (logSum - own);
}

function fitOf(
  model: LogisticModel,
  rows: SparseMatrix,
  labels: ArrayLike<number>,
  weightOf: Float64Array,
  total: number,
) {
  const { data } = logisticProbabilities(model, rows);
  const { classes } = model;
  let loss = 0;
  let right = 0;
  for (let i = 0; i < rows.rows; i++) {
    const own = data[i * classes + labels[i]!]!;
    loss -= weightOf[i]! * Math.log(Math.max(own, Number.MIN_VALUE));
    let higher = false;
    for (let a = 0; a < classes && !higher; a++) higher = data[i * classes + a]! > own;
    if (!higher) right += weightOf[i]!;
  }
  return { logLoss: loss / total, accuracy: right / total };
}

/** 1 / (1 + e^−s), exact in both tails. */
const sigmoid = (s: number): number => (s >= 0 ? 1 / (1 + Math.exp(-s)) : Math.exp(s) / (1 + Math.exp(s)));
/** log(1 + e^s) without overflow. */
const softplus = (s: number): number => Math.max(s, 0) + Math.log1p(Math.exp(-Math.abs(s)));

/** Turns scores into probabilities; returns log Σ exp. */
function softmaxInPlace(scores: Float64Array, at: number, count: number): number {
  const end = at + count;
  let largest = Number.NEGATIVE_INFINITY;
  for (let e = at; e < end; e++) if (scores[e]! > largest) largest = scores[e]!;
  let sum = 0;
  for (let e = at; e < end; e++) sum += scores[e] = Math.exp(scores[e]! - largest);
  for (let e = at; e < end; e++) scores[e] = scores[e]! / sum;
  return largest + Math.log(sum);
}
