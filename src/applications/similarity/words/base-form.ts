/**
 * One base form for a word, without WordNet: endings are taken off and irregular forms looked up as `morphy` does,
 * where the text knows the result. Two words with the same base form count as the same.
 */
import { baseFormsOf } from "../../../data/wordnet/base-forms.ts";

const PARTS = ["verb", "noun", "adjective"] as const;
/** Shorter words have no endings to take off. */
const SHORTEST = 3;

/** `known` says which words the text has; the shortest of the base forms is taken. */
export function baseForm(folded: string, known: (word: string) => boolean): string {
  let best = folded;
  if (folded.length < SHORTEST || !/^\p{Ll}/u.test(folded)) return best;
  for (const part of PARTS) {
    for (const form of baseFormsOf(folded, part, known)) {
      if (form.length >= SHORTEST - 1 && (form.length < best.length || (form.length === best.length && form < best)))
        best = form;
    }
  }
  return best;
}
