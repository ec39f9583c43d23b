/** `save` and `open`: a model to a file and back, whatever its kind. */
import type { Bytes, EncodingOptions } from "../../base/index.ts";
import {
  type AnyPredictor,
  type KindName,
  type ModelSource,
  openBytes,
  openParts,
  type PredictorOf,
  partsOf,
} from "../../kinds/index.ts";
import { loadModel, saveModel } from "./model-file.ts";
import { modelPath } from "./shipped.ts";

/** Writes a model file, packed into fewer bytes where asked. The file appears whole or not at all. */
export async function save(path: string, model: ModelSource, options: EncodingOptions = {}): Promise<void> {
  await saveModel(path, await partsOf(model), options);
}

/**
 * Opens a model file, a shipped model by its name ("en"), or bytes, as what predicts with it: a `Parser`, a `Tagger`,
 * `WordVectors` … With a kind the result has its type, and a file of another kind is an error; without, look at its
 * `kind`.
 */
export async function open<K extends KindName>(source: string | Bytes, kind: K): Promise<PredictorOf<K>>;
export async function open(source: string | Bytes, kind?: KindName): Promise<AnyPredictor>;
export async function open(source: string | Bytes, kind?: KindName): Promise<AnyPredictor> {
  if (typeof source !== "string") return openBytes(source, kind);
  const path = modelPath(source, kind === undefined ? undefined : [kind]);
  return openParts(await loadModel(path, kind === undefined ? {} : { kind }), path);
}
