/** Labelled sequences: words with their tags, frames with their phones, and the same as numbers. */
import { InputError } from "../../base/errors.ts";

export interface LabelledSequence {
  /** Words, or the names of observation classes. */
  readonly words: readonly string[];
  /** One label per word. */
  readonly labels: readonly string[];
  /** Where the sequence began, for errors. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

/** All positions of all sequences, one after another. */
export interface EncodedCorpus {
  /** Sequence s holds the positions from starts[s] up to starts[s + 1]. */
  readonly starts: Uint32Array;
  readonly labels: Int32Array;
  /** Observation class of every position. */
  readonly classes: Int32Array;
  /** A coarser class of every position: the spelling of a word, the neighbourhood of a frame. */
  readonly coarse: Int32Array;
  readonly labelCount: number;
  readonly classCount: number;
  readonly coarseCount: number;
}

/** Throws unless there is something to learn from and every word has a label. Empty sequences are let through: they teach nothing. */
export function requireSequences(where: string, sequences: readonly LabelledSequence[]): void {
  let positions = 0;
  for (const [n, { words, labels, file, line }] of sequences.entries()) {
    if (words.length !== labels.length) {
      throw new InputError(
        `${where}: sequence ${n + 1} has ${words.length} words and ${labels.length} labels; expected one label for every word.`,
        { file, line },
      );
    }
    positions += words.length;
  }
  if (positions === 0) throw new InputError(`${where}: no labelled words; expected at least one sequence with labels.`);
}

/** The start of every sequence among all positions, and their number last. */
export function sequenceStarts(sequences: readonly { readonly words: readonly string[] }[]): Uint32Array {
  const starts = new Uint32Array(sequences.length + 1);
  for (const [s, { words }] of sequences.entries()) starts[s + 1] = starts[s]! + words.length;
  return starts;
}
