/**
 * The safetensors container (github.com/huggingface/safetensors, "Format"), in memory:
 *
 *   8 bytes    length of the header, little-endian
 *   header     JSON: { "__metadata__": { string: string }, name: { dtype, shape, data_offsets: [begin, end] }, … },
 *              padded with spaces
 *   data       the tensors without gaps; offsets count from the beginning of the data
 *
 * Tensors are laid out by falling element size after a header padded to 8 bytes, so each one is aligned and can be
 * viewed in place. Defects are thrown as `ContainerDefect`; whoever knows the file's name turns them into errors for
 * readers.
 */
import { type ModelFileDefect, ModelFileError } from "../errors.ts";
import { isCount, isTable } from "../guards.ts";
import type { Tensor, TensorData } from "../model-parts.ts";
import { shortened } from "../quoted.ts";
import { parseStrictJson, RepeatedField } from "./strict-json.ts";

/** As the reference implementation: a longer header is refused unread. */
export const LONGEST_HEADER = 100_000_000;
export const LENGTH_BYTES = 8;
/** As many as NumPy knows. */
const MOST_DIMENSIONS = 32;

type TensorType = new (buffer: ArrayBufferLike, byteOffset: number, length: number) => TensorData;

const TYPES: Readonly<Record<string, { readonly type: TensorType; readonly bytes: number }>> = {
  F64: { type: Float64Array, bytes: 8 },
  F32: { type: Float32Array, bytes: 4 },
  I32: { type: Int32Array, bytes: 4 },
  U32: { type: Uint32Array, bytes: 4 },
  U16: { type: Uint16Array, bytes: 2 },
  U8: { type: Uint8Array, bytes: 1 },
};

/** Why bytes are not a sound container. */
export class ContainerDefect extends Error {
  constructor(
    readonly defect: ModelFileDefect,
    reason: string,
  ) {
    super(reason);
  }
}

export interface TensorEntry {
  readonly name: string;
  readonly dtype: string;
  readonly shape: readonly number[];
  /** Bytes from the beginning of the data. */
  readonly begin: number;
  readonly end: number;
}

export interface ContainerHeader {
  readonly metadata: Readonly<Record<string, string>>;
  /** In the order of their offsets. */
  readonly entries: readonly TensorEntry[];
  readonly dataBytes: number;
}

export const bytesOf = (data: TensorData): Uint8Array => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);

/** The name of a tensor's type in the container. */
export function dtypeOf(data: TensorData): string {
  for (const [name, { type }] of Object.entries(TYPES)) if (data instanceof type) return name;
  throw new TypeError(
    `a tensor holds ${Object.prototype.toString.call(data)}; expected one of ${Object.keys(TYPES).join(", ")}`,
  );
}

/** Header bytes (with the length before them) and the tensors in the order of the file. */
export function encodeContainer(
  tensors: Readonly<Record<string, Tensor>>,
  metadata: Readonly<Record<string, string>>,
): { readonly header: Uint8Array; readonly data: readonly TensorData[] } {
  const ordered = Object.entries(tensors).sort(
    ([a, x], [b, y]) => y.data.BYTES_PER_ELEMENT - x.data.BYTES_PER_ELEMENT || (a < b ? -1 : 1),
  );
  const fields: [string, unknown][] = [["__metadata__", metadata]];
  let offset = 0;
  for (const [name, { shape, data }] of ordered) {
    const count = shape.reduce((product, size) => product * size, 1);
    if (name === "__metadata__")
      throw new TypeError('no tensor can be called "__metadata__"; the container uses that name itself');
    if (count !== data.length)
      throw new RangeError(`tensor "${name}" has ${data.length} elements; its shape [${shape}] asks for ${count}`);
    fields.push([name, { dtype: dtypeOf(data), shape, data_offsets: [offset, offset + data.byteLength] }]);
    offset += data.byteLength;
  }
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(fields)));
  const length = Math.ceil(json.length / 8) * 8;
  if (length > LONGEST_HEADER) {
    throw new ModelFileError(
      "too-large",
      `cannot be written: its symbols, options and report take ${length} bytes, and a header holds ${LONGEST_HEADER}; ` +
        "train it with fewer words.",
    );
  }
  const header = new Uint8Array(LENGTH_BYTES + length).fill(0x20);
  new DataView(header.buffer).setBigUint64(0, BigInt(length), true);
  header.set(json, LENGTH_BYTES);
  return { header, data: ordered.map(([, tensor]) => tensor.data) };
}

/** The length of the header that the first bytes of a file announce. `size` is the size of the whole file. */
export function headerLength(first: Uint8Array, size: number): number {
  const foreign = foreignFormat(first);
  if (foreign !== undefined) throw new ContainerDefect("foreign", `is ${foreign}`);
  if (first.length < LENGTH_BYTES + 2)
    throw new ContainerDefect("truncated", size === 0 ? "is empty" : `ends after ${first.length} bytes`);
  const length = Number(new DataView(first.buffer, first.byteOffset, LENGTH_BYTES).getBigUint64(0, true));
  const opens = first[LENGTH_BYTES] === 0x7b;
  if (!opens) throw new ContainerDefect("foreign", "does not begin like a model file");
  if (length > LONGEST_HEADER) {
    throw new ContainerDefect(
      "damaged",
      `announces a header of ${length} bytes, and none is longer than ${LONGEST_HEADER}`,
    );
  }
  if (LENGTH_BYTES + length > size) {
    throw new ContainerDefect(
      "truncated",
      `ends after ${size} bytes, and its header alone takes ${LENGTH_BYTES + length}`,
    );
  }
  return length;
}

