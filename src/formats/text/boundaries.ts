/**
 * Ends of sentences by weight: a gap between two words has features, each of which speaks for an end or against it; the
 * sentence ends where the sum is positive. What stands before the gap counts without closing quotes and brackets, what
 * stands behind it without opening quotes: `left. "Go` is a gap between `.` and `Go`.
 */
import { FeatureTrie, NOWHERE } from "./feature-trie.ts";

/** What is known about a gap. */
export interface Gap {
  /** The sentence so far. */
  readonly words: readonly string[];
  readonly next: string;
  /** The first word behind the gap that is no opening quotation mark: mostly `next`. */
  readonly filled: string;
  /** Whether white space stands in the gap. */
  readonly spaced: boolean;
  /** Brackets that are open, and whether a quotation is. */
  readonly brackets: number;
  readonly inQuote: boolean;
}

const CLOSERS = new Set(["''", "'", '"', "”", "’", "»", "“", ")", "]", "}", "-RRB-", "-RSB-", "-RCB-"]);
/** Marks that open a quotation where white space stands before them and none behind. */
const OPENERS = new Set(["``", "`", "'", '"', "“", "‘", "„", "‚", "«", "‟"]);
/** No sentence begins with these. */
const NEVER_FIRST = new Set(", ; : . ? ! % ) ] } ” » '' -RRB- -RSB- -RCB-".split(" "));

/** Closing quotes and brackets in a row that are looked through. */
const MOST_CLOSERS = 8;

/** The index of the last word that is no closing quote or bracket. */
export function lastFilled(words: readonly string[]): number {
  const first = Math.max(0, words.length - MOST_CLOSERS);
  let last = words.length - 1;
  while (last > first && CLOSERS.has(words[last]!)) last--;
  return last;
}

/** The first word from `from` on that is no opening quotation mark; the word there, if all are. */
export function firstFilled(words: readonly string[], from: number): string {
  let first = from;
  while (first < words.length && OPENERS.has(words[first]!)) first++;
  return words[first] ?? words[from]!;
}

export const hasPeriod = (word: string): boolean => word.length > 1 && word.endsWith(".") && !word.endsWith("..");

/** Whether a word is made of periods, exclamation and question marks. */
const isTerminal = (word: string): boolean => /^[.!?…。！？]+$/u.test(word);
const isCry = (word: string): boolean => /^[!?…]+$/.test(word);
const isQuote = (word: string | undefined): boolean =>
  word !== undefined && CLOSERS.has(word) && !/[)\]}-]$/.test(word);
const isSmallCode = (code: number) => code >= 97 && code <= 122;
const isLargeCode = (code: number) => code >= 65 && code <= 90;

function startsSmall(word: string): boolean {
  const code = word.charCodeAt(0);
  return isSmallCode(code) || (code >= 128 && /^\p{Ll}/u.test(word));
}

/** Whether a word begins with a letter or digit and has no period at its end. */
function isFilled(word: string): boolean {
  const code = word.charCodeAt(0);
  return (isSmallCode(code) || isLargeCode(code) || /^[\p{L}\p{N}]/u.test(word)) && !hasPeriod(word);
}

function shape(word: string): string {
  if (/^\p{Lu}\p{Lu}/u.test(word)) return "AA";
  if (/^\p{Lu}/u.test(word)) return word.length === 1 ? "A" : "Aa";
  if (startsSmall(word)) return "a";
  if (/^\d/.test(word)) return /^\d+[.)]?$/.test(word) ? "9" : "9x";
  if (/^\p{L}/u.test(word)) return "l";
  return word.length > 3 ? `${word.slice(0, 2)}+` : word;
}

const small = (word: string) => word.slice(0, 20).toLowerCase();

const SIZES = [1, 2, 3, 5, 8, 13, 21, 34];
const sizeOf = (count: number) => SIZES.findLastIndex((size) => count >= size);

/** What the features need of a word: atoms, and what it is. */
interface WordFacts {
  readonly isWord: boolean;
  readonly isTerminal: boolean;
  readonly hasPeriod: boolean;
  readonly kind: number;
  readonly shape: number;
  /** Atoms of its letters, once they were asked for: as the next word, the one before, the last. */
  next: number | undefined;
  before: number | undefined;
  last: number | undefined;
}

/** Words that are remembered: a model's text has no end. */
const MOST_WORDS = 1 << 16;

