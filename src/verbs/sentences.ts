/** Sentences as requests give them: running text of one sentence, its words, or its words with tags. */
import { InputError } from "../base/errors.ts";
import { sentencesOf, wordsOf } from "../data/segmentation.ts";
import type { Segmentation } from "../formats/text/segmentation.ts";
import { type ItemField, listOf, objectOf, TEXT } from "./verb.ts";

export type GivenSentence = string | readonly string[] | Words;

export interface Words {
  readonly words: readonly string[];
  readonly tags?: readonly (string | undefined)[] | undefined;
}

const isWord = (value: unknown): boolean => typeof value === "string" && value !== "";
const areWords = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isWord);

function isSentence(value: unknown): boolean {
  if (typeof value === "string" || areWords(value)) return true;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { words, tags, ...rest } = value as Readonly<Record<string, unknown>>;
  const tagged = tags === undefined || (Array.isArray(tags) && tags.every((tag) => tag === null || isWord(tag)));
  return areWords(words) && tagged && Object.keys(rest).length === 0;
}

export const SENTENCES: ItemField = {
  name: "sentences",
  meaning: "the sentences: each as text, as a list of words, or as words with tags, null for a word without one",
  expected: "a text, a list of words, or { words, tags }",
  schema: {
    oneOf: [
      TEXT,
      listOf(TEXT),
      {
        ...objectOf({ words: listOf(TEXT), tags: listOf({ type: ["string", "null"] }) }, ["tags"]),
        additionalProperties: false,
      },
    ],
  },
  accepts: isSentence,
};

/** A predictor whose model knows how its treebank cuts text. */
interface Cutting {
  readonly model: { readonly segmentation: Segmentation };
}

/** The functions that every verb over sentences has. */
export const SENTENCE_ITEMS = {
  items: SENTENCES,
  text: true,
  cut: ({ model }: Cutting, text: string): GivenSentence[] => sentencesOf(text, model.segmentation),
  prepare: ({ model }: Cutting, sentence: GivenSentence): Words => {
    const given: Words =
      typeof sentence === "string"
        ? { words: wordsOf(sentence, model.segmentation) }
        : "words" in sentence
          ? { words: sentence.words, tags: sentence.tags?.map((tag) => tag ?? undefined) }
          : { words: sentence };
    if (given.words.length === 0) throw new InputError("a sentence without words; expected at least one word.");
    return given;
  },
  size: ({ words }: Words): number => words.length,
};
