/**
 * The unfolding recursive autoencoder: Socher, Huang, Pennington, Ng and Manning, "Dynamic pooling and unfolding
 * recursive autoencoders for paraphrase detection", NIPS 2011, §2.
 *
 *   encode   y(pair) = tanh(W_e [y(left); y(right)] + b_e)             y(word): its vector
 *   unfold   [z(left); z(right)] = tanh(W_d z(parent) + b_d)           from z(q) = y(q) down to the words below q
 *   error    Σ_q Σ_{words w below q} |z_q(w) − y(w)|²                  over all pairs q of the tree
 *
 * d dimensions; unfolding takes O(d²) for each node below each pair, which is at most O(n²d²) for n words.
 */
import type { BinaryTree } from "./binary-tree.ts";
import type { TreeEncoder } from "./encoder.ts";

/** Where the four tables begin in the row of parameters. */
export const layoutOf = (d: number) => ({
  encode: 0,
  encodeBias: 2 * d * d,
  decode: 2 * d * d + d,
  decodeBias: 4 * d * d + d,
});

/** The vectors of all nodes, one row each; those of the words are in the first rows already. */
export function encode({ dim: d, parameters }: TreeEncoder, tree: BinaryTree, nodes: Float64Array): void {
  const n = tree.words.length;
  const { encode: w, encodeBias: bias } = layoutOf(d);
  for (let q = 0; q < tree.left.length; q++) {
    const [left, right, own] = [tree.left[q]! * d, tree.right[q]! * d, (n + q) * d];
    for (let i = 0; i < d; i++) {
      let sum = parameters[bias + i]!;
      const row = w + i * 2 * d;
      for (let k = 0; k < d; k++) {
        sum += parameters[row + k]! * nodes[left + k]! + parameters[row + d + k]! * nodes[right + k]!;
      }
      nodes[own + i] = Math.tanh(sum);
    }
  }
}

/** Room for one tree, used again for the next. */
export class Workspace {
  nodes = new Float64Array(0);
  unfolded = new Float64Array(0);
  nodeGradients = new Float64Array(0);
  deltas = new Float64Array(0);
  order = new Uint32Array(0);

  reserve(nodes: number, d: number): void {
    if (this.nodes.length >= nodes * d) return;
    this.nodes = new Float64Array(2 * nodes * d);
    this.unfolded = new Float64Array(2 * nodes * d);
    this.nodeGradients = new Float64Array(2 * nodes * d);
    this.deltas = new Float64Array(2 * nodes * d);
    this.order = new Uint32Array(2 * nodes);
  }
}

/** The error of a tree; its gradient, times `scale`, is added to `gradient`. `leaves` are the vectors of the words. */
export function treeError(
  encoder: TreeEncoder,
  tree: BinaryTree,
  leaves: Float64Array,
  space: Workspace,
  gradient: Float64Array,
  scale: number,
): number {
  const { dim: d, parameters } = encoder;
  const n = tree.words.length;
  const pairs = tree.left.length;
  space.reserve(n + pairs, d);
  const { nodes, nodeGradients } = space;
  nodes.set(leaves);
  encode(encoder, tree, nodes);
  nodeGradients.fill(0, 0, (n + pairs) * d);
  let error = 0;
  for (let q = 0; q < pairs; q++) error += unfold(encoder, tree, q, space, gradient, scale);
  // Back through the encoder, from the root down.
  const { encode: w, encodeBias: bias } = layoutOf(d);
  for (let q = pairs - 1; q >= 0; q--) {
    const [left, right, own] = [tree.left[q]! * d, tree.right[q]! * d, (n + q) * d];
    for (let i = 0; i < d; i++) {
      const y = nodes[own + i]!;
      const delta = nodeGradients[own + i]! * (1 - y * y);
      if (delta === 0) continue;
      gradient[bias + i]! += delta;
      const row = w + i * 2 * d;
      for (let k = 0; k < d; k++) {
        gradient[row + k]! += delta * nodes[left + k]!;
        gradient[row + d + k]! += delta * nodes[right + k]!;
        nodeGradients[left + k]! += delta * parameters[row + k]!;
        nodeGradients[right + k]! += delta * parameters[row + d + k]!;
      }
    }
  }
  return error;
}

/** Unfolds the pair q; its error, and the gradients with respect to the decoder and to y(q). */
function unfold(
  { dim: d, parameters }: TreeEncoder,
  tree: BinaryTree,
  q: number,
  { nodes, unfolded, nodeGradients, deltas, order }: Workspace,
  gradient: Float64Array,
  scale: number,
): number {
  const n = tree.words.length;
  const { decode: w, decodeBias: bias } = layoutOf(d);
  const root = n + q;
  for (let i = 0; i < d; i++) {
    unfolded[root * d + i] = nodes[root * d + i]!;
    deltas[root * d + i] = 0;
  }
  // Parents before children.
  let count = 0;
  order[count++] = root;
  let error = 0;
  for (let at = 0; at < count; at++) {
    const node = order[at]!;
    if (node < n) continue;
    const own = node * d;
    for (const [side, child] of [tree.left[node - n]!, tree.right[node - n]!].entries()) {
      order[count++] = child;
      for (let i = 0; i < d; i++) {
        const row = w + (side * d + i) * d;
        let sum = parameters[bias + side * d + i]!;
        for (let k = 0; k < d; k++) sum += parameters[row + k]! * unfolded[own + k]!;
        unfolded[child * d + i] = Math.tanh(sum);
        deltas[child * d + i] = 0;
      }
      if (child >= n) continue;
      for (let i = child * d; i < (child + 1) * d; i++) {
        const difference = unfolded[i]! - nodes[i]!;
        error += difference * difference;
        deltas[i] = 2 * scale * difference;
      }
    }
  }
  // Children before parents: deltas[child] is complete when its turn comes.
  for (let at = count - 1; at >= 0; at--) {
    const node = order[at]!;
    if (node < n) continue;
    const own = node * d;
    for (const [side, child] of [tree.left[node - n]!, tree.right[node - n]!].entries()) {
      for (let i = 0; i < d; i++) {
        const z = unfolded[child * d + i]!;
        const delta = deltas[child * d + i]! * (1 - z * z);
        if (delta === 0) continue;
        gradient[bias + side * d + i]! += delta;
        const row = w + (side * d + i) * d;
        for (let k = 0; k < d; k++) {
          gradient[row + k]! += delta * unfolded[own + k]!;
          deltas[own + k]! += delta * parameters[row + k]!;
        }
      }
    }
  }
  for (let i = 0; i < d; i++) nodeGradients[root * d + i]! += deltas[root * d + i]!;
  return error;
}
