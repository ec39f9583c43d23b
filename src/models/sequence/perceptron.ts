/**
 * Averaged perceptron tagger, greedy from left to right: Collins, "Discriminative training methods for hidden Markov models", EMNLP 2002. The yardstick for the
 * generative models here, and the tagger for whoever needs tags that a model did not see in training (`jackknife`).
 *
 *   â = argmax_a Σ_f w[f, a];   on a mistake w[f, gold] += 1, w[f, â] −= 1;   averaged  w̄ = w − u / t  with  u += t·(the same update)
 *
 * Histories in training are the tagger's own, so that it learns from its mistakes. Time O(words × features × labels) an epoch.
 */
import { checkOptions, type OptionsOf, whole } from "../../base/options.ts";
import { type Progress, Stage } from "../../base/progress.ts";
import { DEFAULT_SEED, Random } from "../../base/random.ts";
import { Vocabulary } from "../../base/vocabulary.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import type { SequenceReport } from "./learn-supervised.ts";
import { BUCKETS, TAG_FEATURES, tagFeatures, WORD_FEATURES, wordFeatures } from "./perceptron-features.ts";
import { requireSequences } from "./sequence.ts";

export const PERCEPTRON_OPTIONS = {
  epochs: whole("passes over the training data", { default: 8, min: 1, max: 1000 }),
  seed: whole("seed of the random order", { default: DEFAULT_SEED }),
};

export type PerceptronOptions = OptionsOf<typeof PERCEPTRON_OPTIONS>;

export interface PerceptronModel {
  readonly method: "perceptron";
  readonly labels: Vocabulary;
  /** Words of the training data. */
  readonly words: Vocabulary;
  /** Frequent words and the number of their most frequent tag. */
  readonly usual: ReadonlyMap<string, number>;
  /** buckets × labels. */
  readonly weights: Float32Array;
  readonly options: PerceptronOptions;
  readonly report: SequenceReport;
}

/** A word seen this often has a usual tag. */
const FREQUENT = 10;

export function learnPerceptron(
  sequences: readonly TaggedSentence[],
  given: Partial<PerceptronOptions> = {},
  progress?: Progress,
): { model: PerceptronModel; report: SequenceReport } {
  const began = performance.now();
  requireSequences("learnPerceptron", sequences);
  const options = checkOptions("learnPerceptron", PERCEPTRON_OPTIONS, given);
  const labels = new Vocabulary();
  for (const { tags } of sequences) for (const tag of tags) labels.add(tag);
  const known = Vocabulary.from(sequences.flatMap(({ words }) => words));
  const usual = usualTags(sequences, labels);
  const l = labels.size;
  const weights = new Float32Array(BUCKETS * l);
  const steps = new Float64Array(BUCKETS * l);
  const nameOf = usualName(usual);
  const filled = sequences.filter(({ words }) => words.length > 0);
  const prepared = filled.map(({ words, tags }) => {
    const features = new Int32Array(words.length * WORD_FEATURES);
    wordFeatures(words, nameOf, features);
    return { features, gold: Int32Array.from(tags, (tag) => labels.id(tag)) };
  });
  const order = Array.from(prepared.keys());
  const random = new Random(options.seed).stream("perceptron");
  const stage = new Stage("perceptron", "epochs", options.epochs, progress);
  const scores = new Float64Array(l);
  const extra = new Int32Array(TAG_FEATURES);
  let time = 1;
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    for (const n of random.shuffle(order)) {
      const { features, gold } = prepared[n]!;
      let last = -1;
      let beforeLast = -1;
      for (let i = 0; i < gold.length; i++, time++) {
        const row = i * WORD_FEATURES;
        tagFeatures(last, beforeLast, features, row, extra);
        const best = bestLabel(weights, features, row, extra, scores);
        if (best !== gold[i]) {
          update(weights, steps, features, row, extra, l, gold[i]!, 1, time);
          update(weights, steps, features, row, extra, l, best, -1, time);
        }
        beforeLast = last;
        last = best;
      }
    }
    stage.advance();
  }
  stage.finish();
  for (let e = 0; e < weights.length; e++) weights[e]! -= steps[e]! / time;
  const report = {
    sequences: sequences.length,
    positions: (time - 1) / options.epochs,
    labels: l,
    observations: known.size,
    seconds: (performance.now() - began) / 1000,
    warnings: [],
  };
  return { model: Object.freeze({ method: "perceptron", labels, words: known, usual, weights, options, report }), report };
}

