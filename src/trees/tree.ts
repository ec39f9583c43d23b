/** Constituency trees: immutable, plain objects. A leaf is a preterminal with its word. */

export interface Leaf {
  readonly label: string;
  readonly word: string;
}

/** A constituent: a label over children. */
export interface Branch {
  readonly label: string;
  readonly children: readonly Tree[];
}

/** A constituency tree: a word with its tag, or a constituent. */
export type Tree = Leaf | Branch;

/** Whether a tree is a word with its tag. */
export const isLeaf = (tree: Tree): tree is Leaf => "word" in tree;

/** The leaves from left to right. Written with a stack: treebanks hold trees too deep for recursion. */
export function leaves(tree: Tree): Leaf[] {
  const found: Leaf[] = [];
  const open: Tree[] = [tree];
  while (open.length > 0) {
    const node = open.pop()!;
    if (isLeaf(node)) found.push(node);
    else for (let i = node.children.length - 1; i >= 0; i--) open.push(node.children[i]!);
  }
  return found;
}

/** The words of a tree, from left to right. */
export const words = (tree: Tree): string[] => leaves(tree).map((leaf) => leaf.word);
