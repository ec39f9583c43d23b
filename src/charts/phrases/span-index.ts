/** Numbers the spans [start, end) of n words, 0 ≤ start < end ≤ n, from 0 to n(n+1)/2 − 1. */

export const spanCount = (words: number): number => (words * (words + 1)) / 2;

/** The number of the span [start, end) among all spans of a sentence. */
export const spanId = (start: number, end: number, words: number): number =>
  start * words - (start * (start - 1)) / 2 + (end - start - 1);
