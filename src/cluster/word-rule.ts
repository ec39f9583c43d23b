/**
 * The word rule of data/corpus/tokens.ts as regular expressions and a table of folded characters, for engines that
 * cut text with SQL functions.
 *
 * Character classes are written out as ranges of code points, taken from the tokenizer's own classes: engines bring
 * their own versions of Unicode, and \p{L} would differ between them. The pattern of a word needs no look-around:
 *
 *   X     = letters | digits ([.,] digits)*            a run of letters, or a number
 *   word  = X ([-']? X)*
 *   other = (one other character) \1*
 *
 * Quantifiers are possessive. A greedy loop over a group takes a stack frame for each round in Java, which a word of
 * some thousand characters overflows; a possessive one runs in a loop. Engines without possessive quantifiers read `++`
 * as a repetition of a repetition, which matches the same.
 */
import { CLITICS, Class, type CorpusOptions, classOf, foldingOf, LONGEST_WORD } from "../data/corpus/tokens.ts";
import { foldUnit } from "../data/folding.ts";

/** Parameters of the queries: what cuts a line into words, and what folds these. */
export interface WordRule {
  /** What kind of engine it is for. */
  readonly dialect: Dialect;
  /** Matches every word of a line, clitics not yet cut off. */
  readonly word: string;
  /** Matches the last letter before a clitic, the clitic, and the line end after it; empty where none is cut off. */
  readonly clitic: string;
  /** Characters that are folded, and what each becomes. */
  readonly from: string;
  readonly to: string;
  /** Matches the characters that are one UTF-16 unit. */
  readonly oneUnit: string;
  /** Matches what separates pieces of running text. */
  readonly paragraph: string;
}

/** "backreferences" where the engine's regular expressions have them, as Java's do; "alternatives" where not. */
export type Dialect = "backreferences" | "alternatives";

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
const BEYOND = "\\x{10000}-\\x{10ffff}";
/** Java tries the ranges of a class one after the other; in blocks of this many it skips most of them. */
const BLOCK = 24;
const ASCII_END = 0x80;

/** The units of one plane that stand for themselves. */
function* units(): Generator<number> {
  for (let unit = 0; unit <= 0xffff; unit++) if (unit < FIRST_SURROGATE || unit > LAST_SURROGATE) yield unit;
}

type Range = readonly [first: number, last: number];

function rangesOf(belongs: (unit: number) => boolean): Range[] {
  const ranges: [number, number][] = [];
  for (const unit of units()) {
    if (!belongs(unit)) continue;
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === unit - 1) last[1] = unit;
    else ranges.push([unit, unit]);
  }
  return ranges;
}

const codePoint = (unit: number): string => `\\x{${unit.toString(16)}}`;
const rangeText = ([first, last]: Range): string =>
  first === last ? codePoint(first) : `${codePoint(first)}-${codePoint(last)}`;

/** A character class; that of ASCII stands first, as most text is ASCII. */
function characterClass(belongs: (unit: number) => boolean, beyond = ""): string {
  const ascii = rangesOf((unit) => unit < ASCII_END && belongs(unit));
  const others = rangesOf((unit) => unit >= ASCII_END && belongs(unit));
  const blocks: string[] = [];
  for (let at = 0; at < others.length; at += BLOCK) {
    const block = others.slice(at, at + BLOCK);
    const hull = rangeText([block[0]![0], block.at(-1)![1]]);
    blocks.push(block.length === 1 ? hull : `[[${hull}]&&[${block.map(rangeText).join("")}]]`);
  }
  const inner = blocks.join("") + beyond;
  const guarded = others.length > BLOCK ? `[[\\x{80}-\\x{10ffff}]&&[${inner}]]` : inner;
  return `[${ascii.map(rangeText).join("")}${guarded}]`;
}

const isOf =
  (...kinds: readonly number[]) =>
  (unit: number) =>
    kinds.includes(classOf(unit));

function otherPattern(dialect: Dialect): string {
  if (dialect === "backreferences") return `(${characterClass(isOf(Class.Other))})\\1*+`;
  const alternatives = [...units()].filter(isOf(Class.Other)).map((unit) => `${codePoint(unit)}+`);
  return alternatives.join("|");
}

function wordPattern(dialect: Dialect): string {
  const letters = characterClass(isOf(Class.Letter), BEYOND);
  const digits = characterClass(isOf(Class.Digit));
  const run = `(?:${letters}++|${digits}++(?:[.,]${digits}++)*+)`;
  return `${run}(?:['\\x{2019}\\-]?${run})*+|${otherPattern(dialect)}`;
}

const eitherCase = (text: string): string =>
  Array.from(text, (letter) => `[${letter}${letter.toUpperCase()}]`).join("");

const APOSTROPHE = "['\\x{2019}]";
const CLITIC = `([^\\n])(${eitherCase("n")}${APOSTROPHE}${eitherCase("t")}|${APOSTROPHE}(?:${Array.from(CLITICS, eitherCase).join("|")}))\\n`;

/** The rule that cuts and folds text as these options do. */
export function wordRule(options: CorpusOptions, dialect: Dialect = "backreferences"): WordRule {
  const folding = foldingOf(options);
  const folded = [...units()].filter((unit) => foldUnit(unit, folding) !== unit);
  const blank = characterClass(isOf(Class.Blank));
  const text = (codes: readonly number[]) => codes.map((code) => String.fromCharCode(code)).join("");
  const atBlanks = options.tokens === "spaces";
  return {
    dialect,
    word: atBlanks ? characterClass((unit) => classOf(unit) > Class.Line, BEYOND).concat("++") : wordPattern(dialect),
    clitic: atBlanks ? "" : CLITIC,
    from: text(folded),
    to: text(folded.map((unit) => foldUnit(unit, folding))),
    oneUnit: "[\\x{0}-\\x{ffff}]",
    paragraph: `\\n${blank}*+\\n`,
  };
}

export { LONGEST_WORD };
