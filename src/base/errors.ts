/**
 * The errors Eigentree throws. Every message reads *where: what was found; what was expected; what to do*, and every
 * class has a stable `code` that programs may test instead of the text. Lines and columns count from 1.
 */

import { shortened } from "./quoted.ts";

/** Where in a source of text something stands. */
export interface Position {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** `train.mrg:41:17`, with whatever parts are known; "" when none is. */
export function formatPosition({ file, line, column }: Position): string {
  if (line === undefined) return file ?? "";
  const place = column === undefined ? `${line}` : `${line}:${column}`;
  return file === undefined ? `line ${place}` : `${file}:${place}`;
}

/** Common ancestor, so that a caller can tell Eigentree's own errors from defects. */
export abstract class EigentreeError extends Error {
  abstract readonly code: string;
  override get name(): string {
    return this.constructor.name;
  }
}

/** Data that cannot be read: a malformed record, a damaged encoding, an empty corpus. */
export class InputError extends EigentreeError {
  readonly code = "EIGENTREE_INPUT";
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** The message without its position. */
  readonly reason: string;

  constructor(reason: string, position: Position = {}) {
    const place = formatPosition(position);
    super(place === "" ? reason : `${place}: ${reason}`);
    this.reason = reason;
    this.file = position.file;
    this.line = position.line;
    this.column = position.column;
  }
}

/** An option with a bad name or value. `option` is the name as the library spells it. */
export class OptionError extends EigentreeError {
  readonly code = "EIGENTREE_OPTION";
  readonly option: string;

  constructor(option: string, message: string) {
    super(message);
    this.option = option;
  }
}

/** Arrays whose sizes do not fit each other. */
export class ShapeError extends EigentreeError {
  readonly code = "EIGENTREE_SHAPE";
}

/** A computation that cannot go on: not positive definite, not converged, not finite. */
export class NumericalError extends EigentreeError {
  readonly code = "EIGENTREE_NUMERICAL";
}

/** What is wrong with a model file. */
export type ModelFileDefect =
  | "foreign"
  | "truncated"
  | "damaged"
  | "newer-version"
  | "older-version"
  | "wrong-kind"
  | "not-finite"
  | "too-large";

/** A model file that cannot be used; `defect` says why. */
export class ModelFileError extends EigentreeError {
  readonly code = "EIGENTREE_MODEL_FILE";
  readonly defect: ModelFileDefect;
  readonly file: string | undefined;
  /** The message without the file's name. */
  readonly reason: string;

  constructor(defect: ModelFileDefect, reason: string, file?: string) {
    super(file === undefined ? reason : `${file}: ${reason}`);
    this.reason = reason;
    this.defect = defect;
    this.file = file;
  }
}

/** A worker thread that died, does not answer, or was closed with work left to do. */
export class WorkerError extends EigentreeError {
  readonly code = "EIGENTREE_WORKER";
}

/** A cluster that cannot be reached, refuses the work, or lost it on the way. */
export class ClusterError extends EigentreeError {
  readonly code = "EIGENTREE_CLUSTER";
}

/** What was thrown as an error: itself, or a `WorkerError` that shows what it was; anything can be thrown. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  return new WorkerError(`a job threw ${shown(thrown)}; expected an error.`);
}

function shown(value: unknown): string {
  try {
    return shortened(typeof value === "string" ? JSON.stringify(value) : String(value));
  } catch {
    return `a value of type ${typeof value}`;
  }
}
