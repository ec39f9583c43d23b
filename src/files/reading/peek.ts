/** The beginning of a stream, to tell what it is, without losing it: standard input cannot be opened again. */

export interface Peeked<T> {
  /** As much as was asked for or more; less where the stream is shorter. */
  readonly beginning: T;
  /** Everything, the beginning included; to be read once. */
  readonly pieces: AsyncGenerator<T, void, undefined>;
  /** Closes the stream: for whoever does not read on. */
  close(): Promise<void>;
}

/**
 * Reads ahead until there are `length` characters or bytes.
 *
 *   const { beginning, pieces } = await peek(readFileText("-"), 4096);
 *   const format = guessFormat(beginning);
 *   for await (const piece of pieces) reader.push(piece);
 */
export async function peek<T extends string | Uint8Array>(
  source: AsyncGenerator<T, void, undefined>,
  length: number,
): Promise<Peeked<T>> {
  const first: T[] = [];
  for (let known = 0; known < length; ) {
    const next = await source.next();
    if (next.done) break;
    first.push(next.value);
    known += next.value.length;
  }
  async function* whole(): AsyncGenerator<T, void, undefined> {
    try {
      yield* first;
      first.length = 0;
      yield* source;
    } finally {
      await close();
    }
  }
  const close = async () => void (await source.return());
  return { beginning: joined(first), pieces: whole(), close };
}

function joined<T extends string | Uint8Array>(pieces: readonly T[]): T {
  if (pieces.length === 1) return pieces[0]!;
  const texts = pieces.filter((piece) => typeof piece === "string");
  if (texts.length > 0) return texts.join("") as T;
  return new Uint8Array(Buffer.concat(pieces as readonly Uint8Array[])) as T;
}
