/** What is wrong with a model file as an error: what was found, and what to do about it, by defect. */
import { type ModelFileDefect, ModelFileError } from "../errors.ts";

/** Completes the sentence that says what was found. */
const ADVICE: Readonly<Record<ModelFileDefect, string>> = {
  foreign: "; expected a model file written by Eigentree.",
  truncated: "; the file is cut short: copy or download it again, or train the model again.",
  damaged: "; the file is damaged: copy or download it again, or train the model again.",
  "newer-version": "; update Eigentree to read it.",
  "older-version": "; train the model again.",
  "wrong-kind": "; give a model of the right kind.",
  "not-finite": "; no result could be trusted: train the model again.",
  "too-large": "; use a machine with more memory, or train a smaller model.",
};

/** `found` begins with a verb whose subject is the file: "has no tensor …", "is a text file". */
export const modelFileError = (defect: ModelFileDefect, found: string, file?: string): ModelFileError =>
  new ModelFileError(defect, found + ADVICE[defect], file);

/** What a caller asks of a model. */
export interface Expectation {
  /** For error messages. */
  readonly file?: string | undefined;
  /** Refuse models of any other kind. */
  readonly kind?: string | undefined;
  /** The newest version of this kind's layout that the caller reads. */
  readonly version?: number | undefined;
}

/** Throws unless a model of this kind and version is what the caller asked for. */
export function checkKind(kind: string, version: number, expected: Expectation): void {
  if (expected.kind !== undefined && kind !== expected.kind) {
    const found = `holds a model of kind "${kind}"; expected kind "${expected.kind}"`;
    throw modelFileError("wrong-kind", found, expected.file);
  }
  if (expected.version !== undefined && version > expected.version) {
    const found = `holds version ${version} of a ${kind} model, and this program reads up to ${expected.version}`;
    throw modelFileError("newer-version", found, expected.file);
  }
}

/** Does `work`; a defect that it finds without knowing the file's name gets it here. */
export async function inModelFile<T>(file: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (file === undefined || !(error instanceof ModelFileError) || error.file !== undefined) throw error;
    throw new ModelFileError(error.defect, error.reason, file);
  }
}
