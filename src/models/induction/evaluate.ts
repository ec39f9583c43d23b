/**
 * Bracketings against gold trees, by length: unlabelled F1 with and without the whole-sentence bracket, micro and
 * macro. Traces and punctuation do not count.
 */
import { breathe, checkOptions, type LearnContext, Meter } from "../../base/index.ts";
import type { SplitTree } from "../../charts/index.ts";
import { type Preparation, STANDARD_PREPARATION, type Treebank, treebankOf } from "../../data/index.ts";
import { UnlabelledScorer, type UnlabelledSummary } from "../../evaluation/index.ts";
import { leaves, prepareTree, type TaggedSentence, type Tree, taggedSentence } from "../../trees/index.ts";
import { goldTop } from "./baselines/branching.ts";
import type { InductionModel } from "./model.ts";
import { INDUCTION_EVALUATION_OPTIONS, type InductionEvaluationOptions } from "./options.ts";
import { bracketed, type InductionParser } from "./predict.ts";

/** Scores of the sentences up to a length. */
export interface LimitScores extends UnlabelledSummary {
  /** Words of the longest sentences; Infinity for all. */
  readonly limit: number;
}

/** What `evaluateInduction` gives. */
export interface InductionScores {
  readonly measure: "unlabelled brackets";
  /** By ascending limit; the last are those of all sentences. */
  readonly scores: readonly LimitScores[];
  /** Words whose tag did not occur in training. */
  readonly unknownTags: number;
}

/** How the trees of a model's training data were prepared, and gold trees are. */
export const goldPreparation = ({ options }: InductionModel): Preparation => ({
  ...STANDARD_PREPARATION,
  steps: (options.steps ?? STANDARD_PREPARATION.steps) as Preparation["steps"],
});

/** Scores of a parser on gold trees, which are prepared as the trees of the training data were. */
export async function evaluateInduction(
  parser: InductionParser,
  gold: Treebank | readonly Tree[],
  given: Partial<InductionEvaluationOptions> = {},
  context: LearnContext = {},
): Promise<InductionScores> {
  const { top, limits } = checkOptions("evaluateInduction", INDUCTION_EVALUATION_OPTIONS, given);
  const { trees } = treebankOf(gold, { preparation: goldPreparation(parser.model) });
  const sentences = goldSentences(trees);
  const meter = new Meter("parsing", "sentences", sentences.length, context);
  const splits: SplitTree[] = [];
  let unknownTags = 0;
  for (const { tagged, gold: tree } of sentences) {
    const found = parser.parse(tagged, top === "gold" ? goldTop(tree) : undefined);
    splits.push(found.split);
    unknownTags += found.unknownTags;
    meter.advance();
    await breathe(context.signal);
  }
  meter.finish();
  const rising = [...limits].sort((a, b) => a - b);
  const scores = scoreBracketings(sentences, (_, i) => splits[i]!, [...rising, Number.POSITIVE_INFINITY]);
  return { measure: "unlabelled brackets", scores, unknownTags };
}

/** A gold tree and the sentence it belongs to. */
export interface GoldSentence {
  /** With punctuation, as it stands in the treebank. */
  readonly tagged: TaggedSentence;
  /** Without traces and punctuation. */
  readonly gold: Tree;
  readonly length: number;
}

/** Trees of punctuation alone are left out. */
export const goldSentences = (trees: readonly Tree[]): GoldSentence[] =>
  trees.map(goldSentence).filter((sentence) => sentence !== undefined);

/** Undefined for a tree of punctuation alone. */
export function goldSentence(tree: Tree): GoldSentence | undefined {
  const whole = prepareTree(tree, ["empties"]);
  const gold = whole && prepareTree(whole, ["punctuation"]);
  return gold && { tagged: taggedSentence(whole), gold, length: leaves(gold).length };
}

/** Scores for each limit of length; sentences beyond the largest are not parsed. */
export function scoreBracketings(
  sentences: readonly GoldSentence[],
  parse: (sentence: GoldSentence, index: number) => SplitTree,
  limits: readonly number[],
): LimitScores[] {
  const scorer = new UnlabelledScorer({ deletedTags: [] });
  const largest = Math.max(...limits);
  for (const [i, sentence] of sentences.entries()) {
    if (sentence.length > largest) continue;
    const { words, tags } = taggedSentence(sentence.gold);
    scorer.add(sentence.gold, bracketed({ words, tags }, parse(sentence, i)));
  }
  return limits.map((limit) => ({ limit, ...scorer.summary({ maxLength: limit }) }));
}
