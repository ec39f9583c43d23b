/**
 * What a word alone tells about its label, whether training saw it or not:
 *
 *   p(a | w) = (count(w, a) + κ·q(a | w)) / (count(w) + κ)
 *   q(a | w) = the same for the word in small letters, where that is another word that was seen; then the spelling (spelling-model.ts)
 *
 * Closed sets of observations have no spelling. Their names may have a coarser class before a point, `12.3077`, whose counts then stand in for it, backed off
 * to p(a).
 *
 * Generative models take p(a | w) / p(a), which is p(w | a) up to a factor that no label shares in: so every model of this folder stands on the same words.
 */
import type { Tensor } from "../../base/model-parts.ts";
import { Vocabulary } from "../../base/vocabulary.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import { signatureOf } from "./spelling.ts";
import { type SpellingExample, SpellingModel } from "./spelling-model.ts";

export interface LexiconOptions {
  /** Words (spelling matters, unseen ones will come) or classes (a closed set, `coarse.fine` or plain names). */
  readonly observations: "words" | "classes";
  /** κ. */
  readonly prior: number;
  readonly seed?: number | undefined;
}

/** Words seen up to this often teach the spelling model. */
const RARE = 8;

export class Lexicon {
  readonly labels: Vocabulary;
  readonly words: Vocabulary;
  /** Coarser classes: by spelling, or by what stands before the point. */
  readonly signatures: Vocabulary;
  /** labels[pairLabels[e]] was seen pairCounts[e] times with word w, for e from starts[w] up to starts[w + 1]. */
  readonly starts: Uint32Array;
  readonly pairLabels: Int32Array;
  readonly pairCounts: Float64Array;
  /** p(a). */
  readonly priors: Float64Array;
  readonly prior: number;
  readonly spelling: SpellingModel | undefined;
  readonly #cache = new Map<string, Float64Array>();
  readonly #coarsePosteriors: Float64Array[] = [];

  constructor(parts: LexiconParts) {
    this.labels = parts.labels;
    this.words = parts.words;
    this.signatures = parts.signatures;
    this.starts = parts.starts;
    this.pairLabels = parts.pairLabels;
    this.pairCounts = parts.pairCounts;
    this.prior = parts.prior;
    this.spelling = parts.spelling;
    this.priors = new Float64Array(this.labels.size);
    let total = 0;
    this.pairLabels.forEach((a, e) => {
      this.priors[a]! += this.pairCounts[e]!;
      total += this.pairCounts[e]!;
    });
    for (let a = 0; a < this.priors.length; a++) this.priors[a]! /= total;
    if (this.spelling === undefined) this.#countCoarse();
  }

  /** p(a | coarse class) for closed sets. */
  #countCoarse(): void {
    const l = this.labels.size;
    const totals = new Float64Array(this.signatures.size);
    for (let s = 0; s < this.signatures.size; s++) this.#coarsePosteriors.push(this.priors.map((value) => this.prior * value));
    for (let w = 0; w < this.words.size; w++) {
      const coarse = this.signatures.id(coarseName(this.words.word(w)));
      for (let e = this.starts[w]!; e < this.starts[w + 1]!; e++) {
        this.#coarsePosteriors[coarse]![this.pairLabels[e]!]! += this.pairCounts[e]!;
        totals[coarse]! += this.pairCounts[e]!;
      }
    }
    for (const [s, row] of this.#coarsePosteriors.entries()) for (let a = 0; a < l; a++) row[a]! /= totals[s]! + this.prior;
  }

  static learn(sequences: readonly TaggedSentence[], { observations, prior, seed }: LexiconOptions): Lexicon {
    const labels = new Vocabulary();
    const words = new Vocabulary();
    const counts: Map<number, number>[] = [];
    for (const sequence of sequences) {
      for (const [i, word] of sequence.words.entries()) {
        const id = words.add(word);
        const a = labels.add(sequence.tags[i]!);
        const row = (counts[id] ??= new Map());
        row.set(a, (row.get(a) ?? 0) + 1);
      }
    }
    const starts = new Uint32Array(words.size + 1);
    for (const [id, row] of counts.entries()) starts[id + 1] = starts[id]! + row.size;
    const open = observations === "words";
    return new Lexicon({
      labels,
      words,
      signatures: Vocabulary.from(words.words().map(open ? signatureOf : coarseName)),
      starts,
      pairLabels: Int32Array.from(counts.flatMap((row) => [...row.keys()])),
      pairCounts: Float64Array.from(counts.flatMap((row) => [...row.values()])),
      prior,
      spelling: open ? SpellingModel.train(rareExamples(sequences, words, counts, labels), labels.size, seed) : undefined,
    });
  }

