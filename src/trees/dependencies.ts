/**
 * Dependency trees: word i (from 1) hangs from word heads[i − 1], or from the wall, 0. Checks for roots, cycles and
 * projectivity, each O(words). Projective: the words below any word, with it, are consecutive.
 */
import type { TaggedSentence } from "./sentence.ts";

/** A dependency tree: for every word its tag, its head and its relation. */
export interface DependencyTree extends TaggedSentence {
  /** For each word the number of its head, from 1; 0 for a root. */
  readonly heads: readonly number[];
  /** For each word the relation to its head. */
  readonly labels: readonly string[];
}

/** The numbers, from 1, of the words that hang from the wall. */
export function rootsOf(heads: readonly number[]): number[] {
  const roots: number[] = [];
  heads.forEach((head, i) => {
    if (head === 0) roots.push(i + 1);
  });
  return roots;
}

/**
 * The words of one cycle in the order of their heads, from its smallest number; undefined when every word leads to the
 * wall.
 */
export function findCycle(heads: readonly number[]): number[] | undefined {
  // 0: not seen; otherwise the number of the walk that came through.
  const walk = new Int32Array(heads.length + 1);
  for (let start = 1; start <= heads.length; start++) {
    let word = start;
    while (word !== 0 && walk[word] === 0) {
      walk[word] = start;
      word = heads[word - 1]!;
    }
    if (word !== 0 && walk[word] === start) {
      const cycle = [word];
      for (let next = heads[word - 1]!; next !== word; next = heads[next - 1]!) cycle.push(next);
      const first = cycle.indexOf(cycle.reduce((smallest, one) => Math.min(smallest, one)));
      return [...cycle.slice(first), ...cycle.slice(0, first)];
    }
  }
  return undefined;
}

/** Words of a long list that a message names before the last. */
const MOST_LISTED = 8;

const listed = (words: readonly number[], separator: string): string =>
  (words.length <= MOST_LISTED + 1 ? words : [...words.slice(0, MOST_LISTED), "…", words.at(-1)]).join(separator);

/** What keeps the heads from being a tree with one root, in words; undefined when nothing does. */
export function dependencyDefect(
  heads: readonly number[],
  options: { readonly roots?: "one" | "any" } = {},
): string | undefined {
  const words = heads.length;
  for (let i = 0; i < words; i++) {
    const head = heads[i]!;
    if (!Number.isInteger(head) || head < 0 || head > words)
      return `word ${i + 1} has the head ${head}; heads run from 0 to ${words}`;
    if (head === i + 1) return `word ${i + 1} is its own head`;
  }
  const cycle = findCycle(heads);
  if (cycle !== undefined) return `words ${listed([...cycle, cycle[0]!], " → ")} form a cycle`;
  const roots = rootsOf(heads);
  if (words > 0 && roots.length !== 1 && (options.roots ?? "one") === "one") {
    return `words ${listed(roots, ", ")} all have the head 0; a tree has one root`;
  }
  return undefined;
}

/** Words in an order where every head comes before its dependents; shorter than the sentence when there is a cycle. */
function headsFirst(heads: readonly number[]): Int32Array {
  const words = heads.length;
  const dependents = new Int32Array(words + 2);
  for (const head of heads) dependents[head + 1]!++;
  for (let i = 1; i <= words + 1; i++) dependents[i]! += dependents[i - 1]!;
  const fill = dependents.slice();
  const children = new Int32Array(words);
  for (let word = 1; word <= words; word++) children[fill[heads[word - 1]!]!++] = word;
  const order = new Int32Array(words);
  let end = 0;
  for (let i = dependents[0]!; i < dependents[1]!; i++) order[end++] = children[i]!;
  for (let at = 0; at < end; at++) {
    const word = order[at]!;
    for (let i = dependents[word]!; i < dependents[word + 1]!; i++) order[end++] = children[i]!;
  }
  return order.subarray(0, end);
}

/**
 * Whether no two arcs cross, arcs from the wall (left of the first word) included. Heads with a cycle are not
 * projective.
 */
export function isProjective(heads: readonly number[]): boolean {
  const words = heads.length;
  const order = headsFirst(heads);
  if (order.length < words) return false;
  const first = Int32Array.from({ length: words + 1 }, (_, i) => i);
  const last = first.slice();
  const size = new Int32Array(words + 1).fill(1);
  for (let at = words - 1; at >= 0; at--) {
    const word = order[at]!;
    if (last[word]! - first[word]! + 1 !== size[word]!) return false;
    const head = heads[word - 1]!;
    if (first[word]! < first[head]!) first[head] = first[word]!;
    if (last[word]! > last[head]!) last[head] = last[word]!;
    size[head]! += size[word]!;
  }
  return true;
}

/** The numbers of the words whose arc some other arc crosses. O(words²). */
export function crossedWords(heads: readonly number[]): number[] {
  const crossed: number[] = [];
  const low = heads.map((head, i) => Math.min(head, i + 1));
  const high = heads.map((head, i) => Math.max(head, i + 1));
  for (let i = 0; i < heads.length; i++) {
    const crosses = heads.some((_, j) => {
      const inside = low[i]! < low[j]! && low[j]! < high[i]! && high[j]! > high[i]!;
      return inside || (low[j]! < low[i]! && low[i]! < high[j]! && high[i]! > high[j]!);
    });
    if (crosses) crossed.push(i + 1);
  }
  return crossed;
}
