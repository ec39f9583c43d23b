/**
 * What is fuzzed. A family turns bytes into calls of the library and throws where a promise is broken: an error that is
 * not Eigentree's own, an answer that cannot be read back, two answers that should be one. How bytes are made from its
 * seeds is the business of mutate.ts; how long a case may take, of watchdog.ts.
 */
import { EigentreeError } from "../../src/base/index.ts";
import type { Random } from "../../src/base/random.ts";

export interface Family {
  /** "readers/penn": the folder of its failing inputs in test/corpus. */
  readonly name: string;
  /** Good inputs to start from. */
  readonly seeds: () => readonly Uint8Array[] | Promise<readonly Uint8Array[]>;
  /** A whole input made by the rules of the format, where there are such rules. */
  readonly generate?: (random: Random) => Uint8Array;
  /** Runs one case. Returns what it saw, briefly: inputs with new behaviour are kept as seeds. */
  run(input: Uint8Array): string | Promise<string>;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export const textOf = (input: Uint8Array): string => decoder.decode(input);
export const bytesOf = (text: string): Uint8Array => encoder.encode(text);

/** An error of ours becomes a short word; any other is a defect and goes on its way. */
export function ownError(error: unknown): string {
  if (error instanceof EigentreeError)
    return `${error.code} ${error.message.replace(/\d+|"[^"]*"/g, "#").slice(0, 80)}`;
  throw error;
}

/** A broken promise that is no exception of the code itself. */
export class Broken extends Error {
  override readonly name = "Broken";
}

/** Numbers by their order of magnitude: enough to tell kinds of behaviour apart. */
export const magnitude = (value: number): string => (value < 4 ? String(value) : `2^${Math.floor(Math.log2(value))}`);
