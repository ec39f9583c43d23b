/** Word vectors against people's judgements: similarity of word pairs, and analogies. */
import { breathe, checkOptions, type LearnContext, Meter } from "../../base/index.ts";
import type { Analogy, ScoredPair, WordVectors } from "../../data/index.ts";
import { spearman } from "../../evaluation/index.ts";

/** What `evaluateVectors` gives. */
export interface VectorsScores {
  /**
   * Spearman's rank correlation of judged and found similarities, or the share of analogies whose last word is found.
   */
  readonly measure: "spearman" | "analogies";
  /** Over what is covered: NaN when that is nothing, or a single pair. */
  readonly value: number;
  readonly items: number;
  /** Items whose words all have vectors. */
  readonly covered: number;
}

/** Scores on word pairs (`readWordPairs`) or on analogies (`readAnalogies`). */
export async function evaluateVectors(
  vectors: WordVectors,
  gold: readonly ScoredPair[] | readonly Analogy[],
  options: Readonly<Record<string, never>> = {},
  context: LearnContext = {},
): Promise<VectorsScores> {
  checkOptions("evaluateVectors", {}, options);
  await breathe(context.signal);
  if (isAnalogies(gold)) return await scoreAnalogies(vectors, gold, context);
  const judged = comparedPairs(vectors, gold);
  return { measure: "spearman", value: rankCorrelation(judged), items: gold.length, covered: judged.length };
}

const isAnalogies = (gold: readonly ScoredPair[] | readonly Analogy[]): gold is readonly Analogy[] =>
  Array.isArray(gold[0]);

/** A pair whose words both have vectors: people's score, and the cosine. */
export interface ComparedPair {
  readonly score: number;
  readonly cosine: number;
}

/** The pairs whose words both have vectors. */
export const comparedPairs = (vectors: WordVectors, pairs: readonly ScoredPair[]): ComparedPair[] =>
  pairs
    .filter(({ first, second }) => vectors.has(first) && vectors.has(second))
    .map(({ first, second, score }) => ({ score, cosine: vectors.similarity(first, second) }));

/** Spearman's ρ between scores and cosines. */
export const rankCorrelation = (judged: readonly ComparedPair[]): number =>
  spearman(
    judged.map(({ score }) => score),
    judged.map(({ cosine }) => cosine),
  );

async function scoreAnalogies(
  vectors: WordVectors,
  analogies: readonly Analogy[],
  context: LearnContext,
): Promise<VectorsScores> {
  const meter = new Meter("analogies", "analogies", analogies.length, context);
  let covered = 0;
  let right = 0;
  for (const words of analogies) {
    const [a, b, c, d] = words.map((word) => vectors.row(word)) as [number, number, number, number];
    meter.advance();
    if (Math.min(a, b, c, d) < 0) continue;
    covered++;
    if (vectors.analogyRows(a, b, c, 1)[0]?.row === d) right++;
    await breathe(context.signal);
  }
  meter.finish();
  return { measure: "analogies", value: right / covered, items: analogies.length, covered };
}
