/**
 * A file whose lines are found by their first field, as WordNet's index files are. One pass puts the places where lines
 * begin into a hash table; the lines themselves stay bytes until one is asked for.
 */
import { InputError } from "../../base/errors.ts";

const LINE_END = 10;
const BLANK = 0x20;
/** Bytes per slot of the table: lines have some 30, so that about half of the slots stay free. */
const BYTES_PER_SLOT = 15;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

export interface KeyedLinesOptions {
  /** The byte after the first field (a blank). */
  readonly separator?: number;
  /** Neighbouring lines may have the same first field; the first of them is found (false). */
  readonly runs?: boolean;
}

export class KeyedLines {
  readonly #separator: number;
  /** Open addressing: the place where a line begins, plus 1; 0 is free. */
  #slots: Uint32Array;
  #taken = 0;
  /** The bytes of the field that is looked for. */
  #key = new Uint8Array(64);

  /** Lines that begin with a blank are the licence, and no entries. */
  constructor(
    readonly bytes: Uint8Array,
    readonly file: string,
    { separator = BLANK, runs = false }: KeyedLinesOptions = {},
  ) {
    this.#separator = separator;
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(bytes.length / BYTES_PER_SLOT + 16)));
    let before = 0;
    for (let at = 0; at < bytes.length; at = this.next(at)) {
      if (bytes[at] === BLANK || bytes[at] === LINE_END) continue;
      const slot = this.#slotOf(bytes, at, this.#fieldEnd(at));
      const known = this.#slots[slot]!;
      if (known === 0) this.#put(slot, at);
      else if (!runs || known !== before)
        throw new InputError(`"${this.#field(at)}" has a line already; expected one for each.`, this.position(at));
      before = known === 0 ? at + 1 : known;
    }
  }

  /** Every line but those of the licence. */
  *lines(): Generator<string> {
    for (let at = 0; at < this.bytes.length; at = this.next(at))
      if (this.bytes[at] !== BLANK && this.bytes[at] !== LINE_END) yield this.text(at);
  }

  /** Where the line with this first field begins, the first of a run; −1 if there is none. */
  find(field: string): number {
    if (3 * field.length > this.#key.length) this.#key = new Uint8Array(6 * field.length);
    const { written } = encoder.encodeInto(field, this.#key);
    return this.#slots[this.#slotOf(this.#key, 0, written)]! - 1;
  }

  /** The line that begins here. */
  text(at: number): string {
    return decoder.decode(this.bytes.subarray(at, this.#lineEnd(at))).trimEnd();
  }

  /** Where the next line begins; the end of the bytes after the last. */
  next(at: number): number {
    return Math.min(this.bytes.length, this.#lineEnd(at) + 1);
  }

  /** For errors. */
  position(at: number): { readonly file: string; readonly line: number } {
    return { file: this.file, line: lineNumber(this.bytes, at) };
  }

  #lineEnd(at: number): number {
    const end = this.bytes.indexOf(LINE_END, at);
    return end < 0 ? this.bytes.length : end;
  }

  #fieldEnd(at: number): number {
    const { bytes } = this;
    let end = at;
    while (end < bytes.length && bytes[end] !== this.#separator && bytes[end] !== LINE_END) end++;
    return end;
  }

  #field(at: number): string {
    return decoder.decode(this.bytes.subarray(at, this.#fieldEnd(at)));
  }

  /** The slot of a field, or the free one where it would go. */
  #slotOf(source: Uint8Array, from: number, to: number): number {
    const mask = this.#slots.length - 1;
    let slot = hashOf(source, from, to) & mask;
    while (this.#slots[slot] !== 0 && !this.#equals(this.#slots[slot]! - 1, source, from, to)) slot = (slot + 1) & mask;
    return slot;
  }

  #equals(at: number, source: Uint8Array, from: number, to: number): boolean {
    const { bytes } = this;
    const length = to - from;
    for (let i = 0; i < length; i++) if (bytes[at + i] !== source[from + i]) return false;
    const end = bytes[at + length];
    return end === undefined || end === this.#separator || end === LINE_END;
  }

  #put(slot: number, at: number): void {
    this.#slots[slot] = at + 1;
    if (4 * ++this.#taken <= 3 * this.#slots.length) return;
    const old = this.#slots;
    this.#slots = new Uint32Array(2 * old.length);
    for (const entry of old)
      if (entry !== 0) this.#slots[this.#slotOf(this.bytes, entry - 1, this.#fieldEnd(entry - 1))] = entry;
  }
}

/** Multiplication and shift per byte, as in `base/vocabulary.ts`. */
function hashOf(source: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  for (let i = from; i < to; i++) {
    hash = Math.imul(hash ^ source[i]!, 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  return hash ^ (hash >>> 13);
}

/** The line, from 1, of a byte. */
export function lineNumber(bytes: Uint8Array, at: number): number {
  let line = 1;
  for (let i = 0; i < at; i++) if (bytes[i] === LINE_END) line++;
  return line;
}
