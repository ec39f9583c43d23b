/**
 * Hierarchical word classes as bit paths, in the form that Brown clusters usually come in: `path TAB word TAB count`, a
 * word a line. A word's class is the whole path; the beginnings of the path are the larger classes around it.
 */
import { InputError } from "../base/errors.ts";
import { quoted } from "../base/quoted.ts";
import { isBlank, lineDefect } from "../formats/blocks.ts";
import { LineSplitter } from "../formats/reader.ts";

/** A word and the class it belongs to. */
export interface WordClass {
  /** Bits from the root of the hierarchy: "0110". */
  readonly path: string;
  readonly word: string;
  /** Occurrences in the text; undefined where a file does not say. */
  readonly count?: number | undefined;
}

/** The classes of a text. The count may be missing, as other programs leave it out. */
export function readClusters(
  text: string,
  { file }: { readonly file?: string | undefined } = {},
): readonly WordClass[] {
  const classes: WordClass[] = [];
  const firstAt = new Map<string, number>();
  const take = (content: string, line: number) => {
    if (isBlank(content)) return;
    const defect = lineDefect({ text: content, number: line }, file);
    if (defect !== undefined) throw defect;
    const entry = parseLine(content);
    if (entry === undefined) {
      const found = `${quoted(content)} is not a word class`;
      throw new InputError(`${found}; expected a path of 0 and 1, a tab, the word, and after a tab its count.`, {
        file,
        line,
      });
    }
    const first = firstAt.get(entry.word);
    if (first !== undefined) {
      const found = `the word ${quoted(entry.word)} appears twice, first on line ${first}`;
      throw new InputError(`${found}; expected every word once.`, { file, line });
    }
    firstAt.set(entry.word, line);
    classes.push(entry);
  };
  const bad = (error: InputError) => {
    throw error;
  };
  const lines = new LineSplitter({ line: take, bad, end: () => {} }, { file });
  lines.push(text);
  lines.end();
  if (classes.length === 0) {
    throw new InputError("holds no word classes; expected lines of path, tab, word, tab, count.", { file });
  }
  return Object.freeze(classes);
}

function parseLine(line: string): WordClass | undefined {
  const [path = "", word = "", count = "", ...more] = line.split("\t");
  if (
    !/^[01]*$/.test(path) ||
    word === "" ||
    !/^\d*$/.test(count) ||
    !Number.isSafeInteger(Number(count)) ||
    more.length > 0
  )
    return undefined;
  return count === "" ? { path, word } : { path, word, count: Number(count) };
}

/** Throws when a word would not be read again. */
function checkWord(word: string): string {
  if (word === "") throw new InputError("word classes cannot hold an empty word; leave it out.");
  if (/[\t\r\n]/.test(word))
    throw new InputError(`word classes cannot hold the word ${quoted(word)} with a tab or line end in it; replace it.`);
  return word;
}

/** The text of word classes, as `readClusters` reads it. */
export const writeClusters = (classes: Iterable<WordClass>): string =>
  Array.from(
    classes,
    ({ path, word, count }) => `${path}\t${checkWord(word)}${count === undefined ? "" : `\t${count}`}\n`,
  ).join("");
