/**
 * Templates of features, in the notation of the R-HMM's (spectral/templates.ts): products of atoms, separated by commas
 * or line ends. An atom is an attribute of a token and a place relative to the position that is labelled.
 *
 *   word            the word itself                     lower-1*lower   the word before joined with this one, small
 *   suffix3+1       the last three letters of the next  shape-2..2      five templates, one for each place
 *   upos-1*upos     columns of the data, by name        class6          the first six bits of the word's class
 *   vector-1..1     numbers of the words' vectors       context         numbers of the token in its context (LR-MVL)
 *
 * Of words that training has fewer than ten times (word-forms.ts); labels are the usual ones of the training data:
 *
 *   relative        endings and label of its relatives  end, opening    label of its longest known end; what is before it
 *   small, capital  label of its other spellings        part            label of what follows the last hyphen
 *   raresuffix6     its last six letters                rareprefix5     its first five
 *
 * A # begins a comment that ends with the line.
 */
import { InputError } from "../../../base/errors.ts";
import { quoted } from "../../../base/quoted.ts";
import { suggestion } from "../../../base/spelling.ts";

/** An attribute of the token at a distance. */
export interface Atom {
  readonly attribute: string;
  readonly offset: number;
}

/** A product of atoms. */
export type Template = readonly Atom[];

/** Places further away than this are refused. */
const FURTHEST = 9;

/** Attributes with numbers for values: they make no products. */
const REAL = new Set(["vector", "context"]);

/** Whether a template has numbers for values. */
export const isReal = (template: Template): boolean => REAL.has(template[0]!.attribute);

/** Attributes that every word has, with the families that take a number of letters or bits. */
const FORMS = ["relative", "end", "opening", "small", "capital", "part"];
const ATTRIBUTES = ["word", "lower", "shape", "case", "signature", "class", "list", "vector", "context", ...FORMS];
const FAMILIES: Readonly<Record<string, number>> = { prefix: 9, suffix: 9, rareprefix: 9, raresuffix: 9, class: 64 };

const isAttribute = (name: string, columns: readonly string[]): boolean => {
  const family = /^(prefix|suffix|rareprefix|raresuffix|class)([1-9]\d?)$/.exec(name);
  if (family !== null && Number(family[2]) <= FAMILIES[family[1]!]!) return true;
  return ATTRIBUTES.includes(name) || columns.includes(name);
};

/** In place of a file, where templates are text. */
export const TEMPLATES_NAME = "templates";

/** Templates from their text; `columns` are further columns of the data. Errors say where in the text. */
export function parseTemplates(text: string, columns: readonly string[], file = TEMPLATES_NAME): Template[] {
  const found: Template[] = [];
  for (const [row, line] of text.split("\n").entries()) {
    const content = line.replace(/#.*/, "");
    let column = 1;
    for (const piece of content.split(",")) {
      const fail = (reason: string, at: number): never => {
        throw new InputError(reason, { file, line: row + 1, column: column + at });
      };
      if (piece.trim() !== "") found.push(...parseProduct(piece, columns, fail));
      column += piece.length + 1;
    }
  }
  if (found.length === 0) throw new InputError('holds no template; expected some, such as "word-1*word".', { file });
  const seen = new Set<string>();
  return found.filter((template) => {
    const name = templateName(template);
    return !seen.has(name) && seen.add(name);
  });
}

/** A template as it is written. */
export const templateName = (template: Template): string =>
  template
    .map(({ attribute, offset }) => `${attribute}${offset === 0 ? "" : offset > 0 ? `+${offset}` : offset}`)
    .join("*");

type Fail = (reason: string, at: number) => never;

function parseProduct(text: string, columns: readonly string[], fail: Fail): Template[] {
  let at = 0;
  const atoms = text.split("*").map((piece) => {
    const begin = at + piece.length - piece.trimStart().length;
    at += piece.length + 1;
    return { places: parseAtom(piece.trim(), columns, (reason) => fail(reason, begin)), begin };
  });
  if (atoms.length === 1) return atoms[0]!.places.map((atom) => [atom]);
  return [
    atoms.map(({ places, begin }) => {
      if (places.length > 1)
        fail("a range of places stands in a product; expected a single place in each factor.", begin);
      if (isReal(places)) fail(`"${places[0]!.attribute}" is numbers, which make no products; give it alone.`, begin);
      return places[0]!;
    }),
  ];
}

function parseAtom(text: string, columns: readonly string[], fail: (reason: string) => never): Atom[] {
  const match = /^([A-Za-z_]+\d*)(?:([+-]?\d+)\.\.([+-]?\d+)|([+-]\d+))?$/.exec(text);
  if (match === null) {
    fail(`${quoted(text)} is not an atom; expected an attribute and a place, such as word, suffix3+1 or shape-2..2.`);
  }
  const [, attribute = "", from, to, place] = match!;
  if (!isAttribute(attribute, columns)) {
    const names = [...ATTRIBUTES, ...columns, "prefix3", "suffix3", "class6"];
    const known = `expected ${names.join(", ")}, or a column that is named as a feature`;
    fail(`${quoted(attribute)} is not an attribute of a word; ${known}.${suggestion(attribute, names)}`);
  }
  const [first, last] = from === undefined ? [Number(place ?? 0), Number(place ?? 0)] : [Number(from), Number(to)];
  if (first > last) fail(`the range ${from}..${to} is empty; expected the smaller place first.`);
  if (Math.max(-first, last) > FURTHEST) fail(`the place is too far away; expected at most ${FURTHEST} words.`);
  if (attribute === "context" && (first !== 0 || last !== 0))
    fail('"context" is of the position itself; expected no place.');
  return Array.from({ length: last - first + 1 }, (_, i) => ({ attribute, offset: first + i }));
}
