/**
 * Word vectors for whoever uses them: a word's row, its vector, its neighbours. They come from a model file (model.ts), from word2vec files
 * (`wordVectorsFrom(readVectors(text))`), or from any table of numbers.
 */
import { InputError, ShapeError, Vocabulary } from "../../base/index.ts";
import type { WordVector } from "../../formats/index.ts";

/** How the words of a text were folded before they were looked up. */
export interface Folding {
  readonly lowerCase: boolean;
  readonly foldDigits: boolean;
}

export const NO_FOLDING: Folding = { lowerCase: false, foldDigits: false };

export function foldWord(word: string, { lowerCase, foldDigits }: Folding): string {
  const cased = lowerCase ? word.toLowerCase() : word;
  return foldDigits ? cased.replace(/\p{Nd}/gu, "0") : cased;
}

export class WordVectors {
  readonly words: readonly string[];
  readonly dimensions: number;
  /** Rows one after another: one for each word, and after them, where there is one, the row of all other words. */
  readonly data: Float32Array;
  readonly folding: Folding;
  readonly #ids: Vocabulary;
  #lengths: Float64Array | undefined;

  constructor(words: readonly string[], dimensions: number, data: Float32Array, folding: Folding = NO_FOLDING) {
    const rows = data.length / dimensions;
    if (rows !== words.length && rows !== words.length + 1) {
      throw new ShapeError(`word vectors: ${words.length} words of ${dimensions} dimensions need as many rows, or one more; got ${rows}.`);
    }
    this.words = words;
    this.dimensions = dimensions;
    this.data = data;
    this.folding = folding;
    this.#ids = Vocabulary.from(words);
    if (this.#ids.size !== words.length) {
      const double = words.find((word, row) => this.#ids.id(word) !== row);
      throw new InputError(`word vectors: the word "${double}" stands twice; expected every word once.`);
    }
  }

  /** The word's row, or −1. A word that is not there as it is written is looked up folded, as the training text was. */
  row(word: string): number {
    const row = this.#ids.id(word);
    return row >= 0 ? row : this.#ids.id(foldWord(word, this.folding));
  }

  has(word: string): boolean {
    return this.row(word) >= 0;
  }

  /** The row that stands for all words without one, or −1. */
  get unknownRow(): number {
    return this.data.length > this.words.length * this.dimensions ? this.words.length : -1;
  }

  /** The numbers of a row, not copied. */
  vector(row: number): Float32Array {
    return this.data.subarray(row * this.dimensions, (row + 1) * this.dimensions);
  }

  /** The word's vector; without one that of unknown words, or undefined if there is none either. */
  vectorOf(word: string): Float32Array | undefined {
    const row = this.row(word);
    const found = row >= 0 ? row : this.unknownRow;
    return found < 0 ? undefined : this.vector(found);
  }

  /** Cosine of two rows; 0 where one is zero. */
  similarity(first: number, second: number): number {
    return this.#cosine(first, this.vector(second), this.lengths()[second]!);
  }

  /** The rows nearest to a vector by cosine, best first, without those in `except`. O(words · dimensions). */
  nearest(vector: ArrayLike<number>, count: number, except: ReadonlySet<number> = new Set()): { row: number; similarity: number }[] {
    const length = Math.sqrt(Array.from(vector).reduce((sum, x) => sum + x * x, 0));
    const best: { row: number; similarity: number }[] = [];
    for (let row = 0; row < this.words.length; row++) {
      if (except.has(row)) continue;
      const similarity = this.#cosine(row, vector, length);
      if (best.length === count && similarity <= best[count - 1]!.similarity) continue;
      let place = Math.min(best.length, count - 1);
      while (place > 0 && best[place - 1]!.similarity < similarity) place--;
      best.splice(place, 0, { row, similarity });
      if (best.length > count) best.pop();
    }
    return best;
  }

  /** Euclidean length of every row. */
  lengths(): Float64Array {
    this.#lengths ??= Float64Array.from({ length: this.data.length / this.dimensions }, (_, row) => {
      let sum = 0;
      for (const x of this.vector(row)) sum += x * x;
      return Math.sqrt(sum);
    });
    return this.#lengths;
  }

  #cosine(row: number, vector: ArrayLike<number>, length: number): number {
    const start = row * this.dimensions;
    let dot = 0;
    for (let i = 0; i < this.dimensions; i++) dot += this.data[start + i]! * vector[i]!;
    const scale = length * this.lengths()[row]!;
    return scale === 0 ? 0 : dot / scale;
  }

  /** Word after word, for the writers of `formats/`. */
  *records(): Generator<WordVector> {
    for (const [row, word] of this.words.entries()) yield { word, vector: this.vector(row) };
  }
}

/** From the records of a word2vec file. */
export function wordVectorsFrom(records: readonly WordVector[], folding: Folding = NO_FOLDING): WordVectors {
  const dimensions = records[0]?.vector.length;
  if (dimensions === undefined) throw new InputError("word vectors: there are no words; expected at least one.");
  const data = new Float32Array(records.length * dimensions);
  for (const [row, { vector }] of records.entries()) data.set(vector, row * dimensions);
  return new WordVectors(
    records.map(({ word }) => word),
    dimensions,
    data,
    folding,
  );
}
