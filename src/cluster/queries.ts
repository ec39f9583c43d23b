/**
 * Counting as SQL. What is long, hard to quote or not known beforehand is a parameter (`:word`): patterns, folded
 * characters, the words of the vocabulary. The text is a temporary view with the name `eigentree_input`.
 *
 * A pass over the text makes the vocabulary: words with their counts, and a row for the whole. A second one makes the
 * pairs, in pair-queries.ts.
 */
import type { CorpusOptions, VocabularyLimits } from "../data/index.ts";
import { LONGEST_WORD, type WordRule } from "./word-rule.ts";

/** A statement with its parameters. */
export interface Query {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Where the text is. */
export interface SparkInput {
  readonly path: string;
  /** How Spark reads it; "table" takes the path for the name of a table. */
  readonly reader: "text" | "parquet" | "orc" | "json" | "table";
  /** The column of the text; not for text files, which have lines only. */
  readonly column: string;
}

const INPUT = "eigentree_input";

const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;
const identifier = (name: string): string => `\`${name.replaceAll("`", "``")}\``;
export const indented = (sql: string, by = "  "): string => sql.replace(/^/gm, by);

/** The text as a view. */
export function inputView({ path, reader }: SparkInput): Query {
  const create = `CREATE OR REPLACE TEMPORARY VIEW ${INPUT}`;
  if (reader === "table") {
    const name = path.split(".").map(identifier).join(".");
    return { sql: `${create} AS SELECT * FROM ${name}`, parameters: {} };
  }
  const separator = reader === "text" ? ", lineSep '\\n'" : "";
  return { sql: `${create} USING ${reader} OPTIONS (path ${quoted(path)}${separator})`, parameters: {} };
}

/** The lines of the text, one in each row. */
export function linesQuery({ reader, column }: SparkInput, lines: CorpusOptions["lines"]): string {
  if (reader === "text") return `SELECT value AS line FROM ${INPUT}`;
  const cut = lines === "running" ? ":paragraph" : "chr(10)";
  return `SELECT explode(split(${identifier(column)}, ${cut})) AS line FROM ${INPUT}`;
}

/** The words of `line`, cut and folded, as an array whose last element is empty. */
export function wordsOf({ clitic, from }: WordRule): string {
  const joined = "concat(array_join(regexp_extract_all(line, :word, 0), chr(10)), chr(10))";
  const cut = clitic === "" ? joined : `regexp_replace(${joined}, :clitic, concat('$1', chr(10), '$2', chr(10)))`;
  return `split(${from === "" ? cut : `translate(${cut}, :from, :to)`}, chr(10))`;
}

/** The parameters that a statement names. */
export function withParameters(sql: string, all: Readonly<Record<string, string>>): Query {
  const names = new Set(Array.from(sql.matchAll(/:([A-Za-z]+)/g), ([, name]) => name!));
  return { sql, parameters: Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name))) };
}

/** The words of every line with their places, for the comparison with the tokenizer. */
export const cutQuery = (lines: string, rule: WordRule): Query =>
  withParameters(
    `SELECT number, word FROM (
  SELECT number, posexplode(${wordsOf(rule)}) AS (place, word) FROM (SELECT posexplode(split(:lines, chr(10))) AS (number, line))
) WHERE word <> '' ORDER BY number, place`,
    { ...rule, lines },
  );

/** The tokenizer counts UTF-16 units: characters, and those once more that take two. */
const tooLong = `length(word) > ${LONGEST_WORD / 2} AND length(word) + length(regexp_replace(word, :oneUnit, '')) > ${LONGEST_WORD}`;

/**
 * The most frequent words: rows of a word and its count, and first of all one without a word, which has the tokens and
 * the different words of the text. Words of equal counts are in the order of their code points.
 */
export function vocabularyQuery(lines: string, rule: WordRule, { vocabulary, minCount }: VocabularyLimits): Query {
  return withParameters(
    `WITH lines AS (
${indented(lines)}
),
words AS (
  SELECT explode(${wordsOf(rule)}) AS word FROM lines
),
counted AS (
  SELECT word, count(*) AS n FROM (
    SELECT CASE WHEN ${tooLong} THEN NULL ELSE word END AS word FROM words WHERE word <> ''
  ) GROUP BY word
),
summed AS (
  SELECT word, coalesce(sum(n), 0) AS n, count(word) AS types, grouping(word) AS whole FROM counted GROUP BY GROUPING SETS ((word), ())
)
SELECT word, CAST(n AS BIGINT) AS n, CAST(types AS BIGINT) AS types FROM summed
WHERE whole = 1 OR (word IS NOT NULL AND n >= ${minCount})
ORDER BY whole DESC, n DESC, word
LIMIT ${vocabulary + 1}`,
    { ...rule },
  );
}

/** The words of a vocabulary with their ranks and counts, as rows. Words contain neither tabs nor line ends. */
export const vocabularyRows = (words: readonly string[], counts: ArrayLike<number>): Query => ({
  sql: `SELECT rank, split(line, chr(9))[0] AS word, CAST(split(line, chr(9))[1] AS BIGINT) AS n
FROM (SELECT posexplode(split(:lines, chr(10))) AS (rank, line))`,
  parameters: { lines: words.map((word, rank) => `${word}\t${counts[rank]!}`).join("\n") },
});

/** The rows of a folder of Parquet files. */
export const tableRows = (path: string): Query => ({
  sql: `SELECT * FROM parquet.${identifier(path)}`,
  parameters: {},
});

/** A query for a reader: its parameters, shortened, and the statement. */
export function queryText({ sql, parameters }: Query): string {
  const shown = (text: string) => JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
  const lines = Object.entries(parameters).map(
    ([name, value]) => `-- :${name} = ${shown(value)} (${value.length} characters)\n`,
  );
  return `${lines.join("")}${sql};\n`;
}
