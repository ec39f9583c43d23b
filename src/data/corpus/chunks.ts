/**
 * Text in pieces of any size → chunks that begin and end with a line, for threads to work on. Where a chunk ends
 * depends on the text alone, not on the pieces. A line longer than `LONGEST_LINE` is cut at a blank (or, if it has
 * none, anywhere), and the cut is reported: memory stays bounded.
 */

/** Minimum size of a chunk in UTF-16 units; only the last one may be smaller. */
const CHUNK = 1 << 19;
export const LONGEST_LINE = 1 << 20;

export class Chunker {
  #rest = "";
  /** Where in `#rest` the search for the chunk's end goes on. */
  #searched = 0;
  #line = 1;

  constructor(
    readonly onChunk: (text: string) => void,
    readonly onLongLine: (line: number) => void,
  ) {}

  push(piece: string): void {
    this.#rest += piece;
    for (;;) {
      const lineEnd = this.#rest.indexOf("\n", Math.max(this.#searched, CHUNK));
      if (lineEnd >= 0 && lineEnd < CHUNK + LONGEST_LINE) {
        this.#emit(lineEnd + 1, false);
      } else if (this.#rest.length >= CHUNK + LONGEST_LINE) {
        const blank = this.#rest.lastIndexOf(" ", CHUNK + LONGEST_LINE - 1);
        this.#emit(blank > CHUNK ? blank + 1 : CHUNK + LONGEST_LINE, true);
      } else {
        this.#searched = this.#rest.length;
        return;
      }
    }
  }

  end(): void {
    if (this.#rest !== "") this.#emit(this.#rest.length, !this.#rest.endsWith("\n"));
  }

  #emit(end: number, addLineEnd: boolean): void {
    const text = this.#rest.slice(0, end);
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#line++;
    this.#rest = this.#rest.slice(end);
    this.#searched = 0;
    if (addLineEnd && this.#rest !== "") this.onLongLine(this.#line);
    this.onChunk(addLineEnd ? `${text}\n` : text);
  }
}
