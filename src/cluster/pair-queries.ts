/**
 * Counting pairs as SQL. A line becomes an array of ranks, and that a row for each place: its rank r0 and the ranks r1,
 * r2, … after it, null beyond the end. A pair is one number, row · columns + column, so that single numbers are
 * compared and moved; where pairs differ in weight, the weight is its last digit.
 */
import type { PairKind, PairLayout } from "../models/vectors/counts/count-rows.ts";
import { indented, type Query, withParameters, wordsOf } from "./queries.ts";
import { type RankTable, rankTable } from "./rank-table.ts";
import type { WordRule } from "./word-rule.ts";

/** A place within a line times this, plus a rank: sorting the sums puts ranks in the order of the line. */
const RANKS = 2 ** 25;

/** The ranks of each line as `ranks`, with the parameters that hold the vocabulary. */
interface Ranking {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Ranks looked up in a table that the statement carries: nothing is moved between machines. */
function byTable(rule: WordRule, words: readonly string[]): Ranking {
  const table = rankTable(words);
  return {
    sql: `sentences AS (
  SELECT transform(array_remove(${wordsOf(rule)}, ''), word -> CASE
    ${[...lookUps(table), `ELSE ${words.length} END`].join("\n    ")}) AS ranks FROM lines
)`,
    parameters: {
      slots: Array.from(table.slots, (rank) => (rank < 0 ? "" : words[rank]!)).join("\n"),
      ranks: table.slots.join(" "),
      strays: table.strays.map((rank) => words[rank]!).join("\n"),
      strayRanks: table.strays.join(" "),
    },
  };
}

function lookUps({ size, strays }: RankTable): string[] {
  const inSlot = (modulus: number) => {
    const slot = `CAST(crc32(word) % ${modulus} AS INT)`;
    return `WHEN get(split(:slots, chr(10)), ${slot}) = word THEN get(CAST(split(:ranks, ' ') AS ARRAY<INT>), ${slot})`;
  };
  const place = "array_position(split(:strays, chr(10)), word)";
  const stray = `WHEN ${place} > 0 THEN get(CAST(split(:strayRanks, ' ') AS ARRAY<INT>), CAST(${place} - 1 AS INT))`;
  return [inSlot(size), inSlot(size - 1), ...(strays.length > 0 ? [stray] : [])];
}

/**
 * Ranks by a join, for engines that copy a constant array for every word that is looked up in it, as Sail does. Words
 * that were exploded are put together again by the number of their line.
 */
function byJoin(rule: WordRule, words: readonly string[]): Ranking {
  return {
    sql: `vocabulary AS (
  SELECT posexplode(split(:vocabulary, chr(10))) AS (rank, word)
),
tokens AS (
  SELECT id, posexplode(${wordsOf(rule)}) AS (place, word) FROM (SELECT monotonically_increasing_id() AS id, line FROM lines)
),
ranked AS (
  SELECT /*+ BROADCAST(vocabulary) */ id, place * ${RANKS}L + coalesce(rank, ${words.length}) AS rank
  FROM tokens LEFT JOIN vocabulary ON tokens.word = vocabulary.word WHERE tokens.word <> ''
),
sentences AS (
  SELECT transform(sort_array(collect_list(rank)), rank -> CAST(rank % ${RANKS} AS INT)) AS ranks FROM ranked GROUP BY id
)`,
    parameters: { vocabulary: words.join("\n") },
  };
}

interface Counted extends Pick<PairKind, "rowBase" | "columnBase" | "weight"> {
  /** From the row word to the column word. */
  readonly distance: number;
}

/** Kinds of pairs that are counted in the same place become one, with the sum of their weights. */
function kindsOf({ kinds }: PairLayout): readonly Counted[] {
  const byPlace = new Map<string, Counted>();
  for (const { row, column, rowBase, columnBase, weight } of kinds) {
    const distance = column - row;
    const key = `${distance} ${rowBase} ${columnBase}`;
    const before = byPlace.get(key)?.weight ?? 0;
    byPlace.set(key, { distance, rowBase, columnBase, weight: before + weight });
  }
  return [...byPlace.values()];
}

/** The pairs of a layout: rows of row, column and count, in no order. `words` are those of the vocabulary, by rank. */
export function pairsQuery(lines: string, rule: WordRule, words: readonly string[], layout: PairLayout): Query {
  const { columns, rowWords, columnWords } = layout;
  const kinds = kindsOf(layout);
  const ranking = rule.dialect === "backreferences" ? byTable(rule, words) : byJoin(rule, words);
  const reach = Math.max(...kinds.map(({ distance }) => Math.abs(distance)));
  const places = Array.from({ length: reach + 1 }, (_, place) => place);
  const from = (place: number) => (place === 0 ? "ranks" : `slice(ranks, ${place + 1}, size(ranks))`);
  const heaviest = Math.max(...kinds.map(({ weight }) => weight));
  const weighted = heaviest > 1;
  const pooled = (rank: string, limit: number) => (limit < words.length ? `least(${rank}, ${limit})` : rank);
  const based = (base: number, rank: string) => (base === 0 ? rank : `(${base} + ${rank})`);
  const pair = ({ distance, rowBase, columnBase, weight }: Counted) => {
    const far = `r${Math.abs(distance)}`;
    const [row, column] = distance < 0 ? [far, "r0"] : ["r0", far];
    const [rowId, columnId] = [based(rowBase, pooled(row, rowWords)), based(columnBase, pooled(column, columnWords))];
    const code = `${rowId} * ${columns}L + ${columnId}`;
    return `IF(${far} IS NULL, NULL, ${weighted ? `(${code}) * ${heaviest + 1}L + ${weight}` : code})`;
  };
  const digit = heaviest + 1;
  const counting = weighted
    ? `SELECT pair div ${digit} AS pair, sum(pair % ${digit}) AS n FROM pairs WHERE pair IS NOT NULL GROUP BY pair div ${digit}`
    : "SELECT pair, count(*) AS n FROM pairs WHERE pair IS NOT NULL GROUP BY pair";
  return withParameters(
    `WITH lines AS (
${indented(lines)}
),
${ranking.sql},
places AS (
  SELECT inline(arrays_zip(
    ${places.map(from).join(",\n    ")}
  )) AS (${places.map((place) => `r${place}`).join(", ")}) FROM sentences
),
pairs AS (
  SELECT explode(array(
    ${kinds.map(pair).join(",\n    ")}
  )) AS pair FROM places
),
counted AS (
  ${counting}
)
SELECT CAST(pair div ${columns} AS INT) AS row, CAST(pair % ${columns} AS INT) AS column, CAST(n AS BIGINT) AS n FROM counted`,
    { ...rule, ...ranking.parameters },
  );
}
