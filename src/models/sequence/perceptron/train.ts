/** The passes of the averaged perceptron over its lessons (learn-perceptron.ts has the formula). */
import { largest } from "../../../base/largest.ts";
import type { Random } from "../../../base/random.ts";
import { type FeatureSettings, featureCount, OF_WORD, TAG_FEATURES, TAGS_OF_WORD, tagFeatures } from "./features.ts";
import { addReals, type MoreFeatures } from "./more-features.ts";
import { addSparse, type SparseWeights, sparseWeights } from "./tables.ts";
import { WeightTable } from "./weight-table.ts";

/** Sentences between two looks at the signal. */
export const BREATH = 32;

/** A sentence as training reads it. */
export interface Lesson {
  readonly features: Int32Array;
  readonly gold: Int32Array;
  readonly more: MoreFeatures | undefined;
  /** 1 for words that training has once. */
  readonly rare: Uint8Array;
}

/** What lessons are learnt with. */
export interface Course {
  readonly labels: number;
  /** Numbers of vectors and contexts at every word. */
  readonly reals: number;
  readonly settings: FeatureSettings;
  readonly epochs: number;
  readonly orders: number;
  /** How often a rare word is taken for one that was never seen. */
  readonly dropout: number;
}

/** Averaged weights: buckets × labels without their zeros, and numbers × labels. */
interface Averaged {
  readonly weights: SparseWeights;
  readonly realWeights: Float32Array;
}

/**
 * The mean of the averaged weights of several orders of the sentences. One order leaves its mark on the weights of
 * whatever is rare; the mean is one table, which tags as fast. `onBreath` is awaited now and then, between sentences.
 */
export async function train(
  lessons: readonly Lesson[],
  course: Course,
  random: Random,
  onBreath: () => Promise<void>,
): Promise<Averaged> {
  const { labels: l, reals, settings, orders } = course;
  const table = new WeightTable(2 ** settings.hashBits, l);
  const found: Averaged[] = [];
  for (let order = 0; order < orders; order++) {
    const realWeights = new Float32Array(reals * l);
    table.clear();
    const averages = await trainOnce(lessons, course, random, { table, realWeights }, onBreath);
    found.push({ weights: sparseWeights(averages, l), realWeights });
  }
  if (found.length === 1) return found[0]!;
  const sum = new Float32Array(2 ** settings.hashBits * l);
  const realWeights = new Float32Array(reals * l);
  for (const one of found) {
    addSparse(sum, one.weights, l, 1 / found.length);
    for (let e = 0; e < realWeights.length; e++) realWeights[e]! += one.realWeights[e]! / found.length;
  }
  return { weights: sparseWeights(sum, l), realWeights };
}

/** The averaged weights of one order; those of numbers are left in `realWeights`. Both tables are 0 at first. */
async function trainOnce(
  lessons: readonly Lesson[],
  { labels: l, reals, settings, epochs, dropout }: Course,
  random: Random,
  { table, realWeights }: { readonly table: WeightTable; readonly realWeights: Float32Array },
  onBreath: () => Promise<void>,
): Promise<Float32Array> {
  const width = featureCount(settings);
  const realSteps = new Float64Array(reals * l);
  const order = Array.from(lessons.keys());
  const sums = new Int32Array(l);
  const scores = new Float64Array(l);
  const extra = new Int32Array(TAG_FEATURES);
  const most = largest(
    lessons.map(({ more }) => more?.most ?? 0),
    0,
  );
  const active = new Int32Array(width + TAG_FEATURES + most);
  let time = 1;
  let seen = 0;
  const correct = (i: number, { more }: Lesson, count: number, label: number, by: number) => {
    table.correct(active, count, label, by, time);
    for (let j = 0; j < reals; j++) {
      const x = by * more!.numbers[i * reals + j]!;
      realWeights[j * l + label]! += x;
      realSteps[j * l + label]! += x * time;
    }
  };
  const learnFrom = (lesson: Lesson) => {
    const { features, gold, more, rare } = lesson;
    let last = -1;
    let beforeLast = -1;
    for (let i = 0; i < gold.length; i++, time++) {
      const row = i * width;
      tagFeatures(last, beforeLast, features, row, extra, settings);
      const unknown = dropout > 0 && rare[i] === 1 && random.uniform() < dropout;
      let count = 0;
      for (let f = 0; f < width; f++) if (!(unknown && OF_WORD.has(f))) active[count++] = features[row + f]!;
      for (let f = 0; f < TAG_FEATURES; f++) if (!(unknown && TAGS_OF_WORD.has(f))) active[count++] = extra[f]!;
      if (more !== undefined)
        for (let e = more.starts[i]!; e < more.starts[i + 1]!; e++) active[count++] = more.buckets[e]!;
      table.addTo(sums.fill(0), active, count);
      scores.set(sums);
      if (more !== undefined) addReals(scores, realWeights, more.numbers, i);
      const best = placeOfLargest(scores);
      if (best !== gold[i]) {
        correct(i, lesson, count, gold[i]!, 1);
        correct(i, lesson, count, best, -1);
      }
      beforeLast = last;
      last = best;
    }
  };
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const n of random.shuffle(order)) {
      learnFrom(lessons[n]!);
      if (++seen % BREATH === 0) await onBreath();
    }
  }
  for (let e = 0; e < realWeights.length; e++) realWeights[e]! -= realSteps[e]! / time;
  return table.averages(time);
}

/** Where the largest number stands, the first of equals. */
function placeOfLargest(scores: Float64Array): number {
  let best = 0;
  for (let a = 1; a < scores.length; a++) if (scores[a]! > scores[best]!) best = a;
  return best;
}
