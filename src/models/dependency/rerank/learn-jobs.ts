/**
 * The expensive steps of learning as jobs for threads: taggers, base parsers and spectral models, of all trees and of
 * all but a fold. What depends on the tags gets them as an input, since they come from the first of the jobs.
 */
import { type Checkpoint, checkpointReader, plainCheckpoint } from "../../../base/checkpoints.ts";
import { lastingReport } from "../../../base/learning.ts";
import { defineJobs, type Tell } from "../../../base/parallel.ts";
import type { Progress } from "../../../base/progress.ts";
import type { DependencyTree } from "../../../trees/dependencies.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { WordClasses } from "../../representations/index.ts";
import { type Fold, inside, outside } from "../../reranking/folds.ts";
import { type WordClass, WordVectors } from "../../vectors/index.ts";
import { BaseParser } from "../base/base-parser.ts";
import { type EpochNews, learnBase } from "../base/learn-base.ts";
import type { BaseOptions } from "../base/options.ts";
import { baseFrom, baseTables } from "../base/parts.ts";
import { learnSpectralTrees } from "../spectral/learn-spectral.ts";
import type { SpectralTreeOptions } from "../spectral/options.ts";
import { spectralTables } from "../spectral/parts.ts";
import { type ListedName, learnTagger, type TaggerKnowledge, taggerParts, taggingWith } from "../tagging.ts";
import { listsOf, packLists } from "./lists.ts";

/** What a job reports: sentences done since its last report, or the end of an epoch. */
export type LearnNews = { readonly sentences: number } | { readonly epoch: EpochNews };

export type Tags = readonly (readonly string[])[];

/** What every worker has: the trees, and word vectors as data that can be sent to a thread. */
export interface LearnSetup {
  readonly trees: readonly DependencyTree[];
  readonly vectors: Pick<WordVectors, "words" | "dimensions" | "data" | "folding"> | undefined;
  readonly classes: readonly WordClass[] | undefined;
  readonly lists: readonly ListedName[] | undefined;
}

interface State {
  readonly trees: readonly DependencyTree[];
  readonly vectors: WordVectors | undefined;
  /** What the tagger knows of words. */
  readonly knowledge: TaggerKnowledge;
  /** Classes as the base parser takes them. */
  readonly known: WordClasses | undefined;
}

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
  start: ({ trees, vectors, classes, lists }: LearnSetup): State => ({
    trees,
    knowledge: { classes, lists },
    known: classes === undefined ? undefined : WordClasses.from(classes),
    vectors:
      vectors === undefined
        ? undefined
        : new WordVectors(vectors.words, vectors.dimensions, vectors.data, vectors.folding),
  }),
  jobs: {
    /** Tags of a fold by a tagger of the others. */
    tags: async (
      { seed, ...fold }: Fold & { readonly seed: number },
      { trees, knowledge }: State,
    ): Promise<Checkpoint> => {
      const tag = taggingWith(await learnTagger(outside(trees, fold), seed, knowledge));
      return plainCheckpoint(inside(trees, fold).map(({ words }) => tag(words)));
    },

    tagger: async ({ seed }: { readonly seed: number }, { trees, knowledge }: State): Promise<Checkpoint> =>
      taggerParts(await learnTagger(trees, seed, knowledge)),

    /** The spectral model of all trees, or of those outside a fold. */
    spectral: async (
      {
        tags,
        options,
        fold,
      }: { readonly tags: Tags; readonly options: SpectralTreeOptions; readonly fold: Fold | undefined },
      { trees, vectors, known }: State,
      tell: Tell,
    ): Promise<Checkpoint> => {
      const tagged = withTags(trees, tags);
      const train = fold === undefined ? tagged : outside(tagged, fold);
      // Its steps are not sentences: it only shows that work goes on.
      const progress = () => tell({ sentences: 0 } satisfies LearnNews);
      const { model, report } = await learnSpectralTrees({ train, vectors, classes: known }, options, { progress });
      return { options: null, report: lastingReport(report), ...spectralTables(model) };
    },

    /** Lists of a fold by a parser of the others. */
    lists: async (
      {
        tags,
        options,
        length,
        ...fold
      }: Fold & { readonly tags: Tags; readonly options: BaseOptions; readonly length: number },
      { trees, known }: State,
      tell: Tell,
    ): Promise<Checkpoint> => {
      const tagged = withTags(trees, tags);
      const data = { train: outside(tagged, fold), classes: known };
      const { model } = await learnBase(data, options, { progress: telling(tell) });
      const onSentence = () => tell({ sentences: 1 } satisfies LearnNews);
      return packLists(await listsOf(new BaseParser(model), inside(tagged, fold), length, onSentence));
    },

    base: async (
      {
        tags,
        options,
        dev,
      }: { readonly tags: Tags; readonly options: BaseOptions; readonly dev?: readonly DependencyTree[] | undefined },
      { trees, known }: State,
      tell: Tell,
    ): Promise<Checkpoint> => {
      const { model, report } = await learnBase({ train: withTags(trees, tags), dev, classes: known }, options, {
        progress: telling(tell),
        onEpoch: (epoch) => tell({ epoch } satisfies LearnNews),
      });
      const { order, hashBits } = options;
      return { options: { order, hashBits }, report: lastingReport(report), ...baseTables(model) };
    },

    /** Lists of new sentences by a finished parser. */
    parse: async (
      {
        base,
        sentences,
        length,
      }: { readonly base: Checkpoint; readonly sentences: readonly TaggedSentence[]; readonly length: number },
      _: State,
      tell: Tell,
    ): Promise<Checkpoint> => {
      const parser = new BaseParser(baseFrom(checkpointReader(base)));
      const onSentence = () => tell({ sentences: 1 } satisfies LearnNews);
      return packLists(await listsOf(parser, sentences, length, onSentence));
    },
  },
});

export default learnJobs;
