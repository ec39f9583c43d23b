/**
 * Classes and vectors as optional parts of a model file, of any kind of model:
 *
 *   classWords, classPaths   symbols      wordClasses   for each word the number of its path
 *   vectorWords              symbols      wordVectors   rows × width, scaled; vectorScaling (factor, scale),
 *                                         vectorFolding (lower case, digits, apostrophes); for LR-MVL also
 *                                         the projections
 */

import type { PartsReader } from "../../base/container/parts-reader.ts";
import type { ModelParts, Tensor, TensorData } from "../../base/model-parts.ts";
import { Vocabulary } from "../../base/vocabulary.ts";
import { matrix } from "../../linalg/index.ts";
import { WordClasses } from "./classes.ts";
import type { ContextProjections } from "./contexts.ts";
import type { Representations } from "./representations.ts";
import { VectorFeatures, type VectorTable } from "./vectors.ts";

type Stored = Pick<ModelParts, "symbols" | "tensors">;

const flat = (data: TensorData): Tensor => ({ shape: [data.length], data });

/** Symbols and tensors of what there is; nothing for a model without representations. */
export function representationsToParts({ classes, vectors }: Representations): Stored {
  const first = classes === undefined ? { symbols: {}, tensors: {} } : classParts(classes);
  const second = vectors === undefined ? { symbols: {}, tensors: {} } : vectorParts(vectors.table);
  return { symbols: { ...first.symbols, ...second.symbols }, tensors: { ...first.tensors, ...second.tensors } };
}

/** What `representationsToParts` stored; `prefix` stands before the names of its tables. */
export const representationsFromParts = (reader: PartsReader, prefix = ""): Representations =>
  Object.freeze({ classes: classesFrom(reader, prefix), vectors: vectorsFrom(reader, prefix) });

function classParts({ paths }: WordClasses): Stored {
  const distinct = Vocabulary.from(paths.values());
  return {
    symbols: { classPaths: distinct.words(), classWords: [...paths.keys()] },
    tensors: { wordClasses: flat(Int32Array.from(paths.values(), (path) => distinct.id(path))) },
  };
}

function classesFrom(reader: PartsReader, prefix: string): WordClasses | undefined {
  if (!reader.hasSymbols(`${prefix}classWords`)) return undefined;
  const paths = reader.symbols(`${prefix}classPaths`, { distinct: true });
  const words = reader.symbols(`${prefix}classWords`);
  const numbers = reader.indices(`${prefix}wordClasses`, Int32Array, paths.length, { shape: [words.length] });
  const found = new Map<string, string>();
  for (const [i, word] of words.entries()) found.set(word, paths[numbers[i]!]!);
  if (found.size !== words.length) reader.damaged(`holds an entry of "${prefix}classWords" twice`);
  return new WordClasses(found);
}

function vectorParts({ words, width, data, folding, factor, scale, contexts }: VectorTable): Stored {
  const { lowerCase, foldDigits, straightApostrophes } = folding;
  const square = ({ rows, columns, data: values }: ContextProjections["left"]): Tensor => ({
    shape: [rows, columns],
    data: values,
  });
  return {
    symbols: { vectorWords: words.words() },
    tensors: {
      wordVectors: { shape: [data.length / width, width], data },
      vectorScaling: flat(Float64Array.of(factor, scale)),
      vectorFolding: flat(Uint8Array.from([lowerCase, foldDigits, straightApostrophes], Number)),
      ...(contexts === undefined
        ? {}
        : {
            contextLeft: square(contexts.left),
            contextRight: square(contexts.right),
            contextLeftMean: flat(contexts.leftMean),
            contextRightMean: flat(contexts.rightMean),
            contextRates: flat(Float64Array.from(contexts.rates)),
          }),
    },
  };
}

function vectorsFrom(reader: PartsReader, prefix: string): VectorFeatures | undefined {
  if (!reader.hasSymbols(`${prefix}vectorWords`)) return undefined;
  const words = reader.symbols(`${prefix}vectorWords`, { distinct: true });
  const data = reader.numbers(`${prefix}wordVectors`, Float32Array, { shape: [undefined, undefined] });
  const [rows = 0, width = 0] = reader.parts.tensors[`${prefix}wordVectors`]!.shape;
  if (width === 0 || (rows !== words.length && rows !== words.length + 1))
    reader.damaged(`has ${rows} word vectors of ${width} numbers for ${words.length} words`);
  const [factor, scale] = reader.numbers(`${prefix}vectorScaling`, Float64Array, { shape: [2], min: Number.MIN_VALUE });
  const folding = reader.indices(`${prefix}vectorFolding`, Uint8Array, 2, { shape: [3] });
  return new VectorFeatures({
    words: Vocabulary.from(words),
    width,
    data,
    factor: factor!,
    scale: scale!,
    folding: { lowerCase: folding[0] === 1, foldDigits: folding[1] === 1, straightApostrophes: folding[2] === 1 },
    contexts: reader.has(`${prefix}contextRates`) ? contextsFrom(reader, prefix, width) : undefined,
  });
}

function contextsFrom(reader: PartsReader, prefix: string, width: number): ContextProjections {
  const rates = Array.from(
    reader.numbers(`${prefix}contextRates`, Float64Array, { shape: [undefined], min: 0, max: 1 }),
  );
  const states = rates.length * width;
  if (states === 0 || width % 2 !== 0) reader.damaged(`has contexts of ${rates.length} rates and ${width} numbers`);
  const numbers = (name: string, shape: readonly number[]) =>
    reader.numbers(`${prefix}${name}`, Float64Array, { shape });
  const table = (name: string) => matrix(states, width / 2, numbers(name, [states, width / 2]));
  return {
    rates,
    left: table("contextLeft"),
    right: table("contextRight"),
    leftMean: numbers("contextLeftMean", [states]),
    rightMean: numbers("contextRightMean", [states]),
  };
}
