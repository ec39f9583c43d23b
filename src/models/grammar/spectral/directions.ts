/**
 * Directions of leaves, backed off from the word to its class to the symbol, each level weighing as many observations
 * as the option says:
 *
 *   direction(a, class) = (Σ z + 3c·h_a) / (n + 3c),     direction(a, x) = (Σ z + c·direction(a, class)) / (n + c)
 *
 * where the sums run over the n leaves with symbol a and that class or word, z is the leaf's own estimate, and h_a
 * their mean over all leaves. A class is the look of a word's spelling; where classes or vectors of words are known,
 * the word backs off to these instead (lexicon/directions.ts), vectors by ridge regression over the words of a symbol:
 *
 *   M_a = argmin Σ_x n_x·‖mean z_x − Mᵀ(1, v_x)‖² + λ‖M‖²,     λ = ρ·(mean variance of the vectors' numbers)·n
 */
import { breathe, type StopSignal } from "../../../base/stopping.ts";
import { Vocabulary } from "../../../base/vocabulary.ts";
import { signature } from "../../lexicon/spelling.ts";
import { NO_REPRESENTATIONS, type Representations } from "../../representations/index.ts";
import { addMapped, type Directions, mapOffsets, type VectorMaps } from "../lexicon/directions.ts";
import { classKey } from "../lexicon/knowledge.ts";
import type { BinaryTreebank, Weights } from "../treebank/binary-treebank.ts";
import { learnMaps } from "./vector-maps.ts";

/** Classes are broader than words: their means are trusted later. */
const CLASS_FACTOR = 3;

export interface LeafVectors {
  readonly states: Int32Array;
  /** Adds the vector of a leaf node, times a factor, to `into`. */
  addTo(node: number, factor: number, into: Float64Array): void;
  /** h of a symbol. */
  mean(symbol: number): ArrayLike<number>;
}

/** What the leaves of a symbol with one key add up to. */
export interface Sum {
  readonly symbol: number;
  readonly key: number;
  readonly vector: Float64Array;
  /** The key is a word; those of its classes it backs off to: by what is known of it, or by its look. */
  readonly word: string | undefined;
  readonly broader: Sum | undefined;
  count: number;
}

/** Nodes between two pauses. */
const STEP = 4096;

export interface DirectionContext {
  readonly weights?: Weights | undefined;
  readonly signal?: StopSignal | undefined;
  readonly known?: Representations | undefined;
}

export async function learnDirections(
  treebank: BinaryTreebank,
  leaves: LeafVectors,
  strength: number,
  { weights, signal, known = NO_REPRESENTATIONS }: DirectionContext = {},
): Promise<Directions> {
  const { symbol, word, words, start } = treebank;
  const keys = new Vocabulary();
  const sums = new Map<number, Sum>();
  const sumOf = (of: number, text: string, isWord: boolean, broader: Sum | undefined): Sum => {
    const key = keys.add(text);
    const id = key * treebank.symbols.size + of;
    let sum = sums.get(id);
    if (sum === undefined) {
      const vector = new Float64Array(leaves.states[of]!);
      sums.set(id, (sum = { symbol: of, key, vector, word: isWord ? text : undefined, broader, count: 0 }));
    }
    return sum;
  };
  for (let node = 0; node < treebank.size; node++) {
    if (node % STEP === 0) await breathe(signal);
    const weight = weights?.node[node] ?? 1;
    if (word[node]! < 0 || weight === 0) continue;
    const text = words.word(word[node]!);
    const of = symbol[node]!;
    const look = sumOf(of, signature(text, start[node] === 0), false, undefined);
    const key = classKey(text, known);
    const ofClass = key === undefined ? undefined : sumOf(of, key, false, undefined);
    const own = sumOf(of, text, true, ofClass ?? look);
    for (const sum of ofClass === undefined ? [look, own] : [look, ofClass, own]) {
      leaves.addTo(node, weight, sum.vector);
      sum.count += weight;
    }
  }
  const all = [...sums.values()];
  const maps = known.vectors === undefined ? undefined : await learnMaps(all, known.vectors, leaves, signal);
  for (const sum of all) if (sum.word === undefined) smooth(sum, leaves.mean(sum.symbol), CLASS_FACTOR * strength);
  const knownOf = knownBehind(maps, known);
  for (const sum of all) if (sum.word !== undefined) smooth(sum, knownOf(sum), strength);
  return { ...packSums(all, keys), maps };
}

/** (Σ z + trust·back) / (n + trust), in place. */
function smooth({ vector, count }: Sum, back: ArrayLike<number>, trust: number): void {
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i]! + trust * back[i]!) / (count + trust);
}

/** What a word backs off to, once classes are finished. */
function knownBehind(
  maps: VectorMaps | undefined,
  { classes, vectors }: Representations,
): (sum: Sum) => ArrayLike<number> {
  if (maps === undefined || vectors === undefined) return ({ broader }) => broader!.vector;
  const offsets = mapOffsets(maps);
  const placeOf = new Map(Array.from(maps.symbol, (symbol, at) => [symbol, offsets[at]!]));
  return ({ symbol, word, vector, broader }) => {
    const offset = placeOf.get(symbol);
    if (offset === undefined || !vectors.has(word!)) return broader!.vector;
    const mapped = new Float64Array(vector.length);
    addMapped(maps, offset, vectors.vector(word!), mapped);
    if (classes === undefined || !classes.has(word!)) return mapped;
    return mapped.map((value, i) => (value + broader!.vector[i]!) / 2);
  };
}

function packSums(sums: readonly Sum[], keys: Vocabulary): Directions {
  const offset = new Int32Array(sums.length);
  let length = 0;
  for (const [at, sum] of sums.entries()) {
    offset[at] = length;
    length += sum.vector.length;
  }
  const data = new Float64Array(length);
  for (const [at, sum] of sums.entries()) data.set(sum.vector, offset[at]!);
  return {
    keys,
    symbol: Int32Array.from(sums, (sum) => sum.symbol),
    key: Int32Array.from(sums, (sum) => sum.key),
    offset,
    data,
  };
}
