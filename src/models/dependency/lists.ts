/** Lists of trees over sentences: how they are stored, and the probabilities of their trees under the spectral model. */
import { ModelFileError } from "../../base/errors.ts";
import { inlineWorkers, type OpenWorkers } from "../../base/parallel.ts";
import { type Progress, Stage } from "../../base/progress.ts";
import type { StageResult } from "../../base/stages.ts";
import type { ScoredHeads } from "../../charts/index.ts";
import type { DependencyTree } from "../../trees/dependencies.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import { atomsOf } from "./atoms.ts";
import type { BaseParser } from "./base-parser.ts";
import { foldsOf, gathered, inside, outside } from "./folds.ts";
import type { SpectralModel } from "./learn-spectral.ts";
import type { CandidateList } from "./rerank.ts";
import { spectralJobs } from "./score-jobs.ts";
import { spectralTables } from "./spectral-parts.ts";

export function listsOf(
  parser: BaseParser,
  sentences: readonly TaggedSentence[],
  length: number,
  onSentence: () => void = () => {},
): ScoredHeads[][] {
  return sentences.map((sentence) => {
    const trees = parser.kBest(atomsOf(sentence), length);
    onSentence();
    return trees;
  });
}

/** All heads one after another, the number of trees of each sentence, and their scores. Sentences have fewer than 65,536 words. */
export function packLists(lists: readonly (readonly ScoredHeads[])[]): StageResult {
  const trees = lists.flat();
  const heads = new Uint16Array(trees.reduce((sum, tree) => sum + tree.heads.length, 0));
  let at = 0;
  for (const tree of trees) {
    heads.set(tree.heads, at);
    at += tree.heads.length;
  }
  const counts = Uint32Array.from(lists, (list) => list.length);
  const scores = Float64Array.from(trees, ({ score }) => score);
  return {
    options: null,
    report: null,
    symbols: {},
    tensors: {
      heads: { shape: [heads.length], data: heads },
      counts: { shape: [counts.length], data: counts },
      scores: { shape: [scores.length], data: scores },
    },
  };
}

export function unpackLists({ tensors }: StageResult, sentences: readonly TaggedSentence[]): ScoredHeads[][] {
  const [heads, counts, scores] = [tensors.heads?.data, tensors.counts?.data, tensors.scores?.data];
  if (heads === undefined || scores === undefined || counts?.length !== sentences.length) {
    throw new ModelFileError("damaged", "does not hold a list of trees for every sentence; remove it and learn again.");
  }
  let [at, tree] = [0, 0];
  return sentences.map(({ words }, n) =>
    Array.from({ length: counts[n]! }, () => {
      const own = Int32Array.from(heads.subarray(at, at + words.length));
      at += words.length;
      return { heads: own, score: scores[tree++]! };
    }),
  );
}

export interface Scoring {
  readonly workers?: OpenWorkers | undefined;
  readonly progress?: Progress | undefined;
}

/** Sentences in one message to a thread. */
const BATCH = 32;

/** The lists with log p̂ of every tree; without a spectral model all are 0. */
export async function scoredLists(
  sentences: readonly TaggedSentence[],
  lists: readonly (readonly ScoredHeads[])[],
  model: SpectralModel | undefined,
  { workers: open = inlineWorkers, progress }: Scoring = {},
): Promise<CandidateList[]> {
  const scored: CandidateList[] = [];
  if (model === undefined) {
    return sentences.map(({ tags }, n) => ({ tags, candidates: lists[n]!.map((tree) => ({ ...tree, log: 0, sign: 1 as const })) }));
  }
  const workers = open(spectralJobs, spectralTables(model));
  const stage = new Stage("probabilities", "sentences", sentences.length, progress);
  function* batches() {
    for (let n = 0; n < sentences.length; n += BATCH) {
      yield sentences
        .slice(n, n + BATCH)
        .map(({ words, tags }, i) => ({ sentence: { words, tags }, trees: lists[n + i]!.map(({ heads }) => heads) }));
    }
  }
  try {
    for await (const answers of workers.map("score", batches())) {
      for (const answer of answers) {
        const n = scored.length;
        scored.push({ tags: sentences[n]!.tags, candidates: lists[n]!.map((tree, i) => ({ ...tree, ...answer[i]! })) });
        stage.advance();
      }
    }
  } finally {
    await workers.close();
  }
  stage.finish();
  return scored;
}

/**
 * The lists of the training trees with probabilities that, like the lists themselves, come from the other folds: a model that has seen the gold trees would be trusted too much.
 */
export async function crossScoredLists(
  trees: readonly DependencyTree[],
  lists: readonly (readonly ScoredHeads[])[],
  folds: number,
  estimate: ((trees: readonly DependencyTree[]) => SpectralModel) | undefined,
  scoring: Scoring = {},
): Promise<CandidateList[]> {
  const parts: CandidateList[][] = [];
  for (const fold of foldsOf(folds)) {
    parts.push(await scoredLists(inside(trees, fold), inside(lists, fold), estimate?.(outside(trees, fold)), scoring));
  }
  return gathered(parts);
}
