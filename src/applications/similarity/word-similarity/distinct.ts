/** The content words of a sentence, each base form once, with their weights: what word similarities are asked of. */
import type { Sentence } from "../sentence.ts";

export interface DistinctWords {
  /** In small letters. */
  readonly words: readonly string[];
  readonly bases: readonly string[];
  /** Of each, what it says. */
  readonly weights: Float64Array;
  /** Place among the words of the sentence where it stands first. */
  readonly places: readonly number[];
}

/** All words where none carries content. */
export function distinctWords({ words, bases, information, content }: Sentence): DistinctWords {
  const places: number[] = [];
  const seen = new Set<string>();
  for (const i of content.length > 0 ? content : words.keys()) {
    if (seen.has(bases[i]!)) continue;
    seen.add(bases[i]!);
    places.push(i);
  }
  return {
    words: places.map((i) => words[i]!),
    bases: places.map((i) => bases[i]!),
    weights: Float64Array.from(places, (i) => information[i]!),
    places,
  };
}
