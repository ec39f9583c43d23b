/**
 * The expensive steps on the way to a parser, of all trees and of folds, spread over threads and kept as checkpoints,
 * so that interrupted learning continues where it stopped:
 *
 *   tags           jackknifed: each fold is tagged by a tagger of the other folds;  and the tagger of all trees
 *   spectral       the model of all trees;  and for re-ranking one of all but each fold
 *   lists          each fold is parsed, k best, by a base parser of the other folds;  and the base parser of all trees
 *   probabilities  log p̂ of the lists of each fold under the spectral model of the other folds
 *
 * What the re-ranker learns from has not seen the gold trees: it would be trusted too much. Nothing depends on the
 * number of threads, nor on where learning was interrupted.
 */
import { type Checkpoint, checkpointReader, NO_CHECKPOINTS } from "../../../base/checkpoints.ts";
import { Checksum } from "../../../base/container/checksum.ts";
import { openWorkersOf } from "../../../base/learning.ts";
import type { Json } from "../../../base/model-parts.ts";
import type { Workers } from "../../../base/parallel.ts";
import type { ScoredHeads, SignedLog } from "../../../charts/index.ts";
import { kernels } from "../../../linalg/index.ts";
import type { DependencyTree } from "../../../trees/dependencies.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { type Fold, foldsOf, gathered, inside, outside } from "../../reranking/folds.ts";
import type { WordVectors } from "../../vectors/index.ts";
import type { BaseModel } from "../base/base-parser.ts";
import type { BaseReport } from "../base/learn-base.ts";
import type { BaseOptions } from "../base/options.ts";
import { baseFrom } from "../base/parts.ts";
import type { SpectralTreeReport } from "../spectral/learn-spectral.ts";
import type { SpectralTreeOptions } from "../spectral/options.ts";
import type { SpectralTables } from "../spectral/parts.ts";
import { type TaggerKnowledge, type TaggerModel, taggerFrom } from "../tagging.ts";
import { type LearnNews, learnJobs, type Tags, withTags } from "./learn-jobs.ts";
import { packProbabilities, probabilitiesOf, unpackLists, unpackProbabilities } from "./lists.ts";
import { type DependencyContext, type StageRun, Stages, type Work } from "./stages.ts";

/** Raised when a step comes to give another result from the same data and options. */
const CHECKPOINTS_VERSION = 2;

export interface BaseRequest {
  readonly options: BaseOptions;
  /** Tagged as the training trees are. */
  readonly dev?: readonly DependencyTree[] | undefined;
  /** Lists of the training trees, of at most this many trees, from this many folds; none unless given. */
  readonly lists?: { readonly length: number; readonly folds: number } | undefined;
}

/** A base parser and, where they were asked for, lists of the training trees. */
export interface LearntBase {
  readonly base: BaseModel;
  readonly report: Omit<BaseReport, "times">;
  /** The base parser as `parse` takes it. */
  readonly result: Checkpoint;
  readonly lists: ScoredHeads[][] | undefined;
  /** All that the lists depend on. */
  readonly listsKey: Json;
}

export interface LearntSpectral {
  readonly tables: SpectralTables;
  readonly report: Omit<SpectralTreeReport, "times">;
  /** Models of all but each fold. */
  readonly folds: readonly SpectralTables[];
  readonly key: Json;
}

export class FoldedTraining {
  readonly #workers: Workers<(typeof learnJobs)["jobs"]>;
  readonly #stages: Stages;
  readonly #key: { readonly [name: string]: Json };
  readonly #vectorsKey: Json;

