/**
 * The words that training saw, with the label each had most often, for what they tell about words still to come: the
 * same word in other case, its parts, and its relatives, which share a stem and differ in their endings ("walks" and
 * "walked" for "walking"). Endings are whatever follows the stem, in any language.
 */

import { Vocabulary } from "../../base/vocabulary.ts";
import { type LabelCounts, mergeWords } from "./label-counts.ts";

/** A stem has at least this many letters, an ending at most that many; the usual lengths of inflection. */
const SHORTEST_STEM = 3;
const LONGEST_ENDING = 4;
/** More letters than the last part of any compound has; text without blanks makes words of a million letters. */
const LONGEST_END = 100;
/** Relatives that are looked at, and words that are passed over to find them. */
const MOST_RELATIVES = 8;
const MOST_PASSED = 64;

const LETTERS_ONLY = /^\p{L}+$/u;

export interface Relative {
  /** What follows the common stem in the word in question, and in the known one. */
  readonly ending: string;
  readonly otherEnding: string;
  /** The usual label of the known one. */
  readonly label: number;
}

interface Forms {
  readonly usual: Int32Array;
  /** Words in small letters. */
  readonly lower: Vocabulary;
  readonly lowerUsual: Int32Array;
  /** Those of letters only, in order of their letters. */
  readonly sorted: readonly string[];
}

function formsOf(counts: LabelCounts): Forms {
  const lower = new Vocabulary();
  const rows = Int32Array.from(counts.words.words(), (word) => lower.add(word.toLowerCase()));
  return {
    usual: usualLabels(counts),
    lower,
    lowerUsual: usualLabels(mergeWords(counts, rows, lower)),
    sorted: lower
      .words()
      .filter((word) => LETTERS_ONLY.test(word))
      .sort((a, b) => (a < b ? -1 : 1)),
  };
}

export class KnownForms {
  readonly #counts: LabelCounts;
  /** Made for the first word that is asked about: a model that is only opened needs none. */
  #made: Forms | undefined;

  constructor(counts: LabelCounts) {
    this.#counts = counts;
  }

  get #forms(): Forms {
    return (this.#made ??= formsOf(this.#counts));
  }

  /** The usual label of exactly this word, or −1. */
  usual(word: string): number {
    const id = this.#counts.words.id(word);
    return id < 0 ? -1 : this.#forms.usual[id]!;
  }

  /** The usual label of a word in small letters, whatever its case was in training, or −1. */
  lowerUsual(lower: string): number {
    const id = this.#forms.lower.id(lower);
    return id < 0 ? -1 : this.#forms.lowerUsual[id]!;
  }

  /** Known words with the longest stem that the word shares with any; it does not count as its own relative. */
  relatives(lower: string): Relative[] {
    if (!LETTERS_ONLY.test(lower)) return [];
    for (let cut = 0; cut <= LONGEST_ENDING && lower.length - cut >= SHORTEST_STEM; cut++) {
      const found = this.#withStem(lower, lower.length - cut);
      if (found.length > 0) return found;
    }
    return [];
  }

  #withStem(lower: string, length: number): Relative[] {
    const stem = lower.slice(0, length);
    const ending = lower.slice(length);
    const { sorted } = this.#forms;
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (sorted[middle]! < stem) from = middle + 1;
      else to = middle;
    }
    const found: Relative[] = [];
    const last = Math.min(sorted.length, from + MOST_PASSED);
    for (let at = from; at < last && found.length < MOST_RELATIVES && sorted[at]!.startsWith(stem); at++) {
      const other = sorted[at]!;
      if (other.length > length + LONGEST_ENDING || other === lower) continue;
      found.push({ ending, otherEnding: other.slice(length), label: this.lowerUsual(other) });
    }
    return found;
  }

  /** The longest known end of a word, with its usual label: "able" in "unreadable", the last part of a compound. */
  knownEnd(lower: string): { readonly before: string; readonly label: number } | undefined {
    if (!LETTERS_ONLY.test(lower)) return undefined;
    const first = Math.max(1, lower.length - LONGEST_END);
    for (let cut = first; lower.length - cut >= SHORTEST_STEM; cut++) {
      const label = this.lowerUsual(lower.slice(cut));
      if (label >= 0) return { before: lower.slice(0, cut), label };
    }
    return undefined;
  }
}

/** The most frequent label of every word; the first of equals. */
function usualLabels({ words, starts, labels, counts }: LabelCounts): Int32Array {
  const usual = new Int32Array(words.size).fill(-1);
  for (let w = 0; w < words.size; w++) {
    let most = 0;
    for (let e = starts[w]!; e < starts[w + 1]!; e++) {
      if (counts[e]! <= most) continue;
      most = counts[e]!;
      usual[w] = labels[e]!;
    }
  }
  return usual;
}
