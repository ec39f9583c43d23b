/**
 * The dictionary U of the spectral model: a row of k numbers for each word, and one for all words without a row. The
 * first number is 1 for every word, so that vectors whose mean is 0 still carry the total; the others are the
 * directions of given word vectors that vary most over the text, or, without word vectors, the singular vectors of the
 * scaled matrix of the treebank's own arcs (the P21 of Hsu, Kakade and Zhang 2008 with head and modifier for
 * neighbours; scaled as in CCA, so that frequent words do not take all).
 *
 *   P21[x, y] = arcs(x, y) / √((count(x) + κ)·(count(y) + κ)),  U = left singular vectors 2 … k over √(count(x) + κ)
 */
import { InputError } from "../../../base/errors.ts";
import { Vocabulary } from "../../../base/vocabulary.ts";
import { matrix, sparseOperator, symmetricEigen, truncatedSvd } from "../../../linalg/index.ts";
import type { DependencyTree } from "../../../trees/dependencies.ts";
import type { WordVectors } from "../../vectors/index.ts";

export interface Dictionary {
  readonly words: Vocabulary;
  readonly k: number;
  /** (words + 1) × k; the last row is that of unknown words. */
  readonly vectors: Float64Array;
  /** Share of each row in the words of the treebank. */
  readonly shares: Float64Array;
}

/** Occurrences that words of the dictionary without any are given. */
const UNSEEN = 0.5;

/** Words seen less often share the row of unknown words where the dictionary is made from the treebank. */
const SEEN = 5;
/** Added to counts before scaling: without it, words that know only each other have the largest singular values. */
const SMOOTHING = 20;

export function rowsOf({ words }: Pick<Dictionary, "words">, sentence: readonly string[]): Int32Array {
  return Int32Array.from(sentence, (word) => {
    const row = words.id(word);
    if (row >= 0) return row;
    const lower = words.id(word.toLowerCase());
    return lower >= 0 ? lower : words.size;
  });
}

/** From word vectors, for the words of the treebank that have one. */
export function dictionaryFromVectors(
  sentences: readonly (readonly string[])[],
  vectors: WordVectors,
  k: number,
): Dictionary {
  const d = vectors.dimensions;
  if (k - 1 > d) {
    throw new InputError(
      `word vectors: they have ${d} dimensions; ${k} states need at least ${k - 1}; use fewer states or longer vectors.`,
    );
  }
  const counts = new Map<string, number>();
  for (const sentence of sentences) for (const word of sentence) counts.set(word, (counts.get(word) ?? 0) + 1);
  const known = [...counts].filter(([word]) => vectors.has(word));
  if (known.length === 0)
    throw new InputError("word vectors: no word of the treebank has one; expected vectors of the same language.");
  const total = known.reduce((sum, [, count]) => sum + count, 0);
  const mean = new Float64Array(d);
  for (const [word, count] of known)
    for (const [i, x] of vectors.vector(word)!.entries()) mean[i]! += (count / total) * x;
  const covariance = matrix(d, d);
  for (const [word, count] of known) {
    const x = vectors.vector(word)!;
    for (let i = 0; i < d; i++) {
      const a = (count / total) * (x[i]! - mean[i]!);
      for (let j = 0; j <= i; j++) covariance.data[i * d + j]! += a * (x[j]! - mean[j]!);
    }
  }
  for (let i = 0; i < d; i++) for (let j = 0; j < i; j++) covariance.data[j * d + i] = covariance.data[i * d + j]!;
  const { vectors: directions } = symmetricEigen(covariance);
  // All words of the vectors are kept: the treebank to be scored has others than the one learnt from.
  const table = new Float64Array((vectors.words.length + 1) * k);
  vectors.words.forEach((_, row) => {
    const x = vectors.vector(row);
    table[row * k] = 1;
    for (let c = 1; c < k; c++) {
      let sum = 0;
      for (let i = 0; i < d; i++) sum += (x[i]! - mean[i]!) * directions.data[i * d + c - 1]!;
      table[row * k + c] = sum;
    }
  });
  return withUnknown(Vocabulary.from(vectors.words), k, table, sentences);
}

