/**
 * Pairs of sentences that people have judged, by source. A file is a source: what it is called, without words such as
 * "train" and "test", says which, so that a model knows the test pairs of a source it has learnt from.
 */
import { InputError } from "../base/errors.ts";
import { frozen } from "../base/learning.ts";
import { checkOptions, flag, type OptionsOf, real } from "../base/options.ts";
import type { Watch } from "../base/progress.ts";
import { type SentencePair, sts } from "../formats/words/sts.ts";
import { RecordCounts, type SourceCount } from "./skipping.ts";
import { collectRecords, type ReaderOf, readWhole, type TextSource } from "./text.ts";

/** How judged pairs are read. */
export const PAIR_DATA_OPTIONS = {
  lowest: real("lowest score that people could give", { default: 0 }),
  highest: real("highest score that people could give", { default: 5 }),
  skipBad: flag("skip and count pairs that cannot be read", { default: false }),
};

/** How judged pairs are read. */
export type PairDataOptions = OptionsOf<typeof PAIR_DATA_OPTIONS>;

/** Two sentences, how alike people found them, and where the pair comes from. */
export interface JudgedPair {
  readonly first: string;
  readonly second: string;
  readonly score: number;
  /** Left out: of no source that is known. */
  readonly source?: string | undefined;
}

/** Judged pairs with what is known of where they came from. Frozen. */
export interface SentencePairs {
  readonly pairs: readonly JudgedPair[];
  readonly lowest: number;
  readonly highest: number;
  readonly sources: readonly SourceCount[];
  /** The messages of the first few skipped pairs. */
  readonly skipped: readonly string[];
}

/** Parts of file names that say what a file is for, not where its text comes from. */
const GENERIC = /^(?:train|training|test|dev|trial|gold|gs|input|output|pairs|sts|tsv|txt|csv|gz|utf8?|[a-z]?\d+)$/i;

/** The source that a file's name tells of: `sts/MSRpar.train.tsv.gz` is of MSRpar; "" where it tells of none. */
export const sourceOfFile = (file: string): string =>
  file
    .slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1)
    .split(/[.\s_-]+/)
    .filter((part) => part !== "" && !GENERIC.test(part))
    .join(".");

/** Reads judged pairs from a text in memory. */
export function readPairs(
  text: string,
  { file, ...given }: Partial<PairDataOptions> & { readonly file?: string | undefined } = {},
): SentencePairs {
  const collection = new Collection(checkOptions("readPairs", PAIR_DATA_OPTIONS, given));
  readWhole(text, { file, input: "text" }, collection.readerOf, (pair) => collection.add(pair, file ?? ""));
  return collection.finish();
}

/** Reads judged pairs from sources of any size, one after another. */
export async function collectPairs(
  sources: Iterable<TextSource>,
  given: Partial<PairDataOptions> = {},
  watch: Watch = {},
): Promise<SentencePairs> {
  const collection = new Collection(checkOptions("collectPairs", PAIR_DATA_OPTIONS, given));
  await collectRecords(
    sources,
    { input: "text" },
    collection.readerOf,
    (pair, { file }) => collection.add(pair, file),
    watch,
  );
  return collection.finish();
}

/** Plain records as data; data that were read are given back. */
export function asPairs(
  data: SentencePairs | readonly JudgedPair[],
  given: Partial<Omit<PairDataOptions, "skipBad">> = {},
): SentencePairs {
  if (!Array.isArray(data)) return data as SentencePairs;
  const options = checkOptions("asPairs", PAIR_DATA_OPTIONS, given);
  for (const [i, { first, second, score }] of (data as readonly JudgedPair[]).entries()) {
    if (first.trim() === "" || second.trim() === "")
      throw new InputError(`pair ${i + 1} has an empty sentence; expected words.`);
    if (!(score >= options.lowest && score <= options.highest)) {
      const expected = `a number from ${options.lowest} to ${options.highest}`;
      throw new InputError(`pair ${i + 1} has the score ${score}; expected ${expected}.`);
    }
  }
  return frozen({ pairs: data, lowest: options.lowest, highest: options.highest, sources: [], skipped: [] });
}

class Collection {
  readonly #pairs: JudgedPair[] = [];
  readonly #counts: RecordCounts;
  readonly readerOf: ReaderOf<SentencePair>;

  constructor(readonly options: PairDataOptions) {
    const { lowest, highest, skipBad } = options;
    this.#counts = new RecordCounts(skipBad);
    const { onBad } = this.#counts;
    this.readerOf = ({ file }, emit) => sts.reader(emit, { file, onBad, scores: "yes", scale: [lowest, highest] });
  }

  add({ first, second, score }: SentencePair, file: string): void {
    this.#counts.add(file);
    this.#pairs.push({ first, second, score: score!, source: sourceOfFile(file) });
  }

  finish(): SentencePairs {
    const { lowest, highest } = this.options;
    const { sources, told } = this.#counts;
    return frozen({ pairs: Object.freeze(this.#pairs), lowest, highest, sources, skipped: told });
  }
}
