/** Numbers for features, by their 32-bit keys, with the labels that each was seen with. Tables double as they fill. */

/** What is kept of the features. */
export interface KeptFeatures {
  /** For every number given out, its number among those kept, or −1. */
  readonly numbers: Int32Array;
  readonly keys: Uint32Array;
  readonly starts: Uint32Array;
  readonly columns: Uint16Array;
  /** How often each was seen. */
  readonly counts: Float64Array;
}

/** An open-addressing table from keys, which are not 0, to numbers. */
export class KeyTable {
  #slots = new Uint32Array(2 * 1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The key's number, or −1. */
  get(key: number): number {
    return this.#slots[this.#slotOf(key) + 1]! - 1;
  }

  /** The key's number, given out now if it has none yet. */
  add(key: number): number {
    let slot = this.#slotOf(key);
    if (this.#slots[slot + 1] !== 0) return this.#slots[slot + 1]! - 1;
    if (4 * this.#size >= this.#slots.length) {
      this.#grow();
      slot = this.#slotOf(key);
    }
    this.#slots[slot] = key;
    this.#slots[slot + 1] = ++this.#size;
    return this.#size - 1;
  }

  #slotOf(key: number): number {
    const mask = this.#slots.length - 1;
    let slot = Math.imul(key, 0x9e3779b1);
    slot = ((slot ^ (slot >>> 15)) << 1) & mask;
    while (this.#slots[slot + 1] !== 0 && this.#slots[slot] !== key) slot = (slot + 2) & mask;
    return slot;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(2 * old.length);
    for (let slot = 0; slot < old.length; slot += 2) {
      if (old[slot + 1] === 0) continue;
      const to = this.#slotOf(old[slot]!);
      this.#slots[to] = old[slot]!;
      this.#slots[to + 1] = old[slot + 1]!;
    }
  }
}

export class FeatureNumbers {
  readonly #table = new KeyTable();
  #keys = new Uint32Array(1024);
  #counts = new Float64Array(1024);
  /** Linked lists of labels: the first link of each feature, and for each link its label and the next. */
  #first = new Int32Array(1024).fill(-1);
  #links = new Int32Array(2 * 1024);
  #linkCount = 0;

  /** The number of a feature that was seen `count` times with a label. */
  add(key: number, label: number, count: number): number {
    const number = this.#table.add(key);
    if (number >= this.#keys.length) this.#growFeatures();
    this.#keys[number] = key;
    this.#counts[number]! += count;
    let link = this.#first[number]!;
    while (link >= 0 && this.#links[2 * link] !== label) link = this.#links[2 * link + 1]!;
    if (link >= 0) return number;
    if (2 * this.#linkCount >= this.#links.length) {
      const links = new Int32Array(2 * this.#links.length);
      links.set(this.#links);
      this.#links = links;
    }
    this.#links[2 * this.#linkCount] = label;
    this.#links[2 * this.#linkCount + 1] = this.#first[number]!;
    this.#first[number] = this.#linkCount++;
    return number;
  }

  /** Features seen at least `minCount` times, numbered anew. */
  finish(minCount: number): KeptFeatures {
    const size = this.#table.size;
    const numbers = new Int32Array(size).fill(-1);
    const keys: number[] = [];
    const starts = [0];
    const columns: number[] = [];
    const counts: number[] = [];
    for (let f = 0; f < size; f++) {
      if (this.#counts[f]! < minCount) continue;
      numbers[f] = keys.length;
      keys.push(this.#keys[f]!);
      counts.push(this.#counts[f]!);
      for (let link = this.#first[f]!; link >= 0; link = this.#links[2 * link + 1]!)
        columns.push(this.#links[2 * link]!);
      starts.push(columns.length);
    }
    return {
      numbers,
      keys: Uint32Array.from(keys),
      starts: Uint32Array.from(starts),
      columns: Uint16Array.from(columns),
      counts: Float64Array.from(counts),
    };
  }

  #growFeatures(): void {
    const size = 2 * this.#keys.length;
    const [keys, counts, first] = [new Uint32Array(size), new Float64Array(size), new Int32Array(size).fill(-1)];
    keys.set(this.#keys);
    counts.set(this.#counts);
    first.set(this.#first);
    [this.#keys, this.#counts, this.#first] = [keys, counts, first];
  }
}
