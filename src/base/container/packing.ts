/**
 * Packed models: tables in fewer bytes, with a little of their precision given up where models do not notice. A packed
 * table keeps its name and its shape in the container and gets a narrower type; the metadata field `packing` says, for
 * each, its type before and how its numbers come back from the stored ones q (U8 or U16):
 *
 *   scaled    xᵢ = d · |d| · sⱼ,  d = qᵢ − z,  j = ⌊i/64⌋,  z = 128 or 32768;  scales s in the table `name:scales`.
 *             For tables with negative numbers: weights, tensors, vectors. Large tables get 8 bits, small ones 16.
 *             The square makes steps small near zero, where most numbers are: even steps of 8 bits cost a parser of
 *             GUM 1.6 points of F1, these nothing. No entry of a sparse table becomes zero, so packing a packed model
 *             again changes nothing.
 *   rounded   qᵢ are the upper 16 bits of xᵢ in single precision (bfloat16), rounded to nearest. For tables without
 *             negative numbers, whose small values matter as much as their large ones: probabilities, shares.
 *   whole     xᵢ = low + qᵢ, exact. For numbers that are whole: indices, counts.
 *   steps     xᵢ = low + q₁ + … + qᵢ, exact. For whole numbers that never fall: offsets, sorted hashes.
 *
 * Short tables, and those that would not become smaller, stay as they are. Unpacking is linear, checks all that it is
 * told, and makes tables of at most eight times the bytes that it reads.
 */

import { isTable } from "../guards.ts";
import type { Tensor, TensorData } from "../model-parts.ts";
import { shortened } from "../quoted.ts";
import { ContainerDefect } from "./safetensors.ts";
import { VALUES } from "./sparse-tensors.ts";

type Tensors = Readonly<Record<string, Tensor>>;
type Stored = Uint8Array | Uint16Array;

/** Numbers that share a scale: one in 64 costs a sixteenth more than none. */
const BLOCK = 64;
/** Tables with fewer numbers stay as they are. */
const SHORTEST = 256;
/** A table with less than this share of all bytes is scaled to 16 bits. */
const LARGE = 1 / 64;
const SCALES = ":scales";

const TYPES = {
  F64: Float64Array,
  F32: Float32Array,
  I32: Int32Array,
  U32: Uint32Array,
  U16: Uint16Array,
} as const;
type TypeName = keyof typeof TYPES;

/** How a table was packed, as the metadata has it. */
interface Packing {
  readonly type: TypeName;
  readonly as: "scaled" | "rounded" | "whole" | "steps";
  /** whole, steps: what is added to every number. */
  readonly low?: number;
}

/** Tensors as they are stored with fewer bits. */
export interface PackedTensors {
  readonly tensors: Record<string, Tensor>;
  /** By the name of the table. */
  readonly packing: Readonly<Record<string, Packing>>;
}

/** The same tables in less room. */
export function packTables(tensors: Tensors): PackedTensors {
  const packed: Record<string, Tensor> = {};
  const packing: Record<string, Packing> = {};
  const ordered = Object.entries(tensors).sort(([a], [b]) => (a < b ? -1 : 1));
  const total = Object.values(tensors).reduce((sum, { data }) => sum + data.byteLength, 0);
  for (const [name, { shape, data }] of ordered) {
    const type = Object.keys(TYPES).find((each) => data instanceof TYPES[each as TypeName]) as TypeName | undefined;
    const small =
      data.length < SHORTEST || type === undefined
        ? undefined
        : pack(data, data.byteLength >= LARGE * total, name.endsWith(VALUES) ? 1 : 0);
    if (small === undefined || type === undefined) {
      packed[name] = { shape, data };
      continue;
    }
    packed[name] = { shape, data: small.stored };
    if (small.scales !== undefined) packed[name + SCALES] = { shape: [small.scales.length], data: small.scales };
    packing[name] = { type, as: small.as, ...(small.low === undefined ? {} : { low: small.low }) };
  }
  return { tensors: packed, packing };
}

interface Small {
  readonly as: Packing["as"];
  readonly stored: Stored;
  readonly scales?: Float32Array;
  readonly low?: number;
}

