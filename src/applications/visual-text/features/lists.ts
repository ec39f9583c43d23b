/**
 * What lists of words say of a word: the classes and the leaning that bootstrapping found, its attribute class, and the
 * propagated label. A model keeps them for all words of the lexicon, so that it needs no other file.
 */
import type { VisualLexicon } from "../lexicon/index.ts";
import { type TextsOf, type WordTable, wordTable } from "./word-table.ts";

/** Leanings from −1 to 1 fall into this many bins. */
const BINS = 5;
const binOf = (value: number): number => Math.min(BINS - 1, Math.floor(((value + 1) / 2) * BINS));

function lexiconLists(lexicon: VisualLexicon): TextsOf {
  return (word) => {
    const found: string[] = [];
    for (const { part, class: own, visualness, attribute } of lexicon.entries(word)) {
      if (own !== undefined) found.push(`${part} ${own}`);
      found.push(`${part} bin ${binOf(visualness)}`);
      if (attribute !== undefined) found.push(`attribute ${attribute}`);
    }
    const propagated = lexicon.propagated(word);
    if (propagated !== undefined) found.push(`propagated bin ${binOf(propagated)}`);
    return found;
  };
}

/** What the lists say of all words of a lexicon. */
export function listTable(lexicon: VisualLexicon): WordTable {
  const { nouns, adjectives, propagated } = lexicon.model;
  const words = new Set([...nouns.words, ...adjectives.words, ...propagated.words]);
  return wordTable([...words], lexiconLists(lexicon));
}
