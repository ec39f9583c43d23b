/**
 * Counts that Spark has written, and that later runs read without Spark. A folder has `vocabulary`, and a folder of
 * pairs for each layout; beside each stands `….about`, which is written after it and says what was counted, in how many
 * rows, and their sum: what is unfinished, or lost files on the way, is not used. All are Parquet.
 */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ClusterError, InputError } from "../base/errors.ts";
import type { CorpusContext, CorpusOptions, VocabularyLimits } from "../data/index.ts";
import { readableError } from "../files/file-errors.ts";
import type { PairLayout } from "../models/vectors/counts/count-rows.ts";
import type { CountTable } from "../models/vectors/counts/count-table.ts";
import type { CountedText, RankedText } from "../models/vectors/counts/ranked-text.ts";
import type { SparkClient, Watching } from "./client.ts";
import { loadParquet } from "./packages.ts";
import { type Query, type SparkInput, tableRows, vocabularyRows } from "./queries.ts";
import { type TripleBatch, tripleTable } from "./triple-batches.ts";

/** Raised when older programs could not read the folder. */
const VERSION = 1;
const VOCABULARY = "vocabulary";

/** What is kept of a vocabulary. */
interface AboutVocabulary {
  readonly version: number;
  readonly input: string;
  readonly reading: CorpusOptions;
  readonly limits: VocabularyLimits;
  readonly tokens: number;
  readonly types: number;
}

type Vocabulary = Pick<RankedText, "words" | "counts" | "tokens" | "types">;

const pairsName = (layout: PairLayout): string =>
  `pairs-${createHash("sha256").update(JSON.stringify(layout)).digest("hex").slice(0, 12)}`;

/** Where Spark writes counts. */
export class CountsFolder {
  constructor(readonly path: string) {}

  async begin(
    client: SparkClient,
    { words, counts, tokens, types }: Vocabulary,
    facts: { readonly limits: VocabularyLimits; readonly reading: CorpusOptions; readonly input: SparkInput },
    watching: Watching,
  ): Promise<void> {
    const { vocabulary, minCount } = facts.limits;
    const about: AboutVocabulary = {
      version: VERSION,
      input: facts.input.path,
      reading: facts.reading,
      limits: { vocabulary, minCount },
      tokens,
      types,
    };
    await this.#write(client, VOCABULARY, vocabularyRows(words, counts), about, watching);
  }