/** `least`: the smallest step of a number that is not zero. */
function pack(data: TensorData, large: boolean, least: 0 | 1): Small | undefined {
  const { low, high, isWhole, isRising, largestStep } = rangeOf(data);
  if (isWhole) {
    const [range, steps] = [high - low, isRising ? largestStep : Number.POSITIVE_INFINITY];
    const as = byteSize(steps) < byteSize(range) ? "steps" : "whole";
    const bytes = Math.min(byteSize(steps), byteSize(range));
    if (bytes >= data.BYTES_PER_ELEMENT) return undefined;
    const stored = bytes === 1 ? new Uint8Array(data.length) : new Uint16Array(data.length);
    for (let i = 0; i < data.length; i++) stored[i] = data[i]! - (as === "whole" || i === 0 ? low : data[i - 1]!);
    return { as, stored, low };
  }
  if (!(data instanceof Float64Array || data instanceof Float32Array)) return undefined;
  if (Math.fround(Math.max(Math.abs(low), Math.abs(high))) > LARGEST_ROUNDED) return undefined;
  return low >= 0 ? { as: "rounded", stored: rounded(data) } : { as: "scaled", ...scaled(data, large, least) };
}

/** Beyond this a number would be rounded to infinity; infinities themselves are no such table's either. */
const LARGEST_ROUNDED = 3.3e38;

const byteSize = (range: number): number => (range < 2 ** 8 ? 1 : range < 2 ** 16 ? 2 : 8);

function rangeOf(data: TensorData) {
  let [low, high, largestStep] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  let [isWhole, isRising] = [true, true];
  for (let i = 0; i < data.length; i++) {
    const value = data[i]!;
    if (value < low) low = value;
    if (value > high) high = value;
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) isWhole = false;
    if (i === 0) continue;
    if (value < data[i - 1]!) isRising = false;
    largestStep = Math.max(largestStep, value - data[i - 1]!);
  }
  return { low, high, isWhole, isRising, largestStep };
}

const word = new Float32Array(1);
const bits = new Uint32Array(word.buffer);

function rounded(data: Float32Array | Float64Array): Uint16Array {
  const stored = new Uint16Array(data.length);
  for (let i = 0; i < data.length; i++) {
    word[0] = data[i]!;
    // Half of the last bit kept, and to even where it is exactly half.
    stored[i] = (bits[0]! + 0x7fff + ((bits[0]! >>> 16) & 1)) >>> 16;
  }
  return stored;
}

function scaled(
  data: Float32Array | Float64Array,
  large: boolean,
  least: 0 | 1,
): { readonly stored: Stored; readonly scales: Float32Array } {
  const stored = large ? new Uint8Array(data.length) : new Uint16Array(data.length);
  const zero = zeroOf(stored);
  const scales = new Float32Array(Math.ceil(data.length / BLOCK));
  for (let block = 0; block < scales.length; block++) {
    const [begin, end] = [block * BLOCK, Math.min(data.length, (block + 1) * BLOCK)];
    let most = 0;
    for (let i = begin; i < end; i++) most = Math.max(most, Math.abs(data[i]!));
    const scale = Math.fround(most / (zero - 1) ** 2);
    scales[block] = scale;
    for (let i = begin; i < end; i++) {
      const step = scale === 0 ? 0 : Math.max(least, Math.round(Math.sqrt(Math.abs(data[i]!) / scale)));
      stored[i] = zero + Math.sign(data[i]!) * Math.min(zero - 1, step);
    }
  }
  return { stored, scales };
}

const zeroOf = (stored: Stored): number => (stored instanceof Uint8Array ? 128 : 32768);