  /** Words, then signatures. */
  get classCount(): number {
    return this.words.size + this.signatures.size;
  }

  countOf(word: number): number {
    let sum = 0;
    for (let e = this.starts[word]!; e < this.starts[word + 1]!; e++) sum += this.pairCounts[e]!;
    return sum;
  }

  /** The word's own number, else that of its small letters, else that of its spelling, else −1. */
  classOf(word: string): number {
    const own = this.words.id(word);
    if (own >= 0) return own;
    const lower = this.spelling === undefined ? -1 : this.words.id(word.toLowerCase());
    return lower >= 0 ? lower : this.signatureClass(word);
  }

  signatureClass(word: string): number {
    const signature = this.signatures.id(this.spelling === undefined ? coarseName(word) : signatureOf(word));
    return signature < 0 ? -1 : this.words.size + signature;
  }

  /** p(a | word) of every label; `first` in its sentence. The array is shared: do not change it. */
  posterior(word: string, first: boolean): Float64Array {
    const key = first ? `^${word}` : ` ${word}`;
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const result = this.#posterior(word, first);
    if (this.words.has(word)) this.#cache.set(key, result); // bounded by the training words
    return result;
  }

  #posterior(word: string, first: boolean): Float64Array {
    if (this.spelling === undefined) {
      const coarse = this.signatures.id(coarseName(word));
      return this.#counted(this.words.id(word), coarse < 0 ? this.priors : this.#coarsePosteriors[coarse]!);
    }
    let result = this.spelling.posterior(word, first);
    const lower = word.toLowerCase();
    if (lower !== word) result = this.#counted(this.words.id(lower), result);
    return this.#counted(this.words.id(word), result);
  }

  #counted(word: number, backoff: Float64Array): Float64Array {
    if (word < 0) return backoff;
    const total = this.countOf(word) + this.prior;
    const result = backoff.map((value) => (this.prior * value) / total);
    for (let e = this.starts[word]!; e < this.starts[word + 1]!; e++) result[this.pairLabels[e]!]! += this.pairCounts[e]! / total;
    return result;
  }

  toParts(): { symbols: Record<string, readonly string[]>; tensors: Record<string, Tensor> } {
    const { labels, words, signatures, starts, pairLabels, pairCounts, spelling } = this;
    const flat = <D extends Tensor["data"]>(data: D) => ({ shape: [data.length], data });
    return {
      symbols: { labels: labels.words(), words: words.words(), signatures: signatures.words() },
      tensors: {
        lexiconStarts: flat(starts),
        lexiconLabels: flat(pairLabels),
        lexiconCounts: flat(pairCounts),
        lexiconPrior: flat(Float64Array.of(this.prior)),
        ...(spelling === undefined ? {} : { spelling: flat(spelling.weights) }),
      },
    };
  }

  static fromParts(symbols: Readonly<Record<string, readonly string[]>>, tensors: Readonly<Record<string, Tensor>>): Lexicon {
    const labels = Vocabulary.from(symbols.labels!);
    return new Lexicon({
      labels,
      words: Vocabulary.from(symbols.words!),
      signatures: Vocabulary.from(symbols.signatures!),
      starts: tensors.lexiconStarts!.data as Uint32Array,
      pairLabels: tensors.lexiconLabels!.data as Int32Array,
      pairCounts: tensors.lexiconCounts!.data as Float64Array,
      prior: tensors.lexiconPrior!.data[0]!,
      spelling: tensors.spelling === undefined ? undefined : new SpellingModel(labels.size, tensors.spelling.data as Float32Array),
    });
  }
}

/** "12" of "12.3077"; "" where there is no point. */
const coarseName = (name: string) => name.slice(0, Math.max(0, name.indexOf(".")));

interface LexiconParts {
  readonly labels: Vocabulary;
  readonly words: Vocabulary;
  readonly signatures: Vocabulary;
  readonly starts: Uint32Array;
  readonly pairLabels: Int32Array;
  readonly pairCounts: Float64Array;
  readonly prior: number;
  readonly spelling: SpellingModel | undefined;
}

function rareExamples(
  sequences: readonly TaggedSentence[],
  words: Vocabulary,
  counts: readonly ReadonlyMap<number, number>[],
  labels: Vocabulary,
): SpellingExample[] {
  const examples: SpellingExample[] = [];
  const frequency = counts.map((row) => [...row.values()].reduce((sum, count) => sum + count, 0));
  for (const sequence of sequences) {
    for (const [i, word] of sequence.words.entries()) {
      if (frequency[words.id(word)]! <= RARE) examples.push({ word, first: i === 0, label: labels.id(sequence.tags[i]!) });
    }
  }
  return examples;
}
