/**
 * The stages of learning a dependency parser: pieces of work that run side by side, each kept as a checkpoint once it
 * is done, with one line of progress and one time for all of them.
 */
import {
  type Checkpoint,
  type CheckpointedWork,
  type CheckpointStore,
  NO_CHECKPOINTS,
  runCheckpointed,
} from "../../../base/checkpoints.ts";
import type { LearnContext, StageTime } from "../../../base/learning.ts";
import type { Json } from "../../../base/model-parts.ts";
import { Meter } from "../../../base/progress.ts";
import { breathe, orStopped } from "../../../base/stopping.ts";
import type { EpochNews } from "../base/learn-base.ts";
import type { LearnNews } from "./learn-jobs.ts";

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

/** A piece of work: what it is called, what its result depends on, and how to do it. */
export interface Work {
  readonly name: string;
  readonly key: Json;
  /** Sentences it reads, every pass counted. */
  readonly size: number;
  compute(onNews: (news: unknown) => void): Promise<Checkpoint>;
}

/** Runs stages one after the other and keeps their times. */
export class Stages {
  readonly times: StageRun[] = [];
  readonly #context: DependencyContext;
  readonly #threads: number;

  constructor(context: DependencyContext, threads: number) {
    this.#context = context;
    this.#threads = threads;
  }

  /** Runs what another part of learning does as a stage of its own, for its time. */
  async timed<T>(stage: string, run: () => Promise<T>): Promise<T> {
    await breathe(this.#context.signal);
    const began = performance.now();
    const result = await run();
    this.#note({ stage, seconds: (performance.now() - began) / 1000, parts: 1, recalled: 0 });
    return result;
  }

  /** The results of all pieces of work, in their order; those that a checkpoint has are not computed again. */
  async run(
    stage: string,
    works: readonly Work[],
    {
      store = this.#context.checkpoints ?? NO_CHECKPOINTS,
      atOnce = this.#threads,
    }: { readonly store?: CheckpointStore; readonly atOnce?: number } = {},
  ): Promise<Checkpoint[]> {
    const { signal, onEpoch } = this.#context;
    const began = performance.now();
    const total = works.reduce((sum, { size }) => sum + size, 0);
    const meter = new Meter(stage, "sentences", total, this.#context);
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
    this.#context.onStage?.(run);
  }
}
