/**
 * Models as bytes: `ModelParts` in a safetensors container. The metadata holds, as texts,
 *
 *   checksum         of the header (with zeros here) and of every tensor, see checksum.ts; always the first field
 *   format           "eigentree"
 *   format_version   version of this layout; raised when older programs could not read it
 *   kind, version    as in ModelParts
 *   options, report, symbols   as JSON; numbers that are not finite, which JSON lacks, as { "not-finite": "Infinity" }
 *   packing          of packed models only: how their tables come back, see packing.ts
 *   packed_symbols   of packed models only: names of the lists of symbols that are tables, see packed-symbols.ts
 *   packed_texts     of packed models only: which of options and report are tables, "text:NAME", for their length
 *   deflated         of packed models only: types and shapes of deflated tables, see deflating.ts
 *
 * Reading goes through a `ByteSource`, so that a file of any size, a Blob or an array are all read the same way.
 */

import { ModelFileError } from "../errors.ts";
import { isTable, sortOf } from "../guards.ts";
import type { Json, ModelParts, Tensor, TensorData } from "../model-parts.ts";
import { shortened } from "../quoted.ts";
import { Checksum } from "./checksum.ts";
import { deflateTables, type Inflate, inflateTables } from "./deflating.ts";
import { checkKind, type Expectation, modelFileError } from "./model-defects.ts";
import { packSymbols, unpackSymbols } from "./packed-symbols.ts";
import { packTables, unpackTables } from "./packing.ts";
import {
  bytesOf,
  ContainerDefect,
  type ContainerHeader,
  decodeHeader,
  encodeContainer,
  headerLength,
  LENGTH_BYTES,
  type TensorEntry,
  tensorOver,
} from "./safetensors.ts";
import { parseStrictJson } from "./strict-json.ts";

/**
 * The newest layout that this program reads. Only packed models need it (2: tables, 3: symbols, 4: deflated): others
 * are written in the first.
 */
export const MODEL_FORMAT_VERSION = 4;
const PLAIN_FORMAT_VERSION = 1;

/** How a model is written. */
export interface EncodingOptions {
  /** Store tables in 8 or 16 bits a number and deflate them, a fifth of the room: see packing.ts. */
  readonly pack?: boolean | undefined;
}

/** Bytes that can be read in any place. `read` gives exactly the bytes asked for, or fewer where the source ends. */
export interface ByteSource {
  readonly size: number;
  /** The most bytes of tensors that there is room for; unbounded when left out. */
  readonly capacity?: number | undefined;
  /** A way to inflate that is faster here than the platform's streams. */
  readonly inflate?: Inflate | undefined;
  read(begin: number, end: number): Promise<Uint8Array>;
}

const CHECKSUM_PLACE = LENGTH_BYTES + '{"__metadata__":{"checksum":"'.length;
const NO_CHECKSUM = "0".repeat(32);

/** The pieces of a model file, in order. Tensors of models that are not packed are handed over as they are. */
export async function encodeModel(
  parts: ModelParts,
  { pack = false }: EncodingOptions = {},
): Promise<readonly Uint8Array[]> {
  const refuse = (found: string) => new ModelFileError("damaged", `cannot be written: it ${found}.`);
  if (typeof parts.kind !== "string" || parts.kind === "") throw refuse("has no kind");
  if (!isVersion(parts.version)) throw refuse(`has the version ${parts.version}`);
  const defect = defectOfFields(parts);
  if (defect !== undefined) throw refuse(defect);
  for (const [name, { data }] of Object.entries(parts.tensors)) {
    const place = findNaN(data);
    if (place >= 0)
      throw modelFileError("not-finite", `cannot be written: tensor "${name}" holds NaN at element ${place}`);
  }
  const fields = {
    format: "eigentree",
    format_version: String(pack ? MODEL_FORMAT_VERSION : PLAIN_FORMAT_VERSION),
    kind: parts.kind,
    version: String(parts.version),
  };
  const texts = { options: toText(parts.options), report: toText(parts.report) };
  if (!pack) return sealContainer(parts.tensors, { ...fields, ...texts, symbols: toText(parts.symbols) });
  const [lists, long] = [packSymbols(parts.symbols), packTexts(texts)];
  const [tables, words] = [packTables(parts.tensors), packTables(lists.tensors)];
  const { tensors, deflated } = await deflateTables({ ...tables.tensors, ...words.tensors, ...long.tensors });
  return sealContainer(tensors, {
    ...fields,
    ...long.texts,
    symbols: toText(lists.symbols),
    packing: JSON.stringify({ ...tables.packing, ...words.packing }),
    packed_symbols: JSON.stringify(lists.packed),
    packed_texts: JSON.stringify(long.packed),
    deflated: JSON.stringify(deflated),
  });
}

