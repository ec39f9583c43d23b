/**
 * Brown clustering: words in a hierarchy of classes, merged so that the class bigram model loses the least likelihood.
 * Brown, Della Pietra, deSouza, Lai, Mercer, "Class-based n-gram models of natural language", CL 18 (1992), §3, in the
 * windowed form: the C most frequent words begin as classes of their own; every further word becomes class C + 1, and
 * the two classes are merged whose merging costs the least; at the end the C classes merge down to one, which gives
 * their bit paths.
 *
 *   n(a,b)   bigrams of a word of class a followed by one of class b, among the words that have classes
 *   l(a)     Σ over all words v of n(a,v), r(b) likewise: marginals over the whole text, as in Liang's program (MIT
 *            master's thesis, 2005)
 */
import type { BigramCounts } from "../counts/bigrams.ts";
import { ClassWindow, type Merge } from "./brown-window.ts";

export type { Merge };

export interface BrownResult {
  /** Every merge in order: words − 1 in all. Classes 0 … words − 1 are the words, by descending frequency. */
  readonly merges: readonly Merge[];
  /** The bit path of every word's class; words of one class share it. */
  readonly paths: readonly string[];
}

/**
 * Clusters the words of a bigram table. `pause` is awaited after every word that has found its class and after every
 * merge at the end: other work gets its turn there, or it throws to stop.
 */
export async function brownClusters(
  bigrams: BigramCounts,
  classes: number,
  pause: () => Promise<void> = async () => {},
): Promise<BrownResult> {
  const { words } = bigrams;
  const window = new ClassWindow(bigrams, Math.min(classes, words));
  const merges: Merge[] = [];
  for (let word = 0; word < words; word++) {
    window.add(word);
    if (window.size > classes) merges.push(window.mergeBest());
    await pause();
  }
  const leaves = merges.length;
  while (window.size > 1) {
    merges.push(window.mergeBest());
    await pause();
  }
  return { merges, paths: pathsOf(words, merges, leaves) };
}

/** Bits down from the root over the merges after the first `leaves`, which only filled the classes. */
function pathsOf(words: number, merges: readonly Merge[], leaves: number): string[] {
  const pathOf = new Array<string>(words + merges.length).fill("");
  for (let m = merges.length - 1; m >= 0; m--) {
    const { first, second } = merges[m]!;
    const path = pathOf[words + m]!;
    pathOf[first] = m < leaves ? path : `${path}0`;
    pathOf[second] = m < leaves ? path : `${path}1`;
  }
  return pathOf.slice(0, words);
}
