/** Bracketings from a model of induction. */
import { checkOptions, InputError } from "../../base/index.ts";
import type { SplitTree, UndirectedTree } from "../../charts/index.ts";
import { checkSentence } from "../../data/segmentation.ts";
import { readTagged } from "../../formats/index.ts";
import type { TaggedSentence, Tree } from "../../trees/index.ts";
import { bracketSentence, countUnknownTags, sentenceDistances } from "./bracket.ts";
import { type PlainSentence, plainSentence } from "./data/sentence.ts";
import { universalTag } from "./data/tags.ts";
import type { InductionModel } from "./model.ts";
import { INDUCTION_PARSING_OPTIONS, type InductionParsingOptions } from "./options.ts";

/** The bracketing of a sentence. */
export interface InducedParse {
  /** The brackets, labelled X, over the words and their tags; punctuation is left out. */
  readonly tree: Tree;
  readonly sentence: PlainSentence;
  /** The same brackets as spans of words. */
  readonly split: SplitTree;
  /** The tree that joining or grouping found, before it was made to follow the order of the words. */
  readonly undirected?: UndirectedTree | undefined;
  /** n × n; made when it is first asked for. */
  readonly distances: Float64Array;
  /** Words whose tag did not occur in training. */
  readonly unknownTags: number;
}

/** Words with their tags; word/TAG text; or tags alone, as a list or as text. */
export type InductionSentence = TaggedSentence | readonly string[] | string;

/** Brackets tagged sentences. What `open("brackets.model", "induction")` gives. */
export class InductionParser {
  readonly kind = "induction";
  readonly model: InductionModel;
  readonly options: InductionParsingOptions;

  constructor(model: InductionModel, given: Partial<InductionParsingOptions> = {}) {
    this.model = model;
    this.options = checkOptions("InductionParser", INDUCTION_PARSING_OPTIONS, given);
  }

  /**
   * The bracketing of a sentence. A text, or a list of tags, needs no words: `parser.parse("the/DT dog/NN barks/VBZ")`,
   * `parser.parse("DT NN VBZ")`. `top` overrules the top bracket: words in its left half. Throws an `InputError` for a
   * sentence without words, or of punctuation alone.
   */
  parse(sentence: InductionSentence, top?: number): InducedParse {
    const plain = this.plain(sentence);
    if (plain.words.length === 0)
      throw new InputError("a sentence without words cannot be bracketed; expected words with tags, as in dog/NN.");
    return this.parsePlain(plain, top);
  }

  /** The bracketings of a text of sentences, one on every line; lines without words are left out. */
  parseText(text: string): InducedParse[] {
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => this.plain(line))
      .filter(({ words }) => words.length > 0)
      .map((plain) => this.parsePlain(plain));
  }

  /** A sentence as the model sees it: without punctuation, with universal tags; without words for punctuation alone. */
  plain(sentence: InductionSentence): PlainSentence {
    return plainSentence(this.#tagged(sentence), this.model.tagMap);
  }

  /** As `parse`, of a sentence of at least one word that `plain` made. */
  parsePlain(sentence: PlainSentence, top?: number): InducedParse {
    const { model } = this;
    const { split, undirected } = bracketSentence(model, sentence, this.options, top);
    let distances: Float64Array | undefined;
    return {
      tree: bracketed(sentence, split),
      sentence,
      split,
      undirected,
      get distances() {
        distances ??= sentenceDistances(model, sentence);
        return distances;
      },
      unknownTags: countUnknownTags(model, sentence),
    };
  }

  #tagged(sentence: InductionSentence): TaggedSentence {
    checkSentence(sentence);
    if (typeof sentence !== "string") return "words" in sentence ? sentence : this.#ofTags(sentence);
    const items = sentence.split(/\s+/).filter((item) => item !== "");
    if (items.length === 0) return { words: [], tags: [] };
    return items.some((item) => item.includes("/")) ? readTagged(items.join(" "))[0]! : this.#ofTags(items);
  }

  /** Tags in place of words. When the model's map knows none of them they are words that nobody has tagged. */
  #ofTags(tags: readonly string[]): TaggedSentence {
    const { tagMap } = this.model;
    if (tags.length > 0 && !tags.some((tag) => universalTag(tagMap, tag) !== undefined)) {
      const shown = tags.slice(0, 8).join(" ");
      throw new InputError(
        `none of "${shown}" is a tag of the map "${tagMap}"; expected tags, or words with tags as in dog/NN; ` +
          "tag running text first: eigentree tag TAGGER FILE.",
      );
    }
    return { words: tags, tags };
  }
}

/** Label of induced brackets: Penn's name for the unknown. */
const BRACKET = "X";

/** The bracketing over words and given tags; a single word stays under one bracket. */
export function bracketed({ words, tags }: Pick<PlainSentence, "words" | "tags">, tree: SplitTree): Tree {
  const done: Tree[] = [];
  const open: { node: SplitTree; joined: boolean }[] = [{ node: tree, joined: false }];
  while (open.length > 0) {
    const { node, joined } = open.pop()!;
    if (joined) {
      const right = done.pop()!;
      done.push({ label: BRACKET, children: [done.pop()!, right] });
    } else if (node.parts === undefined) done.push({ label: tags[node.start]!, word: words[node.start]! });
    else
      open.push({ node, joined: true }, { node: node.parts[1], joined: false }, { node: node.parts[0], joined: false });
  }
  return tree.parts === undefined ? { label: BRACKET, children: done } : done[0]!;
}
