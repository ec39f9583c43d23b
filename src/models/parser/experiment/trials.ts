/**
 * One row of an experiment after another: a model is learnt, parses the sentences, and is scored; both are timed.
 */
import type { LearnContext, Learnt } from "../../../base/learning.ts";
import type { Treebank } from "../../../data/treebank.ts";
import type { Interval } from "../../../evaluation/bootstrap.ts";
import type { Tree } from "../../../trees/tree.ts";
import { evaluateParser } from "../evaluate.ts";
import type { ParserReport } from "../learn.ts";
import type { ParserModel } from "../model.ts";
import type { ParsingOptions } from "../options.ts";
import { Parser } from "../predict.ts";

/** Time on the clock and of the processors. */
export interface WallAndCpu {
  /** Wall time. */
  readonly seconds: number;
  /** Of all threads together; undefined where nobody can tell. */
  readonly cpuSeconds: number | undefined;
}

/** A measured parser. */
export interface LpcfgRow {
  readonly name: string;
  readonly states: number;
  /** 95 % interval of F1, by resampling sentences. */
  readonly interval: Interval;
  /** Of EM. */
  readonly iterations: number | undefined;
  readonly f1: number;
  readonly recall: number;
  readonly precision: number;
  readonly exactMatch: number;
  readonly tagAccuracy: number;
  readonly training: WallAndCpu;
  readonly parsing: WallAndCpu;
  readonly sentencesPerSecond: number;
  /** Sentences that were not parsed as planned. */
  readonly fallbacks: number;
  /** Sentences that EVALB leaves out: a word of theirs was taken for punctuation, or punctuation for a word. */
  readonly leftOut: number;
  /** Sentences with another tree than the whole model gives them, where that is the question. */
  readonly changed?: number | undefined;
}

/** A row with the trees that it was measured by, in the order of the gold trees. */
export interface Measured {
  readonly row: LpcfgRow;
  readonly trees: readonly Tree[];
}

/** What `experimentLpcfg` takes in addition to data and options. */
export interface LpcfgExperimentContext extends LearnContext {
  /** CPU seconds used so far by all threads of the process; a browser cannot tell. */
  readonly cpuSeconds?: () => number;
  /** Called with every finished row. */
  readonly onRow?: (row: LpcfgRow) => void;
}

/** What sentences are parsed with. */
export interface TrialOptions {
  readonly goldTags: boolean;
  /** Gives the tags of words, in place of gold ones. */
  readonly tagger?: ((words: readonly string[]) => readonly string[]) | undefined;
}

export class Trials {
  readonly #gold: Treebank;
  readonly #options: TrialOptions;
  readonly #context: LpcfgExperimentContext;
  #threads = 1;

  constructor(gold: Treebank, options: TrialOptions, context: LpcfgExperimentContext) {
    this.#gold = gold;
    this.#options = options;
    this.#context = context;
  }

  /** Threads that parsed last. */
  get threads(): number {
    return this.#threads;
  }

  async timed<T>(body: () => T | Promise<T>): Promise<{ readonly result: T; readonly time: WallAndCpu }> {
    const stop = this.#startClock();
    const result = await body();
    return { result, time: stop() };
  }

  async learnAndMeasure(name: string, states: number, learn: () => Promise<Learnt<ParserModel, ParserReport>>) {
    const { result: learnt, time } = await this.timed(learn);
    return { learnt, ...(await this.measure(name, states, learnt.model, time)) };
  }

  async measure(
    name: string,
    states: number,
    model: ParserModel,
    training: WallAndCpu,
    options: Partial<ParsingOptions> = {},
    iterations?: number,
  ): Promise<Measured> {
    let stop = this.#startClock();
    const trees: Tree[] = [];
    const { goldTags, tagger } = this.#options;
    const context = {
      ...this.#context,
      onStart: () => void (stop = this.#startClock()),
      onTree: (_: Tree, found: Tree) => void trees.push(found),
      tagsOf: tagger,
    };
    const scores = await evaluateParser(new Parser(model, options), this.#gold, { goldTags }, context);
    const parsing = stop();
    this.#threads = scores.threads;
    const { f1, recall, precision, completeMatch, tagAccuracy, sentences, errors, skipped } = scores.all;
    const row: LpcfgRow = {
      name,
      states,
      iterations,
      interval: scores.interval,
      f1,
      recall,
      precision,
      exactMatch: completeMatch,
      tagAccuracy,
      training,
      parsing,
      sentencesPerSecond: sentences / parsing.seconds,
      fallbacks: Object.values(scores.fallbacks).reduce((sum, count) => sum + count, 0),
      leftOut: errors + skipped,
    };
    this.#context.onRow?.(row);
    return { row, trees };
  }

  #startClock(): () => WallAndCpu {
    const { cpuSeconds } = this.#context;
    const started = performance.now();
    const used = cpuSeconds?.() ?? 0;
    return () => ({
      seconds: (performance.now() - started) / 1000,
      cpuSeconds: cpuSeconds === undefined ? undefined : cpuSeconds() - used,
    });
  }
}
