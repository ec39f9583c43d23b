/** What a treebank cuts off words and what it leaves together: clitics, contractions, units, and words with marks. */
import { hasPeriod } from "./boundaries.ts";
import { plainForm } from "./detokenize.ts";
import { type Clitics, learnJoints } from "./learn-joints.ts";
import { runsOf } from "./runs.ts";
import type { Segmentation } from "./segmentation.ts";
import { type CountedChunk, Tally } from "./spaced.ts";
import { APOSTROPHE, folded, LONGEST_MARK, WordCutter } from "./word-cutter.ts";

/** Occurrences that make a clitic, and those that make a contraction, a unit or a whole. */
const ENOUGH_FOR_CLITICS = 3;
const ENOUGH = 2;

export function learnCuts(
  chunks: readonly CountedChunk[],
  known: Segmentation,
): Pick<Segmentation, "suffixes" | "prefixes" | "contractions" | "units" | "joints" | "wholes"> {
  const clitics = learnClitics(chunks, known);
  const sets = { suffixes: new Set(clitics.suffixes), prefixes: new Set(clitics.prefixes) };
  const cuts = { ...clitics, ...learnRuns(chunks, known, sets), joints: learnJoints(chunks, sets) };
  return { ...cuts, wholes: learnWholes(chunks, { ...known, ...cuts }) };
}

const hasLast = /[\p{L}\p{N}]$/u;
const hasFirst = /^[\p{L}\p{N}]/u;

/** Words that stand behind others without a blank and begin with an apostrophe, or before others and end with one. */
function learnClitics(
  chunks: readonly CountedChunk[],
  known: Segmentation,
): Pick<Segmentation, "suffixes" | "prefixes"> {
  const suffixes = new Tally();
  const prefixes = new Tally();
  /** Endings that the treebank leaves on words. */
  const left = new Tally();
  for (const { words, count } of chunks) {
    for (let i = 0; i < words.length; i++) {
      if (!APOSTROPHE.test(words[i]!)) continue;
      const word = folded(words[i]!);
      const ending = /(?:n't|'\p{L}{1,2})$/u.exec(word)?.[0];
      if (ending !== undefined && ending !== word) left.add(ending, count);
      if (i > 0 && /^(?:'\p{L}{1,3}|n't)$/u.test(word) && hasLast.test(words[i - 1]!)) suffixes.add(word, count);
      if (i < words.length - 1 && /^\p{L}{1,6}'$/u.test(word) && hasFirst.test(words[i + 1]!))
        prefixes.add(word, count);
    }
  }
  const usual = known.suffixes.filter((suffix) => suffixes.get(suffix) >= left.get(suffix));
  return {
    suffixes: [...new Set([...suffixes.keys(ENOUGH_FOR_CLITICS), ...usual])].sort(),
    prefixes: prefixes.keys(ENOUGH_FOR_CLITICS),
  };
}

const NO_PLACES: ReadonlySet<number> = new Set();

/** Where the words of a chunk begin, the first and clitics aside. */
function placesOf({ words }: CountedChunk, { suffixes, prefixes }: Clitics): Set<number> {
  const places = new Set<number>();
  let at = 0;
  for (const [i, word] of words.entries()) {
    if (i > 0 && !suffixes.has(folded(word)) && !prefixes.has(folded(words[i - 1]!))) places.add(at);
    at += plainForm(word).length;
  }
  return places;
}

/** Runs of letters and digits that the treebank makes several words of: can|not, 5|km. */
function learnRuns(
  chunks: readonly CountedChunk[],
  known: Segmentation,
  clitics: Clitics,
): Pick<Segmentation, "contractions" | "units"> {
  const whole = new Tally();
  const ways = new Map<string, Tally>();
  const units = new Tally();
  const joinedUnits = new Tally();
  const see = (run: string, cuts: readonly number[], count: number) => {
    const digits = /^\d+(?=\p{L}+$)/u.exec(run)?.[0].length;
    const small = run.toLowerCase();
    if (digits !== undefined) {
      if (cuts.length === 0) joinedUnits.add(small.slice(digits), count);
      else if (cuts.length === 1 && cuts[0] === digits) units.add(small.slice(digits), count);
    } else if (cuts.length === 0) whole.add(small, count);
    else {
      if (!ways.has(small)) ways.set(small, new Tally());
      ways.get(small)!.add(cuts.join(" "), count);
    }
  };
  for (const chunk of chunks) {
    const places = chunk.words.length === 1 ? NO_PLACES : placesOf(chunk, clitics);
    let from = 0;
    for (const { text, isWord } of runsOf(chunk.text)) {
      const cuts: number[] = [];
      if (isWord && places.size > 0) for (let i = 1; i < text.length; i++) if (places.has(from + i)) cuts.push(i);
      if (isWord) see(text, cuts, chunk.count);
      from += text.length;
    }
  }
  const usual = Object.entries(known.contractions).filter(([word]) => whole.get(word) === 0);
  const contractions: Record<string, readonly number[]> = Object.fromEntries(usual);
  for (const [word, found] of [...ways].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const best = found.keys().reduce((a, b) => (found.get(b) > found.get(a) ? b : a));
    if (found.get(best) >= ENOUGH && found.get(best) > whole.get(word))
      contractions[word] = best.split(" ").map(Number);
  }
  return { contractions, units: units.keys(ENOUGH).filter((unit) => units.get(unit) > joinedUnits.get(unit)) };
}

/**
 * Words with marks in them that would still be cut: all of a chunk, or marks only; and the usual ones that the treebank
 * does not mostly cut.
 */
function learnWholes(chunks: readonly CountedChunk[], known: Segmentation): string[] {
  const cutter = new WordCutter(known);
  const needed = new Tally();
  const total = new Tally();
  const usual = new Set(known.wholes);
  const contradicted = new Tally();
  for (const { text, words, count } of chunks) {
    if (/^[\p{L}\p{N}]+$/u.test(text)) continue;
    total.add(text, count);
    const found: string[] = [];
    cutter.cut(text, found);
    for (const word of found) {
      const plain = plainForm(word);
      if (!usual.has(plain)) continue;
      if (!words.includes(word)) contradicted.add(plain, count);
      else needed.add(plain, count);
    }
    for (const word of words) {
      const plain = plainForm(word);
      const isShort = plain.length <= LONGEST_MARK && !hasFirst.test(plain);
      if (plain.length < 2 || hasPeriod(plain) || found.includes(word)) continue;
      if (plain === text || isShort) needed.add(plain, count);
    }
  }
  const learnt = needed.keys(ENOUGH).filter((word) => 2 * needed.get(word) > total.get(word));
  const kept = known.wholes.filter((whole) => contradicted.get(whole) <= needed.get(whole));
  return [...new Set([...kept, ...learnt])].sort();
}
