/** Models in a form in which they can be compared. */
import { Checksum, type ModelParts } from "../../src/base/index.ts";

/**
 * All of a model but its report: symbols, options, and a checksum for each tensor, since comparing millions of numbers
 * one by one takes minutes.
 */
export function comparable({ options, symbols, tensors }: ModelParts): object {
  const sums = Object.entries(tensors).map(([name, { shape, data }]) => {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    return [name, shape, new Checksum().add(bytes).toString()];
  });
  return { options, symbols, sums };
}
