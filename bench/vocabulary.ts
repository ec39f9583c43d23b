/**
 * Vocabulary against the same table made of a Map and an array: bytes per entry and nanoseconds per call.
 *
 *   node --expose-gc --import tsx bench/vocabulary.ts [entries]
 */
import { Vocabulary } from "../src/base/vocabulary.ts";
import { type Cell, processorSeconds, record } from "./result.ts";

interface Table {
  readonly size: number;
  add(word: string): number;
  id(word: string): number;
  word(id: number): string;
}

class MapVocabulary implements Table {
  readonly #ids = new Map<string, number>();
  readonly #words: string[] = [];
  get size(): number {
    return this.#words.length;
  }
  add(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    this.#ids.set(word, this.#words.length);
    return this.#words.push(word) - 1;
  }
  id(word: string): number {
    return this.#ids.get(word) ?? -1;
  }
  word(id: number): string {
    return this.#words[id]!;
  }
}

const entries = Number(process.argv[2] ?? 1_000_000);
const QUERIES = Math.min(entries, 200_000);
const collect = (globalThis as { gc?: () => void }).gc;
if (collect === undefined) throw new Error("run with --expose-gc");

/** A different string of five to nine letters for each n, flat and new, as a reader cuts them from a buffer. */
function wordOf(n: number): string {
  const bytes: number[] = [];
  for (let rest = Math.imul(n + 1, 2654435761) >>> 0; bytes.length < 5 || rest > 0; rest = Math.floor(rest / 26))
    bytes.push(97 + (rest % 26));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function held(): number {
  collect!();
  collect!();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function nanoseconds(call: (i: number) => unknown): number {
  const start = processorSeconds();
  for (let i = 0; i < QUERIES; i++) call(i);
  return ((processorSeconds() - start) * 1e9) / QUERIES;
}

function measure(name: string, make: () => Table): Cell[] {
  const before = held();
  const table = make();
  const words: string[] = [];
  let adding = 0;
  for (let n = 0; n < entries; n += 10_000) {
    words.length = 0;
    for (let i = n; i < Math.min(n + 10_000, entries); i++) words.push(wordOf(i));
    const start = processorSeconds();
    for (const word of words) table.add(word);
    adding += processorSeconds() - start;
  }
  words.length = 0;
  const bytes = (held() - before) / table.size;
  // Strings V8 has not hashed yet, as when text is read; then the same strings again.
  const queries = Array.from({ length: QUERIES }, (_, i) => wordOf((i * 7919) % entries));
  const firstLookup = nanoseconds((i) => table.id(queries[i]!));
  const nextLookup = Math.min(...[0, 1, 2].map(() => nanoseconds((i) => table.id(queries[i]!))));
  const word = Math.min(...[0, 1, 2].map(() => nanoseconds((i) => table.word((i * 7919) % entries))));
  const figures = { bytesPerEntry: bytes, add: (adding * 1e9) / table.size, firstLookup, nextLookup, word };
  const rounded = Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, Math.round(value * 10) / 10]));
  return [name, ...Object.values(rounded)];
}

const tables = (): Cell[][] => [
  measure("Map and array", () => new MapVocabulary()),
  measure("Vocabulary", () => new Vocabulary()),
];
tables(); // the compiler's turn
record("vocabulary", {
  section: "Vocabulary",
  title: `${entries.toLocaleString("en")} words`,
  command: `node --expose-gc --import tsx bench/vocabulary.ts ${entries}`,
  columns: ["table", "bytes a word", "add, ns", "first look-up, ns", "next look-up, ns", "word of an id, ns"],
  rows: tables(),
  notes: ["Nanoseconds of processor time."],
});
