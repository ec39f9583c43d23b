/** One part of speech of a WordNet database: its index of words, its synsets, and its irregular forms. */
import { InputError } from "../../base/errors.ts";
import { readExceptions } from "./base-forms.ts";
import { type DataFile, readDataFile } from "./data-file.ts";
import type { Exceptions } from "./irregular-forms.ts";
import { KeyedLines } from "./keyed-lines.ts";
import { FILE_ENDINGS, type PartOfSpeech } from "./parts-of-speech.ts";
import type { Synset, WordNetFiles } from "./wordnet.ts";

export interface Part {
  readonly name: PartOfSpeech;
  readonly index: KeyedLines;
  readonly data: DataFile;
  /** Its first synset. */
  readonly first: Synset;
  readonly exceptions: Exceptions | undefined;
  /** Senses of words, remembered. */
  readonly senses: Map<string, readonly Synset[]>;
}

/** Reads part number `part`, whose synsets count from `first`; undefined where the database does not have it. */
export function openPart(files: WordNetFiles, name: PartOfSpeech, part: number, first: Synset): Part | undefined {
  const ending = FILE_ENDINGS[name];
  const [indexName, dataName, listName] = [`index.${ending}`, `data.${ending}`, `${ending}.exc`];
  const index = files[indexName];
  const data = files[dataName];
  if (index === undefined && data === undefined) return undefined;
  if (index === undefined || data === undefined) {
    const [there, missing] = index === undefined ? [dataName, indexName] : [indexName, dataName];
    throw new InputError(`the database has ${there} but not ${missing}; expected both; install it again.`);
  }
  const list = files[listName];
  return {
    name,
    first,
    index: new KeyedLines(index, indexName),
    data: readDataFile(data, dataName, part),
    exceptions: list && readExceptions(new TextDecoder().decode(list), listName),
    senses: new Map(),
  };
}

/** The index of a value in a rising array, or −1. */
export function placeOf(values: Uint32Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return values[low] === value ? low : -1;
}
