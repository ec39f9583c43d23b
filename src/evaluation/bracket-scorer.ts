/**
 * Bracket scores of a corpus, as EVALB prints them: counts are summed over the valid sentences, then divided (micro averages).
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
const isComplete = ({ gold, predicted, matched }: SentenceBrackets): boolean => gold === matched && predicted === matched;

/** The summary of any choice of sentences. */
export function summarizeBrackets(sentences: readonly SentenceBrackets[]): BracketSummary {
  const valid = sentences.filter(({ status }) => status === "valid");
  const total = (count: (sentence: SentenceBrackets) => number) => valid.reduce((sum, sentence) => sum + count(sentence), 0);
  const share = (test: (sentence: SentenceBrackets) => boolean) => percentOf(valid.filter(test).length, valid.length);
  const counts = {
    words: total((sentence) => sentence.words),
    gold: total((sentence) => sentence.gold),
    predicted: total((sentence) => sentence.predicted),
    matched: total((sentence) => sentence.matched),
    matchedUnlabelled: total((sentence) => sentence.matchedUnlabelled),
    crossing: total((sentence) => sentence.crossing),
    correctTags: total((sentence) => sentence.correctTags),
    complete: total((sentence) => (isComplete(sentence) ? 1 : 0)),
  };
  return {
    sentences: sentences.length,
    errors: sentences.filter(({ status }) => status === "error").length,
    skipped: sentences.filter(({ status }) => status === "skipped").length,
    valid: valid.length,
    ...ratesOf(counts.matched, counts.gold, counts.predicted),
    unlabelled: ratesOf(counts.matchedUnlabelled, counts.gold, counts.predicted),
    completeMatch: share(isComplete),
    averageCrossing: valid.length === 0 ? 0 : counts.crossing / valid.length,
    noCrossing: share(({ crossing }) => crossing === 0),
    twoOrLessCrossing: share(({ crossing }) => crossing <= 2),
    tagAccuracy: percentOf(counts.correctTags, counts.words),
    counts,
  };
}

export class BracketScorer {
  readonly parameters: BracketParameters;
  readonly #sentences: SentenceBrackets[] = [];

  /** Parameters not given are those of COLLINS.prm. */
  constructor(parameters: Partial<BracketParameters> = {}) {
    this.parameters = { ...COLLINS, ...parameters };
  }

  /** Scores one sentence; `predicted` is undefined when there is no parse. */
  add(gold: Tree, predicted: Tree | undefined): SentenceBrackets {
    const sentence = compareBrackets(gold, predicted, this.parameters);
    this.#sentences.push(sentence);
    return sentence;
  }

  /** The sentences so far, in the order they were added. */
  get sentences(): readonly SentenceBrackets[] {
    return this.#sentences;
  }

  /** Over all sentences, and over those of at most `cutoff` words. */
  summary(): { readonly all: BracketSummary; readonly short: BracketSummary; readonly cutoff: number } {
    const { cutoff } = this.parameters;
    return {
      all: summarizeBrackets(this.#sentences),
      short: summarizeBrackets(this.#sentences.filter(({ length }) => length <= cutoff)),
      cutoff,
    };
  }
}
