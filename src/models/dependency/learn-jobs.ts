/** The costly stages of learning as jobs for threads: taggers and base parsers of folds. What depends on the tags gets them as an input, since they come from the first of the jobs. */
import { defineJobs, type Tell } from "../../base/parallel.ts";
import type { Progress } from "../../base/progress.ts";
import { plainResult, type StageResult } from "../../base/stages.ts";
import type { DependencyTree } from "../../trees/dependencies.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import { learnPerceptron, PerceptronTagger, taggerToParts } from "../sequence/index.ts";
import { BaseParser } from "./base-parser.ts";
import { baseFrom, baseResult } from "./base-parts.ts";
import { type Fold, inside, outside } from "./folds.ts";
import { type BaseOptions, type EpochReport, learnBase } from "./learn-base.ts";
import { listsOf, packLists } from "./lists.ts";

/** What a job tells: sentences done since it told last, or the end of an epoch. */
export type LearnNews = { readonly sentences: number } | { readonly epoch: EpochReport };

export type Tags = readonly (readonly string[])[];

export const withTags = (trees: readonly DependencyTree[], tags: Tags): DependencyTree[] =>
  trees.map((tree, n) => ({ ...tree, tags: tags[n]! }));

/** Progress of stages that follow each other, told as the sentences done since the last event. */
function telling(tell: Tell): Progress {
  let [last, seen] = ["", 0];
  return ({ stage, done }) => {
    if (stage !== last) [last, seen] = [stage, 0];
    if (done > seen) tell({ sentences: done - seen } satisfies LearnNews);
    seen = done;
  };
}

export const learnJobs = defineJobs(import.meta.url, {
  start: (trees: readonly DependencyTree[]) => trees,
  jobs: {
    /** Tags of a fold by a tagger of the others. */
    tags: ({ seed, ...fold }: Fold & { readonly seed: number }, trees: readonly DependencyTree[]): StageResult => {
      const tagger = new PerceptronTagger(learnPerceptron(outside(trees, fold), { seed }).model);
      return plainResult(inside(trees, fold).map(({ words }) => tagger.tag(words).tags));
    },
    tagger: ({ seed }: { readonly seed: number }, trees: readonly DependencyTree[]): StageResult =>
      taggerToParts(learnPerceptron(trees, { seed }).model),
    /** Lists of a fold by a parser of the others. */
    lists: (
      { tags, options, length, ...fold }: Fold & { readonly tags: Tags; readonly options: BaseOptions; readonly length: number },
      trees: readonly DependencyTree[],
      tell: Tell,
    ): StageResult => {
      const tagged = withTags(trees, tags);
      const { model } = learnBase(outside(tagged, fold), options, { progress: telling(tell) });
      return packLists(listsOf(new BaseParser(model), inside(tagged, fold), length, () => tell({ sentences: 1 } satisfies LearnNews)));
    },
    base: (
      { tags, options, dev }: { readonly tags: Tags; readonly options: BaseOptions; readonly dev?: readonly DependencyTree[] | undefined },
      trees: readonly DependencyTree[],
      tell: Tell,
    ): StageResult =>
      baseResult(
        learnBase(withTags(trees, tags), options, {
          ...{ dev, progress: telling(tell) },
          onEpoch: (epoch) => tell({ epoch } satisfies LearnNews),
        }),
      ),
    /** Lists of new sentences by a finished parser. */
    parse: (
      { base, sentences, length }: { readonly base: StageResult; readonly sentences: readonly TaggedSentence[]; readonly length: number },
      _: unknown,
      tell: Tell,
    ): StageResult =>
      packLists(listsOf(new BaseParser(baseFrom(base)), sentences, length, () => tell({ sentences: 1 } satisfies LearnNews))),
  },
});

export default learnJobs;
