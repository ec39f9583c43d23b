/**
 * Trigrams of a text by their outer words. A trigram (left, filler, right) is one number, so that counting is sorting;
 * the text is taken in blocks, whose counts are merged. Line ends stand as context on both sides of a line.
 *
 *   key = (left·B + right)·B + filler        B: words + 1; B³ < 2⁵³
 */
import { type LearnContext, Meter } from "../../../base/index.ts";
import { breathe } from "../../../base/stopping.ts";
import { LINE_END } from "../../../data/corpus/tokens.ts";
import type { CorpusView } from "../../../data/index.ts";
import { isFunctionWord } from "../words/function-words.ts";
import type { SelectorTables } from "./tables.ts";

/** Words that keys have room for. */
export const MOST_WORDS = 2 ** 17 - 2;
/** Fillers of a context that are kept, the most frequent ones. */
const MOST_FILLERS = 64;
/** Keys that are sorted at once, and merged ones above which those seen once are dropped. */
const BLOCK = 1 << 23;
const MOST_MERGED = 1 << 24;

interface Counted {
  readonly keys: Float64Array;
  readonly counts: Uint32Array;
}

export interface LearntSelectors {
  readonly tables: SelectorTables;
  /** Whether trigrams seen once were dropped on the way, so that counts of rare ones may be too low. */
  readonly dropped: boolean;
}

/** The `limit` most frequent trigrams whose filler carries content. The view has at most `MOST_WORDS` words. */
export async function learnSelectors(
  view: CorpusView,
  limit: number,
  context: LearnContext = {},
): Promise<LearntSelectors> {
  const base = view.words.length + 1;
  const lineEnd = view.words.length;
  const fills = Uint8Array.from(view.words, (word) => (/^\p{L}{2}/u.test(word) && !isFunctionWord(word) ? 1 : 0));
  const meter = new Meter("trigrams", "words", view.length, context);
  const buffer = new Uint32Array(1 << 16);
  const keys = new Float64Array(Math.min(BLOCK, view.length));
  let merged: Counted = { keys: new Float64Array(0), counts: new Uint32Array(0) };
  let [filled, dropped] = [0, false];
  // −1: a word without a number.
  let [left, middle] = [-1, lineEnd];
  const flush = () => {
    merged = merge(merged, count(keys.subarray(0, filled).sort()));
    filled = 0;
    if (merged.keys.length > Math.max(MOST_MERGED, 4 * limit)) {
      merged = repeated(merged);
      dropped = true;
    }
  };
  for (let begin = 0; begin < view.length; begin += buffer.length) {
    const part = buffer.subarray(0, Math.min(buffer.length, view.length - begin));
    view.read(begin, part);
    for (const id of part) {
      const right = id === LINE_END ? lineEnd : id < lineEnd ? id : -1;
      if (middle >= 0 && middle < lineEnd && left >= 0 && right >= 0 && fills[middle] === 1) {
        keys[filled++] = (left * base + right) * base + middle;
        if (filled === keys.length) flush();
      }
      left = middle;
      middle = right;
    }
    meter.advance(part.length);
    await breathe(context.signal);
  }
  if (filled > 0) flush();
  meter.finish();
  return { tables: tablesOf(mostFrequent(merged, limit), view.words, base), dropped };
}

/** Runs of equal keys in a sorted array. */
function count(sorted: Float64Array): Counted {
  let different = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) different++;
  const keys = new Float64Array(different);
  const counts = new Uint32Array(different);
  let at = -1;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) keys[++at] = sorted[i]!;
    counts[at]!++;
  }
  return { keys, counts };
}

function merge(a: Counted, b: Counted): Counted {
  if (a.keys.length === 0) return b;
  const keys = new Float64Array(a.keys.length + b.keys.length);
  const counts = new Uint32Array(keys.length);
  let [i, j, to] = [0, 0, 0];
  while (i < a.keys.length || j < b.keys.length) {
    const one = i < a.keys.length ? a.keys[i]! : Number.POSITIVE_INFINITY;
    const other = j < b.keys.length ? b.keys[j]! : Number.POSITIVE_INFINITY;
    keys[to] = Math.min(one, other);
    counts[to++] = (one <= other ? a.counts[i++]! : 0) + (other <= one ? b.counts[j++]! : 0);
  }
  return { keys: keys.slice(0, to), counts: counts.slice(0, to) };
}

function filtered({ keys, counts }: Counted, keep: (i: number) => boolean): Counted {
  const chosen = new Uint32Array(keys.length);
  let n = 0;
  for (let i = 0; i < keys.length; i++) if (keep(i)) chosen[n++] = i;
  const places = chosen.subarray(0, n);
  return { keys: Float64Array.from(places, (i) => keys[i]!), counts: Uint32Array.from(places, (i) => counts[i]!) };
}

const repeated = (counted: Counted): Counted => filtered(counted, (i) => counted.counts[i]! > 1);

/** The `limit` most frequent; of equally frequent ones the first. */
function mostFrequent(counted: Counted, limit: number): Counted {
  const { counts } = counted;
  if (counts.length <= limit) return counted;
  const sorted = counts.slice().sort();
  const least = sorted[sorted.length - limit]!;
  let room = limit - counts.reduce((sum, own) => sum + (own > least ? 1 : 0), 0);
  return filtered(counted, (i) => counts[i]! > least || (counts[i] === least && room-- > 0));
}

/** Keys are sorted by context: each context's run becomes a row. */
function tablesOf({ keys, counts }: Counted, words: readonly string[], base: number): SelectorTables {
  const contexts: number[] = [];
  const starts: number[] = [0];
  const fillers: number[] = [];
  const kept: number[] = [];
  for (let begin = 0; begin < keys.length; ) {
    const context = Math.floor(keys[begin]! / base);
    let end = begin + 1;
    while (end < keys.length && Math.floor(keys[end]! / base) === context) end++;
    let row = Array.from({ length: end - begin }, (_, k) => begin + k);
    if (row.length > MOST_FILLERS) {
      row.sort((p, q) => counts[q]! - counts[p]! || p - q);
      row = row.slice(0, MOST_FILLERS).sort((p, q) => p - q);
    }
    for (const e of row) {
      fillers.push(keys[e]! - context * base);
      kept.push(counts[e]!);
    }
    contexts.push(context);
    starts.push(fillers.length);
    begin = end;
  }
  return {
    words,
    lefts: Uint32Array.from(contexts, (context) => Math.floor(context / base)),
    rights: Uint32Array.from(contexts, (context) => context % base),
    starts: Uint32Array.from(starts),
    fillers: Uint32Array.from(fillers),
    counts: Uint32Array.from(kept),
  };
}
