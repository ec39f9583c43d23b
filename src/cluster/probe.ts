/**
 * Whether an engine cuts text as the tokenizer does. A text of hostile lines is cut by both before anything is counted:
 * the ends of every range of characters, every character that is folded, and what has gone wrong elsewhere. An engine
 * that differs is refused, because its counts would be those of other words.
 */
import { ClusterError, InputError } from "../base/errors.ts";
import { type CorpusOptions, classOf, foldingOf, LONGEST_WORD, Tokenizer } from "../data/corpus/tokens.ts";
import { WordTable } from "../data/corpus/word-table.ts";
import { foldUnit, foldWord } from "../data/folding.ts";
import { numbers, words } from "./batches.ts";
import type { SparkClient, Watching } from "./client.ts";
import { addressOf } from "./connection.ts";
import { cutQuery } from "./queries.ts";
import { type Dialect, type WordRule, wordRule } from "./word-rule.ts";

const FIXED = [
  "The dog's bark -- isn't it? -- wasn't loud... 'tis (n't) don't've I'd've O'Neill's rock'n'roll DOGS'",
  "3.5 3,500.25 3.a a.3 1.2.3 .5 5. 12-3 a-b-c -a a- a--b a-'b x''s l'été ’s dog’s DON’T ’’ '’",
  "e\u0301 E\u0301 I\u0307 \u0130 \u01c5 \u03a3\u0391\u03a3 \u1e9e \u212a \u00df \ufb01 \u02bc \u2126",
  "\u{10400}\u{10428} \u{1f600}\u{1f600}a \u{1d7ce}3 \u{20000} \u0661\u0662.\u0663 \uff11 \u00b2 \u2163",
  "a\tb\u000bc\u000cd\re\u0085f\u00a0g\u1680h\u2028i\u2029j\u3000k\ufeffl\u200bm\u200dn\u0000o\u001fp\u007fq",
  "\ufffd\ue000\ue000\uf8ff\ufdd0\uffff \u0e01\u0e33 \u0915\u094d\u0937 \u1100\u1161 \uac00 \u3042\u30fc\u6f22\u5b57 \u0627\u0644",
  '$1 \\1 %s {a} [b] <c> ^a$ a|b a&b a&&b #x @y ~z `q` "r" *** +++ ??? ... ,,, ;;; ::: !!! /// \\\\ __ a_b',
  `${"a".repeat(LONGEST_WORD)} ${"a".repeat(LONGEST_WORD + 1)} ${"\u{10400}".repeat(32)} ${"\u{10400}".repeat(33)}`,
  `${"x".repeat(63)}\u{10400} ${"x-".repeat(4000)}x ${"!".repeat(5000)} ${"1.".repeat(3000)}1`,
  "",
  "   ",
];

/** Lines that tell engines apart. */
export function probeLines(options: CorpusOptions): string[] {
  const edges: string[] = [];
  const folded: string[] = [];
  const folding = foldingOf(options);
  for (let unit = 1; unit <= 0xffff; unit++) {
    if (unit === 10 || (unit >= 0xd7ff && unit <= 0xe000)) continue;
    const character = String.fromCharCode(unit);
    if (classOf(unit) !== classOf(unit - 1)) {
      const before = unit - 1 === 10 || unit === 1 ? "" : String.fromCharCode(unit - 1);
      edges.push(`x${before}x${character}x`, `1${before}${before}2${character}${character}3`);
    }
    if (foldUnit(unit, folding) !== unit) folded.push(`${character}a${character}`);
  }
  const inLines = (pieces: readonly string[]) =>
    Array.from({ length: Math.ceil(pieces.length / 64) }, (_, line) =>
      pieces.slice(64 * line, 64 * line + 64).join(" "),
    );
  return [...FIXED, ...inLines(edges), ...inLines(folded)];
}

/** The words of each line as the tokenizer cuts and folds them. */
function expectedWords(lines: readonly string[], options: CorpusOptions): string[][] {
  const tokenizer = new Tokenizer(new WordTable(), options);
  const folding = foldingOf(options);
  return lines.map((line) => tokenizer.words(`${line}\n`).map((word) => foldWord(word, folding)));
}

const DIALECTS: readonly Dialect[] = ["backreferences", "alternatives"];

/** What was proven in each session. */
const PROVEN = new WeakMap<SparkClient, Map<string, WordRule>>();

/** The rule under which the engine cuts text as the tokenizer does; throws where there is none. */
export async function provenRule(client: SparkClient, options: CorpusOptions, watching: Watching): Promise<WordRule> {
  const known = PROVEN.get(client) ?? new Map<string, WordRule>();
  PROVEN.set(client, known);
  const key = JSON.stringify([options.tokens, options.lowerCase, options.foldDigits]);
  const rule = known.get(key) ?? (await proveRule(client, options, watching));
  known.set(key, rule);
  return rule;
}

async function proveRule(client: SparkClient, options: CorpusOptions, watching: Watching): Promise<WordRule> {
  const lines = probeLines(options);
  const expected = expectedWords(lines, options);
  let reason = "";
  for (const dialect of DIALECTS) {
    const rule = wordRule(options, dialect);
    try {
      const found: string[][] = lines.map(() => []);
      for await (const batch of client.rows(cutQuery(lines.join("\n"), rule), watching)) {
        const [number, word] = [numbers(batch, "number"), words(batch, "word")];
        for (let i = 0; i < batch.numRows; i++) found[number(i)]?.push(word(i)!);
      }
      const difference = firstDifference(lines, expected, found);
      if (difference === undefined) return rule;
      reason = difference;
    } catch (error) {
      // An engine without back references says so; the next dialect needs none. Anything else is a failure.
      if (!(error instanceof ClusterError) || !/regex|pattern|backreference|look-around/i.test(error.message))
        throw error;
      reason = error.message;
    }
  }
  throw new InputError(
    `this engine does not cut text as Eigentree does: ${reason}; its counts would be those of other words. Use Spark, or count here.`,
    { file: addressOf(client.connection) },
  );
}

/** Undefined when all words are the same. */
function firstDifference(lines: readonly string[], expected: string[][], found: string[][]): string | undefined {
  for (const [i, words] of expected.entries()) {
    const at = words.findIndex((word, j) => word !== found[i]![j]);
    if (at < 0 && words.length === found[i]!.length) continue;
    const place = at < 0 ? words.length : at;
    const shown = (word: string | undefined) => JSON.stringify(word?.slice(0, 40) ?? null);
    return `word ${place + 1} of ${JSON.stringify(lines[i]!.slice(0, 40))} is ${shown(found[i]![place])}, not ${shown(words[place])}`;
  }
  return undefined;
}
