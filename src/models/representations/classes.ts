/**
 * Classes of words as features: the bit paths of Brown clusters, and their beginnings, which are the larger classes
 * around a word's own. Koo, Carreras, Collins, "Simple semi-supervised dependency parsing", ACL 2008; Turian, Ratinov,
 * Bengio, "Word representations", ACL 2010, from whom the lengths are.
 */
import type { WordClass } from "../../data/clusters.ts";

/** Bits of the beginnings of a path that are features; the whole path is one more. */
export const BEGINNINGS: readonly number[] = [4, 6, 10, 20];

/** The classes of words, by look-up: as a word is written, in lower case, and with its digits as 0. */
export class WordClasses {
  readonly #paths: ReadonlyMap<string, string>;

  constructor(paths: ReadonlyMap<string, string>) {
    this.#paths = paths;
  }

  /** From what `readClusters` gives; whether a file has counts makes no difference. */
  static from(classes: Iterable<WordClass>): WordClasses {
    return new WordClasses(new Map(Array.from(classes, ({ word, path }) => [word, path])));
  }

  /** Words and their paths, in the order of the file. */
  get paths(): ReadonlyMap<string, string> {
    return this.#paths;
  }

  /** The bit path of the word's class, or "" where it has none. */
  path(word: string): string {
    const exact = this.#paths.get(word);
    if (exact !== undefined) return exact;
    const lower = word.toLowerCase();
    return this.#paths.get(lower) ?? this.#paths.get(lower.replace(/\d/g, "0").replaceAll("’", "'")) ?? "";
  }

  /** The first bits of the word's path at each of `BEGINNINGS`, and all of it; empty texts where it has no class. */
  beginnings(word: string): readonly string[] {
    const path = this.path(word);
    return [...BEGINNINGS.map((length) => path.slice(0, length)), path];
  }

  has(word: string): boolean {
    return this.path(word) !== "";
  }
}
