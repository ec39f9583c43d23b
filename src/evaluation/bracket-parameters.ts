/**
 * What a bracket comparison ignores and what it holds equal: the parameters of EVALB's `.prm` files as a plain object,
 * the values of COLLINS.prm (the scoring of Collins 1997, and of nearly every published figure), and a reader for such
 * files.
 */
import { InputError } from "../base/errors.ts";
import { quoted } from "../base/quoted.ts";
import { suggestion } from "../base/spelling.ts";

/** What is counted as a bracket, as EVALB's parameter files say it. */
export interface BracketParameters {
  /** DELETE_LABEL. A preterminal with such a label is deleted with its word; of a constituent only the bracket is. */
  readonly deletedLabels: readonly string[];
  /**
   * DELETE_LABEL_FOR_LENGTH. Words under such preterminals do not count towards a sentence's length (for the ≤ `cutoff`
   * summary).
   */
  readonly deletedForLength: readonly string[];
  /** EQ_LABEL. Pairs of labels, of constituents or preterminals, held equal; not transitive. */
  readonly equalLabels: readonly (readonly [string, string])[];
  /** EQ_WORD. Pairs of words held equal. */
  readonly equalWords: readonly (readonly [string, string])[];
  /** CUTOFF_LEN: the second summary counts sentences up to this length. */
  readonly cutoff: number;
}

/** COLLINS.prm: punctuation is deleted by tag, traces and TOP too, and ADVP equals PRT. */
export const COLLINS: BracketParameters = {
  deletedLabels: ["TOP", "-NONE-", ",", ":", "``", "''", "."],
  deletedForLength: ["-NONE-"],
  equalLabels: [["ADVP", "PRT"]],
  equalWords: [],
  cutoff: 40,
};

/**
 * COLLINS for raw Penn files, whose top bracket has no name. EVALB counts an unnamed bracket as a constituent, so the
 * usual recipe renames it TOP beforehand; deleting the label "" gives the same counts without that step.
 */
export const COLLINS_UNNAMED_TOP: BracketParameters = { ...COLLINS, deletedLabels: [...COLLINS.deletedLabels, ""] };

/**
 * Keywords that say nothing about the counts: LABELED because both kinds are always counted, the others because they
 * steer printing.
 */
const WITHOUT_EFFECT = ["DEBUG", "MAX_ERROR", "LABELED"];
const KEYWORDS = ["DELETE_LABEL", "DELETE_LABEL_FOR_LENGTH", "EQ_LABEL", "EQ_WORD", "CUTOFF_LEN", ...WITHOUT_EFFECT];

/**
 * Reads the text of a `.prm` file: `KEYWORD value` lines, `#` comments. What a file does not name is empty, as in
 * EVALB.
 */
export function readBracketParameters(text: string, { file }: { readonly file?: string } = {}): BracketParameters {
  const deletedLabels: string[] = [];
  const deletedForLength: string[] = [];
  const equalLabels: [string, string][] = [];
  const equalWords: [string, string][] = [];
  let cutoff = COLLINS.cutoff;
  text.split(/\r?\n/).forEach((content, index) => {
    const [keyword = "", ...values] = content.trim().split(/\s+/);
    if (keyword === "" || content.startsWith("#")) return;
    const fail = (reason: string): never => {
      throw new InputError(reason, { file, line: index + 1 });
    };
    const one = (): string =>
      values.length === 1 ? values[0]! : fail(`${keyword} has ${values.length} values; one is expected.`);
    const pair = (): [string, string] =>
      values.length === 2
        ? [values[0]!, values[1]!]
        : fail(`${keyword} has ${values.length} values; two are expected.`);
    if (keyword === "DELETE_LABEL") deletedLabels.push(one());
    else if (keyword === "DELETE_LABEL_FOR_LENGTH") deletedForLength.push(one());
    else if (keyword === "EQ_LABEL") equalLabels.push(pair());
    else if (keyword === "EQ_WORD") equalWords.push(pair());
    else if (keyword === "CUTOFF_LEN") {
      cutoff = Number(one());
      if (!Number.isSafeInteger(cutoff) || cutoff < 0)
        fail(`CUTOFF_LEN is ${quoted(values[0]!)}; a whole number of at least 0 is expected.`);
    } else if (!WITHOUT_EFFECT.includes(keyword)) {
      fail(
        `unknown keyword ${quoted(keyword)}.${suggestion(keyword, KEYWORDS) || ` Known are ${KEYWORDS.join(", ")}.`}`,
      );
    }
  });
  return { deletedLabels, deletedForLength, equalLabels, equalWords, cutoff };
}