/** The tables in full; in shared memory where they lay in shared memory. Throws a `ContainerDefect`. */
export function unpackTables(tensors: Tensors, packing: unknown): Record<string, Tensor> {
  if (!isTable(packing)) throw damaged("has packing that is not a table");
  const unpacked: Record<string, Tensor> = { ...tensors };
  for (const [name, how] of Object.entries(packing)) {
    const tensor = Object.hasOwn(tensors, name) ? tensors[name]! : undefined;
    const place = `table "${shortened(name)}"`;
    if (tensor === undefined) throw damaged(`has no packed ${place}`);
    const { type, as, low = 0 } = (isTable(how) ? how : {}) as Partial<Packing>;
    const { shape, data: stored } = tensor;
    if (type === undefined || !Object.hasOwn(TYPES, type)) throw damaged(`does not say of which type ${place} was`);
    if (!(stored instanceof Uint8Array || stored instanceof Uint16Array))
      throw damaged(`has packed numbers of another type in ${place}`);
    const isFloat = type === "F64" || type === "F32";
    const data = room(TYPES[type], stored);
    if (as === "whole" || as === "steps") {
      if (typeof low !== "number" || !Number.isSafeInteger(low)) throw damaged(`has no lowest number of ${place}`);
      restoreWhole(stored, data, low, as === "steps");
      if (!isFloat && outOfRange(stored, data, low, as === "steps"))
        throw damaged(`has numbers too large for ${place}`);
    } else if (as === "rounded" && isFloat && stored instanceof Uint16Array) restoreRounded(stored, data);
    else if (as === "scaled" && isFloat) {
      restoreScaled(stored, data, scalesOf(tensors, name, stored.length));
      delete unpacked[name + SCALES];
    } else throw damaged(`does not say how ${place} was packed`);
    unpacked[name] = { shape, data };
  }
  return unpacked;
}

const damaged = (found: string): ContainerDefect => new ContainerDefect("damaged", found);

function room(type: (typeof TYPES)[TypeName], { buffer, length }: Stored): TensorData {
  const bytes = length * type.BYTES_PER_ELEMENT;
  const make = type as new (buffer: ArrayBufferLike) => TensorData;
  const isShared = typeof SharedArrayBuffer !== "undefined" && buffer instanceof SharedArrayBuffer;
  return new make(isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
}

function restoreWhole(stored: Stored, data: TensorData, low: number, steps: boolean): void {
  let base = low;
  for (let i = 0; i < stored.length; i++) {
    const value = base + stored[i]!;
    data[i] = value;
    if (steps) base = value;
  }
}

/** Whether a table of a whole type could not hold what it was given: it wraps around in silence. */
function outOfRange(stored: Stored, data: TensorData, low: number, steps: boolean): boolean {
  let base = low;
  for (let i = 0; i < stored.length; i++) {
    const value = base + stored[i]!;
    if (data[i] !== value) return true;
    if (steps) base = value;
  }
  return false;
}

function restoreRounded(stored: Uint16Array, data: TensorData): void {
  for (let i = 0; i < stored.length; i++) {
    bits[0] = stored[i]! << 16;
    data[i] = word[0]!;
  }
}

/** Types are told apart before the loops: of one type each, these take a quarter of the time. */
function restoreScaled(stored: Stored, data: TensorData, scales: Float32Array): void {
  const zero = zeroOf(stored);
  if (stored instanceof Uint8Array && data instanceof Float32Array) restoreBytes(stored, data, scales, zero);
  else {
    for (let i = 0; i < stored.length; i++) {
      const step = stored[i]! - zero;
      data[i] = step * Math.abs(step) * scales[Math.floor(i / BLOCK)]!;
    }
  }
}

function restoreBytes(stored: Uint8Array, data: Float32Array, scales: Float32Array, zero: number): void {
  for (let block = 0, i = 0; block < scales.length; block++) {
    const scale = scales[block]!;
    for (const end = Math.min(stored.length, i + BLOCK); i < end; i++) {
      const step = stored[i]! - zero;
      data[i] = step * Math.abs(step) * scale;
    }
  }
}

function scalesOf(tensors: Tensors, name: string, length: number): Float32Array {
  const scales = Object.hasOwn(tensors, name + SCALES) ? tensors[name + SCALES]!.data : undefined;
  if (!(scales instanceof Float32Array) || scales.length !== Math.ceil(length / BLOCK))
    throw damaged(`has no scales for table "${shortened(name)}"`);
  if (!scales.every(Number.isFinite)) throw damaged(`has scales without bound for table "${shortened(name)}"`);
  return scales;
}
