/** Words as a treebank spells them: brackets by Penn's names where the treebank has only those. */
import type { Vocabulary } from "../../base/vocabulary.ts";
import { escapePenn } from "../../formats/treebanks/penn.ts";

const BRACKETS = ["(", ")", "[", "]", "{", "}"];

/** "(" → "-LRB-" for a vocabulary that knows the name and not the character; every other word as it is. */
export function spellingOf(words: Vocabulary): (word: string) => string {
  const names = new Map(
    BRACKETS.filter((bracket) => !words.has(bracket) && words.has(escapePenn(bracket))).map((bracket) => [
      bracket,
      escapePenn(bracket),
    ]),
  );
  return names.size === 0 ? (word) => word : (word) => names.get(word) ?? word;
}
