/**
 * Noun phrases read off tags. In the letters of tag-classes.ts a phrase is
 *
 *   D* modifier* noun+ (P modifier* noun+)*        modifier = R? C | R? J | R? G | K
 *
 * as long as it can be: "all the very large brown dogs", "the man 's red car", "a big , red bus". A participle opens no
 * phrase by itself ("wearing red shoes"), and commas count between modifiers only. The head is the last noun.
 */
import type { PhraseSpan } from "./analyser.ts";
import { isNoun, tagClass } from "./tag-classes.ts";

const PHRASE = /D*(?:R?[CJ]|(?<=[DCJGKR])G|(?<=[DC])RG|K)*N+(?:P(?:R?[CJG]|K)*N+)*/g;
const MODIFIER = /[JGC]/;

export function chunkPhrases(tags: readonly string[]): PhraseSpan[] {
  const classes = tags.map((tag) => {
    const own = tagClass(tag);
    return isNoun(own) ? "N" : own;
  });
  const letters = classes
    .map((own, i) =>
      own === "K" && !(MODIFIER.test(classes[i - 1] ?? "") && MODIFIER.test(classes[i + 1] ?? "")) ? "x" : own,
    )
    .join("");
  return [...letters.matchAll(PHRASE)].map(({ index, 0: found }) => ({
    from: index,
    to: index + found.length,
    head: index + found.length - 1,
  }));
}
