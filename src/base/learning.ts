/**
 * The interface that all kinds of models share. A kind is five functions with the same order of arguments:
 *
 *   learn(data, options, context) → Promise<{ model, report }>      there is no untrained model
 *   predictor(model, options)     → what parses, tags, finds neighbours …
 *   evaluate(predictor, gold, options, context) → Promise<scores>
 *   toParts(model) → ModelParts,  fromParts(parts) → model          what `save` and `open` are made of
 *
 * Learning and evaluating are asynchronous: they may use threads and can be stopped. All else is synchronous.
 */
import type { Json, ModelParts } from "./model-parts.ts";
import { inlineWorkers, type OpenWorkers } from "./parallel.ts";
import { Meter, type Progress } from "./progress.ts";
import { breathe, type StopSignal } from "./stopping.ts";

/** What a learner takes in addition to data and options. None of it changes the result. */
export interface LearnContext {
  /** Called with how far the work is. */
  readonly progress?: Progress | undefined;
  /** Where worker threads come from: `threads(n)` of `eigentree/files`. Everything runs here when left out. */
  readonly workers?: OpenWorkers | undefined;
  /** An `AbortSignal`: the learner rejects with its reason soon after it is given. */
  readonly signal?: StopSignal | undefined;
}

/** What a learner gives. */
export interface Learnt<M extends Model, Report> {
  readonly model: M;
  readonly report: Report;
}

/** A frozen result of learning. */
export interface Model {
  /** "parser", "sequence", …: the kind's name in a model file and in `eigentree train KIND`. */
  readonly kind: string;
  /** The options it was learnt with, complete. */
  readonly options: Readonly<Record<string, Json>>;
  /** What the learner reported, without times: the same data and options give the same file, bit for bit. */
  readonly report: Json;
}

/** How a kind is stored and used. */
export interface ModelKind<M extends Model = Model, Predictor = unknown> {
  readonly name: M["kind"];
  /** The newest layout of its model files that this program reads; raised when older programs could not read it. */
  readonly version: number;
  toParts(model: M): ModelParts;
  /** Checks every table before it is used; throws a `ModelFileError`. */
  fromParts(parts: ModelParts): M;
  predictor(model: M): Predictor;
}

/** Wall time of one stage of learning. */
export interface StageTime {
  readonly stage: string;
  readonly seconds: number;
}

/** Every report says how long its stages took, and what should be known before the model is trusted. */
export interface Report {
  readonly times: readonly StageTime[];
  readonly warnings: readonly string[];
}

/** The part of a report that a model keeps: all but the times, as plain JSON. */
export function lastingReport({ times: _, ...facts }: Report): Json {
  return JSON.parse(JSON.stringify(facts, plainArrays)) as Json;
}

const plainArrays = (_: string, value: unknown): unknown =>
  ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(value as never) : value;

/** Where a learner takes its workers from: the context's threads, or this thread. */
export const openWorkersOf = ({ workers }: LearnContext): OpenWorkers => workers ?? inlineWorkers;

/** Runs the stages of a learner: reports their progress, lets them be stopped, and keeps their times. */
export class StageClock {
  readonly times: StageTime[] = [];

  constructor(readonly context: LearnContext = {}) {}

  async run<T>(
    stage: string,
    unit: string,
    total: number | undefined,
    body: (meter: Meter) => T | Promise<T>,
  ): Promise<T> {
    await breathe(this.context.signal);
    const meter = new Meter(stage, unit, total, this.context);
    const result = await body(meter);
    this.times.push({ stage, seconds: meter.finish() });
    return result;
  }
}

/** The seconds of stages that ran several times, as for each member of an ensemble, in the order of their first run. */
export function summedTimes(times: readonly StageTime[]): StageTime[] {
  const sums = new Map<string, number>();
  for (const { stage, seconds } of times) sums.set(stage, (sums.get(stage) ?? 0) + seconds);
  return Array.from(sums, ([stage, seconds]) => ({ stage, seconds }));
}

/** Freezes a model and the plain objects in it. Typed arrays cannot be frozen; nobody should write to them. */
export function frozen<T extends object>(value: T): Readonly<T> {
  for (const inner of Object.values(value)) {
    if (typeof inner === "object" && inner !== null && !Object.isFrozen(inner) && isPlain(inner)) frozen(inner);
  }
  return Object.freeze(value);
}

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || (Array.isArray(value) && value.length < 1000);
};
