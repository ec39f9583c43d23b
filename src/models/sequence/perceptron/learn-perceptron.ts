/**
 * Averaged perceptron tagger, greedy from left to right: Collins, "Discriminative training methods for hidden Markov
 * models", EMNLP 2002. The yardstick for the generative models here, and the fast tagger of other learners.
 *
 *   â = argmax_a Σ_f w[f, a];   on a mistake w[f, gold] += 1, w[f, â] −= 1
 *   averaged:  w̄ = w − u / t   with   u += t·(the same update)
 *
 * Histories in training are the tagger's own, so that it learns from its mistakes. Words that training has once have
 * none of their own features half of the time: what is learnt then are the weights of spelling, classes and context,
 * which is all that an unknown word has. Time O(words × features × labels) per epoch.
 */
import type { StageClock } from "../../../base/learning.ts";
import { expert, type OptionSpec, type OptionsOf, real, whole, wholes } from "../../../base/options.ts";
import type { Meter } from "../../../base/progress.ts";
import { DEFAULT_SEED, Random } from "../../../base/random.ts";
import { breathe } from "../../../base/stopping.ts";
import type { Vocabulary } from "../../../base/vocabulary.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { BEGINNINGS, coverageWarnings } from "../../representations/index.ts";
import { furtherTemplates } from "../features/defaults.ts";
import { FEATURE_OPTIONS } from "../features/options.ts";
import { coderOf, prepare } from "../features/setup.ts";
import type { SequenceKnowledge } from "../knowledge.ts";
import { type FeatureSettings, HASH_BITS, WordFeatures } from "./features.ts";
import { moreFeatures } from "./more-features.ts";
import type { PerceptronTables } from "./tables.ts";
import { usualName } from "./tagger.ts";
import { BREATH, type Lesson, train } from "./train.ts";

/** The beginnings of paths that are features, of classes of words. */
export const BEGINNINGS_OPTION: OptionSpec<readonly number[]> = {
  ...wholes("bits of the beginnings of a class's path that are features; the whole path is one more", {
    default: BEGINNINGS,
    min: 1,
    max: 64,
  }),
  expected: `${BEGINNINGS.length} whole numbers from 1 to 64, separated by commas`,
  accepts: (value) =>
    Array.isArray(value) &&
    value.length === BEGINNINGS.length &&
    value.every((bits) => Number.isInteger(bits) && bits >= 1 && bits <= 64),
};

export const PERCEPTRON_OPTIONS = {
  ...FEATURE_OPTIONS,
  epochs: whole("passes of the perceptron over the training data", { default: 8, min: 1, max: 1000 }),
  orders: whole("random orders of the data that the perceptron learns from one by one; their weights are averaged", {
    default: 1,
    min: 1,
    max: 100,
  }),
  dropout: real("how often a word that training has once is taken for an unknown one, so that spelling tells its tag", {
    default: 0.5,
    min: 0,
    max: 1,
  }),
  seed: whole("seed of the random order", { default: DEFAULT_SEED }),
  ...expert({
    hashBits: whole("the perceptron's table of weights has two to this power rows", {
      default: HASH_BITS,
      min: 10,
      max: 24,
    }),
    beginnings: BEGINNINGS_OPTION,
  }),
};

export type PerceptronOptions = OptionsOf<typeof PERCEPTRON_OPTIONS>;

/** A word seen this often has a usual tag. */
const FREQUENT = 10;

export async function learnPerceptron(
  sequences: readonly TaggedSentence[],
  options: PerceptronOptions,
  clock: StageClock,
  columns: readonly string[],
  knowledge: SequenceKnowledge,
): Promise<{ readonly tables: PerceptronTables; readonly warnings: readonly string[] }> {
  const { signal } = clock.context;
  const { setup, sentences, words, labels } = prepare(sequences, columns, options, knowledge, furtherTemplates);
  const coder = coderOf(setup);
  const usual = usualTags(sentences, labels);
  const counts = countsOf(sentences);
  const settings: FeatureSettings = {
    hashBits: options.hashBits,
    known: setup.known,
    beginnings: options.beginnings,
  };
  const filled = sentences.filter((sequence) => sequence.words.length > 0);
  const lessons = await clock.run("features", "sentences", filled.length, async (meter) => {
    const features = new WordFeatures(usualName(usual), settings);
    const prepared: Lesson[] = [];
    for (const sequence of filled) {
      const more = coder && moreFeatures(coder, sequence.words, sequence.columns, settings);
      const rare = Uint8Array.from(sequence.words, (word) => (counts.get(word) === 1 ? 1 : 0));
      prepared.push({
        features: features.rows(sequence.words),
        gold: Int32Array.from(sequence.tags, (tag) => labels.id(tag)),
        more,
        rare,
      });
      meter.advance();
      if (prepared.length % BREATH === 0) await breathe(signal);
    }
    return prepared;
  });
  const learnt = await clock.run("perceptron", "sentences", options.orders * options.epochs * lessons.length, (meter) =>
    train(
      lessons,
      { labels: labels.size, reals: coder?.realWidth ?? 0, settings, ...options },
      new Random(options.seed).stream("perceptron"),
      () => advance(meter, clock),
    ),
  );
  return {
    tables: { ...setup, labels, words, usual, ...settings, ...learnt },
    warnings: coverageWarnings(setup.known, words.words()),
  };
}

async function advance(meter: Meter, { context }: StageClock): Promise<void> {
  meter.advance(BREATH);
  await breathe(context.signal);
}

function countsOf(sequences: readonly TaggedSentence[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of sequences) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

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
