/** `similarity`: how alike two sentences are, and which words and features say so. */
import type { Json } from "../base/model-parts.ts";
import { flag, optional, text } from "../base/options.ts";
import { defineVerb, listOf, NUMBER, objectOf, TEXT, WHOLE } from "./verb.ts";

/** Longer than any sentence. */
const LONGEST = 5000;

const isSentence = (value: unknown): boolean => typeof value === "string" && value !== "" && value.length <= LONGEST;

export const similarity = defineVerb({
  name: "similarity",
  summary: "say how alike pairs of sentences are",
  kinds: ["similarity"],
  items: {
    name: "pairs",
    meaning: "pairs of sentences",
    expected: `a list of two sentences of at most ${LONGEST} characters`,
    schema: { ...listOf({ ...TEXT, minLength: 1, maxLength: LONGEST }), minItems: 2, maxItems: 2 },
    accepts: (value) => Array.isArray(value) && value.length === 2 && value.every(isSentence),
  },
  options: {
    explain: flag("say what every feature adds, and which words match", { default: false }),
    source: optional(text("score as pairs of this source of the training data", { default: "" })),
  },
  answer: objectOf(
    {
      first: TEXT,
      second: TEXT,
      score: NUMBER,
      average: { ...NUMBER, description: "the score of an average pair" },
      contributions: listOf(objectOf({ group: TEXT, name: TEXT, value: NUMBER, adds: NUMBER })),
      matches: listOf(objectOf({ first: TEXT, second: TEXT, places: listOf(WHOLE), group: TEXT, similarity: NUMBER })),
    },
    ["average", "contributions", "matches"],
  ),
  run(predictor, [first, second]: readonly [string, string], { explain, source }): Json {
    if (!explain) return { first, second, score: predictor.score(first, second, source) };
    return { first, second, ...predictor.explain(first, second, source) } as unknown as Json;
  },
});
