/**
 * Bracket scores of a corpus, as EVALB prints them: counts are summed over the valid sentences, then divided (micro
 * averages).
 *
 *   const scorer = new BracketScorer();                  // COLLINS.prm
 *   for (…) scorer.add(gold, predicted);
 *   scorer.summary().all.f1;                             // in percent
 */
import type { Tree } from "../trees/tree.ts";
import { type BracketParameters, COLLINS } from "./bracket-parameters.ts";
import { compareBrackets, type SentenceBrackets } from "./brackets.ts";
import { percentOf, type Rates, ratesOf } from "./rates.ts";

/** One block of the summary. Rates are labelled unless they say otherwise, and in percent. */
export interface BracketSummary extends Rates {
  readonly sentences: number;
  readonly errors: number;
  readonly skipped: number;
  readonly valid: number;
  readonly unlabelled: Rates;
  /** Sentences with every bracket right. */
  readonly completeMatch: number;
  /** Crossing brackets per sentence: a number, not a percentage. */
  readonly averageCrossing: number;
  readonly noCrossing: number;
  readonly twoOrLessCrossing: number;
  readonly tagAccuracy: number;
  /** The sums the rates come from. */
  readonly counts: {
    readonly words: number;
    readonly gold: number;
    readonly predicted: number;
    readonly matched: number;
    readonly matchedUnlabelled: number;
    readonly crossing: number;
    readonly correctTags: number;
    readonly complete: number;
  };
}

/** Rule 8. */
const isComplete = ({ gold, predicted, matched }: SentenceBrackets): boolean =>
  gold === matched && predicted === matched;

/** Sums over sentences, which need not be kept. */
class BracketSums {
  readonly #statuses = { valid: 0, error: 0, skipped: 0 };
  readonly #counts = {
    words: 0,
    gold: 0,
    predicted: 0,
    matched: 0,
    matchedUnlabelled: 0,
    crossing: 0,
    correctTags: 0,
    complete: 0,
  };
  #noCrossing = 0;
  #twoOrLessCrossing = 0;

  add(sentence: SentenceBrackets): void {
    this.#statuses[sentence.status]++;
    if (sentence.status !== "valid") return;
    const counts = this.#counts;
    counts.words += sentence.words;
    counts.gold += sentence.gold;
    counts.predicted += sentence.predicted;
    counts.matched += sentence.matched;
    counts.matchedUnlabelled += sentence.matchedUnlabelled;
    counts.crossing += sentence.crossing;
    counts.correctTags += sentence.correctTags;
    if (isComplete(sentence)) counts.complete++;
    if (sentence.crossing === 0) this.#noCrossing++;
    if (sentence.crossing <= 2) this.#twoOrLessCrossing++;
  }

  summary(): BracketSummary {
    const { valid, error, skipped } = this.#statuses;
    const counts = { ...this.#counts };
    return {
      sentences: valid + error + skipped,
      errors: error,
      skipped,
      valid,
      ...ratesOf(counts.matched, counts.gold, counts.predicted),
      unlabelled: ratesOf(counts.matchedUnlabelled, counts.gold, counts.predicted),
      completeMatch: percentOf(counts.complete, valid),
      averageCrossing: valid === 0 ? 0 : counts.crossing / valid,
      noCrossing: percentOf(this.#noCrossing, valid),
      twoOrLessCrossing: percentOf(this.#twoOrLessCrossing, valid),
      tagAccuracy: percentOf(counts.correctTags, counts.words),
      counts,
    };
  }
}

/** The summary of any choice of sentences. */
export function summarizeBrackets(sentences: Iterable<SentenceBrackets>): BracketSummary {
  const sums = new BracketSums();
  for (const sentence of sentences) sums.add(sentence);
  return sums.summary();
}

/** Compares brackets sentence by sentence, as EVALB does. */
export class BracketScorer {
  readonly parameters: BracketParameters;
  readonly #keeps: boolean;
  readonly #sentences: SentenceBrackets[] = [];
  readonly #all = new BracketSums();
  readonly #short = new BracketSums();

  /**
   * Parameters that are not given are those of COLLINS.prm. With `keepSentences: false` memory does not grow with the
   * corpus, and `sentences` stays empty.
   */
  constructor(
    parameters: Partial<BracketParameters> = {},
    { keepSentences = true }: { readonly keepSentences?: boolean } = {},
  ) {
    this.parameters = { ...COLLINS, ...parameters };
    this.#keeps = keepSentences;
  }

  /** Scores one sentence; `predicted` is undefined when there is no parse. */
  add(gold: Tree, predicted: Tree | undefined): SentenceBrackets {
    const sentence = compareBrackets(gold, predicted, this.parameters);
    this.#all.add(sentence);
    if (sentence.length <= this.parameters.cutoff) this.#short.add(sentence);
    if (this.#keeps) this.#sentences.push(sentence);
    return sentence;
  }

  /** The sentences so far, in the order they were added. */
  get sentences(): readonly SentenceBrackets[] {
    return this.#sentences;
  }

  /** Over all sentences, and over those of at most `cutoff` words. */
  summary(): { readonly all: BracketSummary; readonly short: BracketSummary; readonly cutoff: number } {
    return { all: this.#all.summary(), short: this.#short.summary(), cutoff: this.parameters.cutoff };
  }
}
