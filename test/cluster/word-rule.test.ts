/** The patterns of the word rule against the tokenizer, in the engine that is here. */
import { expect, test } from "vitest";
import { probeLines } from "../../src/cluster/probe.ts";
import { type Dialect, type WordRule, wordRule } from "../../src/cluster/word-rule.ts";
import { Tokenizer } from "../../src/data/corpus/tokens.ts";
import { WordTable } from "../../src/data/corpus/word-table.ts";
import { foldWord } from "../../src/data/folding.ts";
import { type CorpusOptions, readCorpus } from "../../src/data/index.ts";
import { hostileText } from "./hostile-text.ts";

const OPTIONS: CorpusOptions = { tokens: "words", lines: "sentences", lowerCase: true, foldDigits: true };

/**
 * A pattern as JavaScript spells it: code points with \u, and no possessive quantifiers, which change no match here.
 */
const here = (pattern: string) =>
  new RegExp(
    pattern
      .replaceAll("\\x{", "\\u{")
      .replace(/([+*])\+/g, "$1")
      .replace("['\\u{2019}\\-]", "['\\u{2019}\\-]"),
    "gv",
  );

/** What the SQL does with a line. */
function cut(line: string, rule: WordRule): string[] {
  const joined = `${[...line.matchAll(here(rule.word))].map(([word]) => word).join("\n")}\n`;
  const cliticsOff = rule.clitic === "" ? joined : joined.replace(here(rule.clitic), "$1\n$2\n");
  const folded = new Map([...rule.from].map((character, i) => [character, rule.to[i]!]));
  const words = Array.from(cliticsOff, (character) => folded.get(character) ?? character).join("");
  return words.split("\n").filter((word) => word !== "");
}

test.each<[Partial<CorpusOptions>, Dialect]>([
  [{}, "backreferences"],
  [{ lowerCase: false }, "alternatives"],
  [{ foldDigits: false, tokens: "spaces" }, "backreferences"],
])("cuts and folds hostile text as the tokenizer does: %o, %s", (given, dialect) => {
  const options = { ...OPTIONS, ...given };
  const rule = wordRule(options, dialect);
  const tokenizer = new Tokenizer(new WordTable(), options);
  const folding = readCorpus("x", given).folding;
  // The engine here tries 12,000 alternatives one by one.
  const lines = dialect === "alternatives" ? probeLines(options).slice(0, 12) : hostileText(true).split("\n");
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    const expected = tokenizer.words(`${line}\n`).map((word) => foldWord(word, folding));
    expect(cut(line, rule), line.slice(0, 80)).toEqual(expected);
  }
});

test("classes are written as ranges, so that no engine's own Unicode matters", () => {
  for (const dialect of ["backreferences", "alternatives"] as const)
    expect(Object.values(wordRule(OPTIONS, dialect)).join("")).not.toMatch(/\\[pPwWsSdDbB]/);
});
