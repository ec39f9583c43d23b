/**
 * Long sequences of 32-bit numbers that are written once from front to back and read in any place: tokens, and counts that outgrow memory. Here they lie
 * in memory; `files/scratch.ts` keeps them in temporary files.
 */

export interface Scratch {
  readonly length: number;
  append(numbers: Uint32Array): void;
  /** A copy of the numbers from `begin` up to `end`. */
  read(begin: number, end: number): Uint32Array;
  /** Gives its space back. */
  close(): void;
}

/** Numbers per piece: 4 MB. */
const PIECE = 1 << 20;

/** In pieces, so that growing copies nothing. */
export class MemoryScratch implements Scratch {
  #pieces: Uint32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  append(numbers: Uint32Array): void {
    for (let from = 0; from < numbers.length; ) {
      const place = this.#length % PIECE;
      if (place === 0) this.#pieces.push(new Uint32Array(PIECE));
      const count = Math.min(PIECE - place, numbers.length - from);
      this.#pieces.at(-1)!.set(numbers.subarray(from, from + count), place);
      this.#length += count;
      from += count;
    }
  }

  read(begin: number, end: number): Uint32Array {
    const result = new Uint32Array(end - begin);
    for (let at = begin; at < end; ) {
      const place = at % PIECE;
      const count = Math.min(PIECE - place, end - at);
      result.set(this.#pieces[Math.floor(at / PIECE)]!.subarray(place, place + count), at - begin);
      at += count;
    }
    return result;
  }

  close(): void {
    this.#pieces = [];
    this.#length = 0;
  }
}

/** Where more is kept than fits: `open` gives a new scratch outside memory. */
export interface Spilling {
  readonly open: () => Scratch;
  /** Bytes of counts and tokens held in memory, at most. */
  readonly memory: number;
}

/** In memory up to `limit` bytes, from then on outside. */
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
      for (let at = 0; at < this.length; at += PIECE) outside.append(this.#held.read(at, Math.min(this.length, at + PIECE)));
      this.#held.close();
      this.#held = outside;
      this.#spilled = true;
    }
    this.#held.append(numbers);
  }

  read(begin: number, end: number): Uint32Array {
    return this.#held.read(begin, end);
  }

  close(): void {
    this.#held.close();
  }
}
