/**
 * What a tagged sentence says about words (Dodge et al. 2012, sections 3.1 and 3.2), as keys to be counted:
 *
 *   a red car    an adjective right before a noun ("small red apple" gives red–apple only)
 *   v touch arm  a verb and a noun among the four words after it: its object, approximately
 *   n car, s cars, j red, m cotton, b touch, f touched   single words, to tell forms and modifiers apart
 *
 * Nouns and verbs are counted by form, and those that need not be base forms carry a mark (~cars, ~touched); counts.ts
 * brings forms together. Names are left out.
 */
import { type TagClass, tagClass } from "../phrases/tag-classes.ts";

/** How many words after a verb its object is looked for in. */
const WINDOW = 4;
const WORD = /^\p{Ll}[\p{Ll}'-]*$/u;

export type Kind = "a" | "v" | "n" | "s" | "j" | "m" | "b" | "f";

/** A participle is a modifier where no verb can stand: after what opens a noun phrase. */
const OPENS_PHRASE: ReadonlySet<TagClass> = new Set(["D", "C", "J", "P"]);

export function observe(
  words: readonly string[],
  tags: readonly string[],
  count: (kind: Kind, first: string, second: string) => void,
): void {
  const classes = tags.map(tagClass);
  const forms = words.map((word) => word.toLowerCase());
  /** Universal tags do not tell base forms from others. */
  const mayBeBase = (i: number) => tags[i] === "NOUN" || tags[i] === "VERB";
  const nounKey = (i: number) => (classes[i] === "S" || mayBeBase(i) ? `~${forms[i]!}` : forms[i]!);
  const isThing = (i: number) => (classes[i] === "N" || classes[i] === "S") && WORD.test(forms[i]!);
  const modifies = (i: number) => classes[i] === "G" && OPENS_PHRASE.has(classes[i - 1] ?? "x");
  for (let i = 0; i < forms.length; i++) {
    const form = forms[i]!;
    const own = classes[i]!;
    if (!WORD.test(form)) continue;
    if (own === "N" || own === "S") count(own === "N" ? "n" : "s", form, "");
    if (isThing(i + 1)) {
      if (own === "J" || own === "N" || own === "R" || modifies(i)) {
        count(own === "N" || own === "R" ? "m" : "j", form, "");
        count("a", form, nounKey(i + 1));
        continue;
      }
    }
    if (own !== "V" && own !== "W" && own !== "G") continue;
    count(own === "V" || mayBeBase(i) ? "b" : "f", form, "");
    for (let j = i + 1; j <= i + WINDOW && j < forms.length; j++) {
      if (classes[j] === "V" || classes[j] === "W" || (classes[j] === "G" && !modifies(j))) break;
      // Of several nouns in a row the last is the head.
      if (isThing(j) && !isThing(j + 1)) {
        count("v", (own === "V" ? "" : "~") + form, nounKey(j));
        break;
      }
    }
  }
}
