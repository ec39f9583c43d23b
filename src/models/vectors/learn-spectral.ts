/** Learns word vectors from a corpus: counts, then the decomposition that the method asks for. */
import { checkOptions, type Json, OptionError, Stage } from "../../base/index.ts";
import type { Matrix, TruncatedSvd } from "../../linalg/index.ts";
import type { Corpus, Running } from "./corpus.ts";
import type { PairLayout } from "./count-rows.ts";
import type { CountTable } from "./count-table.ts";
import { type ContextShape, CountingMemory, contextLayout, countCorpus, leftRightLayout, type Tokens } from "./counts.ts";
import { lowRankMultiView } from "./lrmvl.ts";
import type { VectorModel } from "./model.ts";
import { NOISE_VALUES, shuffledCorpus } from "./noise.ts";
import { VECTOR_OPTIONS, type VectorOptions } from "./options.ts";
import { canonicalTriplets, ppmiTriplets } from "./oscca.ts";
import { twoStepCca } from "./tscca.ts";
import { type Folding, WordVectors } from "./word-vectors.ts";

export interface VectorReport {
  readonly tokens: number;
  readonly types: number;
  readonly words: number;
  /** Share of the tokens that are in the vocabulary. */
  readonly coverage: number;
  /** Pairs counted, all tables together. */
  readonly entries: number;
  /** Whether counts went to temporary files. */
  readonly spilled: boolean;
  readonly countingSeconds: number;
  readonly decompositionSeconds: number;
  readonly iterations: number;
  /** Dimensions whose singular vectors are within the tolerance. */
  readonly converged: number;
  /** The largest singular values of the same text shuffled, where they were measured: see noise.ts. */
  readonly noise: readonly number[] | null;
  readonly warnings: readonly string[];
}

/** What a method gives: a row for each word and one for all others, and a value for each dimension. */
interface Decomposed {
  readonly rows: Matrix;
  readonly values: Float64Array;
  readonly projections?: VectorModel["projections"];
  readonly figures: Pick<VectorReport, "entries" | "spilled" | "countingSeconds" | "iterations" | "converged" | "noise">;
}

export async function learnVectors(
  corpus: Corpus,
  given: Partial<VectorOptions> = {},
  running: Running & { readonly folding?: Folding } = {},
): Promise<{ model: VectorModel; report: VectorReport }> {
  const options = checkOptions("learnVectors", VECTOR_OPTIONS, given);
  const words = corpus.words.length;
  if (words < options.dim) {
    throw new OptionError(
      "dim",
      `dim is ${options.dim}, but the vocabulary has only ${words} ${words === 1 ? "word" : "words"}; expected at least as many words as dimensions; ` +
        "lower dim or minCount, or give more text.",
    );
  }
  const started = performance.now();
  const result = await decompose(corpus, options, running);
  const seconds = (performance.now() - started) / 1000;
  const warnings = [...corpus.warnings];
  const { figures, values } = result;
  if (figures.converged < values.length) {
    warnings.push(
      `${values.length - figures.converged} of ${values.length} dimensions are not within the tolerance of ${options.tolerance}.`,
    );
  }
  const folding = running.folding ?? { lowerCase: false, foldDigits: false };
  const model: VectorModel = {
    vectors: new WordVectors(corpus.words, values.length, toSingle(result.rows), folding),
    counts: corpus.counts.slice(),
    values,
    projections: result.projections,
    options: options as Readonly<Record<string, Json>>,
  };
  const report: VectorReport = {
    tokens: corpus.tokens,
    types: corpus.types,
    words,
    coverage: 1 - corpus.counts[words]! / corpus.tokens,
    ...figures,
    decompositionSeconds: seconds - figures.countingSeconds,
    warnings,
  };
  return { model, report };
}

function decompose(corpus: Corpus, options: VectorOptions, running: Running): Promise<Decomposed> {
  if (options.method === "tscca") return twoStep(corpus, options, running);
  if (options.method === "lrmvl") return multiView(corpus, options, running);
  return oneStep(corpus, options, running);
}

