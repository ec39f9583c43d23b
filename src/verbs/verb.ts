/**
 * What a verb is: something that can be asked of a model, in JSON, by the server and by the page alike. A verb names
 * the kinds of models that answer it, declares its options as the command line does, and answers one item of a request
 * at a time, so that a long request can be stopped between two items.
 */
import { EigentreeError } from "../base/errors.ts";
import type { Json } from "../base/model-parts.ts";
import type { JsonSchema, OptionSet, OptionsOf } from "../base/options.ts";
import type { KindName, PredictorOf } from "../kinds/index.ts";

/** The field of a request that lists what is asked about. */
export interface ItemField {
  /** "sentences", "words": the field in the request, and in the answer. */
  readonly name: string;
  readonly meaning: string;
  /** Completes "each must be …". */
  readonly expected: string;
  readonly schema: JsonSchema;
  readonly accepts: (value: unknown) => boolean;
}

export interface Verb {
  readonly name: string;
  /** Half a sentence: "find the trees of sentences". */
  readonly summary: string;
  readonly kinds: readonly string[];
  /** Absent where a request is one question by itself. */
  readonly items?: ItemField | undefined;
  /** Whether `text`, running text, may stand in place of the items. */
  readonly text?: boolean | undefined;
  readonly options: OptionSet;
  /** Options without which there is no question. */
  readonly required?: readonly string[] | undefined;
  /** What the answer to one item looks like. */
  readonly answer: JsonSchema;
  /** The items that a running text is cut into. */
  cut?(predictor: never, text: string): readonly unknown[];
  /** An item as it is answered: a text cut into words. */
  prepare?(predictor: never, item: never): unknown;
  /** Words of a prepared item: what the time of an answer depends on. */
  size?(item: never): number;
  run(predictor: never, item: never, options: never, model: string): Json;
}

/** A verb with the types of its functions: `P` is what it needs of a predictor. */
export interface VerbDefinition<P, Given, Item, O extends OptionSet, Kind extends string = string> {
  readonly name: string;
  readonly summary: string;
  readonly kinds: readonly Kind[];
  readonly items?: ItemField;
  readonly text?: boolean;
  readonly options: O;
  readonly required?: readonly (keyof O & string)[];
  readonly answer: JsonSchema;
  readonly cut?: (predictor: P, text: string) => readonly Given[];
  readonly prepare?: (predictor: P, item: Given) => Item;
  readonly size?: (item: Item) => number;
  readonly run: (predictor: P, item: Item, options: OptionsOf<O>, model: string) => Json;
}

/** Gives the functions of a verb their types: the predictor is that of its kinds. */
export const defineVerb = <K extends KindName, Given, Item, const O extends OptionSet>(
  verb: VerbDefinition<PredictorOf<K>, Given, Item, O, K>,
): Verb => verb as unknown as Verb;

/** A request that asks for more than is allowed. */
export class LimitError extends EigentreeError {
  readonly code = "EIGENTREE_LIMIT";
}

/** How much one request may ask for. */
export interface Limits {
  readonly items: number;
  readonly words: number;
}

/** Digits of scores and probabilities in answers: more would be noise of single precision. */
export const rounded = (value: number): number => Number(value.toPrecision(6));

/** A schema of an object whose fields are all there unless they are named in `optional`. */
export const objectOf = (
  properties: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

export const listOf = (items: JsonSchema): JsonSchema => ({ type: "array", items });
export const TEXT: JsonSchema = { type: "string" };
export const NUMBER: JsonSchema = { type: "number" };
export const WHOLE: JsonSchema = { type: "integer" };