/** Finds the features of gaps as paths of a trie: all of them, or those it knows once the trie is closed. */
export class GapFeatures {
  readonly trie = new FeatureTrie();
  readonly #words = new Map<string, WordFacts>();
  readonly #sizes = SIZES.map((_, i) => this.trie.atom(`s=${i}`));
  readonly #open = ["b=00", "b=01", "b=10", "b=11"].map((text) => this.trie.atom(text));
  readonly #end = this.trie.atom("end");
  readonly #opened = this.trie.atom("opened");
  readonly #joined = this.trie.atom("joined");
  readonly #notClosed = this.trie.atom("c=");

  /**
   * Puts the features of a gap into `found`; none where no sentence can end, as before a small letter without a mark.
   */
  find({ words, next: first, filled: nextWord, spaced, brackets, inQuote }: Gap, found: number[]): void {
    found.length = 0;
    const end = lastFilled(words);
    if (end < 0) return;
    const [lastWord, beforeWord] = [words[end]!, words[end - 1] ?? "^"];
    if ((isFilled(lastWord) && (startsSmall(nextWord) || !spaced)) || NEVER_FIRST.has(nextWord)) return;
    // A quotation mark closes what it stands behind.
    if (!spaced && CLOSERS.has(first)) return;
    // "What?" he asked.
    if (isCry(lastWord) && isQuote(words[end + 1]) && startsSmall(nextWord)) return;
    const [last, next, before] = [this.#factsOf(lastWord), this.#factsOf(nextWord), this.#factsOf(beforeWord)];
    const isClosed = end < words.length - 1;
    const size = this.#sizes[sizeOf(words.length)]!;
    const { trie } = this;
    const add = (path: number) => {
      if (path !== NOWHERE) found.push(path);
      return path;
    };
    const kind = add(trie.path(last.kind));
    const after = add(trie.path(next.shape, kind));
    add(trie.path((next.next ??= trie.atom(`n=${small(nextWord)}`)), kind));
    add(trie.path(isClosed ? trie.atom(`c=${words.slice(end + 1).join("")}`) : this.#notClosed, after));
    if (first !== nextWord) add(trie.path(this.#opened, after));
    add(trie.path(size, after));
    add(trie.path(this.#open[2 * Math.min(brackets, 1) + (inQuote ? 1 : 0)]!, after));
    add(trie.path(next.shape, trie.path(before.shape, kind)));
    add(trie.path((before.before ??= trie.atom(`p=${small(beforeWord)}`)), kind));
    // What holds for one mark that ends sentences is a guess about those that the treebank hardly has.
    if (last.isTerminal) {
      const terminal = add(trie.path(this.#end));
      add(trie.path(next.shape, terminal));
      add(trie.path(next.shape, trie.path(before.shape, terminal)));
    }
    if (!spaced) add(trie.path(this.#joined, after));
    if (last.isWord || last.hasPeriod) {
      add(trie.path((last.last ??= trie.atom(`l=${small(lastWord)}`)), kind));
      const both = add(trie.path(next.shape, trie.path(last.shape, kind)));
      add(trie.path(size, both));
    }
  }

  #factsOf(word: string): WordFacts {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    if (this.#words.size >= MOST_WORDS) this.#words.clear();
    const isWord = isFilled(word);
    const kind = isWord ? "w" : hasPeriod(word) ? "x." : word.length > 4 ? `${word.slice(0, 3)}+` : word;
    const facts: WordFacts = {
      isWord,
      isTerminal: isTerminal(word),
      hasPeriod: hasPeriod(word),
      kind: this.trie.atom(kind),
      shape: this.trie.atom(shape(word)),
      next: undefined,
      before: undefined,
      last: undefined,
    };
    this.#words.set(word, facts);
    return facts;
  }
}

const weighers = new WeakMap<object, (gap: Gap) => boolean>();

/** Tells by the weights of features whether a sentence ends in a gap. */
export function gapWeigher(boundaries: Readonly<Record<string, number>>): (gap: Gap) => boolean {
  let weigher = weighers.get(boundaries);
  if (weigher === undefined) weighers.set(boundaries, (weigher = newWeigher(boundaries)));
  return weigher;
}

function newWeigher(boundaries: Readonly<Record<string, number>>): (gap: Gap) => boolean {
  const features = new GapFeatures();
  const weighed = Object.entries(boundaries).map(([name, weight]) => [features.trie.named(name), weight] as const);
  features.trie.close();
  const weights = new Float64Array(features.trie.size);
  for (const [path, weight] of weighed) weights[path] = weight;
  const found: number[] = [];
  return (gap) => {
    features.find(gap, found);
    let sum = 0;
    for (const path of found) sum += weights[path]!;
    return sum > 0;
  };
}
