/**
 * Trees while they grow: every phrase knows which child is its head, every node how it depends on the head of the
 * phrase it stands in (Universal Dependencies relations: content words are heads). Trees and dependencies are both read
 * off.
 */

export interface Node {
  readonly label: string;
  readonly relation: string;
  readonly word: string | undefined;
  readonly children: readonly Node[];
  /** Index of the head child. */
  readonly head: number;
}

const NONE: readonly Node[] = [];

export const leaf = (tag: string, word: string, relation: string): Node => ({
  label: tag,
  relation,
  word,
  children: NONE,
  head: 0,
});

/** A phrase whose head is the child at `head`. */
export const phrase = (label: string, relation: string, children: readonly Node[], head: number): Node => ({
  label,
  relation,
  word: undefined,
  children,
  head,
});

/** The same node in another relation. */
export const related = (node: Node, relation: string): Node => ({ ...node, relation });

/** The first word below a node. */
export function firstWord(node: Node): string {
  while (node.word === undefined) node = node.children[0]!;
  return node.word;
}
