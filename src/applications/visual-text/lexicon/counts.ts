/** Counts of observations, over all chunks of a text, and the two tables that the lexicon is made of. */
import { baseFormsOf } from "../../../data/wordnet/base-forms.ts";
import { type SparseMatrix, sparseFromCounts } from "../../../linalg/index.ts";
import type { Kind } from "./observations.ts";

/** Counts as they travel between threads: keys are the kind and the words, with a blank between. */
export interface CountedKeys {
  readonly keys: readonly string[];
  readonly counts: Float64Array;
}

/** Words by number, and how often each stands with each. */
export interface PairTable {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** rows × columns. */
  readonly counts: SparseMatrix;
}

export interface PairLimits {
  /** Pairs that a word must have. */
  readonly minCount: number;
  /** Modifiers that are often nouns count as adjectives when this share of the noun's uses is before another noun. */
  readonly modifierShare: number;
}

/** A form is a base form when it was seen as one this often: rarer ones are slips of the tagger. */
const SEEN_AS_BASE = 2;

export class ObservationCounts {
  readonly #counts = new Map<string, number>();

  count = (kind: Kind, first: string, second: string): void => {
    this.#add(second === "" ? `${kind} ${first}` : `${kind} ${first} ${second}`, 1);
  };

  addAll({ keys, counts }: CountedKeys): void {
    for (let i = 0; i < keys.length; i++) this.#add(keys[i]!, counts[i]!);
  }

  #add(key: string, by: number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + by);
  }

  get size(): number {
    return this.#counts.size;
  }

  keys(): CountedKeys {
    return { keys: [...this.#counts.keys()], counts: Float64Array.from(this.#counts.values()) };
  }

  /** How often a word was seen as what the kind says. */
  #seen(kind: Kind, word: string): number {
    return this.#counts.get(`${kind} ${word}`) ?? 0;
  }

  *#pairs(kind: "a" | "v"): Generator<readonly [first: string, second: string, count: number]> {
    for (const [key, count] of this.#counts) {
      if (key.charAt(0) !== kind) continue;
      const blank = key.indexOf(" ", 2);
      yield [key.slice(2, blank), key.slice(blank + 1), count];
    }
  }

  /** "~cars" → "car", if the text has it; what carries no mark is a base form. */
  #lemma(marked: string, part: "noun" | "verb"): string {
    if (!marked.startsWith("~")) return marked;
    const form = marked.slice(1);
    const known = (base: string) => base !== form && this.#seen(part === "noun" ? "n" : "b", base) >= SEEN_AS_BASE;
    return baseFormsOf(form, part, known)[0] ?? form;
  }

  /** Adjectives × nouns. `always` are adjectives whatever the tagger called them. */
  adjectiveNouns({ minCount, modifierShare }: PairLimits, always: ReadonlySet<string>): PairTable {
    const isAdjective = remembered((word) => {
      if (always.has(word)) return true;
      const [asAdjective, asNoun] = [this.#seen("j", word), this.#seen("m", word)];
      if (asAdjective >= asNoun) return true;
      return asNoun >= modifierShare * this.#seen("n", word);
    });
    return tableOf(this.#lemmatised("a", isAdjective), minCount);
  }

  /** Verbs × the nouns among the words after them. */
  predicateArguments({ minCount }: Pick<PairLimits, "minCount">): PairTable {
    return tableOf(
      this.#lemmatised("v", () => true),
      minCount,
    );
  }

  *#lemmatised(kind: "a" | "v", keep: (first: string) => boolean) {
    const nounOf = remembered((marked: string) => this.#lemma(marked, "noun"));
    const verbOf = remembered((marked: string) => this.#lemma(marked, "verb"));
    for (const [first, second, count] of this.#pairs(kind)) {
      const word = kind === "a" ? first : verbOf(first);
      if (keep(word)) yield [word, nounOf(second), count] as const;
    }
  }
}

function remembered<T>(of: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    if (!known.has(word)) known.set(word, of(word));
    return known.get(word)!;
  };
}

/** Words with too few pairs leave, then those that this leaves with too few; numbers by falling count, then by name. */
function tableOf(pairs: Iterable<readonly [string, string, number]>, minCount: number): PairTable {
  const all = [...pairs];
  const countBy = (place: 0 | 1, kept: readonly (readonly [string, string, number])[]) => {
    const counts = new Map<string, number>();
    for (const pair of kept) counts.set(pair[place], (counts.get(pair[place]) ?? 0) + pair[2]);
    return counts;
  };
  const [rowCounts, columnCounts] = [countBy(0, all), countBy(1, all)];
  const enough = all.filter((pair) => rowCounts.get(pair[0])! >= minCount && columnCounts.get(pair[1])! >= minCount);
  const rows = byCount(countBy(0, enough));
  const columns = byCount(countBy(1, enough));
  const rowOf = new Map(rows.map((word, i) => [word, i]));
  const columnOf = new Map(columns.map((word, i) => [word, i]));
  const counts = sparseFromCounts(
    rows.length,
    columns.length,
    Uint32Array.from(enough, ([word]) => rowOf.get(word)!),
    Uint32Array.from(enough, ([, word]) => columnOf.get(word)!),
    Float64Array.from(enough, ([, , count]) => count),
  );
  return { rows, columns, counts };
}

const byCount = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([word]) => word);

/** The table with rows and columns changed. */
export function transposed({ rows, columns, counts }: PairTable): PairTable {
  const rowIds = new Uint32Array(counts.ids.length);
  for (let row = 0; row < counts.rows; row++) rowIds.fill(row, counts.starts[row]!, counts.starts[row + 1]!);
  return {
    rows: columns,
    columns: rows,
    counts: sparseFromCounts(counts.columns, counts.rows, counts.ids, rowIds, counts.values),
  };
}
