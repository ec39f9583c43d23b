/**
 * Model files with a good checksum and bad content. Every table, list and option of a small model is dropped, cut
 * short, given another type or poisoned, one at a time. Each time a kind must throw a `ModelFileError`, or make a model
 * that predicts, or fails with Eigentree's own errors only.
 */
import { expect } from "vitest";
import { EigentreeError, type Json, type ModelParts, type Tensor, type TensorData } from "../../src/base/index.ts";

/** A name for the test's report, and the changed parts. */
export type Mutation = readonly [name: string, parts: ModelParts];

type ArrayMaker = new (length: number) => TensorData;

const isFloat = (data: TensorData): boolean => data instanceof Float32Array || data instanceof Float64Array;

function changed(data: TensorData, change: (copy: TensorData) => void): TensorData {
  const copy = data.slice() as TensorData;
  change(copy);
  return copy;
}

/** Values that do not belong where probabilities, vectors or indices are expected. */
const poisons = (data: TensorData): readonly number[] =>
  isFloat(data) ? [Number.NaN, Number.POSITIVE_INFINITY, -1e30, 1e30, 0] : [2 ** 32 - 1, 2 ** 31 - 1, -1, 0];

function* tensorMutations({ shape, data }: Tensor): Generator<readonly [string, Tensor | undefined]> {
  yield ["dropped", undefined];
  yield ["without shape", { shape: [], data }];
  if (data.length > 0) {
    const cut = data.slice(0, data.length - 1) as TensorData;
    yield ["cut short", { shape: [cut.length], data: cut }];
  }
  const longer = new (data.constructor as ArrayMaker)(data.length + 1);
  (longer as Float64Array).set(data as Float64Array);
  yield ["made longer", { shape: [longer.length], data: longer }];
  yield ["empty", { shape: shape.map(() => 0), data: new (data.constructor as ArrayMaker)(0) }];
  const other = isFloat(data) ? new Int32Array(data.length) : new Float64Array(data.length);
  yield ["of another type", { shape, data: other as TensorData }];
  for (const poison of data.length === 0 ? [] : poisons(data)) {
    yield [`first = ${poison}`, { shape, data: changed(data, (copy) => (copy[0] = poison)) }];
    yield [`last = ${poison}`, { shape, data: changed(data, (copy) => (copy[copy.length - 1] = poison)) }];
    yield [`all = ${poison}`, { shape, data: changed(data, (copy) => copy.fill(poison)) }];
  }
  yield ["reversed", { shape, data: changed(data, (copy) => copy.reverse()) }];
}

function* listMutations(list: readonly string[]): Generator<readonly [string, unknown]> {
  yield ["dropped", undefined];
  yield ["null", null];
  yield ["a text", "text"];
  yield ["empty", []];
  yield ["one longer", [...list, "wug wug"]];
  if (list.length === 0) return;
  yield ["cut short", list.slice(1)];
  yield ["null inside", [null, ...list.slice(1)]];
  yield ["a number inside", [...list.slice(0, -1), 7]];
  yield ["one entry twice", [list.at(-1), ...list.slice(1)]];
  yield ["__proto__ inside", ["__proto__", ...list.slice(1)]];
  yield ["reversed", [...list].reverse()];
}

const OTHER_VALUES: readonly (Json | undefined)[] = [undefined, null, -1, 1e9, "wug", [], {}, true];

/** Without the entry when its value is undefined. */
const withEntry = <T>(table: Readonly<Record<string, T>>, name: string, value: unknown): Record<string, T> =>
  Object.fromEntries(Object.entries({ ...table, [name]: value }).filter(([, each]) => each !== undefined)) as Record<
    string,
    T
  >;

/** Every mutation of a model's parts. */
export function* mutations(parts: ModelParts, except = /^$/): Generator<Mutation> {
  const tried = <T>(table: Readonly<Record<string, T>>) => Object.entries(table).filter(([name]) => !except.test(name));
  for (const [name, tensor] of tried(parts.tensors))
    for (const [how, changedTensor] of tensorMutations(tensor))
      yield [`tensor ${name} ${how}`, { ...parts, tensors: withEntry(parts.tensors, name, changedTensor) }];
  for (const [name, list] of tried(parts.symbols))
    for (const [how, changedList] of listMutations(list))
      yield [`list ${name} ${how}`, { ...parts, symbols: withEntry(parts.symbols, name, changedList) }];
  const options = parts.options as Readonly<Record<string, Json>>;
  for (const [name] of tried(options))
    for (const value of OTHER_VALUES)
      yield [`option ${name} = ${JSON.stringify(value)}`, { ...parts, options: withEntry(options, name, value) }];
  for (const value of [null, [], "wug", {}] as const)
    yield [`options = ${JSON.stringify(value)}`, { ...parts, options: value as unknown as ModelParts["options"] }];
  yield ["without tensors", { ...parts, tensors: {} }];
  yield ["without lists", { ...parts, symbols: {} }];
  yield ["newer version", { ...parts, version: parts.version + 1 }];
  yield ["older version", { ...parts, version: parts.version - 1 }];
  yield ["other kind", { ...parts, kind: "wug" }];
}

/**
 * The mutations after which `fromParts` threw anything but a `ModelFileError`, or `use` (of the model, synchronously)
 * anything but an Eigentree error; and how many were refused. Tables, lists and options whose names fit `except` are
 * left alone.
 */
export function failuresOf<M>(
  parts: ModelParts,
  fromParts: (parts: ModelParts) => M,
  use: (model: M) => void,
  except?: RegExp,
): { readonly failures: readonly string[]; readonly refused: number; readonly tried: number } {
  const failures: string[] = [];
  let [refused, tried] = [0, 0];
  for (const [name, bad] of mutations(parts, except)) {
    tried++;
    let model: M;
    try {
      model = fromParts(bad);
    } catch (error) {
      refused++;
      if (!(error instanceof EigentreeError && error.name === "ModelFileError")) failures.push(`${name}: ${error}`);
      continue;
    }
    try {
      use(model);
    } catch (error) {
      if (!(error instanceof EigentreeError)) failures.push(`${name}, in use: ${error}`);
    }
  }
  return { failures, refused, tried };
}

/** Tries every mutation and expects that none fails; gives how many were refused on load, and how many were not. */
export function expectHostileRefused<M>(
  parts: ModelParts,
  fromParts: (parts: ModelParts) => M,
  use: (model: M) => void,
): { readonly refused: number; readonly harmless: number } {
  use(fromParts(parts));
  const { failures, refused, tried } = failuresOf(parts, fromParts, use);
  expect(failures).toEqual([]);
  return { refused, harmless: tried - refused };
}
