/**
 * The costly stages on the way to a re-ranking parser, spread over threads and remembered by a store, so that learning that was interrupted goes on where it was:
 *
 *   tags    jackknifed: each fold is tagged by a tagger of the other folds;  and the tagger of all trees
 *   lists   for training: each fold is parsed, k best, by a base parser of the other folds;  and the base parser of all trees
 *
 * Nothing depends on the number of threads, nor on where learning was interrupted.
 */
import { Checksum } from "../../base/checksum.ts";
import type { Json } from "../../base/model-parts.ts";
import { inlineWorkers, type OpenWorkers, type Workers } from "../../base/parallel.ts";
import { type Progress, Stage } from "../../base/progress.ts";
import { FORGETFUL, runStages, type StageResult, type StageStore, type StageWork } from "../../base/stages.ts";
import type { ScoredHeads } from "../../charts/index.ts";
import type { DependencyTree } from "../../trees/dependencies.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import { type PerceptronModel, SEQUENCE_KIND, SEQUENCE_VERSION, taggerFromParts } from "../sequence/index.ts";
import type { BaseModel } from "./base-parser.ts";
import { baseFrom } from "./base-parts.ts";
import { foldsOf, gathered, inside, outside } from "./folds.ts";
import type { BaseOptions, BaseReport, EpochReport } from "./learn-base.ts";
import { type LearnNews, learnJobs, type Tags, withTags } from "./learn-jobs.ts";
import { unpackLists } from "./lists.ts";

/** Raised when a stage comes to give another result from the same data and options. */
const RECIPE_VERSION = 1;

export interface RecipeStage {
  readonly stage: string;
  readonly seconds: number;
  /** Parts of the stage, and those of them that an earlier run had finished. */
  readonly parts: number;
  readonly recalled: number;
}

export interface RecipeContext {
  readonly workers?: OpenWorkers | undefined;
  readonly store?: StageStore | undefined;
  readonly progress?: Progress | undefined;
  /** Called at the end of each epoch of the parser of all trees. */
  readonly onEpoch?: ((epoch: EpochReport) => void) | undefined;
  readonly onStage?: ((time: RecipeStage) => void) | undefined;
}

interface Work {
  readonly name: string;
  readonly key: Json;
  /** Sentences it reads, every pass counted. */
  readonly size: number;
  compute(onNews: (news: unknown) => void): Promise<StageResult>;
}

export interface BaseRequest {
  readonly options: BaseOptions;
  /** Tagged as the training trees are. */
  readonly dev?: readonly DependencyTree[] | undefined;
  /** Lists of the training trees, of at most this many trees, from this many folds; none unless given. */
  readonly lists?: { readonly length: number; readonly folds: number } | undefined;
}

export class Recipe {
  readonly times: RecipeStage[] = [];
  readonly #workers: Workers<(typeof learnJobs)["jobs"]>;
  readonly #key: { readonly [name: string]: Json };

  constructor(
    readonly trees: readonly DependencyTree[],
    readonly seed: number,
    readonly context: RecipeContext,
  ) {
    this.#workers = (context.workers ?? inlineWorkers)(learnJobs, trees);
    this.#key = { version: RECIPE_VERSION, seed, data: checksumOf(trees) };
  }

  close(): Promise<void> {
    return this.#workers.close();
  }

  /** Runs what another part of learning does as a stage of its own, for its time. */
  async timed<T>(stage: string, run: () => T | Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await run();
    this.#note({ stage, seconds: (performance.now() - began) / 1000, parts: 1, recalled: 0 });
    return result;
  }

  async tags(folds: number): Promise<{ tags: Tags; tagger: PerceptronModel }> {
    const { trees, seed } = this;
    const works = foldsOf(folds).map(
      (part): Work => ({
        name: `tags-${part.fold + 1}`,
        key: { ...this.#key, ...part },
        size: trees.length,
        compute: () => this.#workers.run("tags", { ...part, seed }),
      }),
    );
    works.push({ name: "tagger", key: this.#key, size: trees.length, compute: () => this.#workers.run("tagger", { seed }) });
    const results = await this.#run("jackknifed tags and tagger", works);
    const tagger = taggerFromParts({ ...results.pop()!, kind: SEQUENCE_KIND, version: SEQUENCE_VERSION }) as PerceptronModel;
    return { tags: gathered(results.map(({ options }) => options as unknown as Tags)), tagger };
  }

  async base(
    tags: Tags,
    { options, dev, lists }: BaseRequest,
  ): Promise<{ base: BaseModel; result: StageResult; report: BaseReport; lists: ScoredHeads[][] | undefined }> {
    const tagged = withTags(this.trees, tags);
    const key = { ...this.#key, tags: checksumOf(tags), options };
    const folds = foldsOf(lists?.folds ?? 0);
    const works = folds.map((part): Work => {
      const { length } = lists!;
      return {
        name: `lists-${options.order}-${part.fold + 1}`,
        key: { ...key, ...part, length },
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
    const report = result.report as unknown as BaseReport;
    return { base: baseFrom(result), result, report, lists: lists === undefined ? undefined : gathered(parts) };
  }

  /** Lists of new sentences by a base parser, as `base` gave it. */
  async parse(base: StageResult, sentences: readonly TaggedSentence[], length: number): Promise<ScoredHeads[][]> {
    const parts = Math.min(this.#workers.threads, Math.max(1, sentences.length));
    const share = Math.ceil(sentences.length / parts);
    const slices = Array.from({ length: parts }, (_, part) => sentences.slice(part * share, (part + 1) * share));
    const works = slices.map(
      (slice, part): Work => ({
        name: `new-lists-${(base.options as { order: string }).order}-${part + 1}`,
        key: null,
        size: slice.length,
        compute: (onNews) => this.#workers.run("parse", { base, sentences: slice, length }, { onNews }),
      }),
    );
    const results = await this.#run("lists of new sentences", works, FORGETFUL);
    return results.flatMap((packed, part) => unpackLists(packed, slices[part]!));
  }

  async #run(stage: string, works: readonly Work[], store = this.context.store ?? FORGETFUL): Promise<StageResult[]> {
    const began = performance.now();
    const total = works.reduce((sum, { size }) => sum + size, 0);
    const progress = new Stage(stage, "sentences", total, this.context.progress);
    const told = new Map<string, number>();
    const advance = (name: string, by: number) => {
      told.set(name, (told.get(name) ?? 0) + by);
      progress.advance(by);
    };
    const hear = (name: string) => (news: unknown) => {
      const item = news as LearnNews;
      if ("epoch" in item) this.context.onEpoch?.(item.epoch);
      else advance(name, item.sentences);
    };
    const stages = works.map(({ name, key, compute }): StageWork => ({ name, key, compute: () => compute(hear(name)) }));
    const sizes = new Map(works.map(({ name, size }) => [name, size]));
    const outcomes = await runStages(stages, store, this.#workers.threads, (name) =>
      advance(name, sizes.get(name)! - (told.get(name) ?? 0)),
    );
    progress.finish();
    const recalled = outcomes.filter((outcome) => outcome.recalled).length;
    this.#note({ stage, seconds: (performance.now() - began) / 1000, parts: works.length, recalled });
    return outcomes.map(({ result }) => result);
  }

  #note(time: RecipeStage): void {
    this.times.push(time);
    this.context.onStage?.(time);
  }
}

const checksumOf = (data: unknown): string => new Checksum().add(new TextEncoder().encode(JSON.stringify(data))).toString();
