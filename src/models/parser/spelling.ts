/** Words as a treebank spells them: brackets by Penn's names where the treebank has only those. */
import type { Vocabulary } from "../../base/vocabulary.ts";
import { escapePenn } from "../../formats/treebanks/penn.ts";

const BRACKETS = ["(", ")", "[", "]", "{", "}"];
const BRACKET = /[()[\]{}]/;
const EVERY_BRACKET = /[()[\]{}]/g;

/** "(" → "-LRB-", ":)" → ":-RRB-" for a vocabulary that knows the name and not the character; other words stay. */
export function spellingOf(words: Vocabulary): (word: string) => string {
  const names = new Map(
    BRACKETS.filter((bracket) => !words.has(bracket) && words.has(escapePenn(bracket))).map((bracket) => [
      bracket,
      escapePenn(bracket),
    ]),
  );
  if (names.size === 0) return (word) => word;
  return (word) =>
    BRACKET.test(word) ? word.replace(EVERY_BRACKET, (bracket) => names.get(bracket) ?? bracket) : word;
}
