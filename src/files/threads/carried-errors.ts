/**
 * Errors on their way between threads: structured cloning keeps only the message, so class, code and positions travel
 * beside it.
 */
import * as base from "../../base/errors.ts";

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

/** Never throws, whatever was thrown: an answer that is not sent would be waited for. */
export function packError(thrown: unknown): CarriedError {
  const error = base.asError(thrown);
  try {
    const fields: Record<string, string | number | boolean | undefined> = {};
    for (const [key, value] of Object.entries(error)) {
      if (value === undefined || ["string", "number", "boolean"].includes(typeof value)) fields[key] = value;
    }
    const { name, message, stack } = error;
    return { name: `${name}`, message: `${message}`, stack: typeof stack === "string" ? stack : undefined, fields };
  } catch {
    const message = "a job threw an error that cannot be read.";
    return { name: "WorkerError", message, stack: undefined, fields: { code: "EIGENTREE_WORKER" } };
  }
}

/**
 * An error of the same class, message and fields. A class that is not known here becomes an `Error` that keeps its
 * name.
 */
export function unpackError({ name, message, stack, fields }: CarriedError): Error {
  const error = new Error(message);
  const known = Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined;
  if (known !== undefined) Object.setPrototypeOf(error, known.prototype);
  else if (name !== "Error") Object.defineProperty(error, "name", { value: name, configurable: true });
  Object.assign(error, fields);
  if (stack !== undefined) error.stack = stack;
  return error;
}
