/** Labelled spans of a tree: a node over words start … end − 1, counted from 0. */
import { type Branch, isLeaf, type Tree } from "./tree.ts";

/** A labelled span of words. */
export interface Span {
  readonly label: string;
  readonly start: number;
  /** One past the last word. */
  readonly end: number;
}

/** Options of `spans`. */
export interface SpanOptions {
  /** Also give the tags over single words. */
  readonly leaves?: boolean;
}

/**
 * The spans of all branches, children before parents, from left to right. A branch without words has start = end.
 * O(nodes).
 */
export function spans(tree: Tree, options: SpanOptions = {}): Span[] {
  const found: Span[] = [];
  const withLeaves = options.leaves ?? false;
  const open: Branch[] = [];
  const next: number[] = [];
  const starts: number[] = [];
  let position = 0;
  const enter = (node: Tree): void => {
    if (!isLeaf(node)) {
      open.push(node);
      next.push(0);
      starts.push(position);
      return;
    }
    if (withLeaves) found.push({ label: node.label, start: position, end: position + 1 });
    position++;
  };
  enter(tree);
  while (open.length > 0) {
    const top = open.length - 1;
    const child = open[top]!.children[next[top]!++];
    if (child !== undefined) {
      enter(child);
      continue;
    }
    found.push({ label: open.pop()!.label, start: starts.pop()!, end: position });
    next.pop();
  }
  return found;
}
