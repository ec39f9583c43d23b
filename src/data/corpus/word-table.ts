/**
 * A string ↔ id table in typed arrays: open addressing over 32-bit hashes, the characters of all words in one pool. A
 * word costs its UTF-16 units and about 24 bytes, half of what a `Map` of strings takes, and a look-up needs no string.
 * Ids count from 0 in order of first appearance.
 */

/** Words in one array: word i has the units from `ends[i − 1]` up to `ends[i]`. */
export interface WordList {
  readonly units: Uint16Array;
  readonly ends: Uint32Array;
}

const FULLEST = 0.6;

/** Units of a word that are arguments of one call; a word may have more of them than a stack holds. */
const UNITS_AT_ONCE = 1 << 13;

export class WordTable {
  #units = new Uint16Array(1 << 14);
  #ends = new Uint32Array(1 << 11);
  #hashes = new Uint32Array(1 << 11);
  /** id + 1, or 0 for a free slot. */
  #slots = new Uint32Array(1 << 12);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Bytes allocated. */
  get bytes(): number {
    return this.#units.byteLength + this.#ends.byteLength + this.#hashes.byteLength + this.#slots.byteLength;
  }

  /** The id of the word in `units` from `begin` up to `end`; a new word gets the next id. */
  add(units: Uint16Array, begin: number, end: number): number {
    let hash = 0x811c9dc5; // FNV-1a
    for (let i = begin; i < end; i++) hash = Math.imul(hash ^ units[i]!, 0x01000193);
    hash = (hash ^ (hash >>> 15)) >>> 0;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const held = this.#slots[slot]!;
      if (held === 0) break;
      if (this.#hashes[held - 1] === hash && this.#equals(held - 1, units, begin, end)) return held - 1;
      slot = (slot + 1) & mask;
    }
    this.#slots[slot] = this.#size + 1;
    return this.#append(units, begin, end, hash);
  }

  list(): WordList {
    return { units: this.#units.slice(0, this.#end(this.#size - 1)), ends: this.#ends.slice(0, this.#size) };
  }

  word(id: number): string {
    const end = this.#end(id);
    let text = "";
    for (let from = this.#end(id - 1); from < end; from += UNITS_AT_ONCE)
      text += String.fromCharCode(...this.#units.subarray(from, Math.min(end, from + UNITS_AT_ONCE)));
    return text;
  }

  /** Below 0 where the first word stands before the second in the order of code points, which is also that of UTF-8. */
  compare(first: number, second: number): number {
    const [a, b] = [this.#end(first - 1), this.#end(second - 1)];
    const [lengthA, lengthB] = [this.#end(first) - a, this.#end(second) - b];
    for (let i = 0; i < lengthA && i < lengthB; i++) {
      const [x, y] = [this.#units[a + i]!, this.#units[b + i]!];
      if (x !== y) return codePointOrder(x) - codePointOrder(y);
    }
    return lengthA - lengthB;
  }

  /** Removes all words but keeps the memory. */
  clear(): void {
    this.#slots.fill(0);
    this.#size = 0;
  }

  #end(id: number): number {
    return id < 0 ? 0 : this.#ends[id]!;
  }

  #equals(id: number, units: Uint16Array, begin: number, end: number): boolean {
    const start = this.#end(id - 1);
    if (this.#ends[id]! - start !== end - begin) return false;
    for (let i = begin, j = start; i < end; i++, j++) if (this.#units[j] !== units[i]) return false;
    return true;
  }

  #append(units: Uint16Array, begin: number, end: number, hash: number): number {
    const id = this.#size++;
    const start = this.#end(id - 1);
    const stop = start + end - begin;
    if (stop > this.#units.length) this.#units = grown(this.#units, Math.max(stop, 2 * this.#units.length));
    if (id >= this.#ends.length) {
      this.#ends = grown(this.#ends, 2 * id);
      this.#hashes = grown(this.#hashes, 2 * id);
    }
    for (let i = begin, j = start; i < end; i++, j++) this.#units[j] = units[i]!;
    this.#ends[id] = stop;
    this.#hashes[id] = hash;
    if (this.#size > FULLEST * this.#slots.length) this.#rehash();
    return id;
  }

  #rehash(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let id = 0; id < this.#size; id++) {
      let slot = this.#hashes[id]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.#slots = slots;
  }
}

/** Surrogates stand for code points above all that have one unit. */
const codePointOrder = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

function grown<A extends Uint16Array | Uint32Array>(from: A, length: number): A {
  const to = new (from.constructor as new (length: number) => A)(length);
  to.set(from);
  return to;
}
