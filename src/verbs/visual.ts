/** `visual`: the noun phrases of captions, with the probability that they can be seen in the image. */
import type { CaptionInput } from "../applications/visual-text/index.ts";
import type { Json } from "../base/model-parts.ts";
import { defineVerb, listOf, NUMBER, objectOf, TEXT, WHOLE } from "./verb.ts";

type Caption = Pick<CaptionInput, "caption" | "phrases">;

/** Longer than any caption. */
const LONGEST = 5000;

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "" && value.length <= LONGEST;
const isPlace = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  Number.isSafeInteger((value as Place).start) &&
  Number.isSafeInteger((value as Place).end);
type Place = NonNullable<Caption["phrases"]>[number];

function isCaption(value: unknown): boolean {
  if (isText(value)) return true;
  if (typeof value !== "object" || value === null) return false;
  const { caption, phrases = [], ...rest } = value as Readonly<Record<string, unknown>>;
  return isText(caption) && Array.isArray(phrases) && phrases.every(isPlace) && Object.keys(rest).length === 0;
}

const PLACE = { start: WHOLE, end: WHOLE };

export const visual = defineVerb({
  name: "visual",
  summary: "mark the phrases of captions that can be seen in the image",
  kinds: ["visual"],
  items: {
    name: "captions",
    meaning: "captions: each as text, or with the places of its phrases, counted in characters",
    expected: `a text of at most ${LONGEST} characters, or { caption, phrases }`,
    schema: {
      oneOf: [
        TEXT,
        { ...objectOf({ caption: TEXT, phrases: listOf(objectOf(PLACE)) }, ["phrases"]), additionalProperties: false },
      ],
    },
    accepts: isCaption,
  },
  options: {},
  answer: objectOf({
    caption: TEXT,
    phrases: listOf(objectOf({ ...PLACE, text: TEXT, head: TEXT, probability: NUMBER })),
  }),
  size: (given: string | Caption) => (typeof given === "string" ? given : given.caption).split(/\s+/).length,
  run: (predictor, given: string | Caption): Json => predictor.mark(given) as unknown as Json,
});
