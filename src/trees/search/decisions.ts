/**
 * Whether nodes of one tree fit patterns that keep no node. Which node a relation found does not matter then, only that
 * there is one: each pattern is asked once of each node, where backtracking would try every choice of nodes together.
 */
import type { NumberedTree } from "./numbered-tree.ts";
import type { Condition, NodePattern } from "./pattern.ts";
import { related } from "./related.ts";

export class Decisions {
  readonly #keeping = new Map<Condition, boolean>();
  /** Of each pattern with a condition, by node: 0 not asked yet, 1 it fits, 2 it does not. */
  readonly #known = new Map<NodePattern, Uint8Array>();

  constructor(readonly tree: NumberedTree) {}

  /** Whether a node is kept under a name, or compared with one that was, somewhere in the condition. */
  keeps(condition: Condition): boolean {
    let found = this.#keeping.get(condition);
    if (found === undefined) {
      found = this.#keepsWithin(condition);
      this.#keeping.set(condition, found);
    }
    return found;
  }

  #keepsWithin(condition: Condition): boolean {
    switch (condition.kind) {
      case "relation":
        if (condition.node.name !== undefined) return true;
        return condition.node.condition !== undefined && this.keeps(condition.node.condition);
      case "not":
        return this.keeps(condition.condition);
      default:
        return condition.conditions.some((each) => this.keeps(each));
    }
  }

  /** Whether the condition, which keeps nothing, holds of the node. */
  holds(condition: Condition, node: number): boolean {
    switch (condition.kind) {
      case "relation":
        for (const other of related(this.tree, condition.relation, node))
          if (this.#fits(condition.node, other)) return true;
        return false;
      case "not":
        return !this.holds(condition.condition, node);
      case "any":
        return condition.conditions.some((each) => this.holds(each, node));
      case "all":
        return condition.conditions.every((each) => this.holds(each, node));
    }
  }

  #fits(pattern: NodePattern, node: number): boolean {
    const { accepts, condition } = pattern;
    if (!accepts(this.tree.labels[node]!)) return false;
    if (condition === undefined) return true;
    let known = this.#known.get(pattern);
    if (known === undefined) this.#known.set(pattern, (known = new Uint8Array(this.tree.labels.length)));
    known[node] ||= this.holds(condition, node) ? 1 : 2;
    return known[node] === 1;
  }
}
