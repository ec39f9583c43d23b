/** Tagging scores: accuracy, the rates of each tag, and which tags are taken for which. */
import { ShapeError } from "../base/errors.ts";
import { percentOf, type Rates, ratesOf } from "./rates.ts";

/** Rates of one tag, with its counts. */
export interface TagRates extends Rates {
  readonly tag: string;
  readonly gold: number;
  readonly predicted: number;
  readonly correct: number;
}

/** How often a gold tag was predicted as another. */
export interface Confusion {
  readonly gold: string;
  readonly predicted: string;
  readonly count: number;
}

/** What a `TaggingScorer` found. */
export interface TaggingSummary {
  readonly sentences: number;
  readonly words: number;
  readonly correct: number;
  /** In percent. */
  readonly accuracy: number;
  /** Sentences with every tag right, in percent. */
  readonly sentenceAccuracy: number;
  /** The most frequent gold tag first. */
  readonly tags: readonly TagRates[];
  /** Pairs of different tags, the most frequent first. */
  readonly confusions: readonly Confusion[];
}

/** Compares tags sentence by sentence. */
export class TaggingScorer {
  /** By gold tag, then predicted tag. */
  readonly #counts = new Map<string, Map<string, number>>();
  #sentences = 0;
  #complete = 0;

  /** Scores one sentence; returns the number of tags that are right. */
  add(gold: readonly string[], predicted: readonly string[]): number {
    this.#sentences++;
    if (gold.length !== predicted.length) {
      throw new ShapeError(
        `sentence ${this.#sentences}: ${predicted.length} tags were predicted; the gold sentence has ${gold.length}.`,
      );
    }
    let correct = 0;
    gold.forEach((tag, i) => {
      const row = this.#counts.get(tag) ?? new Map<string, number>();
      this.#counts.set(tag, row);
      row.set(predicted[i]!, (row.get(predicted[i]!) ?? 0) + 1);
      if (tag === predicted[i]) correct++;
    });
    if (correct === gold.length) this.#complete++;
    return correct;
  }

  summary(): TaggingSummary {
    const gold = new Map<string, number>();
    const predicted = new Map<string, number>();
    const confusions: Confusion[] = [];
    let words = 0;
    let correct = 0;
    for (const [tag, row] of this.#counts) {
      for (const [other, count] of row) {
        words += count;
        gold.set(tag, (gold.get(tag) ?? 0) + count);
        predicted.set(other, (predicted.get(other) ?? 0) + count);
        if (tag === other) correct += count;
        else confusions.push({ gold: tag, predicted: other, count });
      }
    }
    const tags = [...new Set([...gold.keys(), ...predicted.keys()])].map((tag): TagRates => {
      const [wanted, given, right] = [
        gold.get(tag) ?? 0,
        predicted.get(tag) ?? 0,
        this.#counts.get(tag)?.get(tag) ?? 0,
      ];
      return { tag, gold: wanted, predicted: given, correct: right, ...ratesOf(right, wanted, given) };
    });
    tags.sort((a, b) => b.gold - a.gold || b.predicted - a.predicted || (a.tag < b.tag ? -1 : 1));
    confusions.sort((a, b) => b.count - a.count || (a.gold + a.predicted < b.gold + b.predicted ? -1 : 1));
    return {
      sentences: this.#sentences,
      words,
      correct,
      accuracy: percentOf(correct, words),
      sentenceAccuracy: percentOf(this.#complete, this.#sentences),
      tags,
      confusions,
    };
  }
}
