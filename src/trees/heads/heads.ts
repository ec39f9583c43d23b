/**
 * Heads of constituents by table. A rule looks through the children from one side: label after label in order of
 * priority, or with `any` for the first child that bears one of the labels; the first rule that finds a child decides.
 * Punctuation is a head only where there is nothing else. Coordination as in Collins 1999: where the child before the
 * head is a coordinator, the head is the conjunct before that.
 */
import { isIntermediate } from "../binarize.ts";
import { PUNCTUATION_TAGS } from "../prepare.ts";
import { isLeaf, type Tree } from "../tree.ts";
import { splitChain } from "../unaries.ts";
import { GENERIC_HEADS } from "./head-tables.ts";

/** How the head of a constituent is found. */
export interface HeadRule {
  /**
   * The side the search starts from; `kin`: right for parents that begin with N, left for others, for a child with the
   * parent's first letter.
   */
  readonly from: "left" | "right" | "kin";
  /**
   * In order of priority; none: the first child on that side. `=` stands for the parent's label, a final `*` for any
   * ending.
   */
  readonly labels: readonly string[];
  /** Take the first child on that side that bears any of the labels. */
  readonly any?: boolean;
  /** Look at the outermost child on that side only. */
  readonly lastOnly?: boolean;
}

/** Head rules by label. */
export interface HeadTable {
  readonly name: string;
  /** For each label the rules to try in order. */
  readonly rules: Readonly<Record<string, readonly HeadRule[]>>;
  /** For labels without rules, and where no rule finds a child. */
  readonly otherwise: readonly HeadRule[];
  /** Labels of coordinating words and phrases. */
  readonly coordinators: readonly string[];
}

const bears = (label: string, wanted: string, parent: string) =>
  wanted === "="
    ? label === parent
    : wanted.endsWith("*") && wanted.length > 1
      ? label.startsWith(wanted.slice(0, -1))
      : label === wanted;

/** The index of the child a rule chooses among `candidates` (indices into `labels`, left to right), or −1. */
function applyRule(rule: HeadRule, parent: string, labels: readonly string[], candidates: readonly number[]): number {
  const rightward = rule.from === "left" || (rule.from === "kin" && !parent.startsWith("N"));
  const last = candidates.length - 1;
  const at = (step: number) => candidates[rightward ? step : last - step]!;
  if (rule.from === "kin") {
    for (let step = 0; step <= last; step++)
      if (parent !== "" && labels[at(step)]!.startsWith(parent[0]!)) return at(step);
    return -1;
  }
  if (rule.labels.length === 0) return at(0);
  const reach = rule.lastOnly ? 0 : last;
  if (rule.any) {
    for (let step = 0; step <= reach; step++) {
      if (rule.labels.some((wanted) => bears(labels[at(step)]!, wanted, parent))) return at(step);
    }
    return -1;
  }
  for (const wanted of rule.labels) {
    for (let step = 0; step <= reach; step++) if (bears(labels[at(step)]!, wanted, parent)) return at(step);
  }
  return -1;
}

/** The index of the head among children with these labels. There must be a child. */
export function headIndex(parent: string, labels: readonly string[], table: HeadTable = GENERIC_HEADS): number {
  let candidates: number[] = [];
  for (let i = 0; i < labels.length; i++) if (!PUNCTUATION_TAGS.has(labels[i]!)) candidates.push(i);
  if (candidates.length === 0) candidates = labels.map((_, i) => i);
  const own = Object.hasOwn(table.rules, parent) ? table.rules[parent]! : [];
  let head = -1;
  for (let i = 0; head < 0 && i < own.length; i++) head = applyRule(own[i]!, parent, labels, candidates);
  for (let i = 0; head < 0 && i < table.otherwise.length; i++)
    head = applyRule(table.otherwise[i]!, parent, labels, candidates);
  if (head < 0) head = candidates[0]!;
  const at = candidates.indexOf(head);
  return at >= 2 && table.coordinators.includes(labels[candidates[at - 1]!]!) ? candidates[at - 2]! : head;
}