/** A container with its checksum. */
export function sealContainer(
  tensors: ModelParts["tensors"],
  metadata: Readonly<Record<string, string>>,
): Uint8Array[] {
  const { header, data } = encodeContainer(tensors, { checksum: NO_CHECKSUM, ...metadata });
  const pieces = [header, ...data.map(bytesOf)];
  const sum = new Checksum();
  for (const piece of pieces) sum.add(piece);
  header.set(new TextEncoder().encode(sum.toString()), CHECKSUM_PLACE);
  return pieces;
}

/** Reads the parts of a model file; throws a `ModelFileError` for anything that is not a sound one. */
export async function decodeModel(source: ByteSource | Bytes, expected: Expectation = {}): Promise<ModelParts> {
  return refusing(expected.file, () => readModel(sourceOf(source), expected));
}

/** The kind of a model from its header, without reading its tensors. */
export async function decodeModelKind(source: ByteSource | Bytes, file?: string): Promise<string> {
  return refusing(file, async () => (await readHeader(sourceOf(source), { file })).kind);
}

async function refusing<T>(file: string | undefined, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ContainerDefect) throw modelFileError(error.defect, error.message, file);
    throw error;
  }
}

/** Bytes in memory, as files, requests and threads hand them over. */
export type Bytes = Uint8Array | ArrayBuffer | SharedArrayBuffer;

/** Bytes in memory as a source. A Buffer becomes a plain array, whose `slice` copies: a Buffer's is a view. */
function sourceOf(source: ByteSource | Bytes): ByteSource {
  if (source !== null && typeof source === "object" && "read" in source) return source;
  const bytes = plainBytes(source);
  return { size: bytes.length, read: async (begin, end) => bytes.subarray(begin, end) };
}

function plainBytes(source: unknown): Uint8Array {
  const isShared = typeof SharedArrayBuffer !== "undefined" && source instanceof SharedArrayBuffer;
  try {
    if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
    if (source instanceof ArrayBuffer || isShared) return new Uint8Array(source as ArrayBuffer);
  } catch {
    throw new ContainerDefect("truncated", "is memory that was handed over to another thread");
  }
  throw new ContainerDefect("foreign", `is ${sortOf(source)}, not bytes`);
}

async function readExactly(source: ByteSource, begin: number, end: number): Promise<Uint8Array> {
  const bytes = await source.read(begin, end);
  if (bytes.length !== end - begin) throw new ContainerDefect("truncated", `ends after ${begin + bytes.length} bytes`);
  return bytes;
}

async function readHeader(source: ByteSource, expected: Expectation) {
  const first = await source.read(0, Math.min(64, source.size));
  const start = LENGTH_BYTES + headerLength(first, source.size);
  const head = await readExactly(source, 0, start);
  const header = decodeHeader(head.subarray(LENGTH_BYTES), source.size - start);
  return { ...checkMetadata(header, expected), header, head, start };
}

