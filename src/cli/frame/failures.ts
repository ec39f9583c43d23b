/** Errors as the command line shows them, and the exit codes: 0 done, 1 failed, 2 usage. */
import { EigentreeError, OptionError, printable } from "../../base/index.ts";
import { ClosedOutputError } from "../../files/writing/standard-output.ts";
import { flagName } from "./flags.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

/** The command line itself is wrong. */
export class UsageError extends Error {}

/** The command did its work, and the answer is no: one sentence says so, and it is not a defect. */
export class FailedError extends Error {}

export interface Failure {
  /** Undefined where nothing needs to be said: the reader of standard output has left, as `head` does. */
  readonly text: string | undefined;
  readonly exitCode: number;
}

/** `command` is "eigentree train parser". With `debug` the stack trace follows. */
export function describeFailure(error: unknown, command: string, debug: boolean): Failure {
  if (error instanceof ClosedOutputError) return { text: undefined, exitCode: EXIT_FAILED };
  const usage = error instanceof UsageError || error instanceof OptionError;
  const expected = usage || error instanceof EigentreeError || error instanceof FailedError;
  const message =
    error instanceof OptionError ? flagSentence(error) : error instanceof Error ? error.message : String(error);
  const sentence = expected
    ? message
    : `internal error: ${message || "unknown"}; please report it, with the stack that EIGENTREE_DEBUG=1 shows.`;
  const stack = debug && error instanceof Error && error.stack !== undefined ? `\n${error.stack}` : "";
  return { text: `${printable(`${command}: ${sentence}`)}${stack}`, exitCode: usage ? EXIT_USAGE : EXIT_FAILED };
}

/**
 * The sentence of an option error with options as the command line spells them: "learnSequence: minCount must be …"
 * becomes "--min-count must be …", and "Tagger: beam has …" becomes "--beam has …".
 */
function flagSentence({ option, message }: OptionError): string {
  const sentence = message.replace(/^(?:[a-z]+[A-Z]|[A-Z])\w*: /, "");
  if (!new RegExp(`^${option}\\b`).test(sentence)) return sentence;
  return flagName(option) + sentence.slice(option.length).replace(/\bmethod (?=[a-z])/g, "--method ");
}