const isChain = (label: string) => label.includes("|") || label.includes("\\");

/** Label that a node of a binarized or collapsed tree shows to its parent: the top of its chain. */
const upperLabel = (label: string) => (isChain(label) ? splitChain(label)[0]! : label);
/** Label whose rule holds for its children: the bottom of its chain. */
function lowerLabel(label: string): string {
  if (!isChain(label)) return label;
  const chain = splitChain(label);
  return chain[chain.length - 1]!;
}

/** Options of `headWords`. */
export interface HeadWordOptions {
  /**
   * The tree comes from `binarize` and `collapseUnaries`: find heads as in the tree it came from. An intermediate node
   * that holds the head of its constituent has that head; one that does not has the head its own members would have
   * (false).
   */
  readonly binarized?: boolean;
}

/**
 * The position (from 0) of the head word of every node, in the order of `nodes` (parents first, left to right).
 * O(nodes × length of intermediate chains).
 */
export function headWords(tree: Tree, table: HeadTable = GENERIC_HEADS, options: HeadWordOptions = {}): Int32Array {
  const binarized = options.binarized ?? false;
  const flat: Tree[] = [];
  const end: number[] = [];
  const firstWord: number[] = [];
  indexNodes(tree, flat, end, firstWord);
  const heads = new Int32Array(flat.length);
  // Children have larger indices than parents, so going down from the last index is bottom-up.
  for (let at = flat.length - 1; at >= 0; at--) {
    const node = flat[at]!;
    if (isLeaf(node) || node.children.length === 0) {
      heads[at] = firstWord[at]!;
      continue;
    }
    const members: number[] = [];
    memberIndices(at, flat, end, binarized, members);
    let chosen = members[0]!;
    if (members.length > 1) {
      const labels = members.map((member) => (binarized ? upperLabel(flat[member]!.label) : flat[member]!.label));
      const own = binarized ? lowerLabel(node.label) : node.label;
      chosen = members[headIndex(binarized && isIntermediate(own) ? own.slice(1) : own, labels, table)]!;
    }
    heads[at] = heads[chosen]!;
    // Intermediate nodes above the chosen member take its head.
    if (binarized && !isIntermediate(node.label)) spreadHead(at, chosen, flat, end, heads);
  }
  return heads;
}

/**
 * Nodes parents first; `end[i]` is one past the last node below node i; `firstWord[i]` the position of its first word.
 */
function indexNodes(tree: Tree, flat: Tree[], end: number[], firstWord: number[]): void {
  const open: (Tree | number)[] = [tree];
  let position = 0;
  while (open.length > 0) {
    const item = open.pop()!;
    if (typeof item === "number") {
      end[item] = flat.length;
      continue;
    }
    const index = flat.push(item) - 1;
    firstWord.push(position);
    end.push(index + 1);
    if (isLeaf(item)) position++;
    else {
      open.push(index);
      for (let i = item.children.length - 1; i >= 0; i--) open.push(item.children[i]!);
    }
  }
}

/** The indices of the children of node `at`, intermediate children of a binarized tree replaced by theirs. */
function memberIndices(
  at: number,
  flat: readonly Tree[],
  end: readonly number[],
  binarized: boolean,
  members: number[],
): void {
  for (let child = at + 1; child < end[at]!; ) {
    const node = flat[child]!;
    if (binarized && !isLeaf(node) && isIntermediate(node.label)) {
      child++;
    } else {
      members.push(child);
      child = end[child]!;
    }
  }
}

function spreadHead(
  at: number,
  chosen: number,
  flat: readonly Tree[],
  end: readonly number[],
  heads: Int32Array,
): void {
  for (let child = at + 1; child < chosen; ) {
    const node = flat[child]!;
    if (!isLeaf(node) && isIntermediate(node.label)) {
      if (end[child]! > chosen) heads[child] = heads[chosen]!;
      child = end[child]! > chosen ? child + 1 : end[child]!;
    } else child = end[child]!;
  }
}