export class PerceptronTagger {
  readonly #scores: Float64Array;
  readonly #nameOf: (word: string) => string;

  constructor(readonly model: PerceptronModel) {
    this.#scores = new Float64Array(model.labels.size);
    this.#nameOf = usualName(model.usual);
  }

  tag(words: readonly string[]): { tags: string[] } {
    const { labels, weights } = this.model;
    const features = new Int32Array(words.length * WORD_FEATURES);
    wordFeatures(words, this.#nameOf, features);
    const extra = new Int32Array(TAG_FEATURES);
    const tags: string[] = [];
    let last = -1;
    let beforeLast = -1;
    for (let i = 0; i < words.length; i++) {
      tagFeatures(last, beforeLast, features, i * WORD_FEATURES, extra);
      beforeLast = last;
      last = bestLabel(weights, features, i * WORD_FEATURES, extra, this.#scores);
      tags.push(labels.word(last));
    }
    return { tags };
  }
}

/**
 * Tags for training data as they will be on new text: the data is cut into folds, and each is tagged by a tagger trained on the others. Sequence n falls into fold
 * n mod `folds`.
 */
export function jackknife(
  sequences: readonly TaggedSentence[],
  folds: number,
  options: Partial<PerceptronOptions> = {},
  progress?: Progress,
): TaggedSentence[] {
  const tagged: TaggedSentence[] = new Array(sequences.length);
  const stage = new Stage("jackknife", "folds", folds, progress);
  for (let fold = 0; fold < folds; fold++) {
    const { model } = learnPerceptron(
      sequences.filter((_, n) => n % folds !== fold),
      options,
    );
    const tagger = new PerceptronTagger(model);
    for (let n = fold; n < sequences.length; n += folds) {
      tagged[n] = { words: sequences[n]!.words, tags: tagger.tag(sequences[n]!.words).tags };
    }
    stage.advance();
  }
  stage.finish();
  return tagged;
}

const usualName = (usual: ReadonlyMap<string, number>) => (word: string) => String(usual.get(word) ?? "");

function usualTags(sequences: readonly TaggedSentence[], labels: Vocabulary): Map<string, number> {
  const counts = new Map<string, Map<number, number>>();
  for (const { words, tags } of sequences) {
    for (const [i, word] of words.entries()) {
      const row = counts.get(word) ?? new Map<number, number>();
      counts.set(word, row);
      const label = labels.id(tags[i]!);
      row.set(label, (row.get(label) ?? 0) + 1);
    }
  }
  const usual = new Map<string, number>();
  for (const [word, row] of counts) {
    let total = 0;
    let best = -1;
    for (const [label, count] of row) {
      total += count;
      if (best < 0 || count > row.get(best)!) best = label;
    }
    if (total >= FREQUENT) usual.set(word, best);
  }
  return usual;
}

function bestLabel(weights: Float32Array, features: Int32Array, row: number, extra: Int32Array, scores: Float64Array): number {
  const l = scores.length;
  scores.fill(0);
  for (let f = 0; f < WORD_FEATURES; f++) {
    const at = features[row + f]! * l;
    for (let a = 0; a < l; a++) scores[a]! += weights[at + a]!;
  }
  for (let f = 0; f < TAG_FEATURES; f++) {
    const at = extra[f]! * l;
    for (let a = 0; a < l; a++) scores[a]! += weights[at + a]!;
  }
  let best = 0;
  for (let a = 1; a < l; a++) if (scores[a]! > scores[best]!) best = a;
  return best;
}

function update(
  weights: Float32Array,
  steps: Float64Array,
  features: Int32Array,
  row: number,
  extra: Int32Array,
  l: number,
  label: number,
  by: number,
  time: number,
): void {
  for (let f = 0; f < WORD_FEATURES; f++) {
    const at = features[row + f]! * l + label;
    weights[at]! += by;
    steps[at]! += by * time;
  }
  for (let f = 0; f < TAG_FEATURES; f++) {
    const at = extra[f]! * l + label;
    weights[at]! += by;
    steps[at]! += by * time;
  }
}
