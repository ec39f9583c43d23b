/**
 * The undirected latent tree of a bracketing with the lengths of its edges (Eq. 3 and 4 of Parikh et al. 2014), as
 * data, as Newick text and for drawing. Where neighbour joining or recursive grouping found a tree that need not follow
 * the order of the words, data and Newick give that one too.
 */
import { neighboursOf, type SplitTree, type UndirectedTree } from "../../charts/index.ts";
import type { Tree } from "../../trees/index.ts";
import type { InducedParse } from "./predict.ts";

/** What the latent tree is made from. */
type Induced = Pick<InducedParse, "sentence" | "split" | "distances" | "undirected">;

/** A node with the edge above it; the two halves of the top bracket share one edge, which stands half with each. */
export interface LatentNode {
  readonly start: number;
  readonly end: number;
  readonly length: number;
  readonly word?: string;
  readonly tag?: string;
  readonly parts?: readonly LatentNode[];
}

type Leaves = readonly [start: number, end: number][];

/** Mean distance between two sets of leaves, each a list of spans. */
function mean(distances: Float64Array, n: number, first: Leaves, second: Leaves): number {
  let sum = 0;
  let pairs = 0;
  for (const [a, b] of first) {
    for (const [c, d] of second) {
      for (let i = a; i < b; i++) for (let j = c; j < d; j++) sum += distances[i * n + j]!;
      pairs += (b - a) * (d - c);
    }
  }
  return sum / pairs;
}

/** The edge between two nodes, each given by the leaf sets behind it: one for a leaf, two for an inner node. */
function edgeLength(distances: Float64Array, n: number, near: readonly Leaves[], far: readonly Leaves[]): number {
  const d = (a: Leaves, b: Leaves) => mean(distances, n, a, b);
  if (near.length === 1 && far.length === 1) return d(near[0]!, far[0]!);
  if (near.length === 1) return 0.5 * (d(near[0]!, far[0]!) + d(near[0]!, far[1]!) - d(far[0]!, far[1]!));
  if (far.length === 1) return edgeLength(distances, n, far, near);
  const [[a, b], [g, h]] = [near as [Leaves, Leaves], far as [Leaves, Leaves]];
  return 0.25 * (d(a, g) + d(a, h) + d(b, g) + d(b, h)) - 0.5 * d(a, b) - 0.5 * d(g, h);
}

/** The latent tree of a bracketing, with the length of every edge. */
export function latentTree({ sentence, split, distances }: Induced): LatentNode {
  const n = sentence.words.length;
  const behind = ({ start, end, parts }: SplitTree): Leaves[] =>
    parts === undefined ? [[[start, end]]] : parts.map((part) => [[part.start, part.end]] as Leaves);
  const node = (at: SplitTree, length: number): LatentNode => {
    const { start, end, parts } = at;
    if (parts === undefined) return { start, end, length, word: sentence.words[start]!, tag: sentence.tags[start]! };
    const [left, right] = parts;
    const outside: Leaves = (
      [
        [0, start],
        [end, n],
      ] as Leaves
    ).filter(([a, b]) => b > a);
    if (outside.length === 0) {
      const half = edgeLength(distances, n, behind(left), behind(right)) / 2;
      return { start, end, length, parts: [node(left, half), node(right, half)] };
    }
    const above = (child: SplitTree, sister: SplitTree) =>
      edgeLength(distances, n, behind(child), [[[sister.start, sister.end]], outside]);
    return { start, end, length, parts: [node(left, above(left, right)), node(right, above(right, left))] };
  };
  return node(split, 0);
}

/** What `parse --format json` writes of a sentence; `undirected` has the words as its first nodes. */
export interface LatentRecord {
  readonly words: readonly string[];
  readonly tags: readonly string[];
  readonly tree: LatentNode;
  readonly undirected?: UndirectedTree;
}

/** A bracketing as plain data. */
export const latentJson = (induced: Induced): LatentRecord => ({
  words: induced.sentence.words,
  tags: induced.sentence.tags,
  tree: latentTree(induced),
  ...(induced.undirected && { undirected: induced.undirected }),
});

/** Six digits are more than the estimates support. */
const lengthText = (length: number) => String(Number(length.toPrecision(6)));

/** A word is quoted where it holds a character of the format. */
const newickName = (word: string) => (/^[^\s()[\]{}:;,'"_]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`);

/**
 * Newick text, with the top bracket at its root; an undirected tree from its last latent node, as is usual for trees
 * without a root.
 */
export function latentNewick(induced: Induced): string {
  const { undirected, sentence } = induced;
  if (undirected !== undefined && undirected.nodes > undirected.words)
    return undirectedNewick(undirected, sentence.words);
  const write = ({ parts, word, length }: LatentNode, root: boolean): string =>
    (parts === undefined ? newickName(word!) : `(${parts.map((part) => write(part, false)).join(",")})`) +
    (root ? "" : `:${lengthText(length)}`);
  return `${write(latentTree(induced), true)};`;
}

function undirectedNewick(tree: UndirectedTree, words: readonly string[]): string {
  const neighbours = neighboursOf(tree);
  const write = (node: number, from: number): string => {
    if (node < tree.words) return newickName(words[node]!);
    const parts = neighbours[node]!.filter((next) => next.node !== from);
    return `(${parts.map((next) => `${write(next.node, node)}:${lengthText(next.length)}`).join(",")})`;
  };
  return `${write(tree.nodes - 1, -1)};`;
}

/** For `drawSvg`: every node carries the length of the edge above it, words behind their tags. */
export function latentDrawing(induced: Induced): Tree {
  const draw = ({ parts, word, tag, length }: LatentNode, root: boolean): Tree => {
    const edge = root ? "" : length.toFixed(2);
    return parts === undefined
      ? { label: `${tag} ${edge}`.trim(), word: word! }
      : { label: root ? "·" : edge, children: parts.map((part) => draw(part, false)) };
  };
  return draw(latentTree(induced), true);
}
