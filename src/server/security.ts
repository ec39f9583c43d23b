/** What every answer says to browsers, and which requests of browsers are refused before anything is read. */
import { HttpError } from "./failures.ts";

/** Scripts, styles and connections from here alone; WebAssembly; images that the page itself makes. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": CONTENT_POLICY,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
  // Together these isolate the page, which may then share memory between its threads.
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * A server for this machine answers only requests that name it: a page of others whose name was made to point here
 * would else be of the same origin.
 */
export function checkHost(listening: string, host: string | undefined): void {
  if (!LOCAL.has(listening === "::1" ? "[::1]" : listening)) return;
  const name = host?.replace(/:\d+$/, "").toLowerCase();
  if (name === undefined || !LOCAL.has(name))
    throw new HttpError(
      421,
      "HOST",
      "this server answers requests to localhost only; start it with --host to change that.",
    );
}

/** The headers that let the page of an admitted origin use the API. */
export function corsHeaders(admitted: readonly string[], origin: string | undefined): Readonly<Record<string, string>> {
  if (origin === undefined || admitted.length === 0) return {};
  if (!admitted.includes("*") && !admitted.includes(origin)) return {};
  return {
    "Access-Control-Allow-Origin": admitted.includes("*") ? "*" : origin,
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "Content-Type",
    "Cross-Origin-Resource-Policy": "cross-origin",
    Vary: "Origin",
  };
}
