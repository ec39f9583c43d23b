/**
 * Where the nodes of a tree stand in a drawing: children side by side, each parent above the middle of its first and
 * last child, no two texts of one level nearer than the gap. Widths come from the caller, in columns of a terminal or
 * in pixels. O(nodes).
 */
import { isLeaf, type Tree } from "../tree.ts";

/** A node and its place. */
export interface PlacedNode {
  readonly node: Tree;
  /** Index of the parent among the placed nodes; −1 for the root. */
  readonly parent: number;
  /** 0 for the root. */
  readonly level: number;
  /** Middle of the label, and for a leaf of its word. */
  x: number;
}

/** A tree with the places of its nodes. */
export interface Layout {
  /** Parents before children, left before right. */
  readonly nodes: readonly PlacedNode[];
  readonly width: number;
  /** Largest level of a tag; words stand one below. */
  readonly depth: number;
}

/** Sizes that a drawing needs. */
export interface Measures {
  label(text: string): number;
  word(text: string): number;
  readonly gap: number;
}

/** Places the nodes of a tree so that no two overlap. */
export function layoutTree(tree: Tree, measures: Measures): Layout {
  const nodes: PlacedNode[] = [];
  const children: number[][] = [];
  const open: { node: Tree; parent: number; level: number }[] = [{ node: tree, parent: -1, level: 0 }];
  while (open.length > 0) {
    const next = open.pop()!;
    const at = nodes.push({ ...next, x: 0 }) - 1;
    children.push([]);
    if (next.parent >= 0) children[next.parent]!.push(at);
    if (isLeaf(next.node)) continue;
    for (let i = next.node.children.length - 1; i >= 0; i--)
      open.push({ node: next.node.children[i]!, parent: at, level: next.level + 1 });
  }
  // Bottom-up: the width of each subtree, and where in it the node's own middle and its first child's box begin.
  const width = new Float64Array(nodes.length);
  const middle = new Float64Array(nodes.length);
  const shift = new Float64Array(nodes.length);
  for (let at = nodes.length - 1; at >= 0; at--) {
    const { node } = nodes[at]!;
    const own = isLeaf(node)
      ? Math.max(measures.label(node.label), measures.word(node.word))
      : measures.label(node.label);
    const below = children[at]!;
    if (below.length === 0) {
      width[at] = own;
      middle[at] = own / 2;
      continue;
    }
    let right = 0;
    const centres: number[] = [];
    for (const child of below) {
      centres.push(right + middle[child]!);
      right += width[child]! + measures.gap;
    }
    right -= measures.gap;
    const centre = (centres[0]! + centres[centres.length - 1]!) / 2;
    shift[at] = Math.max(0, own / 2 - centre);
    middle[at] = centre + shift[at]!;
    width[at] = Math.max(right + shift[at]!, middle[at]! + own / 2);
  }
  const left = new Float64Array(nodes.length);
  let depth = 0;
  for (let at = 0; at < nodes.length; at++) {
    nodes[at]!.x = left[at]! + middle[at]!;
    depth = Math.max(depth, nodes[at]!.level);
    let next = left[at]! + shift[at]!;
    for (const child of children[at]!) {
      left[child] = next;
      next += width[child]! + measures.gap;
    }
  }
  return { nodes, width: width[0]!, depth };
}
