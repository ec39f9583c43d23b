/**
 * The safetensors container (github.com/huggingface/safetensors, "Format"), in memory:
 *
 *   8 bytes    length of the header, little-endian
 *   header     JSON: { "__metadata__": { string: string }, name: { dtype, shape, data_offsets: [begin, end] }, … }, padded with spaces
 *   data       the tensors without gaps; offsets count from the beginning of the data
 *
 * Tensors are laid out by falling element size after a header padded to 8 bytes, so each one is aligned and can be viewed in place.
 * Defects are thrown as `ContainerDefect`; whoever knows the file's name turns them into errors for readers.
 */
import type { ModelFileDefect } from "./errors.ts";
import type { Tensor, TensorData } from "./model-parts.ts";

/** As the reference implementation: a longer header is refused unread. */
export const LONGEST_HEADER = 100_000_000;
export const LENGTH_BYTES = 8;

type TensorType = new (buffer: ArrayBufferLike, byteOffset: number, length: number) => TensorData;

const TYPES: Readonly<Record<string, { readonly type: TensorType; readonly bytes: number }>> = {
  F64: { type: Float64Array, bytes: 8 },
  F32: { type: Float32Array, bytes: 4 },
  I32: { type: Int32Array, bytes: 4 },
  U32: { type: Uint32Array, bytes: 4 },
  U16: { type: Uint16Array, bytes: 2 },
  U8: { type: Uint8Array, bytes: 1 },
};

/** Why bytes are no good container. */
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

function dtypeOf(data: TensorData): string {
  for (const [name, { type }] of Object.entries(TYPES)) if (data instanceof type) return name;
  throw new TypeError(`a tensor holds ${Object.prototype.toString.call(data)}; expected one of ${Object.keys(TYPES).join(", ")}`);
}

/** Header bytes (with the length before them) and the tensors in the order of the file. */
export function encodeContainer(
  tensors: Readonly<Record<string, Tensor>>,
  metadata: Readonly<Record<string, string>>,
): { readonly header: Uint8Array; readonly data: readonly TensorData[] } {
  const ordered = Object.entries(tensors).sort(([a, x], [b, y]) => y.data.BYTES_PER_ELEMENT - x.data.BYTES_PER_ELEMENT || (a < b ? -1 : 1));
  const fields: [string, unknown][] = [["__metadata__", metadata]];
  let offset = 0;
  for (const [name, { shape, data }] of ordered) {
    const count = shape.reduce((product, size) => product * size, 1);
    if (name === "__metadata__") throw new TypeError('no tensor can be called "__metadata__"; the container uses that name itself');
    if (count !== data.length) throw new RangeError(`tensor "${name}" has ${data.length} elements; its shape [${shape}] asks for ${count}`);
    fields.push([name, { dtype: dtypeOf(data), shape, data_offsets: [offset, offset + data.byteLength] }]);
    offset += data.byteLength;
  }
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(fields)));
  const length = Math.ceil(json.length / 8) * 8;
  if (length > LONGEST_HEADER) {
    throw new RangeError(`the symbols, options and report take ${length} bytes; the file's header holds ${LONGEST_HEADER} at most`);
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
  if (size < LENGTH_BYTES + 2) throw new ContainerDefect("truncated", size === 0 ? "is empty" : `ends after ${size} bytes`);
  const length = Number(new DataView(first.buffer, first.byteOffset).getBigUint64(0, true));
  const opens = first[LENGTH_BYTES] === 0x7b;
  if (!opens) throw new ContainerDefect("foreign", "does not begin like a model file");
  if (length > LONGEST_HEADER) {
    throw new ContainerDefect("damaged", `announces a header of ${length} bytes, and none is longer than ${LONGEST_HEADER}`);
  }
  if (LENGTH_BYTES + length > size) {
    throw new ContainerDefect("truncated", `ends after ${size} bytes, and its header alone takes ${LENGTH_BYTES + length}`);
  }
  return length;
}

/** Reads the header's JSON and checks that the tensors fill the data exactly. `dataBytes` is what the file holds after the header. */
export function decodeHeader(header: Uint8Array, dataBytes: number): ContainerHeader {
  const fields = parseFields(header);
  const entries: TensorEntry[] = [];
  for (const [name, value] of fields) if (name !== "__metadata__") entries.push(readEntry(name, value));
  entries.sort((a, b) => a.begin - b.begin || a.end - b.end);
  let covered = 0;
  for (const { name, begin, end } of entries) {
    if (begin < covered) throw new ContainerDefect("damaged", `tensor "${name}" overlaps the one before it`);
    if (begin > covered) throw new ContainerDefect("damaged", `nothing accounts for the ${begin - covered} bytes before tensor "${name}"`);
    covered = end;
  }
  if (covered > dataBytes) throw new ContainerDefect("truncated", `holds ${dataBytes} of ${covered} bytes of tensors`);
  if (covered < dataBytes) throw new ContainerDefect("damaged", `has ${dataBytes - covered} bytes after its last tensor`);
  return { metadata: readMetadata(fields.get("__metadata__")), entries, dataBytes };
}

/** A tensor over `buffer`, where its bytes begin at `offset`: a view where the alignment allows it, a copy elsewhere. */
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
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(header.slice()));
  } catch {
    throw new ContainerDefect("damaged", "has a header that cannot be read");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ContainerDefect("damaged", "has no table in its header");
  return new Map(Object.entries(value));
}

function readMetadata(value: unknown): Record<string, string> {
  if (value === undefined) return {};
  const sound = typeof value === "object" && value !== null && Object.values(value).every((text) => typeof text === "string");
  if (!sound) throw new ContainerDefect("damaged", "has metadata that is not a table of texts");
  return value as Record<string, string>;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function readEntry(name: string, value: unknown): TensorEntry {
  const { dtype, shape, data_offsets: offsets } = (value ?? {}) as Record<string, unknown>;
  const wellFormed =
    typeof dtype === "string" && Array.isArray(shape) && shape.every(isCount) && Array.isArray(offsets) && offsets.every(isCount);
  if (!wellFormed || offsets.length !== 2) throw new ContainerDefect("damaged", `does not describe tensor "${name}" in full`);
  const type = Object.hasOwn(TYPES, dtype) ? TYPES[dtype] : undefined;
  if (type === undefined) {
    throw new ContainerDefect("foreign", `has a tensor "${name}" of type ${dtype}; Eigentree knows ${Object.keys(TYPES).join(", ")}`);
  }
  const [begin, end] = offsets as [number, number];
  const bytes = (shape as number[]).reduce((product, size) => product * size, type.bytes);
  if (end - begin !== bytes) {
    throw new ContainerDefect("damaged", `gives tensor "${name}" ${end - begin} bytes; its shape [${shape}] asks for ${bytes}`);
  }
  return { name, dtype, shape: shape as number[], begin, end };
}

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
