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
import {
  type Checkpoint,
  type CheckpointedWork,
  type CheckpointStore,
  checkpointReader,
  NO_CHECKPOINTS,
  runCheckpointed,
} from "../../../base/checkpoints.ts";
import { Checksum } from "../../../base/container/checksum.ts";
import { type LearnContext, openWorkersOf, type StageTime } from "../../../base/learning.ts";
import type { Json } from "../../../base/model-parts.ts";
import type { Workers } from "../../../base/parallel.ts";
import { Meter } from "../../../base/progress.ts";
import { breathe, orStopped } from "../../../base/stopping.ts";
import type { ScoredHeads, SignedLog } from "../../../charts/index.ts";
import { kernels } from "../../../linalg/index.ts";
import type { DependencyTree } from "../../../trees/dependencies.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { type Fold, foldsOf, gathered, inside, outside } from "../../reranking/folds.ts";
import type { WordVectors } from "../../vectors/index.ts";
import type { BaseModel } from "../base/base-parser.ts";
import type { BaseReport, EpochNews } from "../base/learn-base.ts";
import type { BaseOptions } from "../base/options.ts";
import { baseFrom } from "../base/parts.ts";
import type { SpectralTreeReport } from "../spectral/learn-spectral.ts";
import type { SpectralTreeOptions } from "../spectral/options.ts";
import type { SpectralTables } from "../spectral/parts.ts";
import { type TaggerKnowledge, type TaggerModel, taggerFrom } from "../tagging.ts";
import { type LearnNews, learnJobs, type Tags, withTags } from "./learn-jobs.ts";
import { packProbabilities, probabilitiesOf, unpackLists, unpackProbabilities } from "./lists.ts";

/** Raised when a step comes to give another result from the same data and options. */
const CHECKPOINTS_VERSION = 2;

/** A stage of learning that is over. */
export interface StageRun extends StageTime {
  /** Pieces of work in it, and those of them that an earlier run had finished. */
  readonly parts: number;
  readonly recalled: number;
}

/** What `learnDependency` takes beside data and options. Nothing of it changes the result. */
export interface DependencyContext extends LearnContext {
  /** Where results are kept until the model is whole; nowhere when left out. */
  readonly checkpoints?: CheckpointStore | undefined;
  /** Called at the end of each epoch of the parser of all trees. */
  readonly onEpoch?: ((epoch: EpochNews) => void) | undefined;
  readonly onStage?: ((stage: StageRun) => void) | undefined;
}

interface Work {
  readonly name: string;
  readonly key: Json;
  /** Sentences it reads, every pass counted. */
  readonly size: number;
  compute(onNews: (news: unknown) => void): Promise<Checkpoint>;
}

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
  readonly times: StageRun[] = [];
  readonly #workers: Workers<(typeof learnJobs)["jobs"]>;
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
            ...{ words: vectors.words, dimensions: vectors.dimensions },
            ...{ data: vectors.data, folding: vectors.folding },
          };
    this.#workers = openWorkersOf(context)(learnJobs, { trees, vectors: sent, classes, lists });
    this.#key = {
      ...{ version: CHECKPOINTS_VERSION, seed, data: checksumOf(trees) },
      ...(classes === undefined ? {} : { classes: checksumOf(classes) }),
      ...(lists === undefined ? {} : { lists: checksumOf(lists) }),
    };
    this.#vectorsKey = vectors === undefined ? null : checksumOf([vectors.words, Array.from(vectors.data)]);
  }

  close(): Promise<void> {
    return this.#workers.close();
  }

  /** Runs what another part of learning does as a stage of its own, for its time. */
  async timed<T>(stage: string, run: () => Promise<T>): Promise<T> {
    await breathe(this.context.signal);
    const began = performance.now();
    const result = await run();
    this.#note({ stage, seconds: (performance.now() - began) / 1000, parts: 1, recalled: 0 });
    return result;
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
    const results = await this.#run("jackknifed tags and tagger", works);
    const tagger = taggerFrom(results.pop()!);
    return { tags: gathered(results.map(({ options }) => options as unknown as Tags)), tagger };
  }

  /** The spectral model of all trees, and those of all but each of so many folds. */
  async spectral(tags: Tags, options: SpectralTreeOptions, folds = 0): Promise<LearntSpectral> {
    const key = {
      ...this.#key,
      // Kernels of another kind round differently, in the last digits.
      ...{ tags: checksumOf(tags), vectors: this.#vectorsKey, kernels: kernels().kind },
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
    const [whole, ...parts] = await this.#run(folds === 0 ? "spectral model" : "spectral models", works);
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
    const results = await this.#run(lists === undefined ? "base parser" : "lists and base parser", works);
    const result = results.pop()!;
    const parts = folds.map((part, n) => unpackLists(results[n]!, inside(tagged, part)));
    return {
      ...{ base: baseFrom(checkpointReader(result)), result, listsKey },
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
    const results = await this.#run("probabilities of lists", works, { atOnce: 1 });
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
    const results = await this.#run("lists of new sentences", works, { store: NO_CHECKPOINTS });
    return results.flatMap((packed, part) => unpackLists(packed, slices[part]!));
  }

  async #run(
    stage: string,
    works: readonly Work[],
    {
      store = this.context.checkpoints ?? NO_CHECKPOINTS,
      atOnce = this.#workers.threads,
    }: { readonly store?: CheckpointStore; readonly atOnce?: number } = {},
  ): Promise<Checkpoint[]> {
    const { signal, onEpoch } = this.context;
    const began = performance.now();
    const total = works.reduce((sum, { size }) => sum + size, 0);
    const meter = new Meter(stage, "sentences", total, this.context);
    const told = new Map<string, number>();
    const advance = (name: string, by: number) => {
      told.set(name, (told.get(name) ?? 0) + by);
      meter.advance(by);
    };
    const hear = (name: string) => (news: unknown) => {
      const item = news as LearnNews;
      if ("epoch" in item) onEpoch?.(item.epoch);
      else advance(name, item.sentences);
    };
    const checkpointed = works.map(
      ({ name, key, compute }): CheckpointedWork => ({
        name,
        key,
        compute: async () => {
          await breathe(signal);
          return compute(hear(name));
        },
      }),
    );
    const sizes = new Map(works.map(({ name, size }) => [name, size]));
    const onOutcome = (name: string) => advance(name, sizes.get(name)! - (told.get(name) ?? 0));
    const outcomes = await orStopped(runCheckpointed(checkpointed, store, atOnce, onOutcome), signal);
    meter.finish();
    const recalled = outcomes.filter((outcome) => outcome.recalled).length;
    this.#note({ stage, seconds: (performance.now() - began) / 1000, parts: works.length, recalled });
    return outcomes.map(({ result }) => result);
  }

  #note(run: StageRun): void {
    this.times.push(run);
    this.context.onStage?.(run);
  }
}

const tablesOf = ({ symbols, tensors }: Checkpoint): SpectralTables => ({ symbols, tensors });

const checksumOf = (data: unknown): string =>
  new Checksum().add(new TextEncoder().encode(JSON.stringify(data))).toString();
