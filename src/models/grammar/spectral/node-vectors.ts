/**
 * Y(t) and Z(o) of every node of a treebank: one matrix of each per symbol, rows in the order of the symbol's nodes.
 */
import type { ProjectedViews } from "../../../spectral/projections.ts";
import { winsorizeRows } from "../../../spectral/winsorize.ts";
import type { BinaryTreebank } from "../treebank/binary-treebank.ts";

export interface SymbolVectors {
  readonly states: number;
  /** Nodes × states. */
  readonly inside: Float64Array;
  readonly outside: Float64Array;
  readonly singularValues: Float64Array;
  /** w of every state (spectral/signal.ts); 1 where nothing was shrunk. */
  readonly shares: Float64Array;
}

/**
 * Keeps the directions with a singular value of at least `smallest` (but at least one) and gives half of Σ^{−1} to each
 * side.
 */
export function symbolVectors(
  { left, right, values }: ProjectedViews,
  shares: Float64Array,
  smallest: number,
): SymbolVectors {
  let states = 1;
  while (states < values.length && values[states]! >= smallest) states++;
  const cut = (from: Float64Array, columns: number): Float64Array => {
    const rows = from.length / columns;
    const to = new Float64Array(rows * states);
    for (let row = 0; row < rows; row++) {
      for (let i = 0; i < states; i++) to[row * states + i] = from[row * columns + i]! / Math.sqrt(values[i]!);
    }
    return to;
  };
  return {
    states,
    inside: cut(left.data, left.columns),
    outside: cut(right.data, right.columns),
    singularValues: values.slice(0, states),
    shares: shares.slice(0, states),
  };
}

/**
 * The same with at most `most` states, and only those with a singular value of at least `smallest` (but at least one).
 */
export function firstStates(vectors: SymbolVectors, most: number, smallest: number): SymbolVectors {
  const { states: from, singularValues, shares } = vectors;
  let states = 1;
  while (states < Math.min(from, most) && singularValues[states]! >= smallest) states++;
  if (states === from) return vectors;
  const cut = (all: Float64Array): Float64Array => {
    const rows = all.length / from;
    const kept = new Float64Array(rows * states);
    for (let row = 0; row < rows; row++) kept.set(all.subarray(row * from, row * from + states), row * states);
    return kept;
  };
  return {
    ...vectors,
    states,
    inside: cut(vectors.inside),
    outside: cut(vectors.outside),
    singularValues: singularValues.slice(0, states),
    shares: shares.slice(0, states),
  };
}

/** The same with outliers drawn in (spectral/winsorize.ts); in place, or in copies. */
export function withoutOutliers(vectors: SymbolVectors, limit: number, inPlace: boolean): SymbolVectors {
  if (limit === 0) return vectors;
  const own = (rows: Float64Array) => (inPlace ? rows : rows.slice());
  const [inside, outside] = [own(vectors.inside), own(vectors.outside)];
  for (const rows of [inside, outside]) winsorizeRows(rows, vectors.states, limit);
  return { ...vectors, inside, outside };
}

/** The nodes of every symbol, in order. */
export function nodesBySymbol(treebank: BinaryTreebank): Int32Array[] {
  const counts = new Int32Array(treebank.symbols.size);
  for (let node = 0; node < treebank.size; node++) counts[treebank.symbol[node]!]!++;
  const lists = Array.from(counts, (count) => new Int32Array(count));
  counts.fill(0);
  for (let node = 0; node < treebank.size; node++) {
    const symbol = treebank.symbol[node]!;
    lists[symbol]![counts[symbol]!++] = node;
  }
  return lists;
}

/** Finds a node's vectors. */
export class NodeVectors {
  readonly #vectors: readonly SymbolVectors[];
  readonly #symbol: Int32Array;
  /** Row of each node in its symbol's matrices. */
  readonly #row: Int32Array;
  readonly states: Int32Array;

  constructor(treebank: BinaryTreebank, nodes: readonly Int32Array[], vectors: readonly SymbolVectors[]) {
    this.#vectors = vectors;
    this.#symbol = treebank.symbol;
    this.#row = new Int32Array(treebank.size);
    for (const list of nodes) for (let row = 0; row < list.length; row++) this.#row[list[row]!] = row;
    this.states = Int32Array.from(vectors, ({ states }) => states);
  }

  /** The states · row of a node's own numbers in its symbol's matrix. */
  #place(node: number): number {
    return this.#row[node]! * this.states[this.#symbol[node]!]!;
  }

  /** Copies the vectors of these nodes, all of one symbol, into rows. */
  gather(side: "inside" | "outside", nodes: ArrayLike<number>, symbol: number): Float64Array {
    const size = this.states[symbol]!;
    const from = this.#vectors[symbol]![side];
    const rows = new Float64Array(nodes.length * size);
    for (let s = 0; s < nodes.length; s++) {
      const at = this.#place(nodes[s]!);
      for (let i = 0; i < size; i++) rows[s * size + i] = from[at + i]!;
    }
    return rows;
  }

  add(side: "inside" | "outside", node: number, factor: number, into: Float64Array, offset = 0): void {
    const symbol = this.#symbol[node]!;
    const from = this.#vectors[symbol]![side];
    const at = this.#place(node);
    for (let i = 0; i < this.states[symbol]!; i++) into[offset + i]! += factor * from[at + i]!;
  }
}
