/** `tag`: a label for every word, and how sure the model is of it. */
import type { Json } from "../base/model-parts.ts";
import { isChain, TAGGING_OPTIONS, Tagger, type TaggingOptions } from "../models/sequence/index.ts";
import { SENTENCE_ITEMS, type Words } from "./sentences.ts";
import { defineVerb, listOf, NUMBER, objectOf, TEXT } from "./verb.ts";

/** Confidences have few digits that mean anything. */
const DIGITS = 4;

const taggers = new WeakMap<Tagger, { readonly key: string; readonly tagger: Tagger }>();

/** The tagger with these options; the last one used is kept. */
function taggerWith(tagger: Tagger, options: TaggingOptions): Tagger {
  if (!isChain(tagger.model)) return tagger;
  const key = JSON.stringify(options);
  let own = taggers.get(tagger);
  if (own?.key !== key) taggers.set(tagger, (own = { key, tagger: new Tagger(tagger.model, options) }));
  return own!.tagger;
}

export const tag = defineVerb({
  name: "tag",
  summary: "label the words of sentences",
  kinds: ["sequence"],
  ...SENTENCE_ITEMS,
  options: TAGGING_OPTIONS,
  answer: objectOf({ words: listOf(TEXT), tags: listOf(TEXT), confidence: listOf(NUMBER) }, ["confidence"]),
  run(tagger, { words }: Words, options): Json {
    const { tags, confidence } = taggerWith(tagger, options).tag(words);
    const sure = confidence && { confidence: Array.from(confidence, (value) => Number(value.toPrecision(DIGITS))) };
    return { words, tags, ...sure };
  },
});
