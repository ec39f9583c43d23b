/**
 * A table of word vectors: a word's vector, its neighbours, analogies. It comes from a word2vec
 * file (`readVectors`), from a model (`open("news.model", "vectors")` extends it), from word classes
 * (`clusterVectors`), or from any table of numbers. Parsers and induction take it as it is.
 */
import { InputError, ShapeError } from "../base/errors.ts";
import { quoted } from "../base/quoted.ts";
import { nearestNames } from "../base/spelling.ts";
import { Vocabulary } from "../base/vocabulary.ts";
import type { WordVector } from "../formats/words/vectors.ts";
import { type Folding, foldWord, NO_FOLDING } from "./folding.ts";

/** A word and the cosine of its vector with what was asked for. */
export interface Neighbour {
  readonly word: string;
  readonly similarity: number;
}

interface NearRow {
  readonly row: number;
  readonly similarity: number;
}

/** Neighbours of a word by default. */
const COUNT = 10;

/** Words and their vectors. Look-ups fold words as the training text was folded. */
export class WordVectors {
  readonly words: readonly string[];
  readonly dimensions: number;
  /** Rows one after another: one for each word, and after them, where there is one, the row of all other words. */
  readonly data: Float32Array;
  /** How words were folded before they were counted; look-ups fold the same way. */
  readonly folding: Folding;
  readonly #ids: Vocabulary;
  #lengths: Float64Array | undefined;

  constructor(words: readonly string[], dimensions: number, data: Float32Array, folding: Folding = NO_FOLDING) {
    const rows = data.length / dimensions;
    if (rows !== words.length && rows !== words.length + 1) {
      throw new ShapeError(
        `word vectors: ${words.length} words of ${dimensions} dimensions need as many rows, or one more; got ${rows}.`,
      );
    }
    this.words = words;
    this.dimensions = dimensions;
    this.data = data;
    this.folding = folding;
    this.#ids = Vocabulary.from(words);
    if (this.#ids.size !== words.length) {
      const double = words.find((word, row) => this.#ids.id(word) !== row);
      throw new InputError(`word vectors: the word ${quoted(double!)} appears twice; expected every word once.`);
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

  /**
   * The numbers of a word, or of a row, not copied. A word without any has those of unknown words, or undefined if
   * there are none either.
   */
  vector(row: number): Float32Array;
  vector(word: string): Float32Array | undefined;
  vector(wanted: string | number): Float32Array | undefined {
    let row = typeof wanted === "number" ? wanted : this.row(wanted);
    if (row < 0) row = this.unknownRow;
    return row < 0 ? undefined : this.data.subarray(row * this.dimensions, (row + 1) * this.dimensions);
  }

  /** Cosine of the vectors of two words; 0 where one is zero. Throws an `InputError` for a word without a vector. */
  similarity(first: string, second: string): number {
    const row = this.#rowOf(second);
    return this.#cosine(this.#rowOf(first), this.vector(row), this.lengths()[row]!);
  }

  /**
   * The words nearest to a word, which is left out itself, or to a vector, by cosine, best first. O(words ·
   * dimensions). Throws an `InputError` for a word without a vector.
   */
  nearest(wanted: string | ArrayLike<number>, count: number = COUNT): Neighbour[] {
    if (typeof wanted !== "string") return this.#named(this.nearestRows(wanted, count));
    const row = this.#rowOf(wanted);
    return this.#named(this.nearestRows(this.vector(row), count, new Set([row])));
  }

  /**
   * What is to `c` as `b` is to `a`: the words nearest to b − a + c, each at length 1, without the three themselves.
   * Mikolov, Yih, Zweig, NAACL 2013.
   */
  analogy(a: string, b: string, c: string, count: number = COUNT): Neighbour[] {
    const rows = [a, b, c].map((word) => this.#rowOf(word)) as [number, number, number];
    return this.#named(this.analogyRows(...rows, count));
  }

  /** The rows nearest to a vector by cosine, best first, without those in `except`. */
  nearestRows(vector: ArrayLike<number>, count: number, except: ReadonlySet<number> = new Set()): NearRow[] {
    if (vector.length !== this.dimensions) {
      throw new ShapeError(`word vectors: got a vector of ${vector.length} numbers; expected ${this.dimensions}.`);
    }
    const length = Math.sqrt(Array.from(vector).reduce((sum, x) => sum + x * x, 0));
    const best: NearRow[] = [];
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

  /** As `analogy`, by rows. */
  analogyRows(a: number, b: number, c: number, count: number): NearRow[] {
    const lengths = this.lengths();
    const target = new Float64Array(this.dimensions);
    const add = (row: number, sign: number) => {
      const factor = lengths[row] === 0 ? 0 : sign / lengths[row]!;
      for (const [i, x] of this.vector(row).entries()) target[i]! += factor * x;
    };
    add(a, -1);
    add(b, 1);
    add(c, 1);
    return this.nearestRows(target, count, new Set([a, b, c]));
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

  /** The vectors one by one, for the writers of `formats/`. */
  *records(): Generator<WordVector> {
    for (const [row, word] of this.words.entries()) yield { word, vector: this.vector(row) };
  }

  #named(rows: readonly NearRow[]): Neighbour[] {
    return rows.map(({ row, similarity }) => ({ word: this.words[row]!, similarity }));
  }

  #rowOf(word: string): number {
    const row = this.row(word);
    if (row >= 0) return row;
    const near = nearestNames(word, this.words, 5).map((name) => `"${name}"`);
    const advice =
      near.length === 0 ? "no word in the vocabulary is spelt like it." : `did you mean ${near.join(", ")}?`;
    throw new InputError(`the word ${quoted(word)} has no vector; ${advice}`);
  }

  #cosine(row: number, vector: ArrayLike<number>, length: number): number {
    const start = row * this.dimensions;
    let dot = 0;
    for (let i = 0; i < this.dimensions; i++) dot += this.data[start + i]! * vector[i]!;
    const scale = length * this.lengths()[row]!;
    return scale === 0 ? 0 : dot / scale;
  }
}
