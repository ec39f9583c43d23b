/** Who counts the text of `train vectors` and `train clusters`: this machine, a Spark cluster, or an earlier run. */
import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { checkOptions, choice, flag, type OptionSpec, type OptionsOf, text, whole } from "../../base/index.ts";
import {
  CountsFolder,
  checkReading,
  inputView,
  isLocal,
  keptCounts,
  linesQuery,
  pairsQuery,
  parseConnection,
  queryText,
  SparkClient,
  type SparkInput,
  sparkText,
  vocabularyQuery,
  wordRule,
} from "../../cluster/index.ts";
import { CORPUS_OPTIONS, type CorpusContext, type CorpusOptions, type VocabularyLimits } from "../../data/index.ts";
import type { PairLayout } from "../../models/vectors/counts/count-rows.ts";
import type { VectorsData } from "../../models/vectors/index.ts";
import type { Context } from "../frame/context.ts";
import { UsageError } from "../frame/failures.ts";
import { flagName } from "../frame/flags.ts";
import { withCorpusOf } from "./corpus-files.ts";

const READERS = ["auto", "text", "parquet", "orc", "json", "table"] as const;

/** A path that need not be one of this machine, or left out. */
const place = (meaning: string): OptionSpec<string | undefined> => ({
  meaning,
  default: undefined,
  expected: "a path",
  accepts: (value) => value === undefined || (typeof value === "string" && value !== ""),
  fromText: (word) => word,
});

/** The flags of commands that count text. */
export const ENGINE_OPTIONS = {
  engine: choice("who reads and counts the text: this machine, or a Spark cluster", ["embedded", "spark"], {
    default: "embedded",
  }),
  spark: text(
    "address of a Spark Connect server, such as sc://host:15002/;token=…; by default the variable SPARK_REMOTE",
    {
      default: "",
    },
  ),
  input: place("what Spark reads: files, such as s3a://bucket/crawl/*.parquet, or the name of a table"),
  reader: choice("how Spark reads it; auto goes by the name", READERS, { default: "auto" }),
  column: text("the column of the text, unless lines of text files are read", { default: "text" }),
  dryRun: flag("print the SQL that would run, and stop", { default: false }),
  keepCounts: place("a new folder where Spark writes the counts, for --counts of later runs"),
  counts: place("read counts that --keep-counts has written, instead of text"),
  patience: whole("seconds for which a lost connection to Spark is tried again", { default: 60, min: 0, max: 86_400 }),
};

/** What follows from the options of a learner for counting. */
export interface Counting {
  readonly limits: VocabularyLimits;
  /** The tables of pairs, for this many words. */
  readonly layouts: (words: number) => readonly PairLayout[];
}

type Options = OptionsOf<typeof ENGINE_OPTIONS> & { readonly encoding: string } & Readonly<Record<string, unknown>>;

/** Whether the learner has the text itself: noise and LR-MVL need it. */
export const hasText = ({ engine, counts }: Pick<Options, "engine" | "counts">): boolean =>
  engine === "embedded" && counts === undefined;

/**
 * Runs `body` with the text, and closes it. Undefined under --dry-run.
 */
export async function withText<T>(
  context: Context,
  paths: readonly string[],
  options: Options,
  learning: CorpusContext,
  counting: () => Counting,
  body: (data: VectorsData) => Promise<T>,
): Promise<T | undefined> {
  const reading = context.givenOf(CORPUS_OPTIONS, options);
  checkUse(context, paths, options);
  if (options.counts !== undefined) return await body(await keptText(options.counts, reading));
  if (options.engine === "embedded") return await withCorpusOf(paths, options.encoding, reading, learning, body);
  if (options.dryRun) {
    await context.write(dryRun(inputOf(options, undefined), reading, counting()));
    return undefined;
  }
  const address = options.spark || process.env.SPARK_REMOTE;
  if (!address) throw new UsageError("--spark is missing; it must be an address such as sc://host:15002.");
  const connection = parseConnection(address);
  const keep = options.keepCounts && new CountsFolder(placeOf(options.keepCounts, isLocal(connection)));
  const client = await SparkClient.open(connection, { patience: options.patience });
  try {
    const input = inputOf(options, isLocal(connection));
    return await body(sparkText(client, input, { reading, keep: keep || undefined }));
  } finally {
    await client.close();
  }
}

