/** `neighbours` and `analogies`: questions about words that have vectors. */
import type { Json } from "../base/model-parts.ts";
import { whole } from "../base/options.ts";
import type { Neighbour } from "../data/index.ts";
import { defineVerb, listOf, NUMBER, objectOf, rounded, TEXT } from "./verb.ts";

const COUNT = { count: whole("neighbours of a word", { default: 10, min: 1, max: 1000 }) };
const NEIGHBOURS = listOf(objectOf({ word: TEXT, similarity: NUMBER }));
/** Longer than any word: nobody may make the search for similar spellings slow. */
const LONGEST_WORD = 100;

const isWord = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= LONGEST_WORD;

const listed = (found: readonly Neighbour[]) =>
  found.map(({ word, similarity }) => ({ word, similarity: rounded(similarity) }));

export const neighbours = defineVerb({
  name: "neighbours",
  summary: "list the words nearest in meaning",
  kinds: ["vectors"],
  items: {
    name: "words",
    meaning: "the words to look up",
    expected: `a word of at most ${LONGEST_WORD} characters`,
    schema: { ...TEXT, minLength: 1, maxLength: LONGEST_WORD },
    accepts: isWord,
  },
  options: COUNT,
  answer: objectOf({ word: TEXT, neighbours: NEIGHBOURS }),
  run: (vectors, word: string, { count }): Json => ({ word, neighbours: listed(vectors.nearest(word, count)) }),
});

export const analogies = defineVerb({
  name: "analogies",
  summary: "complete analogies: what is to c as b is to a",
  kinds: ["vectors"],
  items: {
    name: "questions",
    meaning: "lists of three words a, b, c",
    expected: "a list of three words",
    schema: { ...listOf({ ...TEXT, minLength: 1, maxLength: LONGEST_WORD }), minItems: 3, maxItems: 3 },
    accepts: (value) => Array.isArray(value) && value.length === 3 && value.every(isWord),
  },
  options: COUNT,
  answer: objectOf({ question: listOf(TEXT), neighbours: NEIGHBOURS }),
  run: (vectors, question: readonly [string, string, string], { count }): Json => ({
    question,
    neighbours: listed(vectors.analogy(...question, count)),
  }),
});