async function readModel(source: ByteSource, expected: Expectation): Promise<ModelParts> {
  const { kind, version, header, head, start } = await readHeader(source, expected);
  const { checksum = "", ...fields } = header.metadata;
  const sum = new Checksum().add(withoutChecksum(head, checksum));
  if (header.dataBytes > (source.capacity ?? Number.POSITIVE_INFINITY)) {
    const found = `holds ${header.dataBytes} bytes of tensors, and there is memory for ${source.capacity}`;
    throw new ContainerDefect("too-large", found);
  }
  const tensors: [string, Tensor][] = [];
  for (const entry of header.entries) tensors.push([entry.name, await readTensor(source, entry, start, sum)]);
  if (sum.toString() !== checksum) throw new ContainerDefect("damaged", "does not match its own checksum");
  const read = await inflated(Object.fromEntries(tensors), fields.deflated, source);
  refuseNaN(Object.entries(read));
  const { tensors: stored, texts } = unpackTexts(read, fields);
  const full = fields.packing === undefined ? stored : unpackTables(stored, fromText("packing", fields.packing));
  // Scales that are finite, as packing.ts has seen, make no NaN of bytes; of 16 bits some may have been NaN.
  refuseNaN(Object.entries(full).filter(([name]) => stored[name]!.data instanceof Uint16Array));
  const tables = {
    options: fromText("options", texts.options),
    report: fromText("report", texts.report),
    symbols: fromText("symbols", texts.symbols),
  };
  const defect = defectOfFields(tables);
  if (defect !== undefined) throw new ContainerDefect("damaged", defect);
  const { symbols, ...rest } = tables as FieldsOfText;
  if (fields.packed_symbols === undefined) return { kind, version, ...rest, symbols, tensors: full };
  const lists = unpackSymbols(full, fromText("packed symbols", fields.packed_symbols));
  return { kind, version, ...rest, symbols: { ...symbols, ...lists.symbols }, tensors: lists.tensors };
}

const inflated = async (tensors: ModelParts["tensors"], how: string | undefined, source: ByteSource) =>
  how === undefined
    ? tensors
    : inflateTables(tensors, fromText("deflated tables", how), source.capacity, source.inflate);

/** Texts of fewer letters stay in the metadata. */
const LONG_TEXT = 4096;
const textTable = (name: string): string => `text:${name}`;

/** Long texts of the metadata as tables, which can be deflated. */
function packTexts(texts: Readonly<Record<string, string>>) {
  const isLong = ([, text]: [string, string]) => text.length >= LONG_TEXT;
  const long = Object.entries(texts).filter(isLong);
  const tensors = long.map(([name, text]): [string, Tensor] => {
    const data = new TextEncoder().encode(text);
    return [textTable(name), { shape: [data.length], data }];
  });
  return {
    texts: Object.fromEntries(Object.entries(texts).filter((entry) => !isLong(entry))),
    tensors: Object.fromEntries(tensors),
    packed: long.map(([name]) => name),
  };
}

/** The metadata with the texts that are tables, and the tables that are none. */
function unpackTexts(tensors: ModelParts["tensors"], fields: Readonly<Record<string, string>>) {
  const names = fields.packed_texts === undefined ? [] : fromText("packed texts", fields.packed_texts);
  if (!Array.isArray(names)) throw new ContainerDefect("damaged", "has packed texts that are not a list");
  const [rest, texts] = [{ ...tensors }, { ...fields }];
  for (const name of names as unknown[]) {
    const table = textTable(String(name));
    const data = Object.hasOwn(rest, table) ? rest[table]!.data : undefined;
    if (!(data instanceof Uint8Array)) throw new ContainerDefect("damaged", `has no ${named(table)}`);
    // A shared buffer must be copied: TextDecoder does not take one in every browser.
    texts[String(name)] = new TextDecoder().decode(new Uint8Array(data));
    delete rest[table];
  }
  return { tensors: rest, texts };
}

async function readTensor(source: ByteSource, entry: TensorEntry, start: number, sum: Checksum): Promise<Tensor> {
  try {
    const bytes = await readExactly(source, start + entry.begin, start + entry.end);
    sum.add(bytes);
    return tensorOver(entry, bytes.buffer, bytes.byteOffset);
  } catch (error) {
    // The engine's way to say that it has no array of that many bytes.
    if (!(error instanceof RangeError)) throw error;
    const found = `has ${entry.end - entry.begin} bytes in ${named(entry.name)}, more than memory can hold`;
    throw new ContainerDefect("too-large", found);
  }
}