  constructor(
    readonly trees: readonly DependencyTree[],
    readonly seed: number,
    readonly context: DependencyContext,
    { vectors, classes, lists }: TaggerKnowledge & { readonly vectors?: WordVectors | undefined } = {},
  ) {
    const sent =
      vectors === undefined
        ? undefined
        : {
            words: vectors.words,
            dimensions: vectors.dimensions,
            data: vectors.data,
            folding: vectors.folding,
          };
    this.#workers = openWorkersOf(context)(learnJobs, { trees, vectors: sent, classes, lists });
    this.#stages = new Stages(context, this.#workers.threads);
    this.#key = {
      version: CHECKPOINTS_VERSION,
      seed,
      data: checksumOf(trees),
      ...(classes === undefined ? {} : { classes: checksumOf(classes) }),
      ...(lists === undefined ? {} : { lists: checksumOf(lists) }),
    };
    this.#vectorsKey = vectors === undefined ? null : checksumOf([vectors.words, Array.from(vectors.data)]);
  }

  /** The stages so far, in order. */
  get times(): readonly StageRun[] {
    return this.#stages.times;
  }

  /** Runs what another part of learning does as a stage of its own, for its time. */
  timed<T>(stage: string, run: () => Promise<T>): Promise<T> {
    return this.#stages.timed(stage, run);
  }

  close(): Promise<void> {
    return this.#workers.close();
  }

  async tags(folds: number): Promise<{ tags: Tags; tagger: TaggerModel }> {
    const { trees, seed } = this;
    const works = foldsOf(folds).map(
      (part): Work => ({
        name: `tags-${part.fold + 1}`,
        key: { ...this.#key, ...part },
        size: trees.length,
        compute: () => this.#workers.run("tags", { ...part, seed }),
      }),
    );
    works.push({
      name: "tagger",
      key: this.#key,
      size: trees.length,
      compute: () => this.#workers.run("tagger", { seed }),
    });
    const results = await this.#stages.run("jackknifed tags and tagger", works);
    const tagger = taggerFrom(results.pop()!);
    return { tags: gathered(results.map(({ options }) => options as unknown as Tags)), tagger };
  }

  /** The spectral model of all trees, and those of all trees but each of `folds` folds. */
  async spectral(tags: Tags, options: SpectralTreeOptions, folds = 0): Promise<LearntSpectral> {
    const key = {
      ...this.#key,
      // Kernels of another kind round differently, in the last digits.
      tags: checksumOf(tags),
      vectors: this.#vectorsKey,
      kernels: kernels().kind,
      options: { ...options, states: options.states ?? null },
    };
    const works = [undefined, ...foldsOf(folds)].map(
      (fold): Work => ({
        name: fold === undefined ? "spectral" : `spectral-${fold.fold + 1}`,
        key: { ...key, ...fold },
        size: fold === undefined ? this.trees.length : outside(this.trees, fold).length,
        compute: (onNews) => this.#workers.run("spectral", { tags, options, fold }, { onNews }),
      }),
    );
    const [whole, ...parts] = await this.#stages.run(folds === 0 ? "spectral model" : "spectral models", works);
    const report = whole!.report as unknown as Omit<SpectralTreeReport, "times">;
    return { tables: tablesOf(whole!), report, folds: parts.map(tablesOf), key };
  }

  async base(tags: Tags, { options, dev, lists }: BaseRequest): Promise<LearntBase> {
    const tagged = withTags(this.trees, tags);
    const key = { ...this.#key, tags: checksumOf(tags), options };
    const folds = foldsOf(lists?.folds ?? 0);
    const listsKey = { ...key, length: lists?.length ?? 0 };
    const works = folds.map((part): Work => {
      const { length } = lists!;
      return {
        name: `lists-${options.order}-${part.fold + 1}`,
        key: { ...listsKey, ...part },
        size: options.epochs * outside(tagged, part).length + inside(tagged, part).length,
        compute: (onNews) => this.#workers.run("lists", { ...part, tags, options, length }, { onNews }),
      };
    });
    works.push({
      name: `base-${options.order}`,
      key: { ...key, dev: dev === undefined ? null : checksumOf(dev) },
      size: options.epochs * tagged.length,
      compute: (onNews) => this.#workers.run("base", { tags, options, dev }, { onNews }),
    });
    const results = await this.#stages.run(lists === undefined ? "base parser" : "lists and base parser", works);
    const result = results.pop()!;
    const parts = folds.map((part, n) => unpackLists(results[n]!, inside(tagged, part)));
    return {
      base: baseFrom(checkpointReader(result)),
      result,
      listsKey,
      report: result.report as unknown as LearntBase["report"],
      lists: lists === undefined ? undefined : gathered(parts),
    };
  }

  /** log p̂ of the lists of the training trees, each fold under the spectral model of the others. */
  async probabilities(
    tags: Tags,
    { lists, listsKey, base }: LearntBase,
    { folds, key }: LearntSpectral,
  ): Promise<SignedLog[][]> {
    const tagged = withTags(this.trees, tags);
    const parts = foldsOf(folds.length);
    const own = (part: Fold) => ({ sentences: inside(tagged, part), lists: inside(lists!, part) });
    const works = parts.map((part, n): Work => {
      const { sentences, lists: ownLists } = own(part);
      return {
        name: `probabilities-${base.order}-${part.fold + 1}`,
        key: { lists: listsKey, spectral: key, ...part },
        size: sentences.length,
        compute: async (onNews) => {
          const onSentence = () => onNews({ sentences: 1 } satisfies LearnNews);
          return packProbabilities(await probabilitiesOf(sentences, ownLists, folds[n]!, this.context, onSentence));
        },
      };
    });
    // Each of them alone keeps all threads busy.
    const results = await this.#stages.run("probabilities of lists", works, { atOnce: 1 });
    return gathered(parts.map((part, n) => unpackProbabilities(results[n]!, own(part).lists)));
  }

  /** Lists of new sentences by a base parser, as `base` gave it. */
  async parse(
    { result, base }: LearntBase,
    sentences: readonly TaggedSentence[],
    length: number,
  ): Promise<ScoredHeads[][]> {
    const parts = Math.min(this.#workers.threads, Math.max(1, sentences.length));
    const share = Math.ceil(sentences.length / parts);
    const slices = Array.from({ length: parts }, (_, part) => sentences.slice(part * share, (part + 1) * share));
    const works = slices.map(
      (slice, part): Work => ({
        name: `new-lists-${base.order}-${part + 1}`,
        key: null,
        size: slice.length,
        compute: (onNews) => this.#workers.run("parse", { base: result, sentences: slice, length }, { onNews }),
      }),
    );
    const results = await this.#stages.run("lists of new sentences", works, { store: NO_CHECKPOINTS });
    return results.flatMap((packed, part) => unpackLists(packed, slices[part]!));
  }
}

const tablesOf = ({ symbols, tensors }: Checkpoint): SpectralTables => ({ symbols, tensors });

const checksumOf = (data: unknown): string =>
  new Checksum().add(new TextEncoder().encode(JSON.stringify(data))).toString();
