/**
 * Descriptions as the scorers compare them: words in small letters, without punctuation, as COCO's evaluation cuts
 * them.
 */
import { readRawText } from "../../formats/raw-text.ts";

const HAS_LETTER = /[\p{L}\p{N}]/u;

/** The words of a description. */
export const captionTokens = (text: string): string[] =>
  readRawText(text, { language: "en" })
    .flatMap((sentence) => [...sentence])
    .map((word) => word.toLowerCase())
    .filter((word) => HAS_LETTER.test(word));

/** How often every n-gram of the words occurs. */
export function ngramCounts(words: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= words.length; i++) {
    const ngram = words.slice(i, i + n).join(" ");
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}
