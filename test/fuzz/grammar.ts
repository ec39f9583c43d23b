/**
 * Texts made by the rules of a format: context-free grammars whose right-hand sides are texts in which «name» stands
 * for another rule.
 */
import type { Random } from "../../src/base/random.ts";
import { bytesOf } from "./family.ts";

export type Rules = Readonly<Record<string, readonly string[]>>;

/** Expansions after which only the first right-hand side of a rule is used, which must end. */
const MOST = 400;

/** Odd words that every format meets; a rule of its own may take their place. */
// biome-ignore format: lists of short texts
const COMMON: Rules = {
  word: ["dog", "The", "ähre", "犬", "n't", "-LRB-", "_", "1", "0", "-", "/", "\\", "#", "*T*-1", "\uFEFF", "a\u00a0b", "e\u0301", "🐕"],
  number: ["1", "0", "2", "-1", "0.5", "1e39", "1e-400", "NaN", "007", "4294967296", "9007199254740993", "+1", "1.", ".5", ""],
  blank: [" ", "\t", "  ", " \t"],
  end: ["\n", "\r\n", "\n\n", "\n \n", "\r"],
};

/** One text of `rules`. */
export function derive(rules: Rules, random: Random): Uint8Array {
  const all: Rules = { ...COMMON, ...rules };
  const pieces: string[] = [];
  const rest: string[] = ["«start»"];
  for (let count = 0; rest.length > 0; ) {
    const [, before, name, after] = /^([^«]*)(?:«([a-z]+)»(.*))?$/s.exec(rest.pop()!)!;
    pieces.push(before!);
    if (name === undefined) continue;
    const sides = all[name];
    if (sides === undefined) throw new Error(`there is no rule for ${name}`);
    rest.push(after!, sides[count++ < MOST ? random.integer(sides.length) : 0]!);
  }
  return bytesOf(pieces.join(""));
}
