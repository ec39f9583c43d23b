/**
 * The rounds that follow the metric: bracket short sentences with metric and ratios, count what the brackets look like,
 * and again. O(rounds · Σ n⁴).
 */
import { checkOptions } from "../../../base/index.ts";
import { type SplitTree, spansOf } from "../../../charts/index.ts";
import { bracketSentence } from "../bracket.ts";
import type { PlainSentence } from "../data/sentence.ts";
import type { InductionMetric } from "../model.ts";
import { INDUCTION_PARSING_OPTIONS } from "../options.ts";
import { countSpans, type SpanRatios } from "./ratios.ts";

export interface LearntSpans {
  /** Undefined without a round or a sentence. */
  readonly spans: SpanRatios | undefined;
  /** Sentences whose bracketing the last round changed. */
  readonly changed: number;
}

const OPTIONS = checkOptions("learnSpans", INDUCTION_PARSING_OPTIONS, {});

const sameTree = (first: SplitTree, second: SplitTree): boolean => {
  const [a, b] = [[...spansOf(first)], [...spansOf(second)]];
  return a.every(([start, end], i) => b[i]![0] === start && b[i]![1] === end);
};

/** `pause` is awaited after every sentence: other work gets its turn there, or it throws to stop. */
export async function learnSpans(
  metric: InductionMetric,
  sentences: readonly PlainSentence[],
  rounds: number,
  pause: () => Promise<void>,
): Promise<LearntSpans> {
  if (rounds === 0 || sentences.length === 0) return { spans: undefined, changed: 0 };
  const tags = sentences.map((sentence) => sentence.tags);
  const bracket = async (model: InductionMetric) => {
    const trees: SplitTree[] = [];
    for (const sentence of sentences) {
      trees.push(bracketSentence(model, sentence, OPTIONS).split);
      await pause();
    }
    return trees;
  };
  let trees = await bracket(metric);
  let spans = countSpans(tags, trees);
  let changed = 0;
  for (let round = 1; round < rounds; round++) {
    const next = await bracket({ ...metric, spans });
    changed = next.filter((tree, i) => !sameTree(tree, trees[i]!)).length;
    trees = next;
    spans = countSpans(tags, trees);
  }
  return { spans, changed };
}
