/**
 * A re-ranker from a treebank alone: each fold is parsed by a parser of the other folds, so that the lists are as good
 * as those of new sentences. Lists of sentences that the parser learnt from would be too good, and the re-ranker would
 * trust the parser too much (Collins 2000). The result does not depend on the number of threads.
 */
import { type LearnContext, StageClock, type StageTime } from "../../../base/learning.ts";
import { expert, flag, type OptionsOf, whole } from "../../../base/options.ts";
import { breathe } from "../../../base/stopping.ts";
import { withWorkers } from "../../../base/with-workers.ts";
import type { Treebank } from "../../../data/treebank.ts";
import { foldsOf, inside, outside } from "../../reranking/folds.ts";
import type { ParserModel } from "../model.ts";
import { partsForParsing } from "../parse-jobs.ts";
import { parserToParts } from "../parts.ts";
import { learnReranker } from "./learn-reranker.ts";
import { listJobs } from "./list-jobs.ts";
import type { TreeList } from "./lists.ts";
import type { Reranker } from "./reranker.ts";

/** Options of re-ranking, declared. */
export const RERANK_OPTIONS = {
  rerank: flag("also learn to choose among the best trees: better, and several times the training time", {
    default: false,
  }),
  ...expert({
    rerankFolds: whole("parts of the treebank that are parsed for the re-ranker by a parser of the others", {
      default: 5,
      min: 2,
      max: 100,
    }),
    listSize: whole("trees that the re-ranker chooses from", { default: 30, min: 2, max: 1000 }),
  }),
};

/** Options of re-ranking. */
export type RerankOptions = OptionsOf<typeof RERANK_OPTIONS>;

/** `learn` gives a parser of some of the trees. */
export async function jackknifedReranker(
  treebank: Treebank,
  { rerankFolds, listSize }: Pick<RerankOptions, "rerankFolds" | "listSize">,
  learn: (part: Treebank, context: LearnContext) => Promise<ParserModel>,
  context: LearnContext,
): Promise<{ readonly reranker: Reranker | undefined; readonly times: readonly StageTime[] }> {
  const clock = new StageClock(context);
  const lists: TreeList[] = [];
  const folds = foldsOf(Math.min(rerankFolds, treebank.trees.length));
  for (const fold of folds) {
    const own = inside(treebank.trees, fold);
    const others = { ...treebank, trees: outside(treebank.trees, fold) };
    if (others.trees.length === 0) continue;
    await clock.run(`lists ${fold.fold + 1} of ${fold.of}`, "sentences", own.length, async (meter) => {
      const model = await learn(others, { ...context, progress: undefined });
      const setup = { parts: partsForParsing(parserToParts(model)), listSize };
      await withWorkers(context, listJobs, setup, async (workers) => {
        for await (const list of workers.map("list", own)) {
          if (list !== undefined) lists.push(list);
          meter.advance();
          await breathe(context.signal);
        }
      });
    });
  }
  if (lists.length === 0) return { reranker: undefined, times: clock.times };
  const reranker = await clock.run("re-ranker", "lists", lists.length, () =>
    learnReranker(lists, listSize, { signal: context.signal }),
  );
  return { reranker, times: clock.times };
}