const named = (name: string): string => `tensor "${shortened(name)}"`;

function checkMetadata({ metadata }: ContainerHeader, expected: Expectation): { kind: string; version: number } {
  const { format, kind } = metadata;
  if (format !== "eigentree") throw new ContainerDefect("foreign", "is a safetensors file of another program");
  const formatVersion = readVersion("format_version", metadata.format_version);
  if (formatVersion > MODEL_FORMAT_VERSION) {
    const found = `is in version ${formatVersion} of the model format, and this program reads up to ${MODEL_FORMAT_VERSION}`;
    throw new ContainerDefect("newer-version", found);
  }
  if (kind === undefined || kind === "") throw new ContainerDefect("damaged", "does not say the kind of its model");
  const version = readVersion("version", metadata.version);
  checkKind(shortened(kind), version, expected);
  return { kind, version };
}

const isVersion = (version: number): boolean => Number.isSafeInteger(version) && version >= 1;

function readVersion(field: string, text: string | undefined): number {
  const version = Number(text);
  if (text === undefined || !/^\d+$/.test(text) || !isVersion(version))
    throw new ContainerDefect("damaged", `has no readable ${field}`);
  return version;
}

type FieldsOfText = Pick<ModelParts, "options" | "report" | "symbols">;

/** What is wrong with options, report or symbols, if anything. */
function defectOfFields({ options, report, symbols }: Record<keyof FieldsOfText, unknown>): string | undefined {
  if (!isTable(options)) return "has options that are not a table";
  if (report === undefined) return "has no report";
  if (!isTable(symbols)) return "has symbols that are not a table";
  for (const [name, list] of Object.entries(symbols)) {
    if (!Array.isArray(list) || !list.every((text) => typeof text === "string"))
      return `has symbols "${shortened(name)}" that are not a list of texts`;
  }
  return undefined;
}

/** The header as it was when its sum was taken. */
function withoutChecksum(head: Uint8Array, checksum: string): Uint8Array {
  const place = head.subarray(CHECKSUM_PLACE, CHECKSUM_PLACE + NO_CHECKSUM.length);
  const inPlace = place.length === checksum.length && place.every((byte, i) => byte === checksum.charCodeAt(i));
  if (checksum.length !== NO_CHECKSUM.length || !inPlace)
    throw new ContainerDefect("damaged", "has no checksum at the beginning of its header");
  const blank = new Uint8Array(head);
  blank.set(new TextEncoder().encode(NO_CHECKSUM), CHECKSUM_PLACE);
  return blank;
}

function refuseNaN(tensors: readonly (readonly [string, Tensor])[]): void {
  for (const [name, { data }] of tensors) {
    const place = findNaN(data);
    if (place >= 0) throw new ContainerDefect("not-finite", `holds NaN in ${named(name)} at element ${place}`);
  }
}

/** The first element that is NaN, or −1. Infinities are numbers like others: log-probabilities have them. */
function findNaN(data: TensorData): number {
  if (!(data instanceof Float64Array || data instanceof Float32Array)) return -1;
  for (let i = 0; i < data.length; i++) if (Number.isNaN(data[i])) return i;
  return -1;
}

const toText = (value: Json): string =>
  JSON.stringify(value, (_, item) =>
    typeof item === "number" && !Number.isFinite(item) ? { [NOT_FINITE]: String(item) } : item,
  );

/** Tables and lists inside each other: no model has that many, and whatever walks down them needs a stack. */
const DEEPEST = 1000;

/** Looked for first: with a function for every item, reading a long list of words takes ten times as long. */
const NOT_FINITE = "not-finite";
const finiteOrNot = (_: string, item: unknown): unknown =>
  isTable(item) && typeof item[NOT_FINITE] === "string" ? Number(item[NOT_FINITE]) : item;

function fromText(field: string, text: string | undefined): unknown {
  try {
    return parseStrictJson(text ?? "", text?.includes(NOT_FINITE) ? finiteOrNot : undefined, DEEPEST);
  } catch {
    throw new ContainerDefect("damaged", `has no readable ${field}`);
  }
}
