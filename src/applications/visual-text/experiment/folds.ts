/** What classifiers say of phrases whose images they have not seen: by cross-validation, or of other images at once. */
import { type LearnContext, largest, Random } from "../../../base/index.ts";
import { learnLogistic, logisticProbabilities } from "../../../linalg/index.ts";
import { type Examples, tableOf } from "../features/examples.ts";
import type { ScoredPhrase } from "../scores.ts";

export interface FoldSettings {
  readonly templates: readonly string[];
  readonly l2: number;
  readonly minCount: number;
  readonly maxIterations: number;
  /** Share of the training images that is used (1). */
  readonly share?: number | undefined;
}

/** Many classifiers are learnt: each stops when five iterations lower its objective by less than this share. */
const PROGRESS = 1e-4;

/** The fold of each example; those of one image are in the same one. */
export function assignFolds({ list }: Examples, folds: number, seed: number): Uint32Array {
  const groups = [...new Set(list.map(({ group }) => group))];
  const order = new Random(seed).stream("folds").shuffle(Array.from(groups.keys()));
  const foldOf = new Map(order.map((group, place) => [groups[group]!, place % folds]));
  return Uint32Array.from(list, ({ group }) => foldOf.get(group)!);
}

/** All phrases, each scored by the classifier that learnt from the other folds. */
export async function crossValidate(
  examples: Examples,
  folds: Uint32Array,
  settings: FoldSettings,
  seed: number,
  context: LearnContext = {},
): Promise<ScoredPhrase[]> {
  const { list } = examples;
  const scored: ScoredPhrase[] = new Array(list.length);
  const count = largest(folds) + 1;
  const all = [...list.keys()];
  for (let fold = 0; fold < count; fold++) {
    const training = shareOf(
      all.filter((i) => folds[i] !== fold),
      examples,
      settings.share ?? 1,
      seed,
    );
    const held = all.filter((i) => folds[i] === fold);
    const answers = await learnAndScore(examples, training, held, settings, context);
    for (const [row, i] of held.entries()) scored[i] = answers[row]!;
  }
  return scored;
}

/** The phrases `held`, scored by the classifier that learnt from the phrases `training`. */
export async function learnAndScore(
  examples: Examples,
  training: readonly number[],
  held: readonly number[],
  { templates, l2, minCount, maxIterations }: FoldSettings,
  { signal }: LearnContext = {},
): Promise<ScoredPhrase[]> {
  const { list } = examples;
  const { rows, columns } = tableOf(examples, training, { templates, minCount });
  const labels = Uint8Array.from(training, (i) => Number(list[i]!.visual));
  const options = { l2, maxIterations, classes: 2, progressTolerance: PROGRESS };
  const model = await learnLogistic(rows, labels, options, { signal });
  const { data } = logisticProbabilities(model, tableOf(examples, held, { columns }).rows);
  return held.map((i, row) => ({ ...list[i]!, probability: data[2 * row + 1]! }));
}

/** The examples of a random share of the images, at least one image. */
function shareOf(chosen: readonly number[], { list }: Examples, share: number, seed: number): readonly number[] {
  if (share >= 1) return chosen;
  const groups = [...new Set(chosen.map((i) => list[i]!.group))];
  const order = new Random(seed).stream("share").shuffle(Array.from(groups.keys()));
  const kept = new Set(order.slice(0, Math.max(1, Math.round(share * groups.length))).map((group) => groups[group]!));
  return chosen.filter((i) => kept.has(list[i]!.group));
}

/** Mean of −log₂ p of the labels: bits that are still missing when the probabilities are known. */
export const bitsMissing = (phrases: readonly ScoredPhrase[]): number =>
  phrases.reduce((sum, { probability, visual }) => {
    const own = visual ? probability : 1 - probability;
    return sum - Math.log2(Math.max(own, 1e-12));
  }, 0) / phrases.length;

/** Entropy of the labels in bits. */
export function labelEntropy(phrases: readonly ScoredPhrase[]): number {
  const share = phrases.filter(({ visual }) => visual).length / phrases.length;
  return share === 0 || share === 1 ? 0 : -share * Math.log2(share) - (1 - share) * Math.log2(1 - share);
}
