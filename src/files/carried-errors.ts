/** Errors on their way between threads: structured cloning keeps only the message, so class, code and positions travel beside it. */
import * as base from "../base/errors.ts";

export interface CarriedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Own fields with plain values: code, file, line, defect, … */
  readonly fields: Readonly<Record<string, string | number | boolean | undefined>>;
}

const CLASSES: Readonly<Record<string, { readonly prototype: Error } | undefined>> = {
  InputError: base.InputError,
  OptionError: base.OptionError,
  ShapeError: base.ShapeError,
  NumericalError: base.NumericalError,
  ModelFileError: base.ModelFileError,
  WorkerError: base.WorkerError,
  RangeError,
  TypeError,
  SyntaxError,
};

export function packError(error: unknown): CarriedError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), stack: undefined, fields: {} };
  const fields: Record<string, string | number | boolean | undefined> = {};
  for (const [key, value] of Object.entries(error)) {
    if (value === undefined || ["string", "number", "boolean"].includes(typeof value)) fields[key] = value;
  }
  return { name: error.name, message: error.message, stack: error.stack, fields };
}

/** An error of the same class, message and fields. A class that is not known here becomes an `Error` that keeps its name. */
export function unpackError({ name, message, stack, fields }: CarriedError): Error {
  const error = new Error(message);
  const known = CLASSES[name];
  if (known !== undefined) Object.setPrototypeOf(error, known.prototype);
  else if (name !== "Error") Object.defineProperty(error, "name", { value: name, configurable: true });
  Object.assign(error, fields);
  if (stack !== undefined) error.stack = stack;
  return error;
}
