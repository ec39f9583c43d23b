/**
 * Checked access to the parts of a model file. A file with a good checksum may still hold anything: another program
 * may have written it, or an attacker. A kind takes every table through a `PartsReader`, which looks at its type, shape
 * and range in linear time and throws a `ModelFileError` that names the table:
 *
 *   const reader = new PartsReader(parts, { kind: "parser", version: 1 });
 *   const words = reader.symbols("words");
 *   const weights = reader.float64("weights", [words.length, undefined]);     // any number of columns
 *   const starts = reader.offsets("starts", words.length, tags.length);       // 0 = s₀ ≤ s₁ ≤ … ≤ sₙ = total
 *   const tags = reader.indices("tags", Int32Array, labels.length);           // each from 0 to labels − 1
 *   const states = reader.option("states", whole("…", { default: 1, min: 1, max: 512 }));
 */
import { ModelFileError } from "../errors.ts";
import type { Json, ModelParts, TensorData } from "../model-parts.ts";
import type { OptionSpec } from "../options.ts";
import { Vocabulary } from "../vocabulary.ts";

type ArrayType<A extends TensorData> = { new (length: number): A; readonly name: string };

/** Sizes by axis; undefined fits any. */
export type ExpectedShape = readonly (number | undefined)[];

const shapeText = (shape: ExpectedShape) => shape.map((size) => size ?? "any").join(" × ") || "a single number";

/** Checked access to the parts of a model file; every method throws a `ModelFileError` that names what is wrong. */
export class PartsReader {
  readonly parts: ModelParts;

  constructor(parts: ModelParts, { kind, version }: { readonly kind: string; readonly version: number }) {
    if (parts.kind !== kind) {
      throw new ModelFileError(
        "wrong-kind",
        `holds a model of kind "${parts.kind}"; expected kind "${kind}", as \`eigentree train ${kind}\` makes it.`,
      );
    }
    if (parts.version > version) {
      throw new ModelFileError(
        "newer-version",
        `holds version ${parts.version} of a ${kind} model; this program reads up to ${version}; update Eigentree.`,
      );
    }
    if (parts.version < version) {
      throw new ModelFileError(
        "older-version",
        `holds version ${parts.version} of a ${kind} model; this program reads version ${version}; train it again.`,
      );
    }
    this.parts = parts;
  }

  /** Throws: the file says what no such model can say. */
  damaged(found: string): never {
    throw new ModelFileError("damaged", `${found}; the file is damaged: train the ${this.parts.kind} model again.`);
  }

  has(tensor: string): boolean {
    return Object.hasOwn(this.parts.tensors, tensor);
  }

  hasSymbols(name: string): boolean {
    return Object.hasOwn(this.parts.symbols, name);
  }

  /** A list of texts; with `distinct`, none of them twice. */
  symbols(name: string, { distinct = false }: { readonly distinct?: boolean } = {}): readonly string[] {
    const list = Object.hasOwn(this.parts.symbols, name) ? this.parts.symbols[name] : undefined;
    if (!Array.isArray(list)) this.damaged(`has no list "${name}"`);
    for (const text of list) if (typeof text !== "string") this.damaged(`holds something other than text in "${name}"`);
    if (distinct && new Set(list).size !== list.length) this.#twice(name);
    return list;
  }

  /** A list of texts, none of them twice, as a vocabulary. */
  vocabulary(name: string): Vocabulary {
    const list = this.symbols(name);
    const words = Vocabulary.from(list);
    if (words.size !== list.length) this.#twice(name);
    return words;
  }

