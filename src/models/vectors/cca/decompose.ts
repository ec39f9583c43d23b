/** The vectors of every method: counts of the corpus, and their decomposition. */
import { breathe, checkOptions, type Meter, OptionError, type StageClock } from "../../../base/index.ts";
import type { CorpusContext, CorpusView } from "../../../data/index.ts";
import type { Matrix, TruncatedSvd } from "../../../linalg/index.ts";
import type { ContextProjections } from "../../representations/contexts.ts";
import {
  type ContextShape,
  CountingMemory,
  contextLayout,
  countCorpus,
  leftRightLayout,
  type Tokens,
} from "../counts/cooccurrences.ts";
import type { PairLayout } from "../counts/count-rows.ts";
import type { CountTable } from "../counts/count-table.ts";
import { NOISE_VALUES, shuffledCorpus } from "../counts/noise.ts";
import type { RankedText } from "../counts/ranked-text.ts";
import { type ContextOptions, type DecompositionOptions, VECTORS_METHODS, type WhiteningOptions } from "../options.ts";
import { lowRankMultiView } from "./lrmvl.ts";
import { canonicalTriplets, type Pause, ppmiTriplets } from "./oscca.ts";
import { twoStepCca } from "./tscca.ts";

interface Sized {
  readonly dim: number;
}

type OneStepOptions = Sized & ContextOptions & WhiteningOptions & DecompositionOptions & { readonly noise: boolean };
type TwoStepOptions = Sized & ContextOptions & WhiteningOptions & DecompositionOptions;
type MultiViewOptions = Sized & {
  readonly iterations: number;
  readonly start: "oscca" | "random";
  readonly seed: number;
};
type PpmiOptions = Sized & ContextOptions & DecompositionOptions & { readonly noise: boolean };

/** The complete options of one method. */
export type DecomposeOptions =
  | ({ readonly method: "oscca" } & OneStepOptions)
  | ({ readonly method: "tscca" } & TwoStepOptions)
  | ({ readonly method: "lrmvl" } & MultiViewOptions)
  | ({ readonly method: "ppmi" } & PpmiOptions);

/** What a method gives: a row for each word and one for all others, and a value for each dimension. */
export interface Decomposed {
  readonly rows: Matrix;
  readonly values: Float64Array;
  readonly projections: ContextProjections | undefined;
  readonly figures: {
    readonly entries: number;
    readonly spilled: boolean;
    readonly iterations: number;
    readonly converged: number;
    readonly noise: readonly number[] | null;
  };
}

export async function decompose(
  text: RankedText,
  options: DecomposeOptions,
  context: CorpusContext,
  clock: StageClock,
): Promise<Decomposed> {
  if (options.method === "tscca") return await twoStep(text, options, context, clock);
  if (options.method === "lrmvl")
    return await multiView(
      text,
      textOf(text, "method", "method lrmvl reads the text in every round"),
      options,
      context,
      clock,
    );
  return await oneStep(text, options, context, clock);
}

/** The text itself; throws where it is counted elsewhere. */
function textOf({ view }: RankedText, option: string, found: string): CorpusView {
  if (view !== undefined) return view;
  throw new OptionError(option, `${found}, but only its counts are here; leave it out, or learn from text files.`);
}

/** The tables that a method counts of a text with this many words; none for one that reads the text itself. */
export function layoutsOf(options: DecomposeOptions, words: number): PairLayout[] {
  if (options.method === "lrmvl") return [];
  const shape = shapeOf(words, options);
  if (options.method !== "tscca") return [contextLayout(words, shape)];
  return [leftRightLayout(shape), contextLayout(words, shape, [-1]), contextLayout(words, shape, [1])];
}

const shapeOf = (words: number, { window, contexts, positions, nearMore }: ContextOptions): ContextShape => ({
  window,
  contextWords: Math.min(contexts, words),
  positions,
  nearCountsMore: nearMore,
});

type OneStep = Extract<DecomposeOptions, { readonly method: "oscca" | "ppmi" }>;

async function oneStep(
  text: RankedText,
  options: OneStep,
  context: CorpusContext,
  clock: StageClock,
): Promise<Decomposed> {
  const corpus = options.noise ? textOf(text, "noise", "noise is measured on the text, shuffled") : undefined;
  const [layout] = layoutsOf(options, text.words.length) as [PairLayout];
  const memory = new CountingMemory();
  const table = await clock.run("counting contexts", "tokens", text.view?.length, (meter) =>
    text.count(layout, context, { memory, meter }),
  );
  const triplets = await clock.run("singular value decomposition", "iterations", undefined, (meter) =>
    closing([table], () => tripletsOf(table, options.dim, options, pauseOf(meter, context))),
  );
  const { iterations, converged, values } = triplets;
  const noise = corpus === undefined ? null : await noiseLevel(corpus, layout, options, context, clock, memory);
  const figures = { entries: table.entries, spilled: table.spilled, iterations, converged, noise };
  return { rows: scaledRows(triplets, options.power), values, projections: undefined, figures };
}

const tripletsOf = (table: CountTable, count: number, options: OneStep, pause: Pause): Promise<TruncatedSvd> =>
  options.method === "ppmi"
    ? ppmiTriplets(table, count, options, pause)
    : canonicalTriplets(table, count, options, pause);

