/**
 * Nodes of trees that fit a pattern (pattern.ts), by backtracking over the nodes that each relation leads to. Parts
 * that keep no node are decided once for each node (decisions.ts): only names multiply the ways in which a pattern
 * fits.
 */
import type { Tree } from "../tree.ts";
import { Decisions } from "./decisions.ts";
import { type NumberedTree, numberedTree } from "./numbered-tree.ts";
import { type Condition, type NodePattern, readPattern, type TreePattern } from "./pattern.ts";
import { related } from "./related.ts";

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
  const decisions = new Decisions(numbered);
  for (let node = 0; node < numbered.labels.length; node++) {
    const seen = new Set<string>();
    for (const bindings of fitting(decisions, asked, node, NO_BINDINGS)) {
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
function* fitting(search: Decisions, pattern: NodePattern, node: number, bindings: Bindings): Generator<Bindings> {
  const { accepts, name, condition } = pattern;
  if (!accepts(search.tree.labels[node]!)) return;
  const kept = name === undefined ? undefined : bindings.get(name);
  if (kept !== undefined && kept !== node) return;
  const known = name === undefined || kept !== undefined ? bindings : new Map([...bindings, [name, node]]);
  if (condition === undefined) yield known;
  else yield* holding(search, condition, node, known);
}

function* holding(search: Decisions, condition: Condition, node: number, bindings: Bindings): Generator<Bindings> {
  if (!search.keeps(condition)) {
    if (search.holds(condition, node)) yield bindings;
    return;
  }
  switch (condition.kind) {
    case "relation":
      for (const other of related(search.tree, condition.relation, node))
        yield* fitting(search, condition.node, other, bindings);
      return;
    case "not":
      for (const _ of holding(search, condition.condition, node, bindings)) return;
      yield bindings;
      return;
    case "any":
      for (const each of condition.conditions) yield* holding(search, each, node, bindings);
      return;
    case "all":
      yield* allHolding(search, condition.conditions, 0, node, bindings);
  }
}

function* allHolding(
  search: Decisions,
  conditions: readonly Condition[],
  at: number,
  node: number,
  bindings: Bindings,
): Generator<Bindings> {
  if (at === conditions.length) yield bindings;
  else
    for (const next of holding(search, conditions[at]!, node, bindings))
      yield* allHolding(search, conditions, at + 1, node, next);
}
