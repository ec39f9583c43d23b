/** The dependency tree of a grown sentence: every node hangs by its relation on the head of the phrase it stands in. */
import type { Node } from "./node.ts";

export interface Dependencies {
  readonly forms: readonly string[];
  readonly tags: readonly string[];
  /** For each word the position of its head, from 1; 0 is the root. */
  readonly heads: readonly number[];
  readonly labels: readonly string[];
}

/** In a coordination the conjunction hangs on the conjunct after it, all else on the head. */
export function dependencies(root: Node): Dependencies {
  const forms: string[] = [];
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
      forms.push(node.word);
      tags.push(node.label);
      return forms.length;
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
  return { forms, tags, heads, labels };
}
