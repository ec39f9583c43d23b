/**
 * What a treebank does at marks inside words, as a decision list: a rule by the shapes on both sides where it is right
 * more often than the default; then exceptions to it by the word before (non-), by the word behind, and by both, each
 * where it mends more than it spoils.
 */
import { plainForm } from "./detokenize.ts";
import { defaultCut, END, isDoubleQuote, jointKeys, runsOf, START, sidesBehind } from "./runs.ts";
import type { Cut } from "./segmentation.ts";
import type { CountedChunk } from "./spaced.ts";
import { addressIn, folded } from "./word-cutter.ts";

/** A mark in a chunk: what it is looked up by, most special first, and what the treebank does there. */
interface Occurrence {
  readonly keys: readonly string[];
  readonly wanted: Cut;
  /** How often the treebank has the chunk. */
  readonly count: number;
  /** What the rules so far do. */
  cut: Cut;
}

/** Rules in the order they are learnt: which key, and by how many occurrences it must mend more than it spoils. */
const LEVELS: readonly { readonly keyOf: (keys: readonly string[]) => string | undefined; readonly least: number }[] = [
  { keyOf: (keys) => keys.at(-1), least: 2 },
  { keyOf: (keys) => keys.find((key) => key.endsWith(" *")), least: 2 },
  { keyOf: (keys) => keys.find((key) => /^\S+ \* /.test(key)), least: 2 },
  { keyOf: (keys) => (keys.length > 1 ? keys[0] : undefined), least: 1 },
];

/** Endings and beginnings that are cut off afterwards, so that nothing is to be done at their apostrophes. */
export interface Clitics {
  readonly suffixes: ReadonlySet<string>;
  readonly prefixes: ReadonlySet<string>;
}

export function learnJoints(chunks: readonly CountedChunk[], clitics: Clitics): Record<string, Cut> {
  const occurrences = chunks.flatMap((chunk) => occurrencesIn(chunk, clitics));
  const joints: Record<string, Cut> = {};
  for (const { keyOf, least } of LEVELS) {
    const byKey = new Map<string, Occurrence[]>();
    for (const occurrence of occurrences) {
      const key = keyOf(occurrence.keys);
      if (key === undefined) continue;
      const others = byKey.get(key);
      if (others === undefined) byKey.set(key, [occurrence]);
      else others.push(occurrence);
    }
    const rules: [key: string, cut: Cut][] = [];
    for (const [key, list] of byKey) {
      const counts = [0, 0, 0, 0];
      let right = 0;
      for (const { wanted, cut, count } of list) {
        counts[wanted]! += count;
        if (wanted === cut) right += count;
      }
      const best = ([0, 1, 2, 3] as const).reduce((a, b) => (counts[b]! > counts[a]! ? b : a));
      if (counts[best]! - right < least) continue;
      rules.push([key, best]);
      for (const occurrence of list) occurrence.cut = best;
    }
    for (const [key, cut] of rules.sort(([a], [b]) => (a < b ? -1 : 1))) joints[key] = cut;
  }
  return joints;
}

const isBracket = (mark: string) => "()[]{}".includes(mark);

/** What the treebank does at the marks of a chunk. Quotes and brackets are always apart; final periods are left out. */
function occurrencesIn({ text: chunk, words, count }: CountedChunk, { suffixes, prefixes }: Clitics): Occurrence[] {
  if (/^[A-Za-z]+$/.test(chunk)) return [];
  const runs = runsOf(chunk);
  if (runs.length === 1 || addressIn(chunk) !== undefined) return [];
  const places = new Set<number>();
  let length = 0;
  for (const [i, word] of words.entries()) {
    length += plainForm(word).length;
    const isLater = prefixes.has(folded(word)) || suffixes.has(folded(words[i + 1] ?? ""));
    if (!isLater) places.add(length);
  }
  const behind = sidesBehind(runs);
  const found: Occurrence[] = [];
  let before = START;
  let from = 0;
  for (const [at, { text: mark, isWord }] of runs.entries()) {
    const to = from + mark.length;
    if (isWord) before = mark;
    else {
      const next = behind[at]!;
      const wanted = wantedCut(places, from, to, before === START, next === END);
      const isFinal = mark === "." && next === END;
      const isKnown = isDoubleQuote(mark) || isBracket(mark) || isFinal || (before === START && next === END);
      if (!isKnown && wanted !== undefined)
        found.push({ keys: jointKeys(before, mark, next), wanted, count, cut: defaultCut(before, mark, next) });
      if (wanted === undefined || wanted & 2) before = START;
    }
    from = to;
  }
  return found;
}

/** Undefined when the treebank cuts inside the mark. */
function wantedCut(
  places: ReadonlySet<number>,
  from: number,
  to: number,
  isFirst: boolean,
  isLast: boolean,
): Cut | undefined {
  for (let i = from + 1; i < to; i++) if (places.has(i)) return undefined;
  if (isFirst) return places.has(to) ? 3 : 0;
  if (isLast) return places.has(from) ? 3 : 0;
  return ((places.has(from) ? 1 : 0) + (places.has(to) ? 2 : 0)) as Cut;
}
