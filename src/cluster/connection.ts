/**
 * Connection strings of Spark Connect: `sc://host:port/;name=value;…`, as Spark's own clients read them. `token` is
 * sent with every call and implies TLS, except to this machine itself; `use_ssl`, `user_id` and `session_id` are known;
 * every other name is sent along as a header, which is what proxies and hosted services ask for.
 */
import { randomUUID } from "node:crypto";
import { OptionError } from "../base/errors.ts";

/** Where a Spark Connect server is, and how to talk to it. */
export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly token: string | undefined;
  readonly userId: string;
  readonly sessionId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Unless the connection string names another. */
const DEFAULT_PORT = 15002;
const LOOPBACK = /^(localhost|127(?:\.\d+){3}|\[?::1\]?)$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether the server is on this machine, so that paths mean the same to it. */
export const isLocal = ({ host }: Pick<Connection, "host">): boolean => LOOPBACK.test(host);

/** `host:port`, for sentences: it has no token. */
export const addressOf = ({ host, port }: Pick<Connection, "host" | "port">): string => `${host}:${port}`;

/** Reads a connection string; throws an `OptionError`. */
export function parseConnection(text: string): Connection {
  const bad = (found: string, what: string): never => {
    throw new OptionError("spark", `spark must be as sc://host:15002/;token=…;use_ssl=true; ${found}; ${what}`);
  };
  const found = /^sc:\/\/(\[[\da-f:]+\]|[^/:;@]+)(?::(\d+))?(?:\/(.*))?$/i.exec(text);
  // The text may hold a token: it is not repeated.
  if (found === null) return bad("this is no such address", "write sc://, a host, and a port if it is not 15002.");
  const [, host, portText, rest = ""] = found as unknown as [string, string, string | undefined, string | undefined];
  const port = portText === undefined ? DEFAULT_PORT : Number(portText);
  if (port < 1 || port > 65535) bad(`the port is ${portText}`, "ports go from 1 to 65535.");
  const parameters: Record<string, string> = {};
  for (const part of rest.split(";").filter((piece) => piece !== "")) {
    const equals = part.indexOf("=");
    if (equals < 1) bad("a part after the host has no name and value", "write ;name=value.");
    try {
      parameters[part.slice(0, equals)] = decodeURIComponent(part.slice(equals + 1));
    } catch {
      bad(`the value of ${part.slice(0, equals)} has a % that begins no character`, "write %25 for the sign itself.");
    }
  }
  const { token, use_ssl, user_id, session_id, user_agent: _, ...headers } = parameters;
  if (use_ssl !== undefined && !/^(true|false)$/i.test(use_ssl))
    bad(`use_ssl is ${use_ssl}`, "expected true or false.");
  if (session_id !== undefined && !UUID.test(session_id)) bad("session_id is no UUID", "leave it out, or write one.");
  const asked = use_ssl?.toLowerCase() === "true";
  if (token !== undefined && use_ssl !== undefined && !asked && !LOOPBACK.test(host))
    bad("a token is given with use_ssl=false", "tokens are sent to other machines with TLS only.");
  return {
    host,
    port,
    secure: asked || (token !== undefined && !LOOPBACK.test(host)),
    token,
    userId: user_id ?? process.env.USER ?? "eigentree",
    sessionId: session_id ?? randomUUID(),
    headers,
  };
}
