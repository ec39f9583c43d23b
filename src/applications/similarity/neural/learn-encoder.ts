/** Learns the unfolding autoencoder by L-BFGS over trees. */
import type { LearnContext } from "../../../base/index.ts";
import { Random } from "../../../base/random.ts";
import { minimizeAsync, type StopReason } from "../../../linalg/regression/lbfgs.ts";
import { treeError, Workspace } from "./autoencoder.ts";
import type { BinaryTree } from "./binary-tree.ts";
import { parameterCount, type TreeEncoder } from "./encoder.ts";
import type { Leaves } from "./leaves.ts";

/** Weight decay, as Socher et al. take it for their autoencoders. */
const DECAY = 1e-5;

export interface LearntEncoder {
  readonly encoder: TreeEncoder;
  /** Error for each word that was unfolded, before and after. */
  readonly firstError: number;
  readonly lastError: number;
  readonly iterations: number;
  readonly stopped: StopReason;
}

export interface EncoderOptions {
  readonly iterations: number;
  readonly seed: number;
}

/** Trees of fewer than two words teach nothing and are passed over. */
export async function learnEncoder(
  given: readonly BinaryTree[],
  source: Leaves,
  { iterations, seed }: EncoderOptions,
  context: LearnContext = {},
): Promise<LearntEncoder> {
  const trees = given.filter(({ left }) => left.length > 0);
  const { dim } = source;
  const leaves = trees.map(({ words }) => source.of(words));
  const unfolded = trees.reduce((sum, tree) => sum + unfoldedWords(tree), 0);
  const space = new Workspace();
  const objective = (parameters: Float64Array, gradient: Float64Array): number => {
    gradient.fill(0);
    const scale = 1 / Math.max(1, unfolded);
    let error = 0;
    for (const [t, tree] of trees.entries())
      error += scale * treeError({ dim, parameters }, tree, leaves[t]!, space, gradient, scale);
    for (let p = 0; p < parameters.length; p++) {
      error += (DECAY / 2) * parameters[p]! * parameters[p]!;
      gradient[p]! += DECAY * parameters[p]!;
    }
    return error;
  };
  const start = initial(dim, seed);
  const firstError = objective(start, new Float64Array(start.length));
  const found = await minimizeAsync(
    objective,
    start,
    { maxIterations: iterations },
    { ...context, stage: "tree encoder" },
  );
  return {
    encoder: { dim, parameters: found.point },
    firstError,
    lastError: found.value,
    iterations: found.iterations,
    stopped: found.stopped,
  };
}

/** Near the mean of both children, with a little noise, so that the first trees unfold to something. */
function initial(dim: number, seed: number): Float64Array {
  const parameters = new Float64Array(parameterCount(dim));
  const random = new Random(seed).stream("tree encoder");
  const noise = 0.1 / Math.sqrt(dim);
  for (let i = 0; i < 4 * dim * dim + dim; i++) parameters[i] = noise * random.normal();
  for (let i = 0; i < dim; i++) {
    parameters[i * 2 * dim + i]! += 0.5;
    parameters[i * 2 * dim + dim + i]! += 0.5;
    const decode = 2 * dim * dim + dim;
    parameters[decode + i * dim + i]! += 1;
    parameters[decode + (dim + i) * dim + i]! += 1;
  }
  return parameters;
}

/** Σ over pairs of the words below them. */
function unfoldedWords({ words, left, right }: BinaryTree): number {
  const n = words.length;
  const below = new Float64Array(n + left.length).fill(1, 0, n);
  let sum = 0;
  for (let q = 0; q < left.length; q++) {
    below[n + q] = below[left[q]!]! + below[right[q]!]!;
    sum += below[n + q]!;
  }
  return sum;
}