  #twice(name: string): never {
    this.damaged(`holds an entry of "${name}" twice`);
  }

  /** A tensor of one element type; `shape` is checked where it is given. */
  tensor<A extends TensorData>(name: string, type: ArrayType<A>, shape?: ExpectedShape): A {
    const tensor = Object.hasOwn(this.parts.tensors, name) ? this.parts.tensors[name] : undefined;
    if (tensor === undefined) this.damaged(`has no table "${name}"`);
    if (!(tensor.data instanceof type)) {
      this.damaged(`holds ${tensor.data.constructor.name} in table "${name}" where ${type.name} is expected`);
    }
    const fits =
      shape === undefined ||
      (shape.length === tensor.shape.length &&
        shape.every((size, axis) => (size ?? tensor.shape[axis]) === tensor.shape[axis]));
    if (!fits) this.damaged(`has table "${name}" of ${shapeText(tensor.shape)} where ${shapeText(shape!)} is expected`);
    const size = tensor.shape.reduce((product, length) => product * length, 1);
    if (size !== tensor.data.length)
      this.damaged(`has table "${name}" of ${shapeText(tensor.shape)} with ${tensor.data.length} numbers`);
    return tensor.data;
  }

  float64 = (name: string, shape?: ExpectedShape): Float64Array => this.tensor(name, Float64Array, shape);
  float32 = (name: string, shape?: ExpectedShape): Float32Array => this.tensor(name, Float32Array, shape);
  int32 = (name: string, shape?: ExpectedShape): Int32Array => this.tensor(name, Int32Array, shape);
  uint32 = (name: string, shape?: ExpectedShape): Uint32Array => this.tensor(name, Uint32Array, shape);
  uint16 = (name: string, shape?: ExpectedShape): Uint16Array => this.tensor(name, Uint16Array, shape);
  uint8 = (name: string, shape?: ExpectedShape): Uint8Array => this.tensor(name, Uint8Array, shape);

  /** Numbers that are finite and lie between two bounds: probabilities, counts, vectors. */
  numbers<A extends Float64Array | Float32Array>(
    name: string,
    type: ArrayType<A>,
    {
      shape,
      min = Number.NEGATIVE_INFINITY,
      max = Number.POSITIVE_INFINITY,
    }: { readonly shape?: ExpectedShape; readonly min?: number; readonly max?: number } = {},
  ): A {
    const data = this.tensor(name, type, shape);
    const bounded = min !== Number.NEGATIVE_INFINITY || max !== Number.POSITIVE_INFINITY;
    if (!bounded && allFinite(data)) return data;
    for (let i = 0; i < data.length; i++) {
      const value = data[i]!;
      if (!(value >= min && value <= max) || !Number.isFinite(value)) {
        const range = Number.isFinite(min) && Number.isFinite(max) ? ` from ${min} to ${max}` : "";
        const bound = range === "" && Number.isFinite(min) ? ` of at least ${min}` : range;
        this.damaged(`holds ${value} in table "${name}", element ${i}, where a number${bound} is expected`);
      }
    }
    return data;
  }

  /** Numbers that point into a table of `below` entries; `least` is 0, or −1 where that stands for none. */
  indices<A extends Int32Array | Uint32Array | Uint16Array | Uint8Array>(
    name: string,
    type: ArrayType<A>,
    below: number,
    { shape, least = 0 }: { readonly shape?: ExpectedShape; readonly least?: number } = {},
  ): A {
    const data = this.tensor(name, type, shape);
    for (let i = 0; i < data.length; i++) {
      const value = data[i]!;
      if (value < least || value >= below) {
        this.damaged(`points at ${value} in table "${name}", element ${i}, where ${least} to ${below - 1} is expected`);
      }
    }
    return data;
  }

  /** Where the rows of a ragged table begin: rows + 1 numbers that never fall, from 0 to `total`. */
  offsets<A extends Int32Array | Uint32Array>(name: string, type: ArrayType<A>, rows: number, total: number): A {
    const data = this.tensor(name, type, [rows + 1]);
    for (let i = 0; i < data.length; i++) {
      const before = i === 0 ? 0 : data[i - 1]!;
      if (data[i]! < before || (i === 0 && data[i] !== 0))
        this.damaged(`has rows out of order in table "${name}", row ${i}`);
    }
    if (data[rows] !== total) this.damaged(`has table "${name}" that ends at ${data[rows]} where ${total} is expected`);
    return data;
  }

  /** An entry of the options that satisfies its declaration. */
  option<T>(name: string, spec: Pick<OptionSpec<T>, "accepts" | "expected">): T {
    const { options } = this.parts;
    const value =
      typeof options === "object" && options !== null && Object.hasOwn(options, name)
        ? (options as Readonly<Record<string, Json>>)[name]
        : undefined;
    if (!spec.accepts(value))
      this.damaged(`has "${name}" of ${JSON.stringify(value) ?? "nothing"}, which must be ${spec.expected}`);
    return value as T;
  }

  /** All options, as the learner's caller gave them. */
  get options(): Readonly<Record<string, Json>> {
    const { options } = this.parts;
    if (typeof options !== "object" || options === null || Array.isArray(options)) this.damaged("has no options");
    return options as Readonly<Record<string, Json>>;
  }
}

/**
 * Large tables are the first thing that a program looks at: one product each, since 0·x is 0 for finite numbers only.
 */
function allFinite(data: Float64Array | Float32Array): boolean {
  let sum = 0;
  for (let i = 0; i < data.length; i++) sum += 0 * data[i]!;
  return sum === 0;
}
