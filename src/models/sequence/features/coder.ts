/**
 * Features of tokens as 32-bit keys, from templates. Templates that look at one token only depend on its columns: their
 * keys are computed once for each distinct token (a row) and place. The others are joined at every position from hashes
 * that the rows keep.
 */
import { InputError } from "../../../base/errors.ts";
import { hashText } from "../../lexicon/hash.ts";
import type { Representations } from "../../representations/index.ts";
import { type AttributeOf, attributeOf, EDGE, type TokenColumns } from "./attributes.ts";
import { isReal, type Template, templateName } from "./parse.ts";
import type { WordForms } from "./word-forms.ts";

/** What is computed of a distinct token. */
export interface Row {
  readonly word: string;
  /** For each place of `FeatureCoder.offsets`, the keys of the features that it gives the position there. */
  readonly keys: readonly Uint32Array[];
  /** Hashes of the attributes that products need; 0 where there is nothing. */
  readonly hashes: Uint32Array;
}

interface Factor {
  readonly hash: number;
  readonly offset: number;
}

/** Distinct tokens whose rows are kept. */
const KEPT = 10_000;

export class FeatureCoder {
  /** Places that templates of one token look at, in rising order. */
  readonly offsets: readonly number[];
  /** Places whose words' vectors are features. */
  readonly vectorOffsets: readonly number[];
  /** Whether the numbers of a token's context are features. */
  readonly contexts: boolean;
  /** Products at every position. */
  readonly products: number;
  readonly edge: Row;
  readonly #columns: readonly string[];
  readonly #known: Representations;
  readonly #single: readonly (readonly { readonly kind: number; readonly attributes: readonly number[] }[])[];
  readonly #joined: readonly { readonly kind: number; readonly factors: readonly Factor[] }[];
  readonly #attributes: readonly AttributeOf[];
  readonly #kept = new Map<string, Row>();

