/**
 * Directions of leaves, backed off from the word to its class to the symbol, each level weighing as many observations as the option says:
 *
 *   direction(a, class) = (Σ z + 3c·h_a) / (n + 3c),     direction(a, x) = (Σ z + c·direction(a, class)) / (n + c)
 *
 * where the sums run over the n leaves with symbol a and that class or word, z is the leaf's own estimate, and h_a their mean over all leaves.
 */
import { Vocabulary } from "../../base/vocabulary.ts";
import type { Directions } from "./lexicon.ts";
import { signature } from "./signatures.ts";
import type { Treebank, Weights } from "./treebank.ts";

/** Classes are broader than words: their means are trusted later. */
const CLASS_FACTOR = 3;

export interface LeafVectors {
  readonly states: Int32Array;
  /** Adds the vector of a leaf node, times a factor, to `into`. */
  addTo(node: number, factor: number, into: Float64Array): void;
  /** h of a symbol. */
  mean(symbol: number): ArrayLike<number>;
}

interface Sum {
  readonly symbol: number;
  readonly key: number;
  readonly vector: Float64Array;
  /** Sum of the class this word sum backs off to. */
  readonly broader: Sum | undefined;
  count: number;
}

export function learnDirections(treebank: Treebank, leaves: LeafVectors, strength: number, weights?: Weights): Directions {
  const { symbol, word, words, start } = treebank;
  const keys = new Vocabulary();
  const sums = new Map<number, Sum>();
  const sumOf = (of: number, key: number, broader: Sum | undefined): Sum => {
    const id = key * treebank.symbols.size + of;
    let sum = sums.get(id);
    if (sum === undefined) sums.set(id, (sum = { symbol: of, key, vector: new Float64Array(leaves.states[of]!), broader, count: 0 }));
    return sum;
  };
  for (let node = 0; node < treebank.size; node++) {
    const weight = weights?.node[node] ?? 1;
    if (word[node]! < 0 || weight === 0) continue;
    const text = words.word(word[node]!);
    const ofClass = sumOf(symbol[node]!, keys.add(signature(text, start[node] === 0)), undefined);
    const own = sumOf(symbol[node]!, keys.add(text), ofClass);
    for (const sum of [ofClass, own]) {
      leaves.addTo(node, weight, sum.vector);
      sum.count += weight;
    }
  }
  // Classes first: a word backs off to its class's finished direction. With insertion order a class always precedes its words.
  for (const sum of sums.values()) {
    const back = sum.broader === undefined ? leaves.mean(sum.symbol) : sum.broader.vector;
    const trust = sum.broader === undefined ? CLASS_FACTOR * strength : strength;
    for (let i = 0; i < sum.vector.length; i++) sum.vector[i] = (sum.vector[i]! + trust * back[i]!) / (sum.count + trust);
  }
  return packSums([...sums.values()], keys);
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
  return { keys, symbol: Int32Array.from(sums, (sum) => sum.symbol), key: Int32Array.from(sums, (sum) => sum.key), offset, data };
}
