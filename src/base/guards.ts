/** Tests of values that came from outside: JSON, model files, callers without types. */
import type { Json } from "./model-parts.ts";

/** A whole number from 0. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** An object of JSON that is neither null nor an array. */
export const isTable = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
