/** What format a text is in, from its beginning. */

export const FORMAT_NAMES = [
  "penn",
  "tiger-xml",
  "negra-export",
  "conllu",
  "columns",
  "tagged",
  "word2vec",
  "text",
] as const;
/** The name of a format that `guessFormat` can tell. */
export type FormatName = (typeof FORMAT_NAMES)[number];

/** Characters of a text that are enough to tell. */
export const ENOUGH_TO_GUESS = 1 << 14;

const everyOf = (lines: readonly string[], test: (line: string) => boolean) => lines.length > 0 && lines.every(test);

/**
 * `beginning` should hold `ENOUGH_TO_GUESS` characters or the whole text. "text" when nothing else fits; undefined for
 * nothing but blanks.
 */
export function guessFormat(beginning: string): FormatName | undefined {
  const text = beginning.slice(0, ENOUGH_TO_GUESS).replace(/^\uFEFF/, "");
  if (text.trim() === "") return undefined;
  // The last line may be cut off.
  const lines = (beginning.length >= ENOUGH_TO_GUESS ? text.slice(0, text.lastIndexOf("\n") + 1) || text : text).split(
    /\r?\n/,
  );
  const filled = lines.filter((line) => line.trim() !== "");
  const rows = filled.filter((line) => !line.startsWith("#"));
  const [first = ""] = filled;
  if (/^\s*<(\?xml|!DOCTYPE|!--|corpus|subcorpus|s |body|head)/.test(first)) return "tiger-xml";
  if (/^(#FORMAT|#BOS|#BOT|%%)/.test(first) && filled.some((line) => /^#(FORMAT|BOS|BOT)/.test(line)))
    return "negra-export";
  if (everyOf(rows, (line) => /^\d+([-.]\d+)?\t/.test(line) && line.split("\t").length === 10)) return "conllu";
  if (/^\s*\(/.test(rows.find((line) => !/^(%|;|\*x\*)/.test(line)) ?? "")) return "penn";
  if (isWord2Vec(filled)) return "word2vec";
  if (isColumns(lines)) return "columns";
  if (everyOf(rows, (line) => everyOf(line.trim().split(/\s+/), (item) => /^.+\/[^\s/]+$/.test(item)))) return "tagged";
  return "text";
}

/** Fewest numbers that make a line without a header a vector; shorter rows are more likely columns. */
const FEWEST_NUMBERS = 8;

/**
 * Rows of a word and equally many numbers; before them `words dimensions`, or nothing where the rows are long enough to
 * tell.
 */
function isWord2Vec([first = "", ...others]: readonly string[]): boolean {
  const sizes = /^(\d+) (\d+)\s*$/.exec(first);
  const numbersOf = (line: string) => line.trim().split(" ").slice(1);
  const wanted = sizes === null ? numbersOf(first).length : Number(sizes[2]);
  if (sizes === null && wanted < FEWEST_NUMBERS) return false;
  const rows = sizes === null ? [first, ...others] : others;
  return rows.every((row) => {
    const numbers = numbersOf(row);
    return numbers.length === wanted && numbers.every((number) => number !== "" && !Number.isNaN(Number(number)));
  });
}

/** CoNLL 2000–2003: two to eight fields a line, as many on each, a blank line between sentences. */
function isColumns(lines: readonly string[]): boolean {
  const rows = lines.filter((line) => line.trim() !== "" && !line.startsWith("-DOCSTART-"));
  const width = rows[0]?.trim().split(/[ \t]+/).length ?? 0;
  const separated = lines.slice(0, -1).some((line, i) => i > 0 && line.trim() === "");
  return (
    rows.length > 1 &&
    separated &&
    width >= 2 &&
    width <= 8 &&
    everyOf(rows, (row) => row.trim().split(/[ \t]+/).length === width)
  );
}
