/**
 * How large singular values become by chance: those of the same text with its words shuffled, where a word says nothing
 * about its context. Parallel analysis (Horn, Psychometrika 30, 1965): dimension i carries signal
 * if its value is larger than the i-th of shuffled text. The first few values of shuffled text are larger than the
 * rest, as transformed counts of independent words still depend on their frequencies; after those they hardly
 * decrease, so the last one measured stands for all that follow.
 */
import { Random } from "../../../base/index.ts";
import { LINE_END } from "../../../data/corpus/tokens.ts";
import type { CorpusView } from "../../../data/index.ts";
import type { Tokens } from "./cooccurrences.ts";

/** Singular values of shuffled text that are measured. */
export const NOISE_VALUES = 8;

/**
 * How many of the descending `values` carry signal: those above the value of shuffled text at the same rank. The first
 * may fail the test, because it reflects frequencies just as in shuffled text; that does not count against the others.
 */
export function signalDimensions(values: ArrayLike<number>, noise: readonly number[]): number {
  return Array.from(values).filter((value, i) => value > (noise[i] ?? noise.at(-1) ?? 0)).length;
}

/** Words are shuffled within stretches of this many tokens: long enough that none of their order is left. */
const STRETCH = 1 << 18;

/**
 * Maximum number of tokens that are shuffled. Chance makes smaller values in more text, so for a longer text the level
 * is overestimated, never underestimated.
 */
const MOST_TOKENS = 1 << 24;

/** The corpus, or the beginning of a long one, with its words in random order; lines keep their lengths. */
export function shuffledCorpus(corpus: CorpusView, seed: number): Tokens {
  const random = new Random(seed).stream("shuffled corpus");
  const length = Math.min(corpus.length, MOST_TOKENS);
  const size = Math.min(STRETCH, length);
  const buffer = new Uint32Array(size);
  const words = new Uint32Array(size);
  let held = buffer;
  let heldIndex = -1;
  const stretch = (index: number): Uint32Array => {
    if (index !== heldIndex) {
      held = buffer.subarray(0, Math.min(STRETCH, length - index * STRETCH));
      corpus.read(index * STRETCH, held);
      shuffle(held, words, random.stream(index));
      heldIndex = index;
    }
    return held;
  };
  return {
    length,
    read(begin, into) {
      for (let done = 0; done < into.length; ) {
        const index = Math.floor((begin + done) / STRETCH);
        const from = begin + done - index * STRETCH;
        const part = stretch(index).subarray(from, from + into.length - done);
        into.set(part, done);
        done += part.length;
      }
    },
  };
}

/** Shuffles the words among the line ends; `room` has place for all of them. */
function shuffle(tokens: Uint32Array, room: Uint32Array, random: Random): void {
  let count = 0;
  for (const token of tokens) if (token !== LINE_END) room[count++] = token;
  for (let i = count - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    const word = room[i]!;
    room[i] = room[j]!;
    room[j] = word;
  }
  let next = 0;
  for (let t = 0; t < tokens.length; t++) if (tokens[t] !== LINE_END) tokens[t] = room[next++]!;
}
