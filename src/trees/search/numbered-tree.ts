/** A tree with its nodes numbered from the top, each before what is below it; words are nodes under their tags. */
import { isLeaf, type Tree } from "../tree.ts";

export interface NumberedTree {
  readonly labels: readonly string[];
  /** The subtree at a node; of a word, its tag. */
  readonly subtrees: readonly Tree[];
  /** −1 above the top. */
  readonly parent: readonly number[];
  readonly children: readonly (readonly number[])[];
  /** The place of a node among the children of its parent. */
  readonly place: readonly number[];
  /** The last node below each, or itself. */
  readonly last: readonly number[];
  /** Words before each node, and before its end. */
  readonly begin: readonly number[];
  readonly end: readonly number[];
}

/** O(nodes), with a stack: treebanks hold trees too deep for recursion. */
export function numberedTree(tree: Tree): NumberedTree {
  const labels: string[] = [];
  const subtrees: Tree[] = [];
  const parent: number[] = [];
  const children: number[][] = [];
  const place: number[] = [];
  const begin: number[] = [];
  const end: number[] = [];
  const last: number[] = [];
  let words = 0;
  const add = (label: string, subtree: Tree, above: number): number => {
    const node = labels.push(label) - 1;
    subtrees.push(subtree);
    parent.push(above);
    children.push([]);
    place.push(above < 0 ? 0 : children[above]!.push(node) - 1);
    begin.push(words);
    end.push(words);
    last.push(node);
    return node;
  };
  const open: { readonly tree: Tree; readonly above: number }[] = [{ tree, above: -1 }];
  while (open.length > 0) {
    const { tree: next, above } = open.pop()!;
    const node = add(next.label, next, above);
    if (isLeaf(next)) {
      const word = add(next.word, next, node);
      end[node] = end[word] = ++words;
    } else for (let i = next.children.length - 1; i >= 0; i--) open.push({ tree: next.children[i]!, above: node });
  }
  for (let node = labels.length - 1; node > 0; node--) {
    const above = parent[node]!;
    last[above] = Math.max(last[above]!, last[node]!);
    end[above] = Math.max(end[above]!, end[node]!);
  }
  return { labels, subtrees, parent, children, place, last, begin, end };
}
