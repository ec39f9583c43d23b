/**
 * The last step of packing: tables as deflate leaves them (RFC 1951, without a header), a fifth smaller for parsers
 * and two fifths for taggers. A deflated table is a row of bytes in the container; the metadata field `deflated` has
 * the type and the shape that it comes back with. Numbers of several bytes are stored by planes, all first bytes,
 * then all second ones, for bytes of one significance are more alike than those of one number.
 *
 * The platform's own streams do the work, in Node and in a page; a source that knows a faster way to read brings it.
 * Nothing is trusted while reading: a table that claims more than deflate can hold is refused before any memory is
 * taken, and so is one that ends early or late.
 */
import { isTable } from "../guards.ts";
import type { Tensor } from "../model-parts.ts";
import { shortened } from "../quoted.ts";
import { bytesOf, ContainerDefect, dtypeOf, elementBytes, tableBytes, tensorOver } from "./safetensors.ts";

type Tensors = Readonly<Record<string, Tensor>>;

/** Tables of fewer bytes stay as they are. */
const SHORTEST = 256;
/** A table that keeps more than this share of its bytes stays as it is, and is read without this step. */
const WORTHWHILE = 15 / 16;
/** No byte of deflate stands for more than 1,032 (a match of 258 in two bits). */
const MOST_GROWTH = 1032;

/** How a deflated table comes back. */
interface Deflated {
  readonly dtype: string;
  readonly shape: readonly number[];
}

/** Tables of which the long ones are deflated, where that makes them smaller. */
export async function deflateTables(tensors: Tensors): Promise<{
  readonly tensors: Record<string, Tensor>;
  readonly deflated: Readonly<Record<string, Deflated>>;
}> {
  const stored: Record<string, Tensor> = {};
  const deflated: Record<string, Deflated> = {};
  for (const [name, tensor] of Object.entries(tensors)) {
    const { shape, data } = tensor;
    const small = data.byteLength < SHORTEST ? undefined : await deflate(split(bytesOf(data), data.BYTES_PER_ELEMENT));
    if (small === undefined || small.length > WORTHWHILE * data.byteLength) stored[name] = tensor;
    else {
      stored[name] = { shape: [small.length], data: small };
      deflated[name] = { dtype: dtypeOf(data), shape };
    }
  }
  return { tensors: stored, deflated };
}

/**
 * The bytes that deflated ones stand for, `size` of them. May throw, or give fewer, where that is not what they are;
 * never makes more than `size`.
 */
export type Inflate = (deflated: Uint8Array, size: number) => Promise<Uint8Array>;

/** The tables as they were, in shared memory where they lay in shared memory. Throws a `ContainerDefect`. */
export async function inflateTables(
  tensors: Tensors,
  deflated: unknown,
  capacity = Number.POSITIVE_INFINITY,
  inflate: Inflate = inflateByStream,
): Promise<Record<string, Tensor>> {
  if (!isTable(deflated)) throw damaged("has deflated tables that are not a table");
  const claims = Object.entries(deflated).map(([name, how]) => claimOf(tensors, name, how));
  const total = claims.reduce((sum, { size }) => sum + size, 0);
  if (total > capacity)
    throw new ContainerDefect("too-large", `holds ${total} bytes of tensors, and there is memory for ${capacity}`);
  const inflated = await Promise.all(claims.map((claim) => inflateTable(claim, inflate)));
  return { ...tensors, ...Object.fromEntries(inflated) };
}

type Claim = ReturnType<typeof claimOf>;

async function inflateTable({ name, stored, dtype, shape, size }: Claim, inflate: Inflate): Promise<[string, Tensor]> {
  const place = `table "${shortened(name)}"`;
  let bytes: Uint8Array;
  try {
    bytes = await inflate(stored, size);
  } catch (error) {
    // The engine's way to say that it has no array of that many bytes; what else platforms say is their own.
    if (!(error instanceof RangeError) || "code" in error)
      throw damaged(`has deflated bytes in ${place} that cannot be read`);
    throw new ContainerDefect("too-large", `has ${size} bytes in ${place}, more than memory can hold`);
  }
  if (bytes.length !== size) throw damaged(`has ${bytes.length} of ${size} bytes in ${place}`);
  const width = elementBytes(dtype);
  if (width === 1 && !isShared(stored)) return [name, { shape, data: bytes }];
  const buffer = isShared(stored) ? new SharedArrayBuffer(size) : new ArrayBuffer(size);
  join(bytes, new Uint8Array(buffer), width);
  return [name, tensorOver({ name, dtype, shape, begin: 0, end: size }, buffer, 0)];
}

const damaged = (found: string): ContainerDefect => new ContainerDefect("damaged", found);

const isShared = ({ buffer }: Uint8Array): boolean =>
  typeof SharedArrayBuffer !== "undefined" && buffer instanceof SharedArrayBuffer;

/** What the metadata says of a deflated table, checked against what is stored of it. */
function claimOf(tensors: Tensors, name: string, how: unknown) {
  const stored = Object.hasOwn(tensors, name) ? tensors[name]!.data : undefined;
  if (!(stored instanceof Uint8Array)) throw damaged(`has no deflated table "${shortened(name)}"`);
  const { dtype, shape } = isTable(how) ? how : {};
  const size = tableBytes(name, dtype, shape);
  if (size > MOST_GROWTH * stored.length) {
    const found = `says that ${stored.length} bytes stand for ${size} in table "${shortened(name)}"`;
    throw damaged(`${found}, more than deflate can hold`);
  }
  return { name, stored, dtype: dtype as string, shape: shape as readonly number[], size };
}

/** Bytes by their place in a number. */
function split(bytes: Uint8Array, width: number): Uint8Array {
  if (width === 1) return bytes;
  const planes = new Uint8Array(bytes.length);
  const count = bytes.length / width;
  for (let plane = 0, to = 0; plane < width; plane++)
    for (let i = 0, from = plane; i < count; i++, from += width) planes[to++] = bytes[from]!;
  return planes;
}

function join(planes: Uint8Array, bytes: Uint8Array, width: number): void {
  const count = bytes.length / width;
  for (let plane = 0, from = 0; plane < width; plane++)
    for (let i = 0, to = plane; i < count; i++, to += width) bytes[to] = planes[from++]!;
}

async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  await through(new CompressionStream("deflate-raw"), bytes, (piece) => {
    pieces.push(piece);
    length += piece.length;
  });
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

async function inflateByStream(stored: Uint8Array, size: number): Promise<Uint8Array> {
  const whole = new Uint8Array(size);
  let at = 0;
  await through(new DecompressionStream("deflate-raw"), stored, (piece) => {
    if (at + piece.length > size) throw new Error("more than was asked for");
    whole.set(piece, at);
    at += piece.length;
  });
  return whole.subarray(0, at);
}

/** Sends bytes through a stream and hands over what comes out, piece by piece. */
async function through(
  stream: { readonly writable: WritableStream; readonly readable: ReadableStream<Uint8Array> },
  bytes: Uint8Array,
  take: (piece: Uint8Array) => void,
): Promise<void> {
  const writer = stream.writable.getWriter();
  // Streams do not take shared memory. What goes wrong in writing is seen in reading too.
  const written = writer.write(isShared(bytes) ? new Uint8Array(bytes) : bytes).then(() => writer.close());
  written.catch(() => {});
  const reader = stream.readable.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) take(next.value);
  } finally {
    reader.cancel().catch(() => {});
  }
}
