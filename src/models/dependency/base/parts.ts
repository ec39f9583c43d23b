/** The base parser as symbols and tensors, and back. */

import type { PartsReader } from "../../../base/container/parts-reader.ts";
import type { ModelParts } from "../../../base/model-parts.ts";
import { representationsFromParts, representationsToParts } from "../../representations/index.ts";
import { finiteFloats } from "../finite.ts";
import type { BaseModel } from "./base-parser.ts";
import { BASE_OPTIONS } from "./options.ts";
import { relationPlaces } from "./relations.ts";

export const baseTables = ({
  labels,
  arcWeights,
  relationWeights,
  classes,
}: BaseModel): Pick<ModelParts, "symbols" | "tensors"> => {
  const known = representationsToParts({ classes, vectors: undefined });
  return {
    symbols: { labels, ...known.symbols },
    tensors: {
      arcWeights: { shape: [arcWeights.length], data: arcWeights },
      relationWeights: { shape: [relationWeights.length], data: relationWeights },
      ...known.tensors,
    },
  };
};

/** The base parser in parts whose options have `order` and `hashBits`. */
export function baseFrom(reader: PartsReader): BaseModel {
  const order = reader.option<BaseModel["order"]>("order", BASE_OPTIONS.order);
  const hashBits = reader.option<number>("hashBits", BASE_OPTIONS.hashBits);
  const labels = reader.symbols("labels", { distinct: true });
  if (labels.length === 0) reader.damaged(`has no relations in "labels"`);
  return Object.freeze({
    order,
    labels,
    arcWeights: finiteFloats(reader, "arcWeights", Float32Array, [2 ** hashBits]),
    relationWeights: finiteFloats(reader, "relationWeights", Float32Array, [relationPlaces(hashBits) + labels.length]),
    classes: representationsFromParts(reader).classes,
  });
}
