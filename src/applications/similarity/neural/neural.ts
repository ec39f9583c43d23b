/**
 * Trees as vectors: the parser's binary tree of a sentence, encoded from its words' vectors up. Compared by the cosine
 * of the roots, and node by node: the distances of all nodes, pooled to a matrix of fixed size, and each node's nearest
 * in the other tree.
 */
import { cosineOf } from "../eigenwords/sentence-vectors.ts";
import type { FeatureGroup } from "../group.ts";
import type { Sentence } from "../sentence.ts";
import { align, type WordTable } from "../word-similarity/compare.ts";
import { encode } from "./autoencoder.ts";
import type { TreeReader } from "./binary-tree.ts";
import type { TreeEncoder } from "./encoder.ts";
import type { Leaves } from "./leaves.ts";
import { pool, pooledSummary } from "./pooling.ts";

/** Rows and columns of the pooled matrix of distances. */
const POOL = 5;

interface Prepared {
  /** Rows of `dim` numbers: words, then pairs, the root last. */
  readonly nodes: Float64Array;
  readonly count: number;
}

export class NeuralFeatures implements FeatureGroup<Prepared> {
  readonly group = "neural";

  constructor(
    readonly trees: TreeReader,
    readonly leaves: Leaves,
    readonly encoder: TreeEncoder,
  ) {}

  prepare({ text }: Sentence): Prepared {
    const tree = this.trees.read(text);
    const { dim } = this.encoder;
    if (tree === undefined) return { nodes: new Float64Array(dim), count: 1 };
    const count = tree.words.length + tree.left.length;
    const nodes = new Float64Array(count * dim);
    nodes.set(this.leaves.of(tree.words));
    encode(this.encoder, tree, nodes);
    return { nodes, count };
  }

  compare(a: Prepared, b: Prepared): number[] {
    const { dim } = this.encoder;
    const root = ({ nodes, count }: Prepared) => nodes.subarray((count - 1) * dim, count * dim);
    const distances = distancesOf(a, b, dim);
    const likeness: WordTable = {
      rows: a.count,
      columns: b.count,
      values: distances.map((distance) => 1 / (1 + distance)),
    };
    const ones = new Float64Array(Math.max(a.count, b.count)).fill(1);
    return [
      cosineOf(root(a), root(b)),
      distances[distances.length - 1]!,
      align(likeness, ones.subarray(0, a.count), ones.subarray(0, b.count)).mean,
      ...pooledSummary(pool(distances, a.count, b.count, POOL), POOL),
    ];
  }
}

function distancesOf(a: Prepared, b: Prepared, dim: number): Float64Array {
  const distances = new Float64Array(a.count * b.count);
  for (let i = 0; i < a.count; i++) {
    for (let j = 0; j < b.count; j++) {
      let sum = 0;
      for (let k = 0; k < dim; k++) {
        const difference = a.nodes[i * dim + k]! - b.nodes[j * dim + k]!;
        sum += difference * difference;
      }
      distances[i * b.count + j] = Math.sqrt(sum);
    }
  }
  return distances;
}