const shapeOf = (corpus: Corpus, { window, contexts, positions, nearMore }: VectorOptions): ContextShape => ({
  window,
  contextWords: Math.min(contexts, corpus.words.length),
  positions,
  nearCountsMore: nearMore,
});

async function oneStep(corpus: Corpus, options: VectorOptions, running: Running): Promise<Decomposed> {
  const started = performance.now();
  const layout = contextLayout(corpus.words.length, shapeOf(corpus, options));
  const memory = new CountingMemory();
  const table = await countCorpus(corpus, layout, running, memory);
  const countingSeconds = (performance.now() - started) / 1000;
  const stage = new Stage("singular value decomposition", "dimensions", options.dim, running.progress);
  const triplets = decomposed(table, options.dim, options);
  stage.advance(options.dim);
  stage.finish();
  const { iterations, converged, values } = triplets;
  const noise = options.noise ? await noiseLevel(shuffledCorpus(corpus, options.seed), layout, options, running, memory) : null;
  const figures = { entries: table.entries, spilled: table.spilled, countingSeconds, iterations, converged, noise };
  return { rows: scaledRows(triplets, options.power), values, figures };
}

/** The triplets of a table, which is closed. */
function decomposed(table: CountTable, count: number, options: VectorOptions): TruncatedSvd {
  try {
    return (options.method === "ppmi" ? ppmiTriplets : canonicalTriplets)(table, count, options);
  } finally {
    table.close();
  }
}

/** Precise enough to compare with. */
const NOISE_TOLERANCE = 0.02;

/**
 * Memory for shuffled text, as a multiple of what the text's own counts took at most. Shuffled text has a fifth more different pairs; shuffled anew, text that repeats itself has
 * many times as many, which go outside.
 */
const NOISE_MEMORY = 3;

async function noiseLevel(shuffled: Tokens, layout: PairLayout, options: VectorOptions, running: Running, memory: CountingMemory) {
  const spilling = running.spilling && {
    ...running.spilling,
    memory: Math.min(running.spilling.memory, NOISE_MEMORY * memory.pieces.mostBytes),
  };
  const table = await countCorpus(shuffled, layout, { ...running, progress: undefined, spilling }, memory);
  return Array.from(decomposed(table, NOISE_VALUES, { ...options, tolerance: NOISE_TOLERANCE }).values);
}

async function twoStep(corpus: Corpus, options: VectorOptions, running: Running): Promise<Decomposed> {
  const started = performance.now();
  const shape = shapeOf(corpus, options);
  const words = corpus.words.length;
  const leftRight = await countCorpus(corpus, leftRightLayout(shape), running);
  const wordsLeft = await countCorpus(corpus, contextLayout(words, shape, [-1]), running);
  const wordsRight = await countCorpus(corpus, contextLayout(words, shape, [1]), running);
  const tables = [leftRight, wordsLeft, wordsRight];
  const countingSeconds = (performance.now() - started) / 1000;
  try {
    const { left, values, contextTriplets } = twoStepCca({ leftRight, wordsLeft, wordsRight }, options);
    const figures = {
      entries: tables.reduce((sum, table) => sum + table.entries, 0),
      spilled: tables.some((table) => table.spilled),
      countingSeconds,
      iterations: contextTriplets.iterations,
      converged: contextTriplets.converged,
      noise: null,
    };
    return { rows: scaledRows({ left, values }, options.power), values, figures };
  } finally {
    for (const table of tables) table.close();
  }
}

async function multiView(corpus: Corpus, options: VectorOptions, running: Running): Promise<Decomposed> {
  const { dictionary, projections, correlations, changes } = lowRankMultiView(corpus, options, running);
  const values = new Float64Array(dictionary.columns);
  values.set(correlations);
  values.set(correlations, correlations.length);
  const figures = { entries: 0, spilled: false, countingSeconds: 0, iterations: changes.length, converged: values.length, noise: null };
  return { rows: dictionary, values, projections, figures };
}

/** Rows of U·Σ^p at length 1; a row of zeros, of a word without contexts, stays. */
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

const toSingle = ({ data }: Matrix): Float32Array => Float32Array.from(data);
