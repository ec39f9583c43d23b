/** Models from bytes and back, whatever their kind. `files/` adds paths; a page uses these as they are. */

import {
  type ByteSource,
  type Bytes,
  decodeModel,
  type EncodingOptions,
  encodeModel,
} from "../base/container/model-container.ts";
import { InputError, ModelFileError } from "../base/errors.ts";
import { isTable, sortOf } from "../base/guards.ts";
import type { Model, ModelKind } from "../base/learning.ts";
import type { ModelParts } from "../base/model-parts.ts";
import { type AnyPredictor, isKindName, KINDS, type KindName, type PredictorOf } from "./registry.ts";

async function kindNamed(name: string, file?: string): Promise<ModelKind<Model, unknown>> {
  if (isKindName(name)) return (await KINDS[name]()) as unknown as ModelKind<Model, unknown>;
  const known = Object.keys(KINDS).join(", ");
  throw new ModelFileError(
    "wrong-kind",
    `holds a model of kind "${name}"; expected one of ${known}: update Eigentree.`,
    file,
  );
}

/** A model, or what holds one: a predictor that `open` gave, what a learner gave. */
export type ModelSource = Model | { readonly model: Model };

/** The parts of a model: what `save` writes. */
export async function partsOf(source: ModelSource): Promise<ModelParts> {
  const model = modelIn(source);
  return (await kindNamed(model.kind)).toParts(model);
}

function modelIn(source: unknown): Model {
  const model: unknown = isTable(source) && "model" in source ? source.model : source;
  if (isTable(model) && typeof model.kind === "string" && "options" in model) return model as unknown as Model;
  throw new InputError(`expected a model, or what open() or a learner gave; got ${sortOf(source)}.`);
}

/** A model as the bytes of a model file: to download from a page, or to keep elsewhere than in a file. */
export async function toBytes(model: ModelSource, options: EncodingOptions = {}): Promise<Uint8Array> {
  const pieces = await encodeModel(await partsOf(model), options);
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** The model of checked parts. `file` opens its errors. */
export async function modelOfParts(parts: ModelParts, file?: string): Promise<Model> {
  const kind = await kindNamed(parts.kind, file);
  try {
    return kind.fromParts(parts);
  } catch (error) {
    if (error instanceof ModelFileError && error.file === undefined && file !== undefined)
      throw new ModelFileError(error.defect, error.message, file);
    throw error;
  }
}

/** The predictor over parts that were read from anywhere. */
export async function openParts(parts: ModelParts, file?: string): Promise<AnyPredictor> {
  const model = await modelOfParts(parts, file);
  return (await kindNamed(model.kind)).predictor(model) as AnyPredictor;
}

/** Opens the bytes of a model file. With a kind, the result has its type, and any other kind is an error. */
export async function openBytes<K extends KindName>(source: ByteSource | Bytes, kind: K): Promise<PredictorOf<K>>;
export async function openBytes(source: ByteSource | Bytes, kind?: KindName): Promise<AnyPredictor>;
export async function openBytes(source: ByteSource | Bytes, kind?: KindName): Promise<AnyPredictor> {
  return openParts(await decodeModel(source, { kind }));
}
