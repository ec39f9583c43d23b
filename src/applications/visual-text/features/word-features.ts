/**
 * Features of a word by itself, as texts: its form and stem, its spelling. Hypernyms and lists have files of their own.
 */
import { caseOf, shapeOf } from "../../../models/lexicon/spelling.ts";

/** Endings taken off for a stem, the longest that leaves enough of the word. */
const ENDINGS = ["ings", "ing", "ies", "ed", "es", "ly", "s"];
/** Letters that a stem keeps, at least. */
const SHORTEST_STEM = 3;

export function stemOf(lower: string): string {
  for (const ending of ENDINGS) {
    if (!lower.endsWith(ending) || lower.length - ending.length < SHORTEST_STEM || lower.endsWith("ss")) continue;
    const stem = lower.slice(0, -ending.length);
    return ending === "ies" ? `${stem}y` : stem.replace(/([bdfgklmnprt])\1$/, "$1").replace(/e$/, "");
  }
  return lower.replace(/e$/, "");
}

export function wordTexts(word: string): string[] {
  const lower = word.toLowerCase();
  return [`w ${lower}`, `s ${stemOf(lower)}`];
}

/** Prefixes and suffixes up to this long. */
const LONGEST_AFFIX = 4;

export function spellingTexts(word: string): string[] {
  const lower = word.toLowerCase();
  const found = [`c ${caseOf(word)}`, `h ${shapeOf(word)}`];
  for (let size = 1; size <= Math.min(LONGEST_AFFIX, lower.length - 1); size++)
    found.push(`p ${lower.slice(0, size)}`, `e ${lower.slice(-size)}`);
  return found;
}
