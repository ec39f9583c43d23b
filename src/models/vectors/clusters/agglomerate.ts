/**
 * Classes from word vectors: the C most frequent words start one class each, every further word joins the class whose
 * centre has the largest cosine with it, and then the classes are merged two by two, always the pair whose merge raises
 * the squared distances to the centres the least (Ward 1963):
 *
 *   cost(a, b) = nₐ·n_b/(nₐ + n_b) · ‖mₐ − m_b‖²,      m = centre, n = √count of its words
 *
 * O(words · C · dim) for the classes and at worst O(C³) for the merges.
 */
import type { WordVectors } from "../../../data/index.ts";

/** Rounds in which words may change to a nearer class. */
const ROUNDS = 4;

/**
 * The bit path of every word's class. `pause` is awaited after every word of a round and after every merge: other work
 * gets its turn there, or it throws to stop.
 */
export async function agglomerate(
  vectors: WordVectors,
  counts: ArrayLike<number>,
  classes: number,
  pause: () => Promise<void>,
): Promise<string[]> {
  const words = vectors.words.length;
  const size = Math.min(classes, words);
  const classOf = new Int32Array(words);
  let centres = Centres.ofWords(vectors, size);
  for (let round = 0; round < ROUNDS; round++) {
    for (let row = 0; row < words; row++) {
      classOf[row] = centres.nearest(unitRow(vectors, row));
      await pause();
    }
    const next = new Centres(size, vectors.dimensions);
    for (let row = 0; row < words; row++) next.add(classOf[row]!, unitRow(vectors, row), Math.sqrt(counts[row] ?? 1));
    centres = next.keepingEmpty(centres);
  }
  const paths = await joinedPaths(centres, pause);
  return Array.from(classOf, (index) => paths[index]!);
}

function unitRow(vectors: WordVectors, row: number): Float64Array {
  const length = vectors.lengths()[row]!;
  return Float64Array.from(vectors.vector(row), (x) => (length === 0 ? 0 : x / length));
}

class Centres {
  readonly weights: Float64Array;
  readonly sums: Float64Array;

  constructor(
    readonly size: number,
    readonly dimensions: number,
  ) {
    this.weights = new Float64Array(size);
    this.sums = new Float64Array(size * dimensions);
  }

  static ofWords(vectors: WordVectors, size: number): Centres {
    const centres = new Centres(size, vectors.dimensions);
    for (let index = 0; index < size; index++) centres.add(index, unitRow(vectors, index), 1);
    return centres;
  }

  add(index: number, vector: Float64Array, weight: number): void {
    this.weights[index]! += weight;
    for (let i = 0; i < this.dimensions; i++) this.sums[index * this.dimensions + i]! += weight * vector[i]!;
  }

  centre(index: number): Float64Array {
    const weight = this.weights[index]! || 1;
    return this.sums.slice(index * this.dimensions, (index + 1) * this.dimensions).map((sum) => sum / weight);
  }

  /** By the cosine; `vector` need not have length 1. */
  nearest(vector: Float64Array): number {
    let best = 0;
    let highest = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < this.size; index++) {
      let dot = 0;
      let square = 0;
      for (let i = 0, at = index * this.dimensions; i < this.dimensions; i++, at++) {
        dot += this.sums[at]! * vector[i]!;
        square += this.sums[at]! * this.sums[at]!;
      }
      const cosine = square === 0 ? 0 : dot / Math.sqrt(square);
      if (cosine > highest) [highest, best] = [cosine, index];
    }
    return best;
  }

  /** A class that lost all its words keeps its old centre, so that the number of classes stays the same. */
  keepingEmpty(old: Centres): Centres {
    for (let index = 0; index < this.size; index++)
      if (this.weights[index] === 0) this.add(index, old.centre(index), 1e-9);
    return this;
  }
}

/** Merges the classes pair by pair and reads the paths off the merges, last to first. */
async function joinedPaths(centres: Centres, pause: () => Promise<void>): Promise<string[]> {
  const nodes = Array.from({ length: centres.size }, (_, index) => ({
    members: [index],
    weight: centres.weights[index]!,
    centre: centres.centre(index),
  }));
  const paths = new Array<string>(centres.size).fill("");
  while (nodes.length > 1) {
    let [first, second, least] = [0, 1, Number.POSITIVE_INFINITY];
    for (let a = 0; a < nodes.length; a++) {
      for (let b = a + 1; b < nodes.length; b++) {
        const cost = wardCost(nodes[a]!, nodes[b]!);
        if (cost < least) [first, second, least] = [a, b, cost];
      }
    }
    const [x, y] = [nodes[first]!, nodes[second]!];
    for (const index of x.members) paths[index] = `0${paths[index]}`;
    for (const index of y.members) paths[index] = `1${paths[index]}`;
    const weight = x.weight + y.weight;
    const centre = x.centre.map((value, i) => (x.weight * value + y.weight * y.centre[i]!) / weight);
    nodes.splice(second, 1);
    nodes[first] = { members: [...x.members, ...y.members], weight, centre };
    await pause();
  }
  return paths;
}

interface Weighted {
  readonly weight: number;
  readonly centre: Float64Array;
}

function wardCost(a: Weighted, b: Weighted): number {
  let square = 0;
  for (let i = 0; i < a.centre.length; i++) square += (a.centre[i]! - b.centre[i]!) ** 2;
  return ((a.weight * b.weight) / (a.weight + b.weight)) * square;
}
