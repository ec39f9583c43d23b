/** Errors as the command line shows them, and the exit codes: 0 done, 1 failed, 2 usage. */
import { EigentreeError, OptionError } from "../base/index.ts";

export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;

/** The command line itself is wrong. */
export class UsageError extends Error {}

/** The command did its work, and the answer is no: told in one sentence, without being a defect. */
export class FailedError extends Error {}

export interface Failure {
  readonly text: string;
  readonly exitCode: number;
}

/** `command` is "eigentree train parser". With `debug` the stack trace follows. */
export function describeFailure(error: unknown, command: string, debug: boolean): Failure {
  const usage = error instanceof UsageError || error instanceof OptionError;
  const expected = usage || error instanceof EigentreeError || error instanceof FailedError;
  const message = error instanceof Error ? error.message : String(error);
  const sentence = expected
    ? message
    : `internal error: ${message || "unknown"}; please report it, with the stack that EIGENTREE_DEBUG=1 shows.`;
  const stack = debug && error instanceof Error && error.stack !== undefined ? `\n${error.stack}` : "";
  return { text: `${command}: ${sentence}${stack}`, exitCode: usage ? EXIT_USAGE : EXIT_FAILED };
}
