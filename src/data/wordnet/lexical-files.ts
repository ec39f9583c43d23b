/**
 * The lexicographer files: broad fields of meaning such as noun.animal. Data files give their numbers; the names stand
 * in a file `lexnames` (number TAB name TAB part of speech), which not every copy of the database has. The list here is
 * that of WordNet 3.0 and 3.1 (lexnames(5WN)).
 */
import { InputError } from "../../base/errors.ts";

const NOUN_FIELDS =
  "Tops act animal artifact attribute body cognition communication event feeling food group location motive object " +
  "person phenomenon plant possession process quantity relation shape state substance time";
const VERB_FIELDS =
  "body change cognition communication competition consumption contact creation emotion motion perception possession " +
  "social stative weather";

/** Names of WordNet's lexicographer files, by number. */
export const LEXICAL_FILES: readonly string[] = [
  ...["adj.all", "adj.pert", "adv.all"],
  ...NOUN_FIELDS.split(" ").map((field) => `noun.${field}`),
  ...VERB_FIELDS.split(" ").map((field) => `verb.${field}`),
  "adj.ppl",
];

/** Reads `lexnames`. */
export function readLexicalFiles(text: string, file = "lexnames"): readonly string[] {
  const names: string[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    const fields = line.trim().split(/\s+/);
    if (fields[0] === "") continue;
    if (fields.length !== 3 || Number(fields[0]) !== names.length) {
      const found = `"${line.trim().slice(0, 40)}"`;
      throw new InputError(`found ${found}; expected number ${names.length}, a name and a part of speech.`, {
        file,
        line: i + 1,
      });
    }
    names.push(fields[1]!);
  }
  return names;
}
