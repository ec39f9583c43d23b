/**
 * Syntax graphs: constituents whose words need not be neighbours, words that hang nowhere, secondary edges; what
 * TIGER-XML and NEGRA export hold.
 *
 * `graphToTree` makes an ordinary tree of one by a fixed rule, and counts what it changed:
 * 1. Loose words (punctuation, as a rule; those under no constituent or only under a virtual root) are lowered: between
 *    two words to the lowest constituent that holds both, before the first or after the last to the root, if there is
 *    one root.
 * 2. Crossing branches are raised: bottom-up, a constituent whose words fall into several blocks keeps the block of its
 *    head (the child with edge label HD, otherwise by head table) and gives its other children to its parent, where
 *    they stay if they are in the head's block there.
 */
import { shortened } from "../base/quoted.ts";
import { GENERIC_HEADS } from "./heads/head-tables.ts";
import { type HeadTable, headIndex } from "./heads/heads.ts";
import type { Tree } from "./tree.ts";

/** An edge beside the tree. */
export interface SecondaryEdge {
  readonly label: string;
  /** Index of a constituent. */
  readonly parent: number;
}

/** A constituent of a syntax graph. */
export interface GraphNode {
  /** The tag of a word, the category of a constituent. */
  readonly label: string;
  /** Index of the constituent above, or −1. */
  readonly parent: number;
  /** The function in the constituent above; "--" for none. */
  readonly edge: string;
  /** What else the source says: lemma, morph, … */
  readonly features: Readonly<Record<string, string>>;
  readonly secondary: readonly SecondaryEdge[];
}

/** A word of a syntax graph. */
export interface GraphWord extends GraphNode {
  readonly word: string;
}

/** Constituents that may have gaps, as in TIGER and NEGRA. */
export interface SyntaxGraph {
  readonly id: string;
  readonly words: readonly GraphWord[];
  readonly constituents: readonly GraphNode[];
  /** What else the source says about the sentence. */
  readonly note: string;
}

/** Constituents in an order where every child comes before its parent; shorter than the graph when there is a cycle. */
function childrenFirst(constituents: readonly GraphNode[]): number[] {
  const waiting = new Int32Array(constituents.length);
  for (const { parent } of constituents) if (parent >= 0) waiting[parent]!++;
  const order: number[] = [];
  constituents.forEach((_, i) => {
    if (waiting[i] === 0) order.push(i);
  });
  for (let at = 0; at < order.length; at++) {
    const parent = constituents[order[at]!]!.parent;
    if (parent >= 0 && --waiting[parent]! === 0) order.push(parent);
  }
  return order;
}

/** What keeps a graph from being a set of trees, and the constituent at fault; undefined when nothing does. */
export function graphDefect({
  words,
  constituents,
}: SyntaxGraph): { readonly reason: string; readonly constituent: number } | undefined {
  const filled = new Uint8Array(constituents.length);
  for (const node of [...words, ...constituents]) if (node.parent >= 0) filled[node.parent] = 1;
  const empty = filled.indexOf(0);
  if (empty >= 0)
    return { reason: `the constituent ${shortened(constituents[empty]!.label)} has no children`, constituent: empty };
  const order = childrenFirst(constituents);
  if (order.length === constituents.length) return undefined;
  const reached = new Set(order);
  const inCycle = constituents.findIndex((_, i) => !reached.has(i));
  return { reason: `the constituent ${shortened(constituents[inCycle]!.label)} is below itself`, constituent: inCycle };
}

/** How a syntax graph becomes a tree. */
export interface GraphTreeOptions {
  /** Write functions into labels: NP-SB (false). */
  readonly functions?: boolean;
  /** For heads where no edge is labelled HD. */
  readonly heads?: HeadTable;
}

/** A tree made of a syntax graph, and what had to be changed. */
export interface GraphTree {
  readonly tree: Tree;
  /** Loose words that were given a constituent. */
  readonly lowered: number;
  /** Constituents whose words were not neighbours. */
  readonly discontinuous: number;
  /** Words and constituents that moved up. */
  readonly raised: number;
}

const VIRTUAL_ROOT = "VROOT";
const HEAD_EDGE = "HD";

interface Part {
  readonly tree: Tree;
  readonly edge: string;
  readonly start: number;
  readonly end: number;
  readonly key: string;
}