  /** Writes the pairs of a layout; the query that reads them again. */
  async add(client: SparkClient, query: Query, layout: PairLayout, watching: Watching): Promise<Query> {
    const name = pairsName(layout);
    await this.#write(client, name, query, { version: VERSION, layout }, watching);
    return tableRows(this.#place(name));
  }

  readonly #place = (name: string): string => `${this.path.replace(/\/+$/, "")}/${name}`;

  async #write(client: SparkClient, name: string, query: Query, about: object, watching: Watching): Promise<void> {
    await client.write(query, this.#place(name), watching);
    const { sql } = tableRows(this.#place(name));
    await client.write(
      {
        sql: `SELECT :about AS about, count(*) AS rows, CAST(sum(n) AS BIGINT) AS total FROM (${sql})`,
        parameters: { about: JSON.stringify(about) },
      },
      this.#place(`${name}.about`),
      watching,
    );
  }
}

/** Counts kept in a folder of this machine, as data for `learnVectors` and `learnClusters`. */
export async function keptCounts(path: string): Promise<CountedText> {
  const { about } = await aboutOf<AboutVocabulary>(path, VOCABULARY);
  if (about.version > VERSION)
    throw new InputError(
      `these counts have layout ${about.version}; this program knows ${VERSION}; update Eigentree.`,
      {
        file: path,
      },
    );
  return { options: about.reading, rank: (limits) => rankKept(path, about, limits) };
}

async function rankKept(path: string, about: AboutVocabulary, limits: VocabularyLimits): Promise<RankedText> {
  const same = (["vocabulary", "minCount"] as const).every((name) => limits[name] === about.limits[name]);
  if (!same) {
    const of = ({ vocabulary, minCount }: VocabularyLimits) => `vocabulary ${vocabulary} and minCount ${minCount}`;
    throw new InputError(`these counts are of ${of(about.limits)}; ${of(limits)} was asked for; ask for the same.`, {
      file: path,
    });
  }
  const words: string[] = [];
  const counts: number[] = [];
  for await (const batch of checked(path, VOCABULARY, ["rank", "word", "n"])) {
    for (let i = 0; i < batch.length; i++) {
      const rank = batch.number("rank", i);
      words[rank] = batch.text("word", i);
      counts[rank] = batch.number("n", i);
    }
  }
  const { tokens, types } = about;
  const warnings: string[] = [];
  const pooled = tokens - counts.reduce((sum, count) => sum + count, 0);
  return {
    words,
    counts: Float64Array.from([...counts, pooled]),
    tokens,
    types,
    sources: [{ file: about.input, records: tokens, skipped: 0 }],
    warnings,
    view: undefined,
    count: (layout, context) => countKept(path, layout, context, warnings),
  };
}

async function countKept(
  path: string,
  layout: PairLayout,
  context: CorpusContext,
  warnings: string[],
): Promise<CountTable> {
  const name = pairsName(layout);
  const names = await readdir(path);
  if (!names.includes(name)) {
    const found = names.filter((kept) => /^pairs-\w+$/.test(kept)).length;
    throw new InputError(
      `there are ${found} tables of pairs, but none of these options; expected those that the counts were made with: ` +
        "the method, window, contexts, positions and nearMore.",
      { file: path },
    );
  }
  async function* triples(): AsyncGenerator<TripleBatch> {
    for await (const batch of checked(path, name, ["row", "column", "n"])) {
      yield {
        length: batch.length,
        row: (i) => batch.number("row", i),
        column: (i) => batch.number("column", i),
        count: (i) => batch.number("n", i),
      };
    }
  }
  return await tripleTable(triples(), layout, context, warnings);
}

interface Facts<A> {
  readonly about: A;
  readonly rows: number;
  readonly total: number;
}

async function aboutOf<A>(path: string, name: string): Promise<Facts<A>> {
  for await (const batch of parquetBatches(join(path, `${name}.about`), ["about", "rows", "total"])) {
    const about = JSON.parse(batch.text("about", 0)) as A;
    return { about, rows: batch.number("rows", 0), total: batch.number("total", 0) };
  }
  throw new InputError(`${name}.about is empty; the counts were not written to their end; count again.`, {
    file: path,
  });
}

/** The rows of a table; throws at the end where they are not those that were written. */
async function* checked(path: string, name: string, columns: readonly string[]): AsyncGenerator<ParquetBatch> {
  const expected = await aboutOf<unknown>(path, name);
  let [rows, total] = [0, 0];
  for await (const batch of parquetBatches(join(path, name), columns)) {
    rows += batch.length;
    for (let i = 0; i < batch.length; i++) total += batch.number("n", i);
    yield batch;
  }
  if (rows === expected.rows && total === expected.total) return;
  throw new InputError(
    `${name} has ${rows} rows with a sum of ${total}; ${expected.rows} with ${expected.total} were written; ` +
      "files are missing or were added; copy the folder again.",
    { file: path },
  );
}

interface ParquetBatch {
  readonly length: number;
  number(column: string, i: number): number;
  text(column: string, i: number): string;
}

/** The row groups of all Parquet files of a folder, one at a time. */
async function* parquetBatches(folder: string, columns: readonly string[]): AsyncGenerator<ParquetBatch> {
  const { asyncBufferFromFile, parquetMetadataAsync, parquetRead } = await loadParquet();
  const names = await readdir(folder).catch((error: unknown) => {
    throw readableError(error, folder, "read");
  });
  for (const name of names.filter((file) => file.endsWith(".parquet")).sort()) {
    const path = join(folder, name);
    try {
      const file = await asyncBufferFromFile(path);
      const metadata = await parquetMetadataAsync(file);
      let rowStart = 0;
      for (const { num_rows } of metadata.row_groups) {
        const rowEnd = rowStart + Number(num_rows);
        const values: Record<string, ArrayLike<unknown>[]> = {};
        await parquetRead({
          file,
          metadata,
          columns,
          rowStart,
          rowEnd,
          onChunk: ({ columnName, columnData }) => {
            values[columnName] ??= [];
            values[columnName].push(columnData);
          },
        });
        yield new ColumnBatch(values, rowEnd - rowStart);
        rowStart = rowEnd;
      }
    } catch (error) {
      if (error instanceof ClusterError || error instanceof InputError) throw error;
      throw new InputError(`cannot be read as Parquet: ${(error as Error).message}; copy the folder again.`, {
        file: path,
      });
    }
  }
}

class ColumnBatch implements ParquetBatch {
  readonly #columns: Readonly<Record<string, ArrayLike<unknown>>>;

  constructor(
    chunks: Readonly<Record<string, readonly ArrayLike<unknown>[]>>,
    readonly length: number,
  ) {
    this.#columns = Object.fromEntries(
      Object.entries(chunks).map(([name, parts]) => [
        name,
        parts.length === 1 ? parts[0]! : parts.flatMap((part) => Array.from(part)),
      ]),
    );
    for (const [name, column] of Object.entries(this.#columns))
      if (column.length !== length) throw new Error(`column ${name} has ${column.length} of ${length} values`);
  }

  number(column: string, i: number): number {
    return Number(this.#columns[column]![i]);
  }

  text(column: string, i: number): string {
    return String(this.#columns[column]![i]);
  }
}