/** From the arcs of the treebank, each counted in both directions. */
export function dictionaryFromArcs(trees: readonly DependencyTree[], k: number): Dictionary {
  const sentences = trees.map(({ words }) => words);
  const counts = new Map<string, number>();
  for (const sentence of sentences) for (const word of sentence) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = Vocabulary.from([...counts].filter(([, count]) => count >= SEEN).map(([word]) => word));
  const n = words.size + 1;
  if (n < k)
    throw new InputError(
      `spectral trees: ${words.size} words occur ${SEEN} times or more; ${k} states need at least ${k - 1}.`,
    );
  const dictionary = { words, k, vectors: new Float64Array(0) };
  const degree = new Float64Array(n);
  const pairs = new Map<number, number>();
  const count = (x: number, y: number) => {
    degree[x]!++;
    pairs.set(x * n + y, (pairs.get(x * n + y) ?? 0) + 1);
  };
  for (const { words: sentence, heads } of trees) {
    const rows = rowsOf(dictionary, sentence);
    heads.forEach((head, i) => {
      if (head === 0) return;
      count(rows[head - 1]!, rows[i]!);
      count(rows[i]!, rows[head - 1]!);
    });
  }
  const entries = [...pairs].sort(([a], [b]) => a - b);
  const starts = new Uint32Array(n + 1);
  for (const [at] of entries) starts[Math.floor(at / n) + 1]!++;
  for (let i = 0; i < n; i++) starts[i + 1]! += starts[i]!;
  const ids = Uint32Array.from(entries, ([at]) => at % n);
  const values = Float64Array.from(
    entries,
    ([at, times]) => times / Math.sqrt((degree[Math.floor(at / n)]! + SMOOTHING) * (degree[at % n]! + SMOOTHING)),
  );
  const { left } = truncatedSvd(
    sparseOperator({ rows: n, columns: n, starts, ids, values, columnScales: undefined }),
    Math.min(k, n),
  );
  const table = new Float64Array(n * k);
  for (let x = 0; x < n; x++) {
    table[x * k] = 1;
    const scale = 1 / Math.sqrt(degree[x]! + SMOOTHING);
    for (let c = 1; c < k; c++) table[x * k + c] = left.data[x * left.columns + c]! * scale;
  }
  return standardized({ words, k, vectors: table }, sentences);
}

/** Unknown words take the mean of the rows of words seen once. */
function withUnknown(
  words: Vocabulary,
  k: number,
  vectors: Float64Array,
  sentences: readonly (readonly string[])[],
): Dictionary {
  const dictionary = { words, k, vectors };
  const times = new Int32Array(words.size + 1);
  for (const sentence of sentences) for (const row of rowsOf(dictionary, sentence)) times[row]!++;
  let rare = 0;
  const unknown = words.size * k;
  for (let row = 0; row < words.size; row++) {
    if (times[row] !== 1) continue;
    rare++;
    for (let c = 0; c < k; c++) vectors[unknown + c]! += vectors[row * k + c]!;
  }
  for (let c = 0; c < k; c++) vectors[unknown + c] = rare === 0 ? 0 : vectors[unknown + c]! / rare;
  vectors[unknown] = 1;
  return standardized(dictionary, sentences);
}

/**
 * Columns past the first get mean 0 and variance 1 over the text; the model is the same for every basis of their space,
 * the numbers are better in this one.
 */
function standardized(dictionary: Omit<Dictionary, "shares">, sentences: readonly (readonly string[])[]): Dictionary {
  const { k, vectors, words } = dictionary;
  const shares = new Float64Array(words.size + 1).fill(UNSEEN);
  for (const sentence of sentences) for (const row of rowsOf(dictionary, sentence)) shares[row]!++;
  const total = shares.reduce((sum, count) => sum + count, 0);
  for (let row = 0; row <= words.size; row++) shares[row]! /= total;
  for (let c = 1; c < k; c++) {
    let [mean, square] = [0, 0];
    for (let row = 0; row <= words.size; row++) {
      mean += shares[row]! * vectors[row * k + c]!;
      square += shares[row]! * vectors[row * k + c]! ** 2;
    }
    const deviation = Math.sqrt(Math.max(square - mean * mean, 0)) || 1;
    for (let row = 0; row <= words.size; row++) vectors[row * k + c] = (vectors[row * k + c]! - mean) / deviation;
  }
  return { ...dictionary, shares };
}
