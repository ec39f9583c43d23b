/** Labelled sequences: words with their tags, frames with their phones, and the same as numbers. */
import { InputError } from "../../../base/errors.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";

/** All positions of all sequences, one after another. */
export interface EncodedCorpus {
  /** Sequence s holds the positions from starts[s] up to starts[s + 1]. */
  readonly starts: Uint32Array;
  readonly labels: Int32Array;
  /** The word at every position, by its number in the lexicon. */
  readonly words: Int32Array;
  /** Observation class of every position: the word, or the coarser class of a rare one. */
  readonly classes: Int32Array;
  /** A coarser class of every position, as the spelling of a word is. */
  readonly coarse: Int32Array;
  readonly labelCount: number;
  readonly classCount: number;
  readonly coarseCount: number;
}

/**
 * Throws unless there is something to learn from and every word has a tag. Empty sequences are accepted: they teach
 * nothing.
 */
export function requireSequences(where: string, sequences: readonly TaggedSentence[]): void {
  let positions = 0;
  for (const [n, { words, tags }] of sequences.entries()) {
    if (words.length !== tags.length) {
      throw new InputError(
        `${where}: sequence ${n + 1} has ${words.length} words and ${tags.length} tags; ` +
          "expected one tag for every word.",
      );
    }
    const empty = tags.indexOf("");
    if (empty >= 0)
      throw new InputError(`${where}: word ${empty + 1} of sequence ${n + 1} has an empty tag; expected a name.`);
    positions += words.length;
  }
  if (positions === 0) throw new InputError(`${where}: no tagged words; expected at least one sequence with tags.`);
}

/** The start of every sequence among all positions, and their number last. */
export function sequenceStarts(sequences: readonly { readonly words: readonly string[] }[]): Uint32Array {
  const starts = new Uint32Array(sequences.length + 1);
  for (const [s, { words }] of sequences.entries()) starts[s + 1] = starts[s]! + words.length;
  return starts;
}