  /** `columns` are the names of the further columns; `forms` are needed where templates look at them. */
  constructor(templates: readonly Template[], columns: readonly string[], known: Representations, forms?: WordForms) {
    this.#columns = columns;
    this.#known = known;
    const names: string[] = [];
    const numberOf = (name: string) => {
      if (!names.includes(name)) names.push(name);
      return names.indexOf(name);
    };
    const texts = templates.filter((template) => !isReal(template));
    const single = texts.filter((template) => template.every(({ offset }) => offset === template[0]!.offset));
    this.offsets = [...new Set(single.map((template) => template[0]!.offset))].sort((a, b) => a - b);
    this.#single = this.offsets.map((offset) =>
      single
        .filter((template) => template[0]!.offset === offset)
        .map((template) => ({
          kind: kindOf(template),
          attributes: template.map(({ attribute }) => numberOf(attribute)),
        })),
    );
    this.#joined = texts
      .filter((template) => !single.includes(template))
      .map((template) => ({
        kind: kindOf(template),
        factors: template.map(({ attribute, offset }) => ({ hash: numberOf(attribute), offset })),
      }));
    this.products = this.#joined.length;
    this.#attributes = names.map((name) => attributeOf(name, columns, known, forms));
    const real = templates.filter(isReal).map(([atom]) => atom!);
    this.vectorOffsets =
      known.vectors === undefined
        ? []
        : real.filter(({ attribute }) => attribute === "vector").map(({ offset }) => offset);
    this.contexts = (known.vectors?.contextWidth ?? 0) > 0 && real.some(({ attribute }) => attribute === "context");
    this.edge = this.#rowOf(EDGE, () => EDGE);
  }

  /** The tokens of a sentence; throws an `InputError` that names a column which is not there. */
  tokens(words: readonly string[], given: Readonly<Record<string, readonly string[]>> = {}): TokenColumns[] {
    const columns = this.#columns.map((name) => {
      const values = Object.hasOwn(given, name) ? given[name] : undefined;
      if (values === undefined)
        throw new InputError(
          `the model has the column "${name}" as a feature, and the sentence does not have it; ` +
            "expected a value for every word; give data with this column.",
        );
      if (values.length !== words.length)
        throw new InputError(
          `the column "${name}" has ${values.length} values; expected one for each of ${words.length} words.`,
        );
      return values;
    });
    return words.map((word, i) => ({ word, values: columns.map((values) => values[i]!) }));
  }

  row(token: TokenColumns): Row {
    return this.#rowOf(token.word, (attribute) => attribute(token));
  }

  /** The rows of a sentence; those of the tokens met last are kept. */
  rows(words: readonly string[], given?: Readonly<Record<string, readonly string[]>>): Row[] {
    return this.tokens(words, given).map((token) => {
      const key = tokenKey(token);
      let row = this.#kept.get(key);
      if (row === undefined) {
        if (this.#kept.size >= KEPT) this.#kept.clear();
        this.#kept.set(key, (row = this.row(token)));
      }
      return row;
    });
  }

  /** Writes the keys of the products at position i into `out` from `at` on; returns how many there are. */
  join(rows: readonly Row[], i: number, out: Uint32Array, at: number): number {
    let count = 0;
    for (const { kind, factors } of this.#joined) {
      let key = kind;
      for (const { hash, offset } of factors) {
        const row = rows[i + offset] ?? this.edge;
        const value = row.hashes[hash]!;
        if (value === 0) {
          key = 0;
          break;
        }
        key = mixed(key, value);
      }
      if (key !== 0) out[at + count++] = key;
    }
    return count;
  }

  /** All keys of position i, those of single tokens and of products. */
  keysAt(rows: readonly Row[], i: number): Uint32Array {
    const found: number[] = [];
    for (const [place, offset] of this.offsets.entries())
      for (const key of (rows[i + offset] ?? this.edge).keys[place]!) found.push(key);
    const joined = new Uint32Array(this.products);
    const count = this.join(rows, i, joined, 0);
    for (let e = 0; e < count; e++) found.push(joined[e]!);
    return Uint32Array.from(found);
  }

  /** Numbers of a position: of the vectors at some places, and of its context. */
  get realWidth(): number {
    const { width = 0, contextWidth = 0 } = this.#known.vectors ?? {};
    return this.vectorOffsets.length * width + (this.contexts ? contextWidth : 0);
  }

  /** The numbers of all positions of a sentence, words × realWidth. */
  numbersOf(words: readonly string[]): Float32Array {
    const all = this.realWidth;
    const numbers = new Float32Array(words.length * all);
    if (all === 0) return numbers;
    const vectors = this.#known.vectors!;
    const contexts = this.contexts ? vectors.inContext(words) : new Float32Array(0);
    for (let i = 0; i < words.length; i++) {
      for (const [p, offset] of this.vectorOffsets.entries()) {
        const word = words[i + offset];
        if (word !== undefined) numbers.set(vectors.vector(word), i * all + p * vectors.width);
      }
      if (this.contexts)
        numbers.set(
          contexts.subarray(i * vectors.contextWidth, (i + 1) * vectors.contextWidth),
          (i + 1) * all - vectors.contextWidth,
        );
    }
    return numbers;
  }

  #rowOf(word: string, textOf: (attribute: AttributeOf) => string): Row {
    const hashes = new Uint32Array(this.#attributes.length);
    for (const [a, attribute] of this.#attributes.entries()) {
      const text = textOf(attribute);
      hashes[a] = text === "" ? 0 : hashText(a, text) || 1;
    }
    const keys = this.#single.map((templates) => {
      const found: number[] = [];
      for (const { kind, attributes } of templates) {
        let key = kind;
        for (const attribute of attributes)
          key = key === 0 || hashes[attribute] === 0 ? 0 : mixed(key, hashes[attribute]!);
        if (key !== 0) found.push(key);
      }
      return Uint32Array.from(found);
    });
    return { word, keys, hashes };
  }
}

/** Tells distinct tokens apart. */
export const tokenKey = ({ word, values }: TokenColumns): string =>
  values.length === 0 ? word : `${word}\u0000${values.join("\u0000")}`;

const kindOf = (template: Template): number => hashText(1, templateName(template)) || 1;

/** Never 0, which stands for nothing. */
function mixed(key: number, value: number): number {
  let hash = Math.imul(key ^ (value >>> 16), 0x85ebca6b) ^ Math.imul(value, 0x9e3779b1);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0 || 1;
}
