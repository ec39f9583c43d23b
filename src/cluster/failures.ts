/** What a Spark Connect server answers when it fails, as a sentence. */
import { ClusterError, type EigentreeError, InputError } from "../base/errors.ts";
import { addressOf, type Connection } from "./connection.ts";
import type { SparkInput } from "./queries.ts";

/** The part of a gRPC error that is used. */
export interface CallFailure {
  readonly code: number;
  readonly details: string;
}

/** The gRPC status codes that are told apart. */
const Status = {
  Cancelled: 1,
  PermissionDenied: 7,
  Unavailable: 14,
  Unauthenticated: 16,
};

export const isCallFailure = (error: unknown): error is CallFailure =>
  error instanceof Error && typeof (error as Partial<CallFailure>).code === "number" && "details" in error;

/** The server has forgotten the query or the session: it was started again, or has given the query up. */
export const isForgotten = ({ details }: CallFailure): boolean =>
  /INVALID_HANDLE|OPERATION_NOT_FOUND|SESSION_NOT_FOUND|SESSION_CHANGED|operation not found|session not found/i.test(
    details,
  );

/** Whether a call may succeed when it is made again: the connection was lost, or the server is starting. */
export const isPassing = ({ code, details }: CallFailure): boolean =>
  code === Status.Unavailable ||
  // What grpc-js says of a connection that ended in the middle of an answer.
  (code !== Status.Cancelled && /RST_STREAM|ECONNRESET|EPIPE|socket hang up|Connection dropped/i.test(details));

/** What a server says, without its stack trace and its numbers of states. */
function firstSentence(details: string): string {
  const text = details
    .replace(/\s*(?:JVM stacktrace|== SQL)[\s\S]*$/, "")
    .replace(/\s*SQLSTATE: \w+[\s\S]*$/, "")
    .replace(/\s+/g, " ")
    .trim();
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** A failed call as an error of ours. */
export function clusterError(failure: CallFailure, connection: Connection, input?: SparkInput): EigentreeError {
  const address = addressOf(connection);
  const { code, details } = failure;
  if (code === Status.Unauthenticated || code === Status.PermissionDenied) {
    const found = connection.token === undefined ? "asks for a token, and none was given" : "refuses the token";
    return new ClusterError(
      `${address}: the server ${found}; write a valid one as --spark "sc://${address}/;token=…".`,
    );
  }
  if (code === Status.Unavailable) {
    return new ClusterError(
      `${address}: no Spark Connect server answers (${firstSentence(details)}); expected one there; ` +
        "check the address and use_ssl, and whether the server runs.",
    );
  }
  if (isForgotten(failure)) {
    return new ClusterError(
      `${address}: the server no longer knows the query; it was restarted or gave the query up. Nothing was counted; run it again.`,
    );
  }
  if (input !== undefined) {
    if (details.includes("PATH_NOT_FOUND"))
      return new InputError(`Spark finds nothing there; expected text; check the path as the cluster sees it.`, {
        file: input.path,
      });
    if (
      /UNRESOLVED_COLUMN|missing from the schema|cannot resolve attribute/.test(details) &&
      details.includes(input.column)
    ) {
      const known = /\[(`[^\]]*`)\]/.exec(details)?.[1]?.replaceAll("`", "");
      const has = known === undefined ? "" : `, but ${known}`;
      return new InputError(`has no column "${input.column}"${has}; name the column of the text with --column.`, {
        file: input.path,
      });
    }
    if (details.includes("TABLE_OR_VIEW_NOT_FOUND") && input.reader === "table")
      return new InputError("Spark knows no such table; check the name, and the catalog and schema before it.", {
        file: input.path,
      });
    if (/PATH_ALREADY_EXISTS/.test(details))
      return new ClusterError(`${ended(firstSentence(details))} Counts are kept in a new folder only; name another.`);
  }
  return new ClusterError(`${address}: Spark says: ${ended(firstSentence(details))}`);
}
