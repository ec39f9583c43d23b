/** The undirected latent tree of a bracketing with the lengths of its edges (Eq. 3 and 4 of Parikh et al. 2014), as data and as Newick text. */
import type { SplitTree } from "../../charts/index.ts";
import type { Induced } from "./decode.ts";

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

export function latentTree({ sentence, tree, distances }: Induced): LatentNode {
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
    const above = (child: SplitTree, sister: SplitTree) => edgeLength(distances, n, behind(child), [[[sister.start, sister.end]], outside]);
    return { start, end, length, parts: [node(left, above(left, right)), node(right, above(right, left))] };
  };
  return node(tree, 0);
}

export const latentJson = (
  induced: Induced,
): { readonly words: readonly string[]; readonly tags: readonly string[]; readonly tree: LatentNode } => ({
  words: induced.sentence.words,
  tags: induced.sentence.tags,
  tree: latentTree(induced),
});

/** Newick text; a word is quoted where it holds a character of the format. */
export function latentNewick(induced: Induced): string {
  const name = (word: string) => (/^[^\s()[\]{}:;,'"_]+$/.test(word) ? word : `'${word.replaceAll("'", "''")}'`);
  const length = (value: number) => `:${Number(value.toPrecision(6))}`;
  const write = ({ parts, word, length: edge }: LatentNode, root: boolean): string =>
    (parts === undefined ? name(word!) : `(${parts.map((part) => write(part, false)).join(",")})`) + (root ? "" : length(edge));
  return `${write(latentTree(induced), true)};`;
}
