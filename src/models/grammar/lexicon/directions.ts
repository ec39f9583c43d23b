/**
 * Directions of leaves: which hidden states a word prefers under a symbol. Learnt by the model's own method
 * (spectral/directions.ts) for symbol and word; behind that for what is known of the word, its class and its vector,
 * and where nothing is known, for the shape of its spelling; and for the symbol alone:
 *
 *   known(a, x) = mean of direction(a, class of x) and M_aᵀ(1, v_x), of those that there are
 */
import type { Vocabulary } from "../../../base/vocabulary.ts";
import type { Floats } from "../../../linalg/kernels/interface.ts";
import { signature } from "../../lexicon/spelling.ts";
import { NO_REPRESENTATIONS, type Representations } from "../../representations/index.ts";
import { classKey } from "./knowledge.ts";

/** Vectors for (symbol, key) pairs, of the symbol's number of states; keys are words, their classes or their looks. */
export interface Directions {
  readonly keys: Vocabulary;
  readonly symbol: Int32Array;
  readonly key: Int32Array;
  /** Where each pair's vector starts in `data`. */
  readonly offset: Int32Array;
  readonly data: Floats;
  /** From word vectors to directions; undefined where the grammar has no word vectors. */
  readonly maps?: VectorMaps | undefined;
}

/** For some symbols a linear map M from word vectors to directions. */
export interface VectorMaps {
  readonly symbol: Int32Array;
  /** States of each of them. */
  readonly states: Int32Array;
  /** Rows of the map: one for the constant, then one for each number of a vector. */
  readonly rows: number;
  /** Map after map, row after row. */
  readonly data: Floats;
}

/** Where each map begins in `data`. */
export function mapOffsets({ states, rows }: Pick<VectorMaps, "states" | "rows">): Int32Array {
  const offsets = new Int32Array(states.length);
  for (let at = 1; at < states.length; at++) offsets[at] = offsets[at - 1]! + rows * states[at - 1]!;
  return offsets;
}

/** Mᵀ(1, v), added to `into`. */
export function addMapped(
  { data, rows }: Pick<VectorMaps, "data" | "rows">,
  offset: number,
  vector: ArrayLike<number>,
  into: Float64Array,
): void {
  const states = into.length;
  for (let i = 0; i < states; i++) into[i]! += data[offset + i]!;
  for (let r = 1; r < rows; r++) {
    const value = vector[r - 1]!;
    for (let i = 0; i < states; i++) into[i]! += value * data[offset + r * states + i]!;
  }
}

/** Finds the direction of a leaf. */
export class DirectionTable {
  /** Open addressing: 1 + the number of a pair, or 0; at least half of the slots are free. */
  readonly #slots: Int32Array;
  readonly #maps = new Map<number, { readonly offset: number; readonly states: number }>();
  readonly #directions: Directions;
  readonly #known: Representations;

  constructor(directions: Directions, known: Representations = NO_REPRESENTATIONS) {
    this.#directions = directions;
    this.#known = known;
    const { symbol, key, maps } = directions;
    let size = 4;
    while (size < 2 * symbol.length) size *= 2;
    this.#slots = new Int32Array(size);
    for (let at = 0; at < symbol.length; at++) this.#slots[this.#slot(symbol[at]!, key[at]!)] = at + 1;
    if (maps === undefined) return;
    const offsets = mapOffsets(maps);
    maps.symbol.forEach((of, at) => {
      this.#maps.set(of, { offset: offsets[at]!, states: maps.states[at]! });
    });
  }

  /** The first `states` numbers of a word's direction, not copied; undefined where nothing is known of it. */
  of(symbol: number, word: string, first: boolean, states: number): Floats | undefined {
    const at = (place: number) => this.#directions.data.subarray(place, place + states);
    const own = this.#place(symbol, word);
    if (own !== undefined) return at(own);
    const key = classKey(word, this.#known);
    const ofClass = key === undefined ? undefined : this.#place(symbol, key);
    const mapped = this.#mapped(symbol, word, states);
    if (ofClass === undefined && mapped === undefined) {
      const ofLook = this.#place(symbol, signature(word, first));
      return ofLook === undefined ? undefined : at(ofLook);
    }
    if (mapped === undefined) return at(ofClass!);
    if (ofClass !== undefined)
      for (let i = 0; i < states; i++) mapped[i] = (mapped[i]! + this.#directions.data[ofClass + i]!) / 2;
    return mapped;
  }

  #place(symbol: number, key: string): number | undefined {
    const { keys, offset } = this.#directions;
    const id = keys.id(key);
    const pair = id < 0 ? 0 : this.#slots[this.#slot(symbol, id)]!;
    return pair === 0 ? undefined : offset[pair - 1];
  }

  /** The slot of a pair, or the free one where it would go. */
  #slot(symbol: number, key: number): number {
    const { symbol: symbols, key: keys } = this.#directions;
    const last = this.#slots.length - 1;
    const hash = Math.imul(Math.imul(key, 0x9e3779b1) ^ symbol, 0x85ebca6b);
    for (let slot = (hash ^ (hash >>> 15)) & last; ; slot = (slot + 1) & last) {
      const pair = this.#slots[slot]! - 1;
      if (pair < 0 || (symbols[pair] === symbol && keys[pair] === key)) return slot;
    }
  }

  #mapped(symbol: number, word: string, states: number): Float64Array | undefined {
    const map = this.#maps.get(symbol);
    const { vectors } = this.#known;
    if (map === undefined || vectors === undefined || !vectors.has(word)) return undefined;
    const into = new Float64Array(map.states);
    addMapped(this.#directions.maps!, map.offset, vectors.vector(word), into);
    return into.subarray(0, states);
  }
}
