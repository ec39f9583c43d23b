/** Labelled sequences as numbers; words seen once or twice are given as the coarser class they belong to. */
import type { TaggedSentence } from "../../../trees/sentence.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import { type EncodedCorpus, sequenceStarts } from "./sequence.ts";

/** Features of words seen less often than this are those of their spelling: they could not be learnt. */
const FREQUENT = 3;

export function encodeCorpus(sequences: readonly TaggedSentence[], lexicon: Lexicon): EncodedCorpus {
  const starts = sequenceStarts(sequences);
  const count = starts[sequences.length]!;
  const labels = new Int32Array(count);
  const words = new Int32Array(count);
  const classes = new Int32Array(count);
  const coarse = new Int32Array(count);
  const vocabulary = lexicon.words.words();
  const spelling = Int32Array.from(vocabulary, (word) => lexicon.signatureClass(word) - lexicon.words.size);
  const classOf = Int32Array.from(vocabulary, (_, w) =>
    lexicon.countOf(w) >= FREQUENT ? w : lexicon.words.size + spelling[w]!,
  );
  let at = 0;
  for (const sequence of sequences) {
    for (let i = 0; i < sequence.words.length; i++, at++) {
      const word = lexicon.words.id(sequence.words[i]!);
      labels[at] = lexicon.labels.id(sequence.tags[i]!);
      words[at] = word;
      classes[at] = classOf[word]!;
      coarse[at] = spelling[word]!;
    }
  }
  return {
    starts,
    labels,
    words,
    classes,
    coarse,
    labelCount: lexicon.labels.size,
    classCount: lexicon.classCount,
    coarseCount: lexicon.signatures.size,
  };
}
