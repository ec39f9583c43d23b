/**
 * Long sequences of 32-bit numbers that are written once from front to back and read anywhere: tokens and counts.
 * Here they are in memory; `files/writing/scratch.ts` keeps them in temporary files.
 *
 * Neither this file nor its callers allocate in their loops. Thousands of short-lived buffers of different sizes
 * fragment the heap, and memory use creeps up with the length of the text although little of it is live. Memory comes
 * in pieces of one size, which are reused, and readers bring their own buffers.
 */

/** A long sequence of numbers: appended to, then read anywhere. */
export interface Scratch {
  readonly length: number;
  append(numbers: Uint32Array): void;
  /** Fills `into` with the numbers from `begin` on. */
  read(begin: number, into: Uint32Array): void;
  /** The numbers before `end` will not be read again: their space may be reused. */
  forget(end: number): void;
  /** Releases its space. */
  close(): void;
}

/** Numbers per piece: 256 KB. */
export const PIECE = 1 << 16;

/** Pieces of memory that many scratches share. What one gives back, the next one takes. */
export class Pieces {
  readonly #free: Uint32Array[] = [];
  #taken = 0;

  /** Bytes of the pieces in use. */
  get bytes(): number {
    return 4 * PIECE * this.#taken;
  }

  /** Bytes of all pieces ever made: the peak. */
  get mostBytes(): number {
    return this.bytes + 4 * PIECE * this.#free.length;
  }

  take(): Uint32Array {
    this.#taken++;
    return this.#free.pop() ?? new Uint32Array(PIECE);
  }

  give(piece: Uint32Array): void {
    this.#taken--;
    this.#free.push(piece);
  }
}

export class MemoryScratch implements Scratch {
  readonly #store: Pieces;
  #pieces: (Uint32Array | undefined)[] = [];
  #length = 0;
  /** Pieces released at the front. */
  #given = 0;

  constructor(store: Pieces = new Pieces()) {
    this.#store = store;
  }

  get length(): number {
    return this.#length;
  }

  append(numbers: Uint32Array): void {
    for (let from = 0; from < numbers.length; ) {
      const place = this.#length % PIECE;
      if (place === 0) this.#pieces.push(this.#store.take());
      const count = Math.min(PIECE - place, numbers.length - from);
      this.#pieces.at(-1)!.set(numbers.subarray(from, from + count), place);
      this.#length += count;
      from += count;
    }
  }

  read(begin: number, into: Uint32Array): void {
    for (let done = 0; done < into.length; ) {
      const place = (begin + done) % PIECE;
      const count = Math.min(PIECE - place, into.length - done);
      into.set(this.#pieces[Math.floor((begin + done) / PIECE)]!.subarray(place, place + count), done);
      done += count;
    }
  }

  forget(end: number): void {
    for (; (this.#given + 1) * PIECE <= end; this.#given++) {
      this.#store.give(this.#pieces[this.#given]!);
      this.#pieces[this.#given] = undefined;
    }
  }

  close(): void {
    for (const piece of this.#pieces) if (piece !== undefined) this.#store.give(piece);
    this.#pieces = [];
    this.#length = 0;
    this.#given = 0;
  }
}

/** Appends all of `from` to `to`, and closes it. */
export function move(from: Scratch, to: Scratch): void {
  const buffer = new Uint32Array(Math.min(PIECE, from.length));
  for (let at = 0; at < from.length; at += PIECE) {
    const part = buffer.subarray(0, Math.min(PIECE, from.length - at));
    from.read(at, part);
    to.append(part);
    from.forget(at + part.length);
  }
  from.close();
}

/** Where data goes that does not fit in memory: `open` makes a new scratch on disk, say. */
export interface Spilling {
  readonly open: () => Scratch;
  /** Maximum bytes of counts and tokens held in memory. */
  readonly memory: number;
}

/** In memory up to `limit` bytes; beyond that it spills. */
export class GrowingScratch implements Scratch {
  #held: Scratch = new MemoryScratch();
  #spilled = false;

  constructor(
    readonly limit: number,
    readonly openOutside: (() => Scratch) | undefined,
  ) {}

  get length(): number {
    return this.#held.length;
  }

  get spilled(): boolean {
    return this.#spilled;
  }

  append(numbers: Uint32Array): void {
    if (!this.#spilled && this.openOutside !== undefined && 4 * (this.length + numbers.length) > this.limit) {
      const outside = this.openOutside();
      move(this.#held, outside);
      this.#held = outside;
      this.#spilled = true;
    }
    this.#held.append(numbers);
  }

  read(begin: number, into: Uint32Array): void {
    this.#held.read(begin, into);
  }

  forget(end: number): void {
    this.#held.forget(end);
  }

  close(): void {
    this.#held.close();
  }
}
