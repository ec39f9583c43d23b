/** Which things a text names: for recall and precision of objects, and to find captions that name the same things. */
import { captionTokens } from "../../evaluation/captions/tokens.ts";
import type { Knowledge } from "./knowledge/knowledge.ts";
import { nounOf, plainLabel } from "./things.ts";
import { singular } from "./words/nouns.ts";

/** Lexical files of nouns that cannot be seen as things: "a lot", "front", "background" are left out with them. */
const ABSTRACT =
  /^noun\.(?:act|attribute|cognition|communication|event|feeling|motive|process|quantity|relation|shape|state|time|Tops|location)$/;

/** The words of a text, and its pairs of neighbouring words, each with its singular. */
export function wordsAndPairs(text: string): Set<string> {
  const words = captionTokens(text);
  const found = new Set<string>();
  for (const [i, word] of words.entries()) {
    for (const name of [word, ...(i > 0 ? [`${words[i - 1]} ${word}`] : [])]) {
      found.add(name);
      found.add(singular(name));
    }
  }
  return found;
}

/** Whether a text names what a label names, by the label or by the noun that stands for it. */
export function names(mentioned: ReadonlySet<string>, label: string, knowledge: Knowledge): boolean {
  const plain = plainLabel(label);
  const noun = nounOf(label, knowledge)?.noun;
  return mentioned.has(plain) || mentioned.has(singular(plain)) || (noun !== undefined && mentioned.has(noun));
}

/** The nouns of a text that name things, by what captions know of nouns. */
export function thingsNamed(text: string, knowledge: Knowledge): Set<string> {
  const found = new Set<string>();
  for (const word of captionTokens(text)) {
    const noun = knowledge.singularOf(word) ?? word;
    const general = knowledge.classOf(noun);
    if (!knowledge.knows(noun) || word.endsWith("ing") || knowledge.attributeClass(word) !== undefined) continue;
    if (general.startsWith("noun.") && !ABSTRACT.test(general)) found.add(noun);
  }
  return found;
}
