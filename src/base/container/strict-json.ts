/** JSON without ambiguity: a table that names a field twice is refused, where JSON.parse takes the last. */

import { shortened } from "../quoted.ts";

/** A table names a field twice. */
export class RepeatedField extends SyntaxError {}

/** Throws a SyntaxError for text that is not JSON or too deep, and a `RepeatedField`. */
export function parseStrictJson(
  text: string,
  reviver?: (name: string, value: unknown) => unknown,
  deepest = Number.POSITIVE_INFINITY,
): unknown {
  const value: unknown = JSON.parse(text, reviver);
  refuseRepeatedNames(text, deepest);
  return value;
}

/** In one pass over text that is known to be JSON. A string is a name if a colon follows it. */
function refuseRepeatedNames(text: string, deepest: number): void {
  /** Names of the tables that are open here; undefined stands for a list. */
  const open: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === OPEN_TABLE) open.push(new Set());
    else if (unit === OPEN_LIST) open.push(undefined);
    else if (unit === CLOSE_TABLE || unit === CLOSE_LIST) open.pop();
    else if (unit === QUOTE) {
      const end = closingQuote(text, at);
      const names = open.at(-1);
      if (names !== undefined && isName(text, end)) {
        const name = JSON.parse(text.slice(at, end + 1)) as string;
        if (names.has(name)) throw new RepeatedField(`"${shortened(name)}" occurs twice in one table`);
        names.add(name);
      }
      at = end;
    }
    if (open.length > deepest) throw new SyntaxError(`tables and lists are more than ${deepest} deep`);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_TABLE = 0x7b;
const CLOSE_TABLE = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const BLANK = 0x20;

function closingQuote(text: string, begin: number): number {
  let at = begin + 1;
  for (let unit = 0; (unit = text.charCodeAt(at)) !== QUOTE; ) at += unit === BACKSLASH ? 2 : 1;
  return at;
}

function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= BLANK) at++;
  return text.charCodeAt(at) === COLON;
}
