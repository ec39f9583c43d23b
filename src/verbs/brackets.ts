/** `brackets`: unlabelled bracketings of tagged sentences, from a model that was learnt without trees. */
import { InputError } from "../base/errors.ts";
import type { Json } from "../base/model-parts.ts";
import { formatPenn } from "../formats/treebanks/penn.ts";
import { INDUCTION_PARSING_OPTIONS, InductionParser } from "../models/induction/index.ts";
import { type GivenSentence, SENTENCES, type Words } from "./sentences.ts";
import { defineVerb, listOf, objectOf, TEXT } from "./verb.ts";

export const brackets = defineVerb({
  name: "brackets",
  summary: "bracket tagged sentences with a model learnt without trees",
  kinds: ["induction"],
  items: SENTENCES,
  options: INDUCTION_PARSING_OPTIONS,
  answer: objectOf({ words: listOf(TEXT), brackets: TEXT }),
  prepare(_, sentence: GivenSentence): Words {
    if (typeof sentence === "string" || !("words" in sentence) || !sentence.tags?.every((tag) => tag !== undefined))
      throw new InputError("a sentence without tags; expected { words, tags } with a tag for every word.");
    return sentence;
  },
  size: ({ words }) => words.length,
  run(parser, { words, tags }: Words, options): Json {
    const { tree } = new InductionParser(parser.model, options).parse({ words, tags: tags as readonly string[] });
    return { words, brackets: formatPenn(tree) };
  },
});
