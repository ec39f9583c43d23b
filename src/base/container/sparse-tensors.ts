/**
 * Tables that are mostly zero, stored as what is not: hashed weights above all. A table `name` becomes three,
 *
 *   name:masks    for every block of eight places a byte with a bit for each number, the first place lowest;
 *                 a run of r ≤ 255 empty blocks is two bytes, 0 and r
 *   name:values   the numbers, in order
 *   name:shape    the shape of the table
 *
 * and only where that saves at least a quarter of the room: other programs read a plain table more easily. Nothing is
 * lost: −0 counts as a number. Reading takes time linear in the table, and the masks tell its size before anything is
 * allocated.
 */
import { ModelFileError } from "../errors.ts";
import type { ModelParts, Tensor } from "../model-parts.ts";
import { PartsReader } from "./parts-reader.ts";

type Tensors = Readonly<Record<string, Tensor>>;
type Floats = Float32Array | Float64Array;

const BLOCK = 8;
const LONGEST_RUN = 255;
/** A packed table takes at most this share of the room of a plain one. */
const WORTHWHILE = 0.75;
const [MASKS, SHAPE] = [":masks", ":shape"] as const;
/** Behind the name of a sparse table: its numbers that are not zero. */
export const VALUES = ":values";

/** The same tables, packed where that saves room. */
export function packTensors(tensors: Tensors): Record<string, Tensor> {
  const packed: Record<string, Tensor> = {};
  for (const [name, tensor] of Object.entries(tensors)) {
    const { shape, data } = tensor;
    const sparse = data instanceof Float32Array || data instanceof Float64Array ? pack(data) : undefined;
    if (sparse === undefined) packed[name] = tensor;
    else {
      packed[name + MASKS] = { shape: [sparse.masks.length], data: sparse.masks };
      packed[name + VALUES] = { shape: [sparse.values.length], data: sparse.values };
      packed[name + SHAPE] = { shape: [shape.length], data: Uint32Array.from(shape) };
    }
  }
  return packed;
}

/** Undefined where that saves too little. */
function pack(data: Floats): { readonly masks: Uint8Array; readonly values: Floats } | undefined {
  const masks: number[] = [];
  const most = WORTHWHILE * data.byteLength;
  let run = 0;
  let count = 0;
  for (let begin = 0; begin < data.length; begin += BLOCK) {
    const mask = maskOf(data, begin);
    if (mask !== 0) {
      masks.push(mask);
      count += bitsIn(mask);
      run = 0;
    } else if (run > 0 && run < LONGEST_RUN) masks[masks.length - 1] = ++run;
    else masks.push(0, (run = 1));
    if (masks.length + count * data.BYTES_PER_ELEMENT > most) return undefined;
  }
  return { masks: Uint8Array.from(masks), values: data.filter((value) => !Object.is(value, 0)) };
}

function maskOf(data: Floats, begin: number): number {
  const end = Math.min(begin + BLOCK, data.length);
  let mask = 0;
  for (let i = begin; i < end; i++) if (!Object.is(data[i], 0)) mask |= 1 << (i - begin);
  return mask;
}

function bitsIn(mask: number): number {
  let count = 0;
  for (let bits = mask; bits !== 0; bits &= bits - 1) count++;
  return count;
}

/**
 * The same parts with every table in full; in shared memory where the numbers lay in shared memory. Throws a
 * `ModelFileError` for what `packTensors` cannot have written.
 */
export function unpackTensors(parts: ModelParts): ModelParts {
  const reader = new PartsReader(parts, parts);
  const packed = Object.keys(parts.tensors).filter((name) => name.endsWith(MASKS));
  if (packed.length === 0) return parts;
  const tensors: Record<string, Tensor> = { ...parts.tensors };
  for (const masks of packed) {
    const name = masks.slice(0, -MASKS.length);
    if (reader.has(name)) reader.damaged(`has table "${name}" twice`);
    tensors[name] = unpack(reader, name);
    for (const ending of [MASKS, VALUES, SHAPE]) delete tensors[name + ending];
  }
  return { ...parts, tensors };
}

function unpack(reader: PartsReader, name: string): Tensor {
  const masks = reader.uint8(name + MASKS, [undefined]);
  const shape = Array.from(reader.uint32(name + SHAPE, [undefined]));
  const values = floats(reader, name + VALUES);
  const length = shape.reduce((product, size) => product * size, 1);
  let [blocks, numbers] = [0, 0];
  for (let at = 0; at < masks.length; at++) {
    if (masks[at] === 0) blocks += masks[++at] ?? 0;
    else {
      blocks++;
      numbers += bitsIn(masks[at]!);
    }
  }
  if (blocks !== Math.ceil(length / BLOCK))
    reader.damaged(`has ${blocks} blocks in table "${name}" where its shape asks for ${Math.ceil(length / BLOCK)}`);
  if (numbers !== values.length)
    reader.damaged(`has ${values.length} numbers in table "${name}" where its masks ask for ${numbers}`);
  const data = zeros(values, length, name);
  let [place, next] = [0, 0];
  for (let at = 0; at < masks.length; at++) {
    if (masks[at] === 0) place += BLOCK * masks[++at]!;
    else {
      for (let bit = 0; bit < BLOCK; bit++) {
        if (((masks[at]! >> bit) & 1) === 0) continue;
        if (place + bit >= length) reader.damaged(`has numbers past the end of table "${name}"`);
        data[place + bit] = values[next++]!;
      }
      place += BLOCK;
    }
  }
  return { shape, data };
}

function floats(reader: PartsReader, name: string): Floats {
  const data = reader.has(name) ? reader.parts.tensors[name]!.data : undefined;
  return data instanceof Float64Array ? reader.float64(name, [undefined]) : reader.float32(name, [undefined]);
}

/** A table like `values` of another length, in memory of the same kind. */
function zeros(values: Floats, length: number, name: string): Floats {
  const bytes = length * values.BYTES_PER_ELEMENT;
  try {
    const shared = typeof SharedArrayBuffer !== "undefined" && values.buffer instanceof SharedArrayBuffer;
    const memory = shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
    return values instanceof Float64Array ? new Float64Array(memory) : new Float32Array(memory);
  } catch {
    throw new ModelFileError("damaged", `asks for ${bytes} bytes in table "${name}"; there is not as much memory.`);
  }
}
