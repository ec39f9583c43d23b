/** String ↔ id tables. Ids are dense and count from 0 in order of first appearance. */

export class Vocabulary {
  readonly #ids = new Map<string, number>();
  readonly #words: string[] = [];

  static from(words: Iterable<string>): Vocabulary {
    const vocabulary = new Vocabulary();
    for (const word of words) vocabulary.add(word);
    return vocabulary;
  }

  get size(): number {
    return this.#words.length;
  }

  /** The word's id, given out now if it has none yet. */
  add(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.#words.length;
    this.#ids.set(word, id);
    this.#words.push(word);
    return id;
  }

  /** The word's id, or −1. */
  id(word: string): number {
    return this.#ids.get(word) ?? -1;
  }

  has(word: string): boolean {
    return this.#ids.has(word);
  }

  word(id: number): string {
    const word = this.#words[id];
    if (word === undefined) throw new RangeError(`no word has the id ${id}; ids run from 0 to ${this.size - 1}`);
    return word;
  }

  /** All words in the order of their ids. */
  words(): readonly string[] {
    return this.#words;
  }
}
