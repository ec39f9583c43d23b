/**
 * A whole parser from a treebank: tags for training by jackknife (each tenth of the trees tagged by a tagger of the others, so that the parser learns from tags as it
 * will see them), the tagger of all trees, the base parser, the spectral model of trees.
 */

import type { Json } from "../../base/model-parts.ts";
import { checkOptions, flag, type OptionsOf, optionsOf, whole } from "../../base/options.ts";
import type { Progress } from "../../base/progress.ts";
import type { DependencyTree } from "../../trees/dependencies.ts";
import { jackknife, learnPerceptron, PerceptronTagger } from "../sequence/index.ts";
import type { WordVectors } from "../vectors/index.ts";
import { BASE_OPTIONS, type BaseReport, type EpochReport, learnBase, requireTrees } from "./learn-base.ts";
import { learnSpectralTrees, SPECTRAL_TREE_OPTIONS, type SpectralTreeReport } from "./learn-spectral.ts";
import type { DependencyModel, TagColumn } from "./model.ts";

export const DEPENDENCY_OPTIONS = {
  ...BASE_OPTIONS,
  tagger: flag("learn a tagger too, and train the parser with jackknifed tags instead of gold ones", { default: true }),
  spectral: flag("estimate the spectral model of trees too", { default: true }),
  ...SPECTRAL_TREE_OPTIONS,
  folds: whole("parts of the treebank for the jackknife", { default: 10, min: 2, max: 100 }),
};

export type DependencyOptions = OptionsOf<typeof DEPENDENCY_OPTIONS>;

export interface DependencyReport extends BaseReport {
  /** Words that the jackknifed taggers got right, in percent; undefined without a tagger. */
  readonly jackknifedTags: number | undefined;
  readonly taggerSeconds: number;
  readonly spectral: SpectralTreeReport | undefined;
}

export interface DependencyLearning {
  readonly tags?: TagColumn;
  /** The dictionary of the spectral model; from the treebank itself when left out. */
  readonly vectors?: WordVectors | undefined;
  readonly dev?: readonly DependencyTree[] | undefined;
  readonly progress?: Progress | undefined;
  readonly onEpoch?: ((epoch: EpochReport) => void) | undefined;
}

export function learnDependency(
  trees: readonly DependencyTree[],
  given: Partial<DependencyOptions> = {},
  { tags = "upos", vectors, dev, progress, onEpoch }: DependencyLearning = {},
): { model: DependencyModel; report: DependencyReport } {
  const options = checkOptions("learnDependency", DEPENDENCY_OPTIONS, given);
  requireTrees("learnDependency", trees);
  const { tagger: wanted, folds, spectral: wantsTrees } = options;
  const began = performance.now();
  const tagger = wanted ? learnPerceptron(trees, { seed: options.seed }, progress).model : undefined;
  const retagged = wanted ? jackknife(trees, Math.min(folds, trees.length), { seed: options.seed }, progress) : trees;
  const training = trees.map((tree, n) => ({ ...tree, tags: retagged[n]!.tags }));
  const taggerSeconds = (performance.now() - began) / 1000;
  const tag = tagger === undefined ? undefined : new PerceptronTagger(tagger);
  const retaggedDev = dev?.map((tree) => (tag === undefined ? tree : { ...tree, tags: tag.tag(tree.words).tags }));
  const spectral = wantsTrees ? learnSpectralTrees(training, optionsOf(SPECTRAL_TREE_OPTIONS, options), { vectors, progress }) : undefined;
  const { model, report: baseReport } = learnBase(training, optionsOf(BASE_OPTIONS, options), { dev: retaggedDev, progress, onEpoch });
  const report: DependencyReport = {
    ...baseReport,
    jackknifedTags: wanted ? agreementOfTags(trees, training) : undefined,
    taggerSeconds,
    spectral: spectral?.report,
  };
  const stored = JSON.parse(JSON.stringify(report)) as Json;
  return {
    model: Object.freeze({ tags, base: model, tagger, spectral: spectral?.model, options: { ...options }, report: stored }),
    report,
  };
}

function agreementOfTags(gold: readonly DependencyTree[], found: readonly DependencyTree[]): number {
  let [words, right] = [0, 0];
  gold.forEach(({ tags }, n) => {
    words += tags.length;
    tags.forEach((tag, i) => {
      if (found[n]!.tags[i] === tag) right++;
    });
  });
  return (100 * right) / words;
}