/**
 * Reads the header's JSON and checks that the tensors fill the data exactly. `dataBytes` is what the file holds after
 * the header.
 */
export function decodeHeader(header: Uint8Array, dataBytes: number): ContainerHeader {
  const fields = parseFields(header);
  const entries: TensorEntry[] = [];
  for (const [name, value] of fields) if (name !== "__metadata__") entries.push(readEntry(name, value));
  entries.sort((a, b) => a.begin - b.begin || a.end - b.end);
  let covered = 0;
  for (const { name, begin, end } of entries) {
    if (begin < covered) throw new ContainerDefect("damaged", `${named(name)} overlaps the one before it`);
    if (begin > covered)
      throw new ContainerDefect("damaged", `nothing accounts for the ${begin - covered} bytes before ${named(name)}`);
    covered = end;
  }
  if (covered > dataBytes) throw new ContainerDefect("truncated", `holds ${dataBytes} of ${covered} bytes of tensors`);
  if (covered < dataBytes)
    throw new ContainerDefect("damaged", `has ${dataBytes - covered} bytes after its last tensor`);
  return { metadata: readMetadata(fields.get("__metadata__")), entries, dataBytes };
}

/**
 * A tensor over `buffer`, where its bytes begin at `offset`: a view where the alignment allows it, a copy elsewhere.
 */
export function tensorOver(entry: TensorEntry, buffer: ArrayBufferLike, offset: number): Tensor {
  const { type, bytes } = TYPES[entry.dtype]!;
  const length = (entry.end - entry.begin) / bytes;
  if (offset % bytes === 0) return { shape: entry.shape, data: new type(buffer, offset, length) };
  return { shape: entry.shape, data: new type(buffer.slice(offset, offset + length * bytes), 0, length) };
}

function parseFields(header: Uint8Array): Map<string, unknown> {
  let value: unknown;
  try {
    // A shared buffer must be copied: TextDecoder does not take one in every browser.
    value = parseStrictJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(new Uint8Array(header)));
  } catch (error) {
    const repeated = error instanceof RepeatedField ? `: ${error.message}` : "";
    throw new ContainerDefect("damaged", `has a header that cannot be read${repeated}`);
  }
  if (!isTable(value)) throw new ContainerDefect("damaged", "has no table in its header");
  return new Map(Object.entries(value));
}

function readMetadata(value: unknown): Record<string, string> {
  if (value === undefined) return {};
  const sound = isTable(value) && Object.values(value).every((text) => typeof text === "string");
  if (!sound) throw new ContainerDefect("damaged", "has metadata that is not a table of texts");
  return value as Record<string, string>;
}

const named = (name: string): string => `tensor "${shortened(name)}"`;

const areCounts = (value: unknown): value is number[] => Array.isArray(value) && value.every(isCount);

function readEntry(name: string, value: unknown): TensorEntry {
  const { dtype, shape, data_offsets: offsets } = (value ?? {}) as Record<string, unknown>;
  if (!areCounts(offsets) || offsets.length !== 2) throw incomplete(name);
  const bytes = tableBytes(name, dtype, shape);
  const [begin, end] = offsets as [number, number];
  if (end - begin !== bytes) {
    const found = `gives ${named(name)} ${end - begin} bytes; its shape [${shape}] asks for ${bytes}`;
    throw new ContainerDefect("damaged", found);
  }
  return { name, dtype: dtype as string, shape: shape as readonly number[], begin, end };
}

const incomplete = (name: string): ContainerDefect =>
  new ContainerDefect("damaged", `does not describe ${named(name)} in full`);

/** The bytes of a table that is described so. Throws a `ContainerDefect` where the description is not sound. */
export function tableBytes(name: string, dtype: unknown, shape: unknown): number {
  if (typeof dtype !== "string" || !areCounts(shape)) throw incomplete(name);
  const type = Object.hasOwn(TYPES, dtype) ? TYPES[dtype] : undefined;
  if (type === undefined) {
    const known = Object.keys(TYPES).join(", ");
    throw new ContainerDefect("foreign", `has a ${named(name)} of type ${shortened(dtype)}; Eigentree knows ${known}`);
  }
  if (shape.length > MOST_DIMENSIONS) {
    const found = `gives ${named(name)} ${shape.length} dimensions, and none has more than ${MOST_DIMENSIONS}`;
    throw new ContainerDefect("damaged", found);
  }
  // Sizes of 0 are left out of the product, so that no shape hides an overflow behind one.
  const extent = shape.reduce((product, size) => product * (size || 1), type.bytes);
  if (!Number.isSafeInteger(extent)) {
    const found = `gives ${named(name)} the shape [${shape}], which asks for more than any file holds`;
    throw new ContainerDefect("damaged", found);
  }
  return shape.includes(0) ? 0 : extent;
}

/** The bytes of one number of a known type. */
export const elementBytes = (dtype: string): number => TYPES[dtype]!.bytes;

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, i) => bytes[i] === byte);

/** What else the first bytes of a file may belong to; undefined when nothing is recognised. */
function foreignFormat(first: Uint8Array): string | undefined {
  if (startsWith(first, 0x1f, 0x8b)) return "compressed with gzip; unpack it first";
  if (startsWith(first, 0x50, 0x4b)) return "a zip archive";
  const text = new TextDecoder().decode(first.slice(0, 64));
  // A model file's first eight bytes hold a length under 2³²: there are zeros among them, which no text has.
  const printable = first.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d)) && !/\uFFFD./.test(text);
  if (!printable || text === "") return undefined;
  if (/^\s*<(!doctype html|html|head|body)/i.test(text)) return "a web page; perhaps a download that failed";
  return /^\s*</.test(text) ? "an XML file" : "a text file";
}
