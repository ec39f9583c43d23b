/**
 * Lists of trees over sentences: how they are made and stored, and the probabilities of their trees under the spectral
 * model.
 */
import type { Checkpoint } from "../../../base/checkpoints.ts";
import { ModelFileError } from "../../../base/errors.ts";
import { type LearnContext, openWorkersOf } from "../../../base/learning.ts";
import type { TensorData } from "../../../base/model-parts.ts";
import { Meter } from "../../../base/progress.ts";
import { breathe } from "../../../base/stopping.ts";
import type { ScoredHeads, SignedLog } from "../../../charts/index.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import type { BaseParser } from "../base/base-parser.ts";
import type { SpectralTables } from "../spectral/parts.ts";
import { spectralJobs } from "../spectral/score-jobs.ts";
import type { CandidateList } from "./reranker.ts";

export async function listsOf(
  parser: BaseParser,
  sentences: readonly TaggedSentence[],
  length: number,
  onSentence: () => void = () => {},
): Promise<ScoredHeads[][]> {
  const lists: ScoredHeads[][] = [];
  for (const sentence of sentences) {
    lists.push(parser.kBest(parser.hashes(sentence), length));
    onSentence();
    await breathe();
  }
  return lists;
}

const table = (data: TensorData) => ({ shape: [data.length], data });

/**
 * All heads one after another, the number of trees of each sentence, and their scores. Sentences have fewer than 65,536
 * words.
 */
export function packLists(lists: readonly (readonly ScoredHeads[])[]): Checkpoint {
  const trees = lists.flat();
  const heads = new Uint16Array(trees.reduce((sum, tree) => sum + tree.heads.length, 0));
  let at = 0;
  for (const tree of trees) {
    heads.set(tree.heads, at);
    at += tree.heads.length;
  }
  return {
    options: null,
    report: null,
    symbols: {},
    tensors: {
      heads: table(heads),
      counts: table(Uint32Array.from(lists, (list) => list.length)),
      scores: table(Float64Array.from(trees, ({ score }) => score)),
    },
  };
}

export function unpackLists({ tensors }: Checkpoint, sentences: readonly TaggedSentence[]): ScoredHeads[][] {
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

/** The probabilities of all trees, list by list. */
export function packProbabilities(probabilities: readonly (readonly SignedLog[])[]): Checkpoint {
  const all = probabilities.flat();
  return {
    options: null,
    report: null,
    symbols: {},
    tensors: {
      logs: table(Float64Array.from(all, ({ log }) => log)),
      signs: table(Int32Array.from(all, ({ sign }) => sign)),
    },
  };
}

export function unpackProbabilities(
  { tensors }: Checkpoint,
  lists: readonly (readonly ScoredHeads[])[],
): SignedLog[][] {
  const [logs, signs] = [tensors.logs?.data, tensors.signs?.data];
  const trees = lists.reduce((sum, list) => sum + list.length, 0);
  if (logs?.length !== trees || signs?.length !== trees) {
    throw new ModelFileError("damaged", "does not hold a probability for every tree; remove it and learn again.");
  }
  let at = -1;
  return lists.map((list) => list.map(() => ({ log: logs[++at]!, sign: signs[at] as SignedLog["sign"] })));
}

/** Sentences in one message to a thread. */
const BATCH = 32;

/** log p̂ of every tree of every list under a spectral model, as its tables; `onSentence` is called for each list. */
export async function probabilitiesOf(
  sentences: readonly TaggedSentence[],
  lists: readonly (readonly ScoredHeads[])[],
  model: SpectralTables,
  context: LearnContext,
  onSentence: () => void,
): Promise<SignedLog[][]> {
  const probabilities: SignedLog[][] = [];
  const workers = openWorkersOf(context)(spectralJobs, model);
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
        probabilities.push(answer);
        onSentence();
      }
      await breathe(context.signal);
    }
  } finally {
    await workers.close();
  }
  return probabilities;
}

/** The lists of new sentences with log p̂ of every tree. */
export async function scoredLists(
  sentences: readonly TaggedSentence[],
  lists: readonly (readonly ScoredHeads[])[],
  model: SpectralTables,
  context: LearnContext = {},
): Promise<CandidateList[]> {
  const meter = new Meter("probabilities", "sentences", sentences.length, context);
  const found = await probabilitiesOf(sentences, lists, model, context, () => meter.advance());
  meter.finish();
  return candidateLists(sentences, lists, found);
}

/** Lists as the re-ranker sees them; without probabilities all are 1. */
export const candidateLists = (
  sentences: readonly TaggedSentence[],
  lists: readonly (readonly ScoredHeads[])[],
  probabilities: readonly (readonly SignedLog[])[] | undefined,
): CandidateList[] =>
  sentences.map(({ tags }, n) => {
    const found = probabilities?.[n];
    return { tags, candidates: lists[n]!.map((tree, i) => ({ ...tree, ...(found?.[i] ?? { log: 0, sign: 1 }) })) };
  });
