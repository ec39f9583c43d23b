/** The JSON of a request's body: bounded in size and time, in good UTF-8. */

import { LimitError } from "../verbs/index.ts";
import { HttpError } from "./failures.ts";

export async function readJson(request: Request, most: number, signal: AbortSignal): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new HttpError(415, "CONTENT_TYPE", "the body must be JSON; expected Content-Type: application/json.");
  const bytes = await readBytes(request, most, signal);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new HttpError(400, "BODY", "the body is not valid UTF-8.");
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new HttpError(400, "BODY", `the body is not JSON: ${(error as Error).message.slice(0, 120)}.`);
  }
}

async function readBytes(request: Request, most: number, signal: AbortSignal): Promise<Uint8Array> {
  const tooLarge = () => new LimitError(`the body has more than ${most} bytes; send less at a time.`);
  if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge();
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array(0);
  const pieces: Uint8Array[] = [];
  let size = 0;
  const stop = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", stop);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      size += value.length;
      if (size > most) {
        stop();
        throw tooLarge();
      }
      pieces.push(value);
    }
  } finally {
    signal.removeEventListener("abort", stop);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