/** The ordinary tree of a graph. The graph must have words and no defect. */
export function graphToTree(graph: SyntaxGraph, options: GraphTreeOptions = {}): GraphTree {
  const { words, constituents } = graph;
  const virtual = constituents.length;
  const isVirtual = (index: number) =>
    index < 0 || (constituents[index]!.parent < 0 && constituents[index]!.label === VIRTUAL_ROOT);
  const parentOf = constituents.map((node) => (isVirtual(node.parent) ? virtual : node.parent));
  const wordParent = words.map((word) => (isVirtual(word.parent) ? virtual : word.parent));
  const roots = parentOf.flatMap((parent, i) => (parent === virtual && !isVirtual(i) ? [i] : []));
  const lowered = lowerLoose(wordParent, parentOf, virtual, roots.length === 1 ? roots[0]! : virtual);

  const labelled = (node: GraphNode) =>
    options.functions && node.edge !== "--" && node.edge !== "" ? `${node.label}-${node.edge}` : node.label;
  const parts: Part[][] = Array.from({ length: virtual + 1 }, () => []);
  const moved = new Set<string>();
  let discontinuous = 0;
  words.forEach((word, i) => {
    const tree = { label: labelled(word), word: word.word };
    parts[wordParent[i]!]!.push({ tree, edge: word.edge, start: i, end: i + 1, key: `w${i}` });
  });
  for (const index of childrenFirst(constituents)) {
    if (isVirtual(index)) continue;
    const node = constituents[index]!;
    const children = parts[index]!.sort((a, b) => a.start - b.start);
    const [from, to] = headBlock(node.label, children, options.heads ?? GENERIC_HEADS);
    if (to - from < children.length) discontinuous++;
    children.forEach((child, i) => {
      if (i >= from && i < to) return;
      moved.add(child.key);
      parts[parentOf[index]!]!.push(child);
    });
    const kept = children.slice(from, to);
    const tree = { label: labelled(node), children: kept.map((child) => child.tree) };
    const part = { tree, edge: node.edge, start: kept[0]!.start, end: kept[kept.length - 1]!.end, key: `c${index}` };
    parts[parentOf[index]!]!.push(part);
  }
  const top = parts[virtual]!.sort((a, b) => a.start - b.start);
  const tree = top.length === 1 ? top[0]!.tree : { label: VIRTUAL_ROOT, children: top.map((part) => part.tree) };
  return { tree, lowered, discontinuous, raised: moved.size };
}

/**
 * Gives loose words (those under `virtual`) a constituent, in place, and counts them. O(words + steps between them).
 */
function lowerLoose(wordParent: number[], parentOf: readonly number[], virtual: number, edgeParent: number): number {
  const levels = levelsOf(parentOf, virtual);
  let lowered = 0;
  let left = -1;
  for (let i = 0; i < wordParent.length; ) {
    if (wordParent[i] !== virtual) {
      left = i++;
      continue;
    }
    let right = i + 1;
    while (right < wordParent.length && wordParent[right] === virtual) right++;
    const inside = left >= 0 && right < wordParent.length;
    const parent = inside ? lowestCommon(wordParent[left]!, wordParent[right]!, parentOf, levels) : edgeParent;
    if (parent !== virtual) lowered += right - i;
    for (; i < right; i++) wordParent[i] = parent;
  }
  return lowered;
}

/** How far below `virtual`, the last index, every constituent is. */
function levelsOf(parentOf: readonly number[], virtual: number): Int32Array {
  const levels = new Int32Array(virtual + 1).fill(-1);
  levels[virtual] = 0;
  const way: number[] = [];
  for (let i = 0; i < virtual; i++) {
    for (let node = i; levels[node]! < 0; node = parentOf[node]!) way.push(node);
    for (let node = way.pop(); node !== undefined; node = way.pop()) levels[node] = levels[parentOf[node]!]! + 1;
  }
  return levels;
}

function lowestCommon(a: number, b: number, parentOf: readonly number[], levels: Int32Array): number {
  let [one, other] = [a, b];
  while (one !== other) {
    if (levels[one]! >= levels[other]!) one = parentOf[one]!;
    else other = parentOf[other]!;
  }
  return one;
}

/** The range of the children, sorted by place, that form one block with the head. */
function headBlock(label: string, children: readonly Part[], heads: HeadTable): [number, number] {
  let head = children.findIndex((child) => child.edge === HEAD_EDGE);
  if (head < 0) {
    head = headIndex(
      label,
      children.map((child) => child.tree.label),
      heads,
    );
  }
  let from = head;
  while (from > 0 && children[from - 1]!.end === children[from]!.start) from--;
  let to = head + 1;
  while (to < children.length && children[to]!.start === children[to - 1]!.end) to++;
  return [from, to];
}

/** A graph without crossing branches or secondary edges from a tree. */
export function treeToGraph(tree: Tree, id: string): SyntaxGraph {
  const words: GraphWord[] = [];
  const constituents: GraphNode[] = [];
  const open: { node: Tree; parent: number }[] = [{ node: tree, parent: -1 }];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const { node, parent } = item;
    const common = { label: node.label, parent, edge: "--", features: {}, secondary: [] };
    if ("word" in node) words.push({ ...common, word: node.word });
    else {
      const index = constituents.push(common) - 1;
      for (let i = node.children.length - 1; i >= 0; i--) open.push({ node: node.children[i]!, parent: index });
    }
  }
  return { id, words, constituents, note: "" };
}
