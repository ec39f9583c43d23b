/**
 * Tags and noun phrases of a sentence, from a tagger or a parser of our own. A tagger is fast, and phrases are then
 * read off its tags (chunks.ts); a parser gives the phrases of its trees (base-phrases.ts).
 */
import { InputError, type ModelParts } from "../../../base/index.ts";
import { Parser, parserFromParts } from "../../../models/parser/index.ts";
import { SEQUENCE_KIND, sequenceFromParts, Tagger } from "../../../models/sequence/index.ts";
import { leaves } from "../../../trees/index.ts";
import { basePhrases } from "./base-phrases.ts";
import { chunkPhrases } from "./chunks.ts";
import { isNoun, tagClass } from "./tag-classes.ts";

/** A noun phrase: words from `from` up to `to`, and which of them is the head. */
export interface PhraseSpan {
  readonly from: number;
  readonly to: number;
  readonly head: number;
}

/** The tags and noun phrases of a sentence. */
export interface AnalysedSentence {
  readonly tags: readonly string[];
  /** In order, without overlap. */
  readonly phrases: readonly PhraseSpan[];
}

/** Finds the tags and noun phrases of the words of a sentence. */
export type SentenceAnalyser = (words: readonly string[]) => AnalysedSentence;

/** What finds tags and phrases, from the parts of a tagger or parser. Throws an `InputError` for any other model. */
export function analyserOf(parts: ModelParts): SentenceAnalyser {
  if (parts.kind === SEQUENCE_KIND) return taggerAnalyser(new Tagger(sequenceFromParts(parts)));
  if (parts.kind === "parser") return parserAnalyser(new Parser(parserFromParts(parts)));
  throw new InputError(
    `a model of kind "${parts.kind}" finds no noun phrases; expected a parser, or a sequence model that tags.`,
  );
}

function taggerAnalyser(tagger: Tagger): SentenceAnalyser {
  if (!tagger.labels.some((label) => isNoun(tagClass(label)))) {
    const found = tagger.labels.slice(0, 5).join(", ");
    throw new InputError(
      `the tagger's labels (${found} …) have no tag of a noun; expected part-of-speech tags such as NN or NOUN.`,
    );
  }
  return (words) => {
    const { tags } = tagger.tag(words);
    return { tags, phrases: chunkPhrases(tags) };
  };
}

function parserAnalyser(parser: Parser): SentenceAnalyser {
  return (words) => {
    const { tree } = parser.parse(words);
    return { tags: leaves(tree).map(({ label }) => label), phrases: basePhrases(tree) };
  };
}
