/** One row of an experiment after another: a model is learnt, parses the development sentences, and is scored; both are timed. */
import type { OpenWorkers } from "../../base/parallel.ts";
import { Stage } from "../../base/progress.ts";
import type { Tree } from "../../trees/tree.ts";
import type { DecodeOptions } from "./decode.ts";
import type { LearningContext, LearntParser } from "./learning.ts";
import { measureParser } from "./measure.ts";
import type { ParserModel } from "./model.ts";
import { parserToParts } from "./parts.ts";

export interface WallAndCpu {
  /** Wall time. */
  readonly seconds: number;
  /** Of all threads together; undefined where nobody can tell. */
  readonly cpuSeconds: number | undefined;
}

export interface LpcfgRow {
  readonly name: string;
  readonly states: number;
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
}

export interface LpcfgExperimentContext extends LearningContext {
  readonly openWorkers?: OpenWorkers;
  /** CPU seconds used so far by all threads of the process; a browser cannot tell. */
  readonly cpuSeconds?: () => number;
  /** Hears of every finished row. */
  readonly onRow?: (row: LpcfgRow) => void;
}

export class Trials {
  readonly #dev: readonly Tree[];
  readonly #input: "tokens" | "tagged";
  readonly #context: LpcfgExperimentContext;
  #threads = 1;

  constructor(dev: readonly Tree[], input: "tokens" | "tagged", context: LpcfgExperimentContext) {
    this.#dev = dev;
    this.#input = input;
    this.#context = context;
  }

  /** Threads that parsed last. */
  get threads(): number {
    return this.#threads;
  }

  timed<T>(body: () => T): { readonly result: T; readonly time: WallAndCpu } {
    const stop = this.#startClock();
    const result = body();
    return { result, time: stop() };
  }

  async learnAndMeasure<Report>(name: string, states: number, learn: () => LearntParser<Report> | Promise<LearntParser<Report>>) {
    const stop = this.#startClock();
    const learnt = await learn();
    const time = stop();
    return { learnt, row: await this.measure(name, states, learnt.model, time) };
  }

  async measure(
    name: string,
    states: number,
    model: ParserModel,
    training: WallAndCpu,
    decode: Partial<DecodeOptions> = {},
    iterations?: number,
  ): Promise<LpcfgRow> {
    const stage = new Stage(`parsing: ${name}, m = ${states}`, "sentences", this.#dev.length, this.#context.progress);
    const { openWorkers } = this.#context;
    let stop = this.#startClock();
    const { scores, threads } = await measureParser(parserToParts(model, null), this.#dev, {
      input: this.#input,
      decode,
      ...(openWorkers === undefined ? {} : { openWorkers }),
      onStart: () => (stop = this.#startClock()),
      onSentence: () => stage.advance(),
    });
    const parsing = stop();
    stage.finish();
    this.#threads = threads;
    const { f1, recall, precision, completeMatch, tagAccuracy, sentences, errors, skipped } = scores.all;
    const row: LpcfgRow = {
      name,
      states,
      iterations,
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
    return row;
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
