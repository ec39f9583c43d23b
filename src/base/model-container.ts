/**
 * Models as bytes: `ModelParts` in a safetensors container. The metadata holds, as texts,
 *
 *   checksum         of the header (with zeros in this place) and of every tensor, see checksum.ts; always the first field
 *   format           "eigentree"
 *   format_version   version of this layout; raised when older programs could not read it
 *   kind, version    as in ModelParts
 *   options, report, symbols   as JSON; numbers that are not finite, which JSON lacks, as { "not-finite": "Infinity" }
 *
 * Reading goes through a `ByteSource`, so that a file of any size, a Blob or an array are all read the same way.
 */
import { Checksum } from "./checksum.ts";
import { type ModelFileDefect, ModelFileError } from "./errors.ts";
import type { Json, ModelParts, Tensor, TensorData } from "./model-parts.ts";
import {
  bytesOf,
  ContainerDefect,
  type ContainerHeader,
  decodeHeader,
  encodeContainer,
  headerLength,
  LENGTH_BYTES,
  tensorOver,
} from "./safetensors.ts";

export const MODEL_FORMAT_VERSION = 1;

/** Bytes that can be read in any place. `read` gives exactly the bytes asked for, or fewer where the source ends. */
export interface ByteSource {
  readonly size: number;
  read(begin: number, end: number): Promise<Uint8Array>;
}

export interface Expectation {
  /** For error messages. */
  readonly file?: string | undefined;
  /** Refuse models of any other kind. */
  readonly kind?: string | undefined;
  /** The newest version of this kind's layout that the caller reads. */
  readonly version?: number | undefined;
}

const CHECKSUM_PLACE = LENGTH_BYTES + '{"__metadata__":{"checksum":"'.length;
const NO_CHECKSUM = "0".repeat(32);

/** The pieces of a model file, in order. Tensors are handed over as they are, not copied. */
export function encodeModel(parts: ModelParts): Uint8Array[] {
  for (const [name, tensor] of Object.entries(parts.tensors)) {
    const place = findNaN(tensor.data);
    if (place >= 0) {
      throw new ModelFileError("not-finite", `cannot be written: tensor "${name}" holds NaN at element ${place}${ADVICE["not-finite"]}`);
    }
  }
  return sealContainer(parts.tensors, {
    format: "eigentree",
    format_version: String(MODEL_FORMAT_VERSION),
    kind: parts.kind,
    version: String(parts.version),
    options: toText(parts.options),
    report: toText(parts.report),
    symbols: toText(parts.symbols),
  });
}

/** A container with its checksum. */
export function sealContainer(tensors: ModelParts["tensors"], metadata: Readonly<Record<string, string>>): Uint8Array[] {
  const { header, data } = encodeContainer(tensors, { checksum: NO_CHECKSUM, ...metadata });
  const pieces = [header, ...data.map(bytesOf)];
  const sum = new Checksum();
  for (const piece of pieces) sum.add(piece);
  header.set(new TextEncoder().encode(sum.toString()), CHECKSUM_PLACE);
  return pieces;
}

export async function decodeModel(source: ByteSource | Uint8Array, expected: Expectation = {}): Promise<ModelParts> {
  return withAdvice(expected.file, () => readModel(source instanceof Uint8Array ? sourceOf(source) : source, expected));
}

/** The kind of a model from its header, without reading its tensors. */
export async function decodeModelKind(source: ByteSource, file?: string): Promise<string> {
  return withAdvice(file, async () => (await readHeader(source, { file })).kind);
}

async function withAdvice<T>(file: string | undefined, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ContainerDefect) throw new ModelFileError(error.defect, error.message + ADVICE[error.defect], file);
    throw error;
  }
}

/** What to do, by defect; completes the sentence that says what was found. */
const ADVICE: Readonly<Record<ModelFileDefect, string>> = {
  foreign: "; expected a model file written by Eigentree.",
  truncated: "; the file is cut short: copy or download it again, or train the model again.",
  damaged: "; the file is damaged: copy or download it again, or train the model again.",
  "newer-version": "; update Eigentree to read it.",
  "older-version": "; train the model again.",
  "wrong-kind": "; give a model of the right kind.",
  "not-finite": "; no result could be trusted: train the model again.",
};

const sourceOf = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: async (begin, end) => bytes.subarray(begin, end),
});

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
  const sum = new Checksum().add(withoutChecksum(head));
  const tensors: [string, Tensor][] = [];
  for (const entry of header.entries) {
    const bytes = await readExactly(source, start + entry.begin, start + entry.end);
    sum.add(bytes);
    tensors.push([entry.name, tensorOver(entry, bytes.buffer, bytes.byteOffset)]);
  }
  if (sum.toString() !== header.metadata.checksum) throw new ContainerDefect("damaged", "does not match its own checksum");
  for (const [name, tensor] of tensors) {
    const place = findNaN(tensor.data);
    if (place >= 0) throw new ContainerDefect("not-finite", `holds NaN in tensor "${name}" at element ${place}`);
  }
  const { options, report, symbols } = header.metadata;
  return {
    kind,
    version,
    options: fromText("options", options),
    report: fromText("report", report),
    symbols: fromText("symbols", symbols) as ModelParts["symbols"],
    tensors: Object.fromEntries(tensors),
  };
}

function checkMetadata({ metadata }: ContainerHeader, expected: Expectation): { kind: string; version: number } {
  const { format, kind = "" } = metadata;
  if (format !== "eigentree") throw new ContainerDefect("foreign", "is a safetensors file of another program");
  const formatVersion = Number(metadata.format_version);
  if (formatVersion > MODEL_FORMAT_VERSION) {
    const found = `is in version ${formatVersion} of the model format, and this program reads up to ${MODEL_FORMAT_VERSION}`;
    throw new ContainerDefect("newer-version", found);
  }
  if (expected.kind !== undefined && kind !== expected.kind) {
    throw new ContainerDefect("wrong-kind", `holds a model of kind "${kind}"; expected kind "${expected.kind}"`);
  }
  const version = Number(metadata.version);
  if (expected.version !== undefined && version > expected.version) {
    const found = `holds version ${version} of a ${kind} model, and this program reads up to ${expected.version}`;
    throw new ContainerDefect("newer-version", found);
  }
  return { kind, version };
}

function withoutChecksum(head: Uint8Array): Uint8Array {
  const blank = new Uint8Array(head);
  blank.set(new TextEncoder().encode(NO_CHECKSUM), CHECKSUM_PLACE);
  return blank;
}

/** The first element that is NaN, or −1. Infinities are numbers like others: log-probabilities have them. */
function findNaN(data: TensorData): number {
  if (!(data instanceof Float64Array || data instanceof Float32Array)) return -1;
  for (let i = 0; i < data.length; i++) if (Number.isNaN(data[i])) return i;
  return -1;
}

const toText = (value: Json): string =>
  JSON.stringify(value, (_, item) => (typeof item === "number" && !Number.isFinite(item) ? { "not-finite": String(item) } : item));

function fromText(field: string, text: string | undefined): Json {
  try {
    return JSON.parse(text ?? "", (_, item) => (typeof item?.["not-finite"] === "string" ? Number(item["not-finite"]) : item));
  } catch {
    throw new ContainerDefect("damaged", `has no readable ${field}`);
  }
}
