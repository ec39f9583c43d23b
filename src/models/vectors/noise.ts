/**
 * How large the singular values are that chance alone makes: those of the same text with its words shuffled, where no word tells anything about its context.
 * Parallel analysis (Horn, Psychometrika 30, 1965): dimension i carries signal if its value is larger than the i-th of shuffled text. The first few values of
 * shuffled text are larger than the rest, as transformed counts of independent words still depend on their frequencies; from there on they hardly fall, so that
 * the last one measured stands for all that follow.
 */
import { Random } from "../../base/index.ts";
import type { Corpus } from "./corpus.ts";
import { LINE_END } from "./tokens.ts";

/** Singular values of shuffled text that are measured. */
export const NOISE_VALUES = 8;

/**
 * How many of the falling `values` carry signal: those above the value of shuffled text in their place. A first one that is not, because it tells of frequencies as
 * shuffled text does, takes nothing from those after it.
 */
export function signalDimensions(values: ArrayLike<number>, noise: readonly number[]): number {
  return Array.from(values).filter((value, i) => value > (noise[i] ?? noise.at(-1) ?? 0)).length;
}

/** Words change places within stretches of this many tokens: long enough that nothing of their order is left. */
const STRETCH = 1 << 18;

/** The corpus with its words in random order; lines keep their lengths. */
export function shuffledCorpus(corpus: Corpus, seed: number): Corpus {
  const random = new Random(seed).stream("shuffled corpus");
  let held: Uint32Array = new Uint32Array(0);
  let heldIndex = -1;
  const stretch = (index: number): Uint32Array => {
    if (index !== heldIndex) {
      held = shuffled(corpus.read(index * STRETCH, Math.min(corpus.length, (index + 1) * STRETCH)), random.stream(index));
      heldIndex = index;
    }
    return held;
  };
  return {
    ...corpus,
    read(begin, end) {
      const result = new Uint32Array(end - begin);
      for (let at = begin; at < end; ) {
        const index = Math.floor(at / STRETCH);
        const from = at - index * STRETCH;
        const part = stretch(index).subarray(from, from + end - at);
        result.set(part, at - begin);
        at += part.length;
      }
      return result;
    },
    close: () => {},
  };
}

function shuffled(tokens: Uint32Array, random: Random): Uint32Array {
  const words = tokens.filter((token) => token !== LINE_END);
  for (let i = words.length - 1; i > 0; i--) {
    const j = random.integer(i + 1);
    [words[i], words[j]] = [words[j]!, words[i]!];
  }
  let next = 0;
  return tokens.map((token) => (token === LINE_END ? token : words[next++]!));
}
