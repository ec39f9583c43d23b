/** Nodes of trees that fit a pattern (pattern.ts), by backtracking over the nodes that each relation leads to. */
import type { Tree } from "../tree.ts";
import { type NumberedTree, numberedTree } from "./numbered-tree.ts";
import { type Condition, type NodePattern, type RelationName, readPattern, type TreePattern } from "./pattern.ts";

/** A node that was found. */
export interface FoundNode {
  readonly label: string;
  /** The subtree; of a word, its tag. */
  readonly tree: Tree;
  /** The words of the sentence from `begin` up to `end`. */
  readonly begin: number;
  readonly end: number;
}

/** A place where a pattern was found. */
export interface TreeMatch extends FoundNode {
  /** The nodes kept under the pattern's names. */
  readonly names: Readonly<Record<string, FoundNode>>;
}

type Bindings = ReadonlyMap<string, number>;
const NO_BINDINGS: Bindings = new Map();

/**
 * The nodes that fit, from the top, left to right: each once, or where the pattern has names once for every choice of
 * the nodes kept.
 */
export function* searchTree(tree: Tree, pattern: string | TreePattern): Generator<TreeMatch> {
  const asked = typeof pattern === "string" ? readPattern(pattern) : pattern;
  const numbered = numberedTree(tree);
  for (let node = 0; node < numbered.labels.length; node++) {
    const seen = new Set<string>();
    for (const bindings of fitting(numbered, asked, node, NO_BINDINGS)) {
      const key = asked.names.map((name) => bindings.get(name) ?? "").join(" ");
      if (seen.has(key)) continue;
      seen.add(key);
      const names = [...bindings].map(([name, at]) => [name, nodeAt(numbered, at)] as const);
      yield { ...nodeAt(numbered, node), names: Object.fromEntries(names) };
      if (asked.names.length === 0) break;
    }
  }
}

const nodeAt = ({ labels, subtrees, begin, end }: NumberedTree, node: number): FoundNode => ({
  label: labels[node]!,
  tree: subtrees[node]!,
  begin: begin[node]!,
  end: end[node]!,
});

/** Every way in which the node fits, as what is kept then. */
function* fitting(tree: NumberedTree, pattern: NodePattern, node: number, bindings: Bindings): Generator<Bindings> {
  const { accepts, name, condition } = pattern;
  if (!accepts(tree.labels[node]!)) return;
  const kept = name === undefined ? undefined : bindings.get(name);
  if (kept !== undefined && kept !== node) return;
  const known = name === undefined || kept !== undefined ? bindings : new Map([...bindings, [name, node]]);
  if (condition === undefined) yield known;
  else yield* holding(tree, condition, node, known);
}

function* holding(tree: NumberedTree, condition: Condition, node: number, bindings: Bindings): Generator<Bindings> {
  switch (condition.kind) {
    case "relation":
      for (const other of related(tree, condition.relation, node))
        yield* fitting(tree, condition.node, other, bindings);
      return;
    case "not":
      for (const _ of holding(tree, condition.condition, node, bindings)) return;
      yield bindings;
      return;
    case "any":
      for (const each of condition.conditions) yield* holding(tree, each, node, bindings);
      return;
    case "all":
      yield* allHolding(tree, condition.conditions, 0, node, bindings);
  }
}

function* allHolding(
  tree: NumberedTree,
  conditions: readonly Condition[],
  at: number,
  node: number,
  bindings: Bindings,
): Generator<Bindings> {
  if (at === conditions.length) yield bindings;
  else
    for (const next of holding(tree, conditions[at]!, node, bindings))
      yield* allHolding(tree, conditions, at + 1, node, next);
}

/** The nodes B of `A relation B`, in order. */
function* related(tree: NumberedTree, relation: RelationName, node: number): Generator<number> {
  const { parent, children, place, last, begin, end, labels } = tree;
  const below = children[node]!;
  const above = parent[node]!;
  const sisters = above < 0 ? [] : children[above]!;
  const own = place[node]!;
  const some = (holds: (other: number) => boolean) => labels.flatMap((_, other) => (holds(other) ? [other] : []));
  switch (relation) {
    case "<":
      return yield* below;
    case "<<":
      for (let other = node + 1; other <= last[node]!; other++) yield other;
      return;
    case ">":
      if (above >= 0) yield above;
      return;
    case ">>":
      for (let other = above; other >= 0; other = parent[other]!) yield other;
      return;
    case "<,":
      return yield* below.slice(0, 1);
    case "<-":
      return yield* below.slice(-1);
    case "<:":
      return yield* below.length === 1 ? below : [];
    case ".":
      return yield* some((other) => begin[other] === end[node]);
    case "..":
      return yield* some((other) => begin[other]! >= end[node]!);
    case ",":
      return yield* some((other) => end[other] === begin[node]);
    case ",,":
      return yield* some((other) => end[other]! <= begin[node]!);
    case "$":
      return yield* sisters.filter((other) => other !== node);
    case "$+":
      return yield* sisters.slice(own + 1, own + 2);
    case "$-":
      return yield* own > 0 ? sisters.slice(own - 1, own) : [];
    case "$++":
      return yield* sisters.slice(own + 1);
    case "$--":
      return yield* sisters.slice(0, own);
  }
}
