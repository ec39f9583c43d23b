/** The spectral model of trees as symbols and tensors, and back. */

import { PartsReader } from "../../../base/container/parts-reader.ts";
import type { ModelParts } from "../../../base/model-parts.ts";
import { Vocabulary } from "../../../base/vocabulary.ts";
import { matrix } from "../../../linalg/index.ts";
import { grammarFromTables, grammarTables } from "../../grammar/index.ts";
import type { ArcModel } from "../arcs/learn-arcs.ts";
import { finiteFloats } from "../finite.ts";
import type { SpectralModel } from "./learn-spectral.ts";

/** Stands before the names of the automata's tables. */
export const AUTOMATA = "automata/";
const ARCS = "arcs/";

/** What there is to store. */
export type SpectralTables = Pick<ModelParts, "symbols" | "tensors">;

export function spectralTables(model: SpectralModel): SpectralTables {
  return model.kind === "arcs" ? arcTables(model.arcs) : grammarTables(model.grammar, AUTOMATA);
}

/** The model in parts that have one. */
export function spectralFrom(reader: PartsReader): SpectralModel {
  if (reader.hasSymbols(`${ARCS}words`)) return Object.freeze({ kind: "arcs", arcs: arcsFrom(reader) });
  return Object.freeze({ kind: "automata", grammar: grammarFromTables(reader, AUTOMATA) });
}

/** The tables by themselves, as a worker gets them. */
export const spectralFromTables = ({ symbols, tensors }: SpectralTables): SpectralModel => {
  const parts: ModelParts = { kind: "spectral trees", version: 1, options: null, report: null, symbols, tensors };
  return spectralFrom(new PartsReader(parts, parts));
};

function arcTables({ dictionary, emissions, operators }: ArcModel): SpectralTables {
  const { k } = dictionary;
  const rows = dictionary.words.size + 1;
  return {
    symbols: { [`${ARCS}words`]: dictionary.words.words() },
    tensors: {
      [`${ARCS}vectors`]: { shape: [rows, k], data: dictionary.vectors },
      [`${ARCS}shares`]: { shape: [rows], data: dictionary.shares },
      [`${ARCS}emissions`]: { shape: [rows, k], data: emissions },
      [`${ARCS}start`]: { shape: [k], data: operators.start },
      [`${ARCS}end`]: { shape: [k], data: operators.end },
      [`${ARCS}left`]: { shape: [k, k], data: operators.left.data },
      [`${ARCS}right`]: { shape: [k, k], data: operators.right.data },
      [`${ARCS}product`]: { shape: [k, k, k], data: operators.product },
    },
  };
}

function arcsFrom(reader: PartsReader): ArcModel {
  const words = reader.symbols(`${ARCS}words`, { distinct: true });
  const rows = words.length + 1;
  const numbers = (name: string, ...shape: (number | undefined)[]) =>
    finiteFloats(reader, ARCS + name, Float64Array, shape);
  const start = numbers("start", undefined);
  const k = start.length;
  if (k === 0) reader.damaged(`has no hidden states in table "${ARCS}start"`);
  return Object.freeze({
    dictionary: {
      words: Vocabulary.from(words),
      k,
      vectors: numbers("vectors", rows, k),
      shares: numbers("shares", rows),
    },
    emissions: numbers("emissions", rows, k),
    operators: {
      k,
      start,
      end: numbers("end", k),
      left: matrix(k, k, numbers("left", k, k)),
      right: matrix(k, k, numbers("right", k, k)),
      product: numbers("product", k, k, k),
    },
  });
}
