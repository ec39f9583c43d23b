/** Errors as the API answers them: the library's class, code and sentence, under the HTTP status that fits. */
import { EigentreeError } from "../base/index.ts";

/** Something about the request itself, not about what it asks of a model. */
export class HttpError extends EigentreeError {
  readonly code: string;

  constructor(
    readonly status: number,
    code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.code = `EIGENTREE_${code}`;
  }
}

export const tooSlow = (seconds: number): HttpError =>
  new HttpError(504, "TIME", `no answer within ${seconds} s; ask for less at a time, or raise --time-limit.`);

export const tooBusy = (retryAfter: number): HttpError =>
  new HttpError(503, "BUSY", `too many requests are waiting; try again in ${retryAfter} s.`, {
    "Retry-After": String(retryAfter),
  });

/** The client has left: nobody reads the answer. The number is nginx's. */
export const CLIENT_LEFT = new HttpError(499, "CLIENT_LEFT", "the client closed the connection.");

const STATUS: Readonly<Record<string, number>> = {
  EIGENTREE_INPUT: 400,
  EIGENTREE_OPTION: 400,
  EIGENTREE_SHAPE: 400,
  EIGENTREE_LIMIT: 413,
};

export interface Failure {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: {
    readonly error: {
      readonly class: string;
      readonly code: string;
      readonly message: string;
      readonly option?: string;
    };
  };
}

/** Errors from threads may have lost their class, never their code. */
export function failureOf(thrown: unknown): Failure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { code, option } = error as { readonly code?: unknown; readonly option?: unknown };
  const known = typeof code === "string" && code.startsWith("EIGENTREE_");
  const status = error instanceof HttpError ? error.status : known ? (STATUS[code] ?? 500) : 500;
  return {
    status,
    headers: error instanceof HttpError ? error.headers : {},
    body: {
      error: {
        class: error.name,
        code: known ? code : "EIGENTREE_INTERNAL",
        // What is not ours may name files of this machine.
        message: known ? error.message : "internal error; the log of the server says more.",
        ...(typeof option === "string" ? { option } : {}),
      },
    },
  };
}
