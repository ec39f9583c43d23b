/**
 * What an observation alone tells about its label, whether training saw it or not: words by
 * models/lexicon/word-labels.ts, closed sets of observations by closed-set.ts. Beside it every observation has a class,
 * which says how it moves hidden states: its own number, or that of a coarser class.
 *
 * Generative models take p(a | w) / p(a), which is p(w | a) up to a factor that does not depend on the label: so every
 * model of this folder stands on the same words.
 */

import type { PartsReader } from "../../../base/container/parts-reader.ts";
import type { Tensor } from "../../../base/model-parts.ts";
import { Vocabulary } from "../../../base/vocabulary.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { LabelCounter, type LabelCounts, wordTotals } from "../../lexicon/label-counts.ts";
import { signature } from "../../lexicon/spelling.ts";
import type { SpellingModel } from "../../lexicon/spelling-model.ts";
import {
  hasSpelling,
  labelCountsFrom,
  labelCountTensors,
  spellingTensors,
  spellingWeightsFrom,
} from "../../lexicon/tables.ts";
import { type LabelledToken, learnSpelling, spellingFromWeights, WordLabels } from "../../lexicon/word-labels.ts";
import { ClosedSet, coarseName } from "./closed-set.ts";

export interface LexiconOptions {
  /** Words (spelling matters, unseen ones will come) or classes (a closed set, `coarse.fine` or plain names). */
  readonly observations: "words" | "classes";
  /** What the spelling of a word, or the class of a closed set's member, weighs in observations. */
  readonly prior: number;
  readonly seed?: number | undefined;
}

interface LexiconParts {
  readonly labels: Vocabulary;
  readonly counts: LabelCounts;
  readonly signatures: Vocabulary;
  readonly prior: number;
  /** Absent for closed sets. */
  readonly spelling: SpellingModel | undefined;
}

export class Lexicon {
  readonly labels: Vocabulary;
  readonly words: Vocabulary;
  /** Coarser classes: by spelling, or by what stands before the point. */
  readonly signatures: Vocabulary;
  readonly counts: LabelCounts;
  /** p(a). */
  readonly priors: Float64Array;
  readonly prior: number;
  readonly spelling: SpellingModel | undefined;
  readonly #totals: Float64Array;
  readonly #shares: WordLabels | ClosedSet;

  constructor({ labels, counts, signatures, prior, spelling }: LexiconParts) {
    this.labels = labels;
    this.words = counts.words;
    this.signatures = signatures;
    this.counts = counts;
    this.prior = prior;
    this.spelling = spelling;
    this.#totals = wordTotals(counts);
    this.priors = new Float64Array(labels.size);
    let total = 0;
    counts.labels.forEach((a, e) => {
      this.priors[a]! += counts.counts[e]!;
      total += counts.counts[e]!;
    });
    for (let a = 0; a < this.priors.length; a++) this.priors[a]! /= total;
    this.#shares =
      spelling === undefined
        ? new ClosedSet(counts, signatures, this.priors, prior)
        : new WordLabels(counts, spelling, prior);
  }

  static learn(sequences: readonly TaggedSentence[], { observations, prior, seed }: LexiconOptions): Lexicon {
    const labels = new Vocabulary();
    const words = new Vocabulary();
    const counter = new LabelCounter();
    const tokens: LabelledToken[] = [];
    for (const sequence of sequences) {
      for (const [i, name] of sequence.words.entries()) {
        const token = { word: words.add(name), first: i === 0, label: labels.add(sequence.tags[i]!) };
        counter.add(token.word, token.label);
        tokens.push(token);
      }
    }
    const counts = counter.finish(words, labels.size);
    const open = observations === "words";
    return new Lexicon({
      labels,
      counts,
      signatures: Vocabulary.from(words.words().map((word) => (open ? signature(word, false) : coarseName(word)))),
      prior,
      spelling: open ? learnSpelling(counts, tokens, { seed }) : undefined,
    });
  }

  /** Words, then signatures. */
  get classCount(): number {
    return this.words.size + this.signatures.size;
  }

  countOf(word: number): number {
    return this.#totals[word]!;
  }

  /** The word's own number, else that of its small letters, else that of its spelling, else −1. */
  classOf(word: string): number {
    const own = this.words.id(word);
    if (own >= 0) return own;
    const lower = this.spelling === undefined ? -1 : this.words.id(word.toLowerCase());
    return lower >= 0 ? lower : this.signatureClass(word);
  }

  signatureClass(word: string): number {
    const id = this.signatures.id(this.spelling === undefined ? coarseName(word) : signature(word, false));
    return id < 0 ? -1 : this.words.size + id;
  }

  /** p(a | word) of every label; `first` in its sentence. The array is shared: do not change it. */
  posterior(word: string, first: boolean): Float64Array {
    return this.#shares.posterior(word, first);
  }

  /** The lexicon as lists and tables of a model file. */
  toTables(): { symbols: Record<string, readonly string[]>; tensors: Record<string, Tensor> } {
    const { labels, words, signatures, counts, spelling } = this;
    return {
      symbols: { labels: labels.words(), words: words.words(), signatures: signatures.words() },
      tensors: {
        "lexicon.prior": { shape: [1], data: Float64Array.of(this.prior) },
        ...labelCountTensors(counts),
        ...(spelling === undefined ? {} : spellingTensors(spelling.weights)),
      },
    };
  }

  /** The lexicon of checked tables. */
  static fromTables(reader: PartsReader): Lexicon {
    const labels = Vocabulary.from(reader.symbols("labels", { distinct: true }));
    const counts = labelCountsFrom(reader, "", labels.size);
    if (labels.size === 0 || counts.words.size === 0) reader.damaged("has no labels or no words");
    const signatures = Vocabulary.from(reader.symbols("signatures", { distinct: true }));
    if (!hasSpelling(reader, "")) {
      // Members of a closed set have a coarser class before a point, which must be known.
      const lost = counts.words.words().find((word) => signatures.id(coarseName(word)) < 0);
      if (lost !== undefined) reader.damaged(`has no coarse class of "${lost}"`);
    }
    return new Lexicon({
      labels,
      counts,
      signatures,
      prior: reader.numbers("lexicon.prior", Float64Array, { shape: [1], min: 0 })[0]!,
      spelling: hasSpelling(reader, "")
        ? spellingFromWeights(counts, spellingWeightsFrom(reader, "", labels.size))
        : undefined,
    });
  }
}
