/** The dependency tree of a grown sentence: every node hangs by its relation on the head of the phrase it stands in. */
import type { DependencyTree } from "../trees/dependencies.ts";
import type { Node } from "./node.ts";

/** In a coordination the conjunction hangs on the conjunct after it, all else on the head. */
export function dependencies(root: Node): DependencyTree {
  const words: string[] = [];
  const tags: string[] = [];
  const heads: number[] = [];
  const labels: string[] = [];
  const attach = (word: number, head: number, relation: string) => {
    heads[word - 1] = head;
    labels[word - 1] = relation;
  };
  /** Returns the position of the node's head word. */
  const visit = (node: Node): number => {
    if (node.word !== undefined) {
      words.push(node.word);
      tags.push(node.label);
      return words.length;
    }
    const positions = node.children.map(visit);
    const head = positions[node.head]!;
    for (let i = node.children.length - 1, conjunct = head; i >= 0; i--) {
      const { relation } = node.children[i]!;
      if (relation === "conj") conjunct = positions[i]!;
      if (i !== node.head) attach(positions[i]!, relation === "cc" ? conjunct : head, relation);
    }
    return head;
  };
  attach(visit(root), 0, "root");
  return { words, tags, heads, labels };
}
