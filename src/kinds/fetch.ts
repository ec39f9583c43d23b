/**
 * `open` in a page: models from bytes, from addresses, and by the names of those that come with Eigentree. Only the
 * file of the kind that was asked for is fetched.
 */

import type { ByteSource, Bytes } from "../base/container/model-container.ts";
import { InputError } from "../base/errors.ts";
import { openBytes } from "./open.ts";
import type { AnyPredictor, KindName, PredictorOf } from "./registry.ts";
import { isShipped, shippedFile } from "./shipped.ts";

/** How a model is fetched. */
export interface FetchOptions {
  /**
   * The address of the folder `pretrained` as the page's server has it. Unless given, where the package keeps it,
   * beside its code: right for pages that load the package as it is, not for bundles.
   */
  readonly models?: string | undefined;
}

type Source = ByteSource | Bytes | string;

/** As in Node, with addresses for paths: `open("en", "sequence")`, `open("/models/mine.model")`, `open(bytes)`. */
export async function open<K extends KindName>(
  source: Source,
  kind: K,
  options?: FetchOptions,
): Promise<PredictorOf<K>>;
export async function open(source: Source, kind?: KindName, options?: FetchOptions): Promise<AnyPredictor>;
export async function open(
  source: Source,
  kind?: KindName,
  { models = new URL(/* @vite-ignore */ PACKAGED, import.meta.url).href }: FetchOptions = {},
): Promise<AnyPredictor> {
  if (typeof source !== "string") return openBytes(source, kind);
  const folder = models.endsWith("/") ? models : `${models}/`;
  const address = isShipped(source) ? folder + shippedFile(source, kind === undefined ? undefined : [kind]) : source;
  return openBytes(await bytesAt(address), kind);
}

/** The folder of the package, from where this module lies in it. */
const PACKAGED = "../../pretrained/";

async function bytesAt(address: string): Promise<Uint8Array> {
  const answer = await fetch(address).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(`could not be fetched: ${reason}; check the address and the connection.`, { file: address });
  });
  if (!answer.ok) {
    throw new InputError(`the server answered ${answer.status}; expected a model file there: check the address.`, {
      file: address,
    });
  }
  return new Uint8Array(await answer.arrayBuffer());
}
