/** Bracketings against gold trees, by length: unlabelled F1 with and without the whole-sentence bracket, micro and macro. */
import type { SplitTree } from "../../charts/index.ts";
import { UnlabelledScorer, type UnlabelledSummary } from "../../evaluation/index.ts";
import { leaves, prepareTree, type TaggedSentence, type Tree, taggedSentence } from "../../trees/index.ts";
import { bracketed } from "./decode.ts";

export interface GoldSentence {
  /** With punctuation, as it stands in the treebank. */
  readonly tagged: TaggedSentence;
  /** Without traces and punctuation. */
  readonly gold: Tree;
  readonly length: number;
}

/** Undefined for a tree of punctuation alone. */
export function goldSentence(tree: Tree): GoldSentence | undefined {
  const whole = prepareTree(tree, ["empties"]);
  const gold = whole && prepareTree(whole, ["punctuation"]);
  return gold && { tagged: taggedSentence(whole), gold, length: leaves(gold).length };
}

export interface LimitScores extends UnlabelledSummary {
  readonly limit: number;
}

/** Scores for each limit of length; sentences beyond the largest are not parsed. */
export function scoreBracketings(
  sentences: readonly GoldSentence[],
  parse: (sentence: GoldSentence, index: number) => SplitTree,
  limits: readonly number[],
): LimitScores[] {
  const scorer = new UnlabelledScorer({ deletedTags: [] });
  const longest = Math.max(...limits);
  for (const [i, sentence] of sentences.entries()) {
    if (sentence.length > longest) continue;
    const { words, tags } = taggedSentence(sentence.gold);
    scorer.add(sentence.gold, bracketed({ words, tags }, parse(sentence, i)));
  }
  return limits.map((limit) => ({ limit, ...scorer.summary({ maxLength: limit }) }));
}
