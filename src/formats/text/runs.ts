/**
 * Text between white space as a row of runs: words (letters, digits, combining marks) and marks. A mark is one
 * character, several of the same kind (--, ..., ***), any row of ! and ?, or a double quotation mark written as two
 * single ones. What stands on both sides of a mark decides whether words are cut there.
 */
import type { Cut } from "./segmentation.ts";

/** A run that nothing stands before, or behind; words never look like this. */
export const START = "^";
export const END = "$";

export interface Run {
  readonly text: string;
  readonly isWord: boolean;
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;
const isWordCode = (code: number) =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  // Halves of a pair make up letters of rare scripts, or emoji: neither is cut inside.
  (code >= 0xd800 && code < 0xe000) ||
  (code >= 128 && WORD.test(String.fromCharCode(code)));

const EXCLAMATION = 33;
const QUESTION = 63;
const isCry = (code: number) => code === EXCLAMATION || code === QUESTION;
const codes = (text: string) => new Set(Array.from(text, (character) => character.charCodeAt(0)));
/** Never joined to another of the same kind. */
const SINGLE = codes('"“”„‟«»()[]{}’‘‚,;:');
/** Two of them are a double quotation mark. */
const PAIRED = codes("'`");

export function runsOf(chunk: string): Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < chunk.length; ) {
    const code = chunk.charCodeAt(from);
    const isWord = isWordCode(code);
    let to = from + 1;
    if (isWord) while (to < chunk.length && isWordCode(chunk.charCodeAt(to))) to++;
    else if (isCry(code)) while (to < chunk.length && isCry(chunk.charCodeAt(to))) to++;
    else if (PAIRED.has(code)) to += chunk.charCodeAt(to) === code ? 1 : 0;
    else if (!SINGLE.has(code)) while (to < chunk.length && chunk.charCodeAt(to) === code) to++;
    runs.push({ text: chunk.slice(from, to), isWord });
    from = to;
  }
  return runs;
}

const setOf = (text: string): ReadonlySet<string> => new Set(text);
const DOUBLE_QUOTES = setOf('"“”„‟«»');
const APART = setOf("()[]{}…—―;!?");
const APART_BEFORE = setOf("$£€¥#%§‚'’‘`<>");
const APART_BEHIND = setOf("%'’‘`");

export const isDoubleQuote = (mark: string): boolean => DOUBLE_QUOTES.has(mark) || mark === "''" || mark === "``";

/** Whether a mark is a word of its own wherever it stands. */
const isApart = (mark: string): boolean =>
  isDoubleQuote(mark) ||
  APART.has(mark.charAt(0)) ||
  (mark.length > 1 && (mark.startsWith(".") || mark.startsWith("-")));

/** What is done at a mark when nothing else is known: 1,000.50 3:30 AT&T well-known stay, 5% and a,b are cut. */
export function defaultCut(before: string, mark: string, behind: string): Cut {
  if (isApart(mark) || (before === START && behind === END)) return 3;
  const first = mark.charAt(0);
  const inNumber = /\d$/.test(before) && /^\d/.test(behind);
  if (first === "," || first === ":") return inNumber ? 0 : 3;
  if (before === START) return APART_BEFORE.has(first) ? 3 : 0;
  if (behind === END) return APART_BEHIND.has(first) ? 3 : 0;
  // A blank is missing between two sentences.
  if (mark === "." && /\p{Ll}{2}$/u.test(before) && /^\p{Lu}\p{Ll}/u.test(behind)) return 3;
  if (first === "–") return inNumber ? 0 : 3;
  return 0;
}

const isSmallLetter = (code: number) => code >= 97 && code <= 122;

function allSmall(run: string): boolean {
  for (let i = 0; i < run.length; i++) if (!isSmallLetter(run.charCodeAt(i))) return false;
  return true;
}

/** In short what characters a run has: digits as many as there are, to 4; otherwise small, capital or mixed letters. */
export function shapeOf(run: string): string {
  if (run === START || run === END) return run;
  if (allSmall(run)) return run.length === 1 ? "<a>" : "<aa>";
  if (/^\d+$/.test(run)) return `<${"9".repeat(Math.min(run.length, 4))}>`;
  if (/^\p{Ll}+$/u.test(run)) return run.length === 1 ? "<a>" : "<aa>";
  if (/^\p{Lu}+$/u.test(run)) return run.length === 1 ? "<A>" : "<AA>";
  return /^\p{Lu}\p{Ll}+$/u.test(run) ? "<Aa>" : "<x>";
}

/** Longest run that is looked up by its letters. */
const LONGEST_SIDE = 24;

/** What the cut at a mark is looked up by, most special first. */
export function jointKeys(before: string, mark: string, behind: string): string[] {
  const keys = [`${mark} ${shapeOf(before)} ${shapeOf(behind)}`];
  if (before.length > LONGEST_SIDE || behind.length > LONGEST_SIDE) return keys;
  const [left, right] = [before.toLowerCase(), behind.toLowerCase()];
  if (before !== START) keys.unshift(`${mark} ${left} *`);
  if (behind !== END) keys.unshift(`${mark} * ${right}`);
  keys.unshift(`${mark} ${left} ${right}`);
  return keys;
}

/** For every run what stands behind it: the next word that no mark apart stands before, or the end. */
export function sidesBehind(runs: readonly Run[]): string[] {
  const sides = new Array<string>(runs.length).fill(END);
  for (let at = runs.length - 2; at >= 0; at--) {
    const next = runs[at + 1]!;
    sides[at] = next.isWord ? next.text : isApart(next.text) ? END : sides[at + 1]!;
  }
  return sides;
}
