/** Tests of values that came from outside: JSON, model files, callers without types. */
import { InputError } from "./errors.ts";
import type { Json } from "./model-parts.ts";

/** A whole number from 0. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** An object of JSON that is neither null nor an array. */
export const isTable = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a value is, for an error about it: "bytes", "null", "a number", "a Map". */
export function sortOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (ArrayBuffer.isView(value)) return "bytes";
  if (typeof value !== "object") return `a ${typeof value}`;
  return Array.isArray(value) ? "a list" : `an object of class ${Object.prototype.toString.call(value).slice(8, -1)}`;
}

/** For callers without types, who often have the bytes of a file. */
export function checkText(value: unknown): asserts value is string {
  if (typeof value !== "string")
    throw new InputError(`expected text, got ${sortOf(value)}; bytes become text by new TextDecoder().decode(bytes).`);
}
