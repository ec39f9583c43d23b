/**
 * The ids of a text's words, gathered chunk by chunk in the order of the text, and ranked by frequency when they are
 * read. Ids are given out by first appearance and kept in a scratch, 4 bytes a token.
 */
import type { CorpusView, VocabularyLimits } from "./corpus.ts";
import type { Scratch } from "./scratch.ts";
import type { TokenizedChunk } from "./token-jobs.ts";
import { LINE_END, UNKNOWN } from "./tokens.ts";
import { WordTable } from "./word-table.ts";

export class TokenGatherer {
  readonly #ids: Scratch;
  readonly #tableLimit: number;
  #table = new WordTable();
  /** By id. */
  #counts = new Float64Array(1 << 12);
  /** Global ids by place in the table, once dropping words has made them differ. */
  #idOf: number[] | undefined;
  #given = 0;
  #tokens = 0;
  /** Whether the last thing read was a line end. */
  #endsWithLine = true;
  /** Occurrences that make a word worth remembering, raised each time the table grows too large. */
  #floor = 0;

  constructor(ids: Scratch, tableLimit: number) {
    this.#ids = ids;
    this.#tableLimit = tableLimit;
  }

  /** Words so far. */
  get tokens(): number {
    return this.#tokens;
  }

  /** Different words so far. */
  get types(): number {
    return this.#given;
  }

  /** Words and line ends so far. */
  get length(): number {
    return this.#ids.length;
  }

  /** Words seen this often or less may have been dropped while reading; 0 when none was. */
  get floor(): number {
    return this.#floor;
  }

  close(): void {
    this.#ids.close();
  }

  /** The number of words in the chunk. */
  add({ ids, words: { units, ends } }: TokenizedChunk): number {
    const global = new Uint32Array(ends.length);
    for (let local = 0; local < ends.length; local++)
      global[local] = this.#idFor(units, local === 0 ? 0 : ends[local - 1]!, ends[local]!);
    let words = 0;
    for (let i = 0; i < ids.length; i++) {
      const local = ids[i]!;
      if (local === LINE_END) continue;
      words++;
      if (local === UNKNOWN) continue;
      const id = global[local]!;
      ids[i] = id;
      this.#counts[id]!++;
    }
    const repeatsLineEnd = ids[0] === LINE_END && this.#endsWithLine;
    if (ids.length > 0) this.#endsWithLine = ids.at(-1) === LINE_END;
    this.#ids.append(repeatsLineEnd ? ids.subarray(1) : ids);
    this.#tokens += words;
    if (this.#table.bytes > this.#tableLimit) this.#forget();
    return words;
  }

  #idFor(units: Uint16Array, begin: number, end: number): number {
    const place = this.#table.add(units, begin, end);
    if (this.#idOf === undefined) {
      if (place === this.#given) this.#given++;
    } else if (place === this.#idOf.length) this.#idOf.push(this.#given++);
    if (this.#given > this.#counts.length) {
      const grown = new Float64Array(2 * this.#counts.length);
      grown.set(this.#counts);
      this.#counts = grown;
    }
    return this.#idOf?.[place] ?? place;
  }

  /**
   * Drops the rarest words from the table until it is half as large: a text of any length has bounded memory. They
   * count as pooled.
   */
  #forget(): void {
    while (this.#table.bytes > this.#tableLimit / 2 && this.#table.size > 0) {
      this.#floor++;
      const { units, ends } = this.#table.list();
      const table = new WordTable();
      const idOf: number[] = [];
      for (let place = 0; place < ends.length; place++) {
        const id = this.#idOf?.[place] ?? place;
        if (this.#counts[id]! <= this.#floor) continue;
        table.add(units, place === 0 ? 0 : ends[place - 1]!, ends[place]!);
        idOf.push(id);
      }
      this.#table = table;
      this.#idOf = idOf;
    }
  }

  /**
   * The text with the words that `limits` admit. Rank r is the (r + 1)-th most frequent of them, words of equal
   * frequency in the order of their code points, so that neither the order of the text nor who counts it matters; rank
   * `words.length` stands for all others.
   */
  view({ vocabulary, minCount }: VocabularyLimits): CorpusView {
    const places = Array.from({ length: this.#table.size }, (_, place) => place);
    const countOf = (place: number) => this.#counts[this.#idOf?.[place] ?? place]!;
    const table = this.#table;
    const kept = places
      .filter((place) => countOf(place) >= minCount)
      .sort((a, b) => countOf(b) - countOf(a) || table.compare(a, b));
    kept.length = Math.min(kept.length, vocabulary);
    const ranks = new Uint32Array(this.#given).fill(kept.length);
    const counts = new Float64Array(kept.length + 1);
    for (const [rank, place] of kept.entries()) {
      ranks[this.#idOf?.[place] ?? place] = rank;
      counts[rank] = countOf(place);
    }
    counts[kept.length] = this.#tokens - counts.reduce((sum, count) => sum + count, 0);
    const ids = this.#ids;
    return {
      words: kept.map((place) => this.#table.word(place)),
      counts,
      tokens: this.#tokens,
      types: this.#given,
      length: ids.length,
      read(begin, into) {
        ids.read(begin, into);
        for (let i = 0; i < into.length; i++) {
          const id = into[i]!;
          if (id !== LINE_END) into[i] = id === UNKNOWN ? kept.length : ranks[id]!;
        }
      },
    };
  }
}
