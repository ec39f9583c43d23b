/**
 * The top bracket, which directs a latent tree: the three steps of Parikh et al. 2014, §4.1.
 *
 * 1. The rightmost comma, semicolon or colon with a verb before it and a noun followed by a verb after it splits
 *   the sentence.
 * 2. Otherwise the first verb that is not a participle begins the right half.
 * 3. Otherwise the first word stands alone. The same holds where the verb of step 2 is the first word, since neither
 *   half may be empty.
 */
import type { PlainSentence } from "../data/sentence.ts";
import { isParticiple } from "../data/tags.ts";

/** Words in the left half, from 1 to n − 1. The sentence must have two words or more. */
export function topBracket({ universal, tags, clauseMarks }: PlainSentence): number {
  for (const place of [...clauseMarks].reverse()) {
    const noun = universal.indexOf("NOUN", place);
    if (noun >= 0 && universal.indexOf("VERB", noun) >= 0 && universal.slice(0, place).includes("VERB")) return place;
  }
  const verb = universal.findIndex((tag, i) => tag === "VERB" && !isParticiple(tags[i]!));
  return Math.max(1, verb);
}
