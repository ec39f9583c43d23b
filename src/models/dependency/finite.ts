/** Tables of a model file whose numbers are all finite. */
import type { ExpectedShape, PartsReader } from "../../base/container/parts-reader.ts";

export function finiteFloats<A extends Float32Array | Float64Array>(
  reader: PartsReader,
  name: string,
  type: { new (length: number): A; readonly name: string },
  shape: ExpectedShape,
): A {
  const data = reader.tensor(name, type, shape);
  const bad = data.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) reader.damaged(`has ${data[bad]} in table "${name}", element ${bad}`);
  return data;
}
