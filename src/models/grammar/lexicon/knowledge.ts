/**
 * What plain text says of words, in a grammar: classes and vectors are features of p(tag | word) in addition to the
 * spelling, and give words that training saw rarely or never the hidden states of words like them (directions.ts).
 */
import type { WordFeatures } from "../../lexicon/features.ts";
import { hashText } from "../../lexicon/hash.ts";
import type { Representations } from "../../representations/index.ts";

/** Kinds of features for the classes' beginnings, each length its own, and for the numbers of vectors. */
const KIND = { beginning: 100, number: 120 } as const;

/** Classes and vectors as features of words; undefined where there are none. */
export function knownFeatures({ classes, vectors }: Representations): WordFeatures | undefined {
  if (classes === undefined && vectors === undefined) return undefined;
  const numbers = Array.from({ length: vectors?.width ?? 0 }, (_, i) => hashText(KIND.number, String(i)));
  return {
    features: (word, emit) => {
      if (classes?.has(word))
        for (const [n, beginning] of classes.beginnings(word).entries())
          emit(hashText(KIND.beginning + n, beginning), 1);
      if (vectors?.has(word)) for (const [i, value] of vectors.vector(word).entries()) emit(numbers[i]!, value);
    },
  };
}

/** The key of a word's class among those of directions, which no word can be; undefined where it has none. */
export function classKey(word: string, { classes }: Representations): string | undefined {
  const path = classes?.path(word) ?? "";
  return path === "" ? undefined : `\t${path}`;
}
