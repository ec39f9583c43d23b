/**
 * Word vectors from Brown clusters (§4.1 of Parikh et al. 2014): for C classes log₂ C elements with the first bits of the class's path, then C elements that
 * mark the class.
 */
import { InputError } from "../../base/index.ts";
import { WordVectors } from "../vectors/index.ts";

export interface ClassedWord {
  /** Bits from the root of the hierarchy: "0110". */
  readonly path: string;
  readonly word: string;
}

/** As `train clusters` folds words unless told otherwise; a word that is there as it is written is taken so. */
const FOLDING = { lowerCase: true, foldDigits: true };

/** Lines of `path TAB word TAB count`, as `train clusters` writes them. */
export function readClassedWords(text: string, file?: string): ClassedWord[] {
  const classes: ClassedWord[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const [path, word] = line.split("\t");
    if (!/^[01]*$/.test(path!) || word === undefined || word === "") {
      throw new InputError(`"${line.slice(0, 40)}" is no class of a word; expected a path of 0 and 1, a tab, the word.`, {
        file,
        line: i + 1,
      });
    }
    classes.push({ path: path!, word });
  }
  if (classes.length === 0) throw new InputError("has no classes of words; expected a path and a word a line.", { file });
  return classes;
}

export function clusterVectors(classes: readonly ClassedWord[]): WordVectors {
  const paths = [...new Set(classes.map(({ path }) => path))].sort();
  const bits = Math.ceil(Math.log2(paths.length));
  const dimensions = bits + paths.length;
  const rowOf = new Map(paths.map((path, i) => [path, i]));
  const data = new Float32Array(classes.length * dimensions);
  for (const [row, { path }] of classes.entries()) {
    for (let bit = 0; bit < bits; bit++) if (path[bit] === "1") data[row * dimensions + bit] = 1;
    data[row * dimensions + bits + rowOf.get(path)!] = 1;
  }
  return new WordVectors(
    classes.map(({ word }) => word),
    dimensions,
    data,
    FOLDING,
  );
}
