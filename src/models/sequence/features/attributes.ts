/**
 * The attributes of a token that templates name, as texts; "" where a token has none of a kind, which is no feature.
 */
import { caseOf, shapeOf, signature } from "../../lexicon/spelling.ts";
import type { Representations } from "../../representations/index.ts";
import type { WordForms } from "./word-forms.ts";

/** A token as its columns: the word, and the values of the further columns in the order of their names. */
export interface TokenColumns {
  readonly word: string;
  readonly values: readonly string[];
}

/** In place of every attribute of what lies beyond the ends of a sentence. */
export const EDGE = "\u0001";

/** Gives the text of an attribute. */
export type AttributeOf = (token: TokenColumns) => string;

const lowered = (word: string): string => word.toLowerCase().replace(/\d/g, "0");

/** How an attribute is taken of a token; `parseTemplates` has checked its name. */
export function attributeOf(
  name: string,
  columns: readonly string[],
  { classes }: Representations,
  forms?: WordForms,
): AttributeOf {
  const column = columns.indexOf(name);
  if (column >= 0) return ({ values }) => values[column]!;
  const ofForms = forms?.attribute(name);
  if (ofForms !== undefined) return ofForms;
  const [, family, digits] = /^([a-z]+)(\d*)$/.exec(name)!;
  const size = Number(digits);
  switch (family) {
    case "word":
      return ({ word }) => word;
    case "lower":
      return ({ word }) => lowered(word);
    case "shape":
      return ({ word }) => shapeOf(word);
    case "case":
      return ({ word }) => caseOf(word);
    case "signature":
      return ({ word }) => signature(word, false);
    case "prefix":
      return ({ word }) => (word.length > size ? lowered(word).slice(0, size) : "");
    case "suffix":
      return ({ word }) => (word.length > size ? lowered(word).slice(-size) : "");
    case "list":
      return () => ""; // a column where there are lists of names
    default:
      return ({ word }) => {
        const path = classes?.path(word) ?? "";
        return digits === "" ? path : path.slice(0, size);
      };
  }
}
