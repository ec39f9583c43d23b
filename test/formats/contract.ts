/** What every text format must do: give back what it wrote, and read the same from any cut of the text. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { InputError } from "../../src/base/index.ts";
import { type ReadOptions, type TextFormat, writeText } from "../../src/formats/index.ts";
import { inPieces } from "./pieces.ts";

/** Everything a reader reports: records with their places, and errors. */
export function reported<T, R extends ReadOptions>(
  format: TextFormat<T, R>,
  pieces: readonly string[],
  options: R,
): unknown[] {
  const events: unknown[] = [];
  const reader = format.reader((record, line, column) => events.push({ record, line, column }), {
    ...options,
    file: "x",
    onBad: (error: InputError) => events.push(error.message),
  });
  try {
    for (const piece of pieces) reader.push(piece);
    reader.end();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    events.push(`ended by ${error.message}`);
  }
  return events;
}

/** The records a text holds. */
export function recordsOf<T, R extends ReadOptions>(format: TextFormat<T, R>, text: string, options: R): T[] {
  const records: T[] = [];
  const reader = format.reader((record) => records.push(record), options);
  reader.push(text);
  reader.end();
  return records;
}

/** The `InputError` with which reading the text ends. */
export function failureOf<T, R extends ReadOptions>(format: TextFormat<T, R>, text: string, options?: R): InputError {
  try {
    recordsOf(format, text, { ...(options as R), file: "x" });
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error(`read without an error: ${JSON.stringify(text)}`);
}

/** Characters that mean something to one format or another, or to an editor. */
const AWKWARD = [
  "\r",
  "\uFEFF",
  "\u00A0",
  "\u2028",
  "\u0000",
  "\v",
  "\u0085",
  "\t",
  " ",
  "\n",
  '"',
  "%%",
  "#",
  "0",
  "1e21",
];

/** What a reader accepts, its writer can write, and the reader accepts that again as the same. */
export function testRereading<T, R extends ReadOptions>(
  format: TextFormat<T, R>,
  records: fc.Arbitrary<T>,
  options: R,
  syntax: readonly string[],
): void {
  test(`${format.name}: what is read can be written and read again`, () => {
    const part = fc.oneof(fc.constantFrom(...syntax), fc.constantFrom(...AWKWARD));
    /** Written records with something put in here and there. */
    const disturbed = fc
      .tuple(fc.array(records, { minLength: 1, maxLength: 3 }), fc.array(fc.tuple(fc.nat(), part), { maxLength: 3 }))
      .map(([all, insertions]) => {
        let text = writeText(format, all);
        for (const [at, inserted] of insertions) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + inserted + text.slice(place);
        }
        return text;
      });
    const source = fc.oneof(
      disturbed,
      fc.array(part, { maxLength: 30 }).map((parts) => parts.join("")),
    );
    let nonempty = 0;
    fc.assert(
      fc.property(source, (text) => {
        const found: T[] = [];
        for (const event of reported(format, [text], options))
          if (typeof event !== "string") found.push((event as { record: T }).record);
        if (found.length > 0) nonempty++;
        expect(recordsOf(format, writeText(format, found), options)).toEqual(found);
      }),
      { numRuns: 500 },
    );
    expect(nonempty).toBeGreaterThan(50);
  });
}

export function testFormat<T, R extends ReadOptions>(
  format: TextFormat<T, R>,
  records: fc.Arbitrary<T>,
  options: R,
  /** Pieces of text that try the format's syntax, good and bad. */
  syntax: readonly string[],
): void {
  test(`${format.name}: what is written is read again`, () => {
    fc.assert(
      fc.property(fc.array(records, { maxLength: 4 }), (all) => {
        const text = writeText(format, all);
        expect(recordsOf(format, text, options)).toEqual(all);
        expect(recordsOf(format, `\uFEFF${text.replaceAll("\n", "\r\n")}`, options)).toEqual(all);
      }),
    );
  });
  test(`${format.name}: any cut into pieces gives the same records, places and errors`, () => {
    const source = fc.oneof(
      fc.array(records, { maxLength: 3 }).map((all) => writeText(format, all)),
      fc.array(fc.constantFrom(...syntax), { maxLength: 30 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(source, fc.array(fc.nat(), { maxLength: 12 }), (text, cuts) => {
        expect(reported(format, inPieces(text, cuts), options)).toEqual(reported(format, [text], options));
      }),
      { numRuns: 300 },
    );
  });
  testRereading(format, records, options, syntax);
}
