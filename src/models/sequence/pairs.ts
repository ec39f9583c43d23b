/**
 * The pairs of observation class and label that training saw, numbered class by class: every word with its labels, and every spelling with the labels
 * of its rare words, which stand for the words still to come.
 */
import type { TaggedSentence } from "../../trees/sentence.ts";
import type { Lexicon } from "./lexicon.ts";

export interface Pairs {
  /** Pairs of class c are those from starts[c] up to starts[c + 1]; classes as in the lexicon: words, then spellings. */
  readonly starts: Uint32Array;
  readonly labels: Int32Array;
  readonly counts: Float64Array;
  /** The first pair of a spelling; all before it are pairs of words. */
  readonly firstSpelling: number;
  /** For every sample the pair of its word, and that of its spelling, or −1 for frequent words. */
  readonly ofWords: Int32Array;
  readonly ofSpellings: Int32Array;
  /** For every pair of a word the pair of its spelling with the same label, or −1. */
  readonly backoff: Int32Array;
}

/** Words seen up to this often stand for the unseen words of their spelling. */
const RARE = 8;

export function collectPairs(sequences: readonly TaggedSentence[], lexicon: Lexicon): Pairs {
  const l = lexicon.labels.size;
  const words = lexicon.words.size;
  const spellingOf = Int32Array.from(lexicon.words.words(), (word) => lexicon.signatureClass(word));
  const rare = Uint8Array.from(lexicon.words.words(), (_, w) => (lexicon.countOf(w) <= RARE ? 1 : 0));
  const total = sequences.reduce((sum, sequence) => sum + sequence.words.length, 0);
  const keys = new Float64Array(total);
  const wordOf = new Int32Array(total);
  let sample = 0;
  for (const sequence of sequences) {
    for (let i = 0; i < sequence.words.length; i++, sample++) {
      wordOf[sample] = lexicon.words.id(sequence.words[i]!);
      keys[sample] = wordOf[sample]! * l + lexicon.labels.id(sequence.tags[i]!);
    }
  }
  const spellingKey = (sample: number) => spellingOf[wordOf[sample]!]! * l + (keys[sample]! % l);
  const distinct = new Set<number>(keys);
  for (let n = 0; n < total; n++) if (rare[wordOf[n]!] === 1) distinct.add(spellingKey(n));
  const ordered = Float64Array.from(distinct).sort();
  const numbers = new Map<number, number>();
  const starts = new Uint32Array(lexicon.classCount + 1);
  const labels = new Int32Array(ordered.length);
  for (const [pair, key] of ordered.entries()) {
    numbers.set(key, pair);
    labels[pair] = key % l;
    starts[Math.floor(key / l) + 1]!++;
  }
  for (let c = 0; c + 1 < starts.length; c++) starts[c + 1]! += starts[c]!;
  const counts = new Float64Array(ordered.length);
  const ofWords = new Int32Array(total);
  const ofSpellings = new Int32Array(total).fill(-1);
  const backoff = new Int32Array(ordered.length).fill(-1);
  for (let n = 0; n < total; n++) {
    ofWords[n] = numbers.get(keys[n]!)!;
    counts[ofWords[n]!]!++;
    backoff[ofWords[n]!] = numbers.get(spellingKey(n)) ?? -1;
    if (rare[wordOf[n]!] === 0) continue;
    ofSpellings[n] = backoff[ofWords[n]!]!;
    counts[ofSpellings[n]!]!++;
  }
  return { starts, labels, counts, firstSpelling: starts[words]!, ofWords, ofSpellings, backoff };
}