/** Counts an iteration, and lets other work have its turn. */
const pauseOf =
  (meter: Meter, { signal }: CorpusContext): Pause =>
  async () => {
    meter.advance();
    await breathe(signal);
  };

async function closing<T>(tables: readonly CountTable[], body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } finally {
    for (const table of tables) table.close();
  }
}

/** Precise enough for a comparison. */
const NOISE_TOLERANCE = 0.02;

/**
 * Memory for shuffled text, as a multiple of the peak of the text's own counts. Shuffled text has a fifth more distinct
 * pairs. Text that repeats itself has many times as many once it is shuffled; these spill.
 */
const NOISE_MEMORY = 3;

async function noiseLevel(
  corpus: CorpusView,
  layout: PairLayout,
  options: OneStep,
  context: CorpusContext,
  clock: StageClock,
  memory: CountingMemory,
): Promise<number[]> {
  const shuffled: Tokens = shuffledCorpus(corpus, options.seed);
  const spilling = context.spilling && {
    ...context.spilling,
    memory: Math.min(context.spilling.memory, NOISE_MEMORY * memory.pieces.mostBytes),
  };
  return await clock.run("noise of shuffled text", "tokens", shuffled.length, async (meter) => {
    const table = await countCorpus(shuffled, layout, { ...context, spilling }, { memory, meter });
    const rough = { ...options, tolerance: NOISE_TOLERANCE };
    const pause = () => breathe(context.signal);
    const { values } = await closing([table], () => tripletsOf(table, NOISE_VALUES, rough, pause));
    return Array.from(values);
  });
}

async function twoStep(
  text: RankedText,
  options: TwoStepOptions,
  context: CorpusContext,
  clock: StageClock,
): Promise<Decomposed> {
  const tables: CountTable[] = [];
  return await closing(tables, async () => {
    for (const layout of layoutsOf({ method: "tscca", ...options }, text.words.length)) {
      const count = (meter: Meter) => text.count(layout, context, { meter });
      tables.push(await clock.run("counting contexts", "tokens", text.view?.length, count));
    }
    const [leftRight, wordsLeft, wordsRight] = tables as [CountTable, CountTable, CountTable];
    const { left, values, contextTriplets } = await clock.run(
      "singular value decomposition",
      "iterations",
      undefined,
      (meter) => twoStepCca({ leftRight, wordsLeft, wordsRight }, options, pauseOf(meter, context)),
    );
    const figures = {
      entries: tables.reduce((sum, table) => sum + table.entries, 0),
      spilled: tables.some((table) => table.spilled),
      iterations: contextTriplets.iterations,
      converged: contextTriplets.converged,
      noise: null,
    };
    return { rows: scaledRows({ left, values }, options.power), values, projections: undefined, figures };
  });
}

async function multiView(
  text: RankedText,
  corpus: CorpusView,
  options: MultiViewOptions,
  context: CorpusContext,
  clock: StageClock,
): Promise<Decomposed> {
  const start = options.start === "oscca" ? await firstDictionary(text, options, context, clock) : undefined;
  const { dictionary, projections, correlations, changes } = await clock.run(
    "LR-MVL rounds",
    "tokens",
    corpus.length * (options.iterations + 1),
    (meter) => lowRankMultiView(corpus, { ...options, start: start?.rows }, context, meter),
  );
  const values = new Float64Array(dictionary.columns);
  values.set(correlations);
  values.set(correlations, correlations.length);
  const figures = {
    entries: start?.figures.entries ?? 0,
    spilled: start?.figures.spilled ?? false,
    iterations: changes.length,
    converged: values.length,
    noise: null,
  };
  return { rows: dictionary, values, projections, figures };
}

/** Vectors of one-step CCA with its usual options; undefined for a vocabulary with fewer words than they need. */
async function firstDictionary(
  text: RankedText,
  { dim, seed }: MultiViewOptions,
  context: CorpusContext,
  clock: StageClock,
): Promise<Decomposed | undefined> {
  const columns = 2 * Math.ceil(dim / 2);
  if (text.words.length < columns) return undefined;
  const usual = checkOptions("learnVectors", VECTORS_METHODS.oscca, { dim: columns, seed, noise: false });
  return await oneStep(text, { method: "oscca", ...usual }, context, clock);
}

/** Rows of U·Σ^p scaled to length 1; the zero row of a word without contexts stays zero. */
function scaledRows({ left, values }: Pick<TruncatedSvd, "left" | "values">, power: number): Matrix {
  const { rows, columns } = left;
  const data = left.data.slice();
  const weights = values.map((value) => value ** power);
  for (let row = 0; row < rows; row++) {
    let square = 0;
    for (let i = row * columns, j = 0; j < columns; i++, j++) {
      data[i] = data[i]! * weights[j]!;
      square += data[i]! ** 2;
    }
    if (square === 0) continue;
    const inverse = 1 / Math.sqrt(square);
    for (let i = row * columns; i < (row + 1) * columns; i++) data[i] = data[i]! * inverse;
  }
  return { rows, columns, data };
}
