/**
 * The pairs of observation class and label that training saw, numbered class by class: every word with its labels, and
 * every spelling with the labels of its rare words, which stand for the words still to come.
 */
import type { Lexicon } from "../lexicon/lexicon.ts";
import type { EncodedCorpus } from "./sequence.ts";

export interface Pairs {
  /**
   * Pairs of class c are those from starts[c] up to starts[c + 1]; classes as in the lexicon: words, then spellings.
   */
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

export function collectPairs({ words, labels, coarse, labelCount: l }: EncodedCorpus, lexicon: Lexicon): Pairs {
  const vocabulary = lexicon.words.size;
  const rare = Uint8Array.from({ length: vocabulary }, (_, w) => (lexicon.countOf(w) <= RARE ? 1 : 0));
  const total = words.length;
  const ofWord = (n: number) => words[n]! * l + labels[n]!;
  const ofSpelling = (n: number) => (vocabulary + coarse[n]!) * l + labels[n]!;
  // The number of every (class, label), −1 where there is none.
  const numbers = new Int32Array(lexicon.classCount * l).fill(-1);
  for (let n = 0; n < total; n++) {
    numbers[ofWord(n)] = 0;
    if (rare[words[n]!] === 1) numbers[ofSpelling(n)] = 0;
  }
  let count = 0;
  for (let key = 0; key < numbers.length; key++) if (numbers[key] === 0) numbers[key] = count++;
  const starts = new Uint32Array(lexicon.classCount + 1);
  const pairLabels = new Int32Array(count);
  for (let c = 0, key = 0; c < lexicon.classCount; c++) {
    starts[c + 1] = starts[c]!;
    for (let a = 0; a < l; a++, key++) {
      if (numbers[key]! < 0) continue;
      pairLabels[numbers[key]!] = a;
      starts[c + 1]!++;
    }
  }
  const counts = new Float64Array(count);
  const ofWords = new Int32Array(total);
  const ofSpellings = new Int32Array(total).fill(-1);
  const backoff = new Int32Array(count).fill(-1);
  for (let n = 0; n < total; n++) {
    const pair = numbers[ofWord(n)]!;
    ofWords[n] = pair;
    counts[pair]!++;
    backoff[pair] = numbers[ofSpelling(n)]!;
    if (rare[words[n]!] === 0) continue;
    ofSpellings[n] = backoff[pair]!;
    counts[ofSpellings[n]!]!++;
  }
  return { starts, labels: pairLabels, counts, firstSpelling: starts[vocabulary]!, ofWords, ofSpellings, backoff };
}
