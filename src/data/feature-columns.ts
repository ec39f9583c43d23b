/** Columns of a file other than words and labels, as features of the words. */
import { InputError, OptionError, type Position } from "../base/errors.ts";
import { type ConlluSentence, isWord } from "../formats/treebanks/conllu.ts";

/** The columns of CoNLL-U that may be features. */
const CONLLU_COLUMNS = ["lemma", "upos", "xpos", "feats"] as const;

/** The name of a column as templates know it: "column2" for the number 2; other names stay. */
export const columnName = (feature: string): string => (/^\d+$/.test(feature) ? `column${feature}` : feature);

/** The values of a sentence by the names of columns; undefined where the file does not have one. */
export type ColumnValues = (name: string) => readonly string[] | undefined;

/** Columns of CoNLL-U by their names. One that is "_" throughout is not there. */
export function conlluRows({ tokens }: ConlluSentence): ColumnValues {
  const words = tokens.filter(isWord);
  return (feature) => {
    const name = CONLLU_COLUMNS.find((column) => column === feature.toLowerCase());
    if (name === undefined) {
      const expected = `expected one of ${CONLLU_COLUMNS.join(", ")}`;
      throw new OptionError("features", `features: CoNLL-U has no column "${feature}" for features; ${expected}.`);
    }
    const values = words.map((word) => word[name]);
    return values.length > 0 && values.every((value) => value === "_") ? undefined : values;
  };
}

/** Columns by their numbers, from 1. */
const numberedRows =
  (rows: readonly (readonly string[])[]): ColumnValues =>
  (feature) => {
    const number = Number(feature);
    if (!Number.isInteger(number) || number < 1)
      throw new OptionError("features", `features: "${feature}" is no column; expected its number, from 1.`);
    return rows.every((fields) => fields.length >= number) ? rows.map((fields) => fields[number - 1]!) : undefined;
  };

/** The columns of a sentence; throws an `InputError` that names one which is missing. */
export function featureColumns(
  given: ColumnValues | readonly (readonly string[])[],
  features: readonly string[],
): { readonly columns?: Readonly<Record<string, readonly string[]>> } {
  if (features.length === 0) return {};
  const valuesOf = typeof given === "function" ? given : numberedRows(given);
  return {
    columns: Object.fromEntries(
      features.map((feature) => {
        const values = valuesOf(feature);
        if (values === undefined)
          throw new InputError(`the sentence has no column "${columnName(feature)}"; expected it as a feature.`);
        return [columnName(feature), values];
      }),
    ),
  };
}

/** Runs `body`; an `InputError` without a place gets this one. */
export function withPlace<T>(place: Position, body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (error instanceof InputError && error.line === undefined) throw new InputError(error.reason, place);
    throw error;
  }
}
