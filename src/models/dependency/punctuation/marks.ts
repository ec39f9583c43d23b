/**
 * Where a punctuation mark may hang, seen from the tree of the other words. A mark stands in a gap between words. From
 * the word to its left one climbs as long as heads stay left of the gap, from the word to its right as long as they
 * stay right of it; one of the two words reached hangs below the other:
 *
 *   low    the lower one: "however" in "However , he left"          inner  the head of what a pair of marks encloses
 *   high   the other one: "left"                                    left, right  the nearest words
 *   up     the head of the lower one
 *
 * Treebanks attach nearly every mark to one of these, each in its own way. O(words × depth) for a sentence.
 */
import type { DependencyTree } from "../../../trees/dependencies.ts";

/** The relation of punctuation in Universal Dependencies. */
const PUNCTUATION = "punct";

export const CHOICES = ["low", "up", "high", "inner", "left", "right"] as const;

/** What a mark can hang from. */
export type Choice = (typeof CHOICES)[number];

/** A mark that may be attached again. */
export interface Mark {
  /** Of the word, from 1. */
  readonly place: number;
  readonly heads: Readonly<Record<"low" | "up" | "high", number>> & Readonly<Partial<Record<Choice, number>>>;
  /** What the choice depends on, most general first; each begins with the one before. */
  readonly keys: readonly string[];
}

const CLOSING: Readonly<Record<string, string>> = {
  ...{ "(": ")", "[": "]", "{": "}", "-LRB-": "-RRB-", "-LSB-": "-RSB-" },
  ...{ "“": "”", "‘": "’", "``": "''", "«": "»", "„": "“" },
};
/** Open and close alike. */
const EITHER = new Set(['"', "'"]);

type Arcs = Pick<DependencyTree, "words" | "heads" | "labels">;

/** The marks of a tree, in order: punctuation without words below it, in a sentence with other words. */
export function marksOf(tree: Arcs): Mark[] {
  const { words, heads, labels } = tree;
  const isMark = marksIn(tree);
  const headOf = (word: number) => heads[word - 1]!;
  const last = words.length;
  const inner = enclosed(tree, isMark);
  const found: Mark[] = [];
  for (let place = 1; place <= last; place++) {
    if (!isMark[place]) continue;
    let left = place - 1;
    while (isMark[left]) left--;
    let right = place + 1;
    while (isMark[right]) right++;
    if (left < 1 && right > last) continue;
    let fromLeft = left;
    if (left > 0) while (headOf(fromLeft) !== 0 && headOf(fromLeft) < place) fromLeft = headOf(fromLeft);
    let fromRight = right;
    if (right <= last) while (headOf(fromRight) > place) fromRight = headOf(fromRight);
    const atEdge = left < 1 || right > last;
    const leftIsLow = right > last || (left > 0 && isBelow(heads, fromLeft, fromRight));
    const low = leftIsLow ? fromLeft : fromRight;
    const high = atEdge ? low : leftIsLow ? fromRight : fromLeft;
    const up = headOf(low) === 0 ? low : headOf(low);
    const within = inner.get(place);
    const form = words[place - 1]!;
    const side = `${atEdge ? "edge" : "between"} ${leftIsLow ? "left" : "right"}${within === undefined ? "" : " pair"}`;
    const byForm = `${side}\t${form}`;
    const byRelation = `${byForm}\t${labels[low - 1]} ${hasBetween(words, form, low, place)}`;
    found.push({
      place,
      heads: {
        ...{ low, up, high },
        ...(within === undefined ? {} : { inner: within }),
        ...(left < 1 ? {} : { left }),
        ...(right > last ? {} : { right }),
      },
      keys: [side, byForm, byRelation, `${byRelation}\t${headOf(low) === 0 ? "" : labels[up - 1]}`],
    });
  }
  return found;
}

/** Whether a word hangs below another, at any depth. */
function isBelow(heads: readonly number[], word: number, other: number): boolean {
  let above = heads[word - 1]!;
  while (above !== 0 && above !== other) above = heads[above - 1]!;
  return above === other;
}

/** Which words, from 1, are marks. */
function marksIn({ words, heads, labels }: Arcs): boolean[] {
  const isHead = new Set(heads);
  return [false, ...words.map((_, i) => labels[i] === PUNCTUATION && heads[i] !== 0 && !isHead.has(i + 1))];
}

/** Whether the same mark stands between a word and a place. */
function hasBetween(words: readonly string[], form: string, word: number, place: number): boolean {
  const [from, to] = word < place ? [word, place - 1] : [place, word - 1];
  for (let i = from; i < to; i++) if (words[i] === form) return true;
  return false;
}

/** For marks that enclose words with one head among them: that head. */
function enclosed({ words, heads }: Arcs, isMark: readonly boolean[]): Map<number, number> {
  const found = new Map<number, number>();
  let open: number[] = [];
  for (let place = 1; place <= words.length; place++) {
    if (!isMark[place]) continue;
    const form = words[place - 1]!;
    const opening = open.findLast((other) => {
      const begun = words[other - 1]!;
      return EITHER.has(form) ? begun === form : CLOSING[begun] === form;
    });
    if (opening !== undefined) {
      open = open.filter((other) => other < opening);
      const tops = range(opening + 1, place).filter((word) => {
        const head = heads[word - 1]!;
        return !isMark[word] && (head <= opening || head >= place);
      });
      if (tops.length === 1) for (const mark of [opening, place]) found.set(mark, tops[0]!);
    } else if (EITHER.has(form) || Object.hasOwn(CLOSING, form)) open.push(place);
  }
  return found;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
