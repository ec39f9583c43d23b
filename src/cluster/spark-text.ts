/**
 * Text that a Spark cluster reads and counts. What comes back is the vocabulary and the pairs, which fit one machine;
 * they go into the same tables as those of a corpus, and all that follows is the same.
 */
import { InputError } from "../base/errors.ts";
import { checkOptions } from "../base/options.ts";
import type { Progress } from "../base/progress.ts";
import { CORPUS_OPTIONS, type CorpusContext, type CorpusOptions, type VocabularyLimits } from "../data/index.ts";
import type { PairLayout } from "../models/vectors/counts/count-rows.ts";
import type { CountTable } from "../models/vectors/counts/count-table.ts";
import type { CountedText, RankedText } from "../models/vectors/counts/ranked-text.ts";
import { numbers, words } from "./batches.ts";
import type { Batch, SparkClient, TaskProgress, Watching } from "./client.ts";
import type { CountsFolder } from "./kept-counts.ts";
import { pairsQuery } from "./pair-queries.ts";
import { provenRule } from "./probe.ts";
import { inputView, linesQuery, type Query, type SparkInput, vocabularyQuery } from "./queries.ts";
import { type TripleBatch, tripleTable } from "./triple-batches.ts";
import type { WordRule } from "./word-rule.ts";

/** What `sparkText` may be given in addition to the text. */
export interface SparkTextOptions {
  readonly reading?: Partial<CorpusOptions>;
  /** Spark writes the counts there, as Parquet, before they are read. */
  readonly keep?: CountsFolder | undefined;
}

/** Text of a cluster as data for `learnVectors` and `learnClusters`. */
export function sparkText(
  client: SparkClient,
  input: SparkInput,
  { reading = {}, keep }: SparkTextOptions = {},
): CountedText {
  const options = checkOptions("sparkText", CORPUS_OPTIONS, reading);
  checkReading(input, options);
  return new SparkText(client, input, options, keep);
}

/** Lines of text files come in no order, so that nothing can run on from one to the next. */
export function checkReading({ path, reader }: SparkInput, { lines }: CorpusOptions): void {
  if (lines === "running" && reader === "text") {
    throw new InputError(
      "running text cannot be counted on Spark, which reads the lines of text files in no order; " +
        "write each paragraph on one line, or keep documents whole in a column of a table.",
      { file: path },
    );
  }
}

class SparkText implements CountedText {
  #rule: Promise<WordRule> | undefined;
  readonly #ranked = new Map<string, RankedText>();

  constructor(
    readonly client: SparkClient,
    readonly input: SparkInput,
    readonly options: CorpusOptions,
    readonly keep: CountsFolder | undefined,
  ) {}

  async rank(limits: VocabularyLimits, context: CorpusContext): Promise<RankedText> {
    const key = `${limits.vocabulary} ${limits.minCount}`;
    const known = this.#ranked.get(key);
    if (known !== undefined) return known;
    const watching = this.#watching(context, "words on Spark");
    this.#rule ??= this.#prepare(watching);
    const rule = await this.#rule;
    const query = vocabularyQuery(linesQuery(this.input, this.options.lines), rule, limits);
    const vocabulary = await this.#vocabulary(query, watching);
    await this.keep?.begin(this.client, vocabulary, { limits, reading: this.options, input: this.input }, watching);
    const { tokens } = vocabulary;
    const warnings: string[] = [];
    const ranked: RankedText = {
      ...vocabulary,
      sources: [{ file: this.input.path, records: tokens, skipped: 0 }],
      warnings,
      view: undefined,
      count: (layout, counting) => this.#pairs(rule, vocabulary.words, layout, counting, warnings),
    };
    this.#ranked.set(key, ranked);
    return ranked;
  }

  async #prepare(watching: Watching): Promise<WordRule> {
    const rule = await provenRule(this.client, this.options, { signal: watching.signal });
    await this.client.run(inputView(this.input), watching);
    return rule;
  }

  async #vocabulary(query: Query, watching: Watching) {
    const found: string[] = [];
    const counts: number[] = [];
    let [tokens, types] = [0, 0];
    for await (const batch of this.client.rows(query, watching)) {
      const [word, n, different] = [words(batch, "word"), numbers(batch, "n"), numbers(batch, "types")];
      for (let i = 0; i < batch.numRows; i++) {
        const text = word(i);
        if (text === null) [tokens, types] = [n(i), different(i)];
        else {
          found.push(text);
          counts.push(n(i));
        }
      }
    }
    if (tokens === 0)
      throw new InputError("no words were found; expected text, one sentence per line.", { file: this.input.path });
    const pooled = tokens - counts.reduce((sum, count) => sum + count, 0);
    return { words: found, counts: Float64Array.from([...counts, pooled]), tokens, types };
  }

  async #pairs(
    rule: WordRule,
    vocabulary: readonly string[],
    layout: PairLayout,
    context: CorpusContext,
    warnings: string[],
  ): Promise<CountTable> {
    const watching = this.#watching(context, "pairs on Spark");
    const lines = linesQuery(this.input, this.options.lines);
    const query = pairsQuery(lines, rule, vocabulary, layout);
    const kept = await this.keep?.add(this.client, query, layout, watching);
    return await tableOf(this.client.rows(kept ?? query, watching), layout, context, warnings);
  }

  #watching({ progress, signal }: CorpusContext, stage: string): Watching {
    return { signal, input: this.input, onProgress: progress && taskProgress(progress, stage) };
  }
}

/** Spark's tasks on the bar. Stages come one by one, so that the total grows on the way. */
function taskProgress(progress: Progress, stage: string): (tasks: TaskProgress) => void {
  const began = performance.now();
  return ({ done, total }) => {
    const seconds = (performance.now() - began) / 1000;
    progress({ stage, done, total: total || undefined, rate: seconds > 0 ? done / seconds : 0, unit: "tasks" });
  };
}

async function tableOf(
  batches: AsyncIterable<Batch>,
  layout: PairLayout,
  context: CorpusContext,
  warnings: string[],
): Promise<CountTable> {
  async function* triples(): AsyncGenerator<TripleBatch> {
    for await (const batch of batches) {
      const [row, column, count] = [numbers(batch, "row"), numbers(batch, "column"), numbers(batch, "n")];
      yield { length: batch.numRows, row, column, count };
    }
  }
  return await tripleTable(triples(), layout, context, warnings);
}
