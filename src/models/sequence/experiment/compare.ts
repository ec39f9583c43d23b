/** Taggers compared sentence by sentence: intervals by the bootstrap, p-values by approximate randomization. */
import { bootstrapInterval, type Interval } from "../../../evaluation/bootstrap.ts";
import { chunksOf } from "../../../evaluation/chunks.ts";
import { approximateRandomization } from "../../../evaluation/significance.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import type { Tags } from "../evaluate.ts";

/** What a sentence adds to a score: spans, or words where labels mark no spans. */
export interface SentenceCounts {
  readonly matched: number;
  readonly gold: number;
  readonly predicted: number;
}

/** F1 in percent, of spans; of words, of which as many are predicted as there are, that is accuracy. */
export function scoreOf(counts: readonly SentenceCounts[]): number {
  let [matched, all] = [0, 0];
  for (const sentence of counts) {
    matched += sentence.matched;
    all += sentence.gold + sentence.predicted;
  }
  return all === 0 ? 100 : (200 * matched) / all;
}

const BIO = /^(O|[BIES]-.+)$/;

/** Whether labels mark spans. */
export const areSpans = (gold: readonly TaggedSentence[]): boolean =>
  gold.every(({ tags }) => tags.every((tag) => BIO.test(tag)));

/** Tags the sentences, and counts for each what is right. */
export function countSentences(tagger: Pick<Tags, "tag">, gold: readonly TaggedSentence[]): SentenceCounts[] {
  const spans = areSpans(gold);
  const key = ({ type, start, end }: { type: string; start: number; end: number }) => `${start} ${end} ${type}`;
  return gold
    .filter(({ words }) => words.length > 0)
    .map(({ words, tags, columns }) => {
      const found = tagger.tag(words, columns).tags;
      if (!spans) {
        const matched = tags.filter((tag, i) => tag === found[i]).length;
        return { matched, gold: tags.length, predicted: tags.length };
      }
      const wanted = new Set(chunksOf(tags).map(key));
      const given = chunksOf(found);
      return {
        matched: given.filter((chunk) => wanted.has(key(chunk))).length,
        gold: wanted.size,
        predicted: given.length,
      };
    });
}

/** A score with its interval. */
export const scoreInterval = (counts: readonly SentenceCounts[]): Interval => bootstrapInterval(counts, scoreOf);

/** How much better one tagger is than another on the same sentences. */
export interface Gain extends Interval {
  /** By approximate randomization. */
  readonly p: number;
}

/** The gain of the first over the second. */
export function gainOver(first: readonly SentenceCounts[], second: readonly SentenceCounts[]): Gain {
  const pairs = first.map((counts, i) => [counts, second[i]!] as const);
  const difference = (some: readonly (readonly [SentenceCounts, SentenceCounts])[]) =>
    scoreOf(some.map(([one]) => one)) - scoreOf(some.map(([, other]) => other));
  return { ...bootstrapInterval(pairs, difference), p: approximateRandomization(first, second, scoreOf).p };
}
