/** The rounds that follow the metric: bracket short sentences with metric and ratios, count what the brackets look like, and again. O(rounds · Σ n⁴). */
import { checkOptions, type Progress, Stage } from "../../base/index.ts";
import { type SplitTree, spansOf } from "../../charts/index.ts";
import { DECODING_OPTIONS, inducePlain } from "./decode.ts";
import type { InductionModel } from "./model.ts";
import type { PlainSentence } from "./sentence.ts";
import { countSpans, type SpanRatios } from "./span-ratios.ts";

export interface LearntSpans {
  /** Undefined without a round or a sentence. */
  readonly spans: SpanRatios | undefined;
  /** Sentences that the last round bracketed otherwise than the one before. */
  readonly changed: number;
}

const OPTIONS = checkOptions("learnSpans", DECODING_OPTIONS, {});

const sameTree = (first: SplitTree, second: SplitTree): boolean => {
  const [a, b] = [[...spansOf(first)], [...spansOf(second)]];
  return a.every(([start, end], i) => b[i]![0] === start && b[i]![1] === end);
};

export function learnSpans(metric: InductionModel, sentences: readonly PlainSentence[], rounds: number, progress?: Progress): LearntSpans {
  if (rounds === 0 || sentences.length === 0) return { spans: undefined, changed: 0 };
  const tags = sentences.map((sentence) => sentence.tags);
  const stage = new Stage("brackets of short sentences", "rounds", rounds, progress);
  const bracket = (model: InductionModel) => sentences.map((sentence) => inducePlain(model, sentence, OPTIONS).tree);
  let trees = bracket(metric);
  let spans = countSpans(tags, trees);
  let changed = 0;
  stage.advance();
  for (let round = 1; round < rounds; round++) {
    const next = bracket({ ...metric, spans });
    changed = next.filter((tree, i) => !sameTree(tree, trees[i]!)).length;
    trees = next;
    spans = countSpans(tags, trees);
    stage.advance();
  }
  stage.finish();
  return { spans, changed };
}
