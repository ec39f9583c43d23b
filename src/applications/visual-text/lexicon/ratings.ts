/**
 * Words with ratings, as the norms of concreteness have them: a table with tabs between its columns and their names on
 * the first line, or just a word and a number on each line.
 */
import { InputError, quoted } from "../../../base/index.ts";

/** A word and what people say of it on average. */
export interface WordRating {
  readonly word: string;
  readonly rating: number;
}

/** Column names that hold a rating, in the order in which they are looked for (Brysbaert et al. 2014 say Conc.M). */
const RATING_COLUMNS = ["conc.m", "concreteness", "rating", "score", "mean"];

/** Columns that an error lists. */
const MOST_NAMED = 12;

/** The ratings of a text in memory; `column` names theirs where there are several. */
export function readWordRatings(
  text: string,
  { file, column }: { readonly file?: string | undefined; readonly column?: string | undefined } = {},
): WordRating[] {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const first = (lines[0] ?? "").split("\t");
  const headed = column !== undefined || !(first.length > 1 && isNumber(first[1]!));
  const at = headed ? columnOf(first, column, file) : 1;
  const ratings: WordRating[] = [];
  for (let i = headed ? 1 : 0; i < lines.length; i++) {
    const line = lines[i]!;
    if (line.trim() === "") continue;
    const fields = line.split("\t");
    const value = fields[at];
    if (value === undefined || !isNumber(value)) {
      const found = value === undefined ? `this line has ${fields.length} columns` : `${quoted(value)} is not a number`;
      throw new InputError(`${found}; expected a rating in column ${at + 1}.`, { file, line: i + 1 });
    }
    ratings.push({ word: fields[0]!.trim(), rating: Number(value) });
  }
  if (ratings.length === 0) throw new InputError("there are no ratings in it; expected words with numbers.", { file });
  return ratings;
}

const isNumber = (text: string): boolean => text.trim() !== "" && Number.isFinite(Number(text));

function columnOf(names: readonly string[], wanted: string | undefined, file: string | undefined): number {
  const lower = names.map((name) => name.trim().toLowerCase());
  const at =
    wanted === undefined
      ? RATING_COLUMNS.map((name) => lower.indexOf(name)).find((place) => place > 0)
      : lower.indexOf(wanted.toLowerCase());
  if (at !== undefined && at > 0) return at;
  const found = `the columns are ${names.slice(0, MOST_NAMED).map(quoted).join(", ")}`;
  const expected = wanted === undefined ? "one of ratings" : `one named ${quoted(wanted)}`;
  throw new InputError(`${found}; expected ${expected}; name it with the option column.`, { file, line: 1 });
}
