/**
 * The noun phrases of a tree that hold no other noun phrase, but for a possessor ("[[the man 's] red car]" is one).
 * What has no noun in it, such as a pronoun alone, is left out. The head is the last noun.
 */
import { isLeaf, type Tree } from "../../../trees/index.ts";
import type { PhraseSpan } from "./analyser.ts";
import { isNoun, tagClass } from "./tag-classes.ts";

const NOUN_PHRASE = /^(?:NP|NX|NML)(?:[-=|].*)?$/;

interface Found {
  readonly end: number;
  readonly hasPhrase: boolean;
  readonly lastNoun: number;
  readonly endsPossessive: boolean;
}

export function basePhrases(tree: Tree): PhraseSpan[] {
  const found: PhraseSpan[] = [];
  visit(tree, 0, found);
  return found.sort((a, b) => a.from - b.from);
}

function visit(node: Tree, start: number, phrases: PhraseSpan[]): Found {
  if (isLeaf(node)) {
    const own = tagClass(node.label);
    return { end: start + 1, hasPhrase: false, lastNoun: isNoun(own) ? start : -1, endsPossessive: own === "P" };
  }
  let at = start;
  let hasPhrase = false;
  let lastNoun = -1;
  let endsPossessive = false;
  const before = phrases.length;
  for (const child of node.children) {
    const inner = visit(child, at, phrases);
    const possessor = inner.endsPossessive && NOUN_PHRASE.test(child.label);
    hasPhrase ||= inner.hasPhrase && !possessor;
    lastNoun = Math.max(lastNoun, inner.lastNoun);
    endsPossessive = inner.endsPossessive;
    at = inner.end;
  }
  if (!NOUN_PHRASE.test(node.label)) return { end: at, hasPhrase, lastNoun, endsPossessive };
  if (!hasPhrase && lastNoun >= 0) {
    // Possessors inside belong to this phrase.
    phrases.length = before;
    phrases.push({ from: start, to: at, head: lastNoun });
    hasPhrase = true;
  }
  return { end: at, hasPhrase, lastNoun, endsPossessive };
}
