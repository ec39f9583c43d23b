/**
 * Standard output that may be full or closed. Node tells of a failed write by an event that comes later, and never of
 * room again; here the next write throws, and `settled` does, so that whoever writes stops, with a sentence.
 */
import { EigentreeError } from "../../base/errors.ts";
import { readableError } from "../file-errors.ts";

/** The reader of standard output has left (`| head`). */
export class ClosedOutputError extends EigentreeError {
  readonly code = "EIGENTREE_CLOSED_OUTPUT";
}

/** The part of a stream of Node that is used here. */
interface Stream {
  write(piece: string | Uint8Array, done?: () => void): boolean;
  on(event: "error", listener: (error: Error & { readonly code?: string }) => void): unknown;
  once(event: "drain", listener: () => void): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Standard output that says when it could not be written. */
export class CheckedOutput {
  readonly #stream: Stream;
  readonly #waiting = new Set<() => void>();
  #failure: unknown;

  constructor(
    stream: Stream,
    readonly name: string,
  ) {
    this.#stream = stream;
    stream.on("error", (error) => {
      this.#failure ??=
        error.code === "EPIPE"
          ? new ClosedOutputError(`${name}: its reader has left.`)
          : readableError(error, name, "written");
      for (const listener of this.#waiting) listener();
      this.#waiting.clear();
    });
  }

  get isTTY(): boolean {
    return this.#stream.isTTY === true;
  }

  get columns(): number | undefined {
    return this.#stream.columns;
  }

  get failed(): boolean {
    return this.#failure !== undefined;
  }

  /** Whether there is room for more; if not, wait for "drain". Throws the failure of an earlier write. */
  write(piece: string | Uint8Array): boolean {
    if (this.failed) throw this.#failure;
    return this.#stream.write(piece);
  }

  /** Once there is room again, or will never be. */
  once(event: "drain", listener: () => void): void {
    if (this.failed) {
      listener();
      return;
    }
    this.#waiting.add(listener);
    this.#stream.once(event, () => {
      if (this.#waiting.delete(listener)) listener();
    });
  }

  /** Waits until all is written; throws if it could not be. */
  async settled(): Promise<void> {
    // Called after everything before it, and before the event of a failure.
    await new Promise<void>((resolve) => this.#stream.write("", () => resolve()));
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (this.failed) throw this.#failure;
  }
}

let output: CheckedOutput | undefined;

/** Standard output of this process. */
export function standardOutput(): CheckedOutput {
  output ??= new CheckedOutput(process.stdout, "standard output");
  return output;
}

/** Writes all pieces, no faster than they are read. */
export async function writeStandardOutput(pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  const stream = standardOutput();
  for await (const piece of pieces) {
    if (!stream.write(piece)) await new Promise<void>((resolve) => stream.once("drain", resolve));
  }
  await stream.settled();
}
