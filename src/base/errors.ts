/**
 * The errors Eigentree throws. Every message reads *where: what was found; what was expected; what to do*, and every class has a
 * stable `code` that programs may test instead of the text. Lines and columns count from 1.
 */

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
export type ModelFileDefect = "foreign" | "truncated" | "damaged" | "newer-version" | "older-version" | "wrong-kind" | "not-finite";

/** A model file that cannot be used; `defect` says why. */
export class ModelFileError extends EigentreeError {
  readonly code = "EIGENTREE_MODEL_FILE";
  readonly defect: ModelFileDefect;
  readonly file: string | undefined;

  constructor(defect: ModelFileDefect, reason: string, file?: string) {
    super(file === undefined ? reason : `${file}: ${reason}`);
    this.defect = defect;
    this.file = file;
  }
}

/** A worker thread that died or was closed with work left to do. */
export class WorkerError extends EigentreeError {
  readonly code = "EIGENTREE_WORKER";
}
