/** Labelled sequences as numbers; words seen once or twice are given as the coarser class they belong to. */
import type { TaggedSentence } from "../../trees/sentence.ts";
import type { Lexicon } from "./lexicon.ts";
import { type EncodedCorpus, sequenceStarts } from "./sequence.ts";

/** Features of words seen less often than this are those of their spelling: they could not be learnt. */
const FREQUENT = 3;

export function encodeCorpus(sequences: readonly TaggedSentence[], lexicon: Lexicon): EncodedCorpus {
  const starts = sequenceStarts(sequences);
  const count = starts[sequences.length]!;
  const labels = new Int32Array(count);
  const classes = new Int32Array(count);
  const coarse = new Int32Array(count);
  const spelling = lexicon.words.words().map((word) => lexicon.signatureClass(word) - lexicon.words.size);
  const frequent = lexicon.words.words().map((_, w) => lexicon.countOf(w) >= FREQUENT);
  let at = 0;
  for (const { words, tags } of sequences) {
    for (let i = 0; i < words.length; i++, at++) {
      const word = lexicon.words.id(words[i]!);
      labels[at] = lexicon.labels.id(tags[i]!);
      classes[at] = frequent[word] ? word : lexicon.words.size + spelling[word]!;
      coarse[at] = spelling[word]!;
    }
  }
  return {
    starts,
    labels,
    classes,
    coarse,
    labelCount: lexicon.labels.size,
    classCount: lexicon.classCount,
    coarseCount: lexicon.signatures.size,
  };
}
