/** What CCM may see of a sentence in place of words: the tags of the treebank, universal tags, or Brown classes. */
import type { WordClass } from "../../../data/index.ts";
import { WordClasses } from "../../representations/index.ts";
import { plainSentence } from "../data/sentence.ts";
import type { TagMapName } from "../data/tags.ts";
import type { GoldSentence } from "../evaluate.ts";

/** One symbol for each word without punctuation. */
export interface SymbolView {
  /** The row of the table. */
  readonly name: string;
  readonly symbolsOf: (sentence: GoldSentence) => readonly string[];
}

/** Stands for words without a class. */
const NO_CLASS = "-";

/** The views that there are; the first is the tags as they are. */
export function symbolViews(map: TagMapName, classes: readonly WordClass[] | undefined): SymbolView[] {
  const plain = ({ tagged }: GoldSentence) => plainSentence(tagged, map);
  const views: SymbolView[] = [
    { name: "CCM", symbolsOf: (sentence) => plain(sentence).tags },
    { name: "CCM, universal tags", symbolsOf: (sentence) => plain(sentence).universal },
  ];
  if (classes === undefined) return views;
  const known = WordClasses.from(classes);
  const symbolsOf = (sentence: GoldSentence) => plain(sentence).words.map((word) => known.path(word) || NO_CLASS);
  return [...views, { name: "CCM, Brown classes", symbolsOf }];
}