const ONLY_SPARK = ["spark", "input", "reader", "column", "dryRun", "keepCounts", "patience"] as const;

function checkUse({ given, command }: Context, paths: readonly string[], { engine, counts, input }: Options): void {
  const elsewhere = engine === "spark" ? "--engine spark" : "--counts";
  if (engine === "embedded") {
    const found = ONLY_SPARK.find((name) => given.has(name));
    if (found !== undefined) throw new UsageError(`${flagName(found)} has no effect without --engine spark.`);
    if (counts === undefined && paths.length === 0)
      throw new UsageError(`TEXT is missing. Usage: ${command} TEXT…, or --engine spark --input PATH`);
    if (counts === undefined) return;
  } else if (counts !== undefined) throw new UsageError("--counts reads what is here; leave --engine spark out.");
  else if (input === undefined) throw new UsageError("--input is missing; it must be a path that Spark can read.");
  if (paths.length > 0) throw new UsageError(`${paths[0]} has no effect with ${elsewhere}; Spark reads --input.`);
  if (given.has("encoding")) throw new UsageError(`--encoding has no effect with ${elsewhere}; Spark reads UTF-8.`);
}

/** Spark on this machine understands a path as it is meant here. */
const placeOf = (path: string, local: boolean | undefined): string =>
  local && !isAbsolute(path) && !/^[a-z][\w+.-]*:/i.test(path) ? resolve(path) : path;

function inputOf({ input, reader, column }: Options, local: boolean | undefined): SparkInput {
  const path = input!;
  const found = reader === "auto" ? readerOf(path) : reader;
  return { path: found === "table" ? path : placeOf(path, local), reader: found, column };
}

function readerOf(path: string): SparkInput["reader"] {
  const kind = /\.(parquet|orc|jsonl?|ndjson)(?:\.\w+)?(?:\/.*)?$/i.exec(path)?.[1]?.toLowerCase();
  if (kind === undefined) return "text";
  return kind === "parquet" || kind === "orc" ? kind : "json";
}

/** Kept counts have the text cut already: asking for another cut is an error. */
async function keptText(path: string, reading: Partial<CorpusOptions>): Promise<VectorsData> {
  if (!existsSync(path) && /^[a-z][\w+.-]+:\/\//i.test(path))
    throw new UsageError(`--counts is ${path}; it must be a folder of this machine; copy it here first.`);
  const kept = await keptCounts(path);
  for (const [name, value] of Object.entries(reading)) {
    const found = kept.options[name as keyof CorpusOptions];
    if (found !== value)
      throw new UsageError(`${flagName(name)} is ${value}, but the counts of ${path} were made with ${found}.`);
  }
  return kept;
}

/** The statements that would run. The vocabulary of the second is known only after the first. */
function dryRun(input: SparkInput, given: Partial<CorpusOptions>, { limits, layouts }: Counting): string {
  const reading = checkOptions("train", CORPUS_OPTIONS, given);
  checkReading(input, reading);
  const [lines, rule] = [linesQuery(input, reading.lines), wordRule(reading)];
  const words = Array.from({ length: limits.vocabulary }, (_, rank) => `word ${rank}`);
  return [
    inputView(input),
    vocabularyQuery(lines, rule, limits),
    ...layouts(limits.vocabulary).map((layout) => {
      const { sql, parameters } = pairsQuery(lines, rule, words, layout);
      const table = { slots: "the words of the vocabulary, each on its line of a hash table", ranks: "their ranks" };
      return { sql, parameters: { ...parameters, ...table } };
    }),
  ]
    .map(queryText)
    .join("\n");
}
