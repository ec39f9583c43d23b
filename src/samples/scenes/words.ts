/** What synthetic pictures show: things by class, what they look like, what they do, and where. */
import { wordList } from "../lexicon/word-list.ts";

export const THINGS = {
  person: wordList("man woman boy girl child person"),
  animal: wordList("dog cat horse cow bird sheep duck"),
  vehicle: wordList("car bus bicycle boat train motorbike"),
  toy: wordList("ball kite guitar book umbrella bottle cup flower hat"),
  furniture: wordList("table sofa chair bed bench"),
  place: wordList("grass street beach field snow water garden forest"),
  scenery: wordList("tree house sky fence mountain"),
} as const;

export type ThingClass = keyof typeof THINGS;

export const LOOKS: Readonly<Record<ThingClass, readonly string[]>> = {
  person: wordList("young old tall smiling"),
  animal: wordList("brown white black small"),
  vehicle: wordList("red blue yellow old"),
  toy: wordList("red blue green small"),
  furniture: wordList("wooden white green small"),
  place: wordList("green quiet wide sunny"),
  scenery: wordList("tall old blue white"),
};

/** Words for the same thing; what is drawn is the first. */
export const SYNONYMS: readonly (readonly string[])[] = [
  "man person guy fellow",
  "woman lady",
  "boy lad",
  "girl lass",
  "child kid",
  "dog puppy hound",
  "cat kitten",
  "horse pony",
  "bicycle bike",
  "car automobile",
  "boat ship",
  "sofa couch",
  "chair seat",
  "table desk",
  "street road",
  "grass lawn",
  "forest wood",
  "beach shore",
  "field meadow",
  "water sea",
  "garden park",
  "house cottage",
  "mountain hill",
  "cup mug",
  "hat cap",
].map(wordList);

/** Prepositions that say much the same of a place. */
export const NEARLY: readonly (readonly string[])[] = [
  ["on", "along", "down"],
  ["in", "through"],
  ["by", "near"],
];

/** No article stands before them, or only "the". */
export const MASS: ReadonlySet<string> = new Set(["grass", "snow", "water", "lawn", "sky"]);

export interface Action {
  /** As in "rides" and "is riding". */
  readonly now: string;
  readonly going: string;
  readonly who: readonly ThingClass[];
  /** What it is done to, with a preposition before it where there must be one. */
  readonly what?: readonly string[];
  readonly to?: string;
  readonly where: readonly (readonly [preposition: string, places: readonly string[]])[];
}

const OUTSIDE = ["in", wordList("garden field snow grass")] as const;
const ROADS = [
  ["on", ["street"]],
  ["down", ["street"]],
  ["along", ["beach", "street"]],
] as const;

export const ACTIONS: readonly Action[] = [
  {
    now: "runs",
    going: "running",
    who: ["person", "animal"],
    where: [
      ["on", ["beach", "grass"]],
      ["through", ["snow", "water", "grass", "field"]],
    ],
  },
  { now: "walks", going: "walking", who: ["person", "animal"], where: [...ROADS, ["through", ["forest", "garden"]]] },
  {
    now: "sits",
    going: "sitting",
    who: ["person", "animal"],
    where: [
      ["on", ["sofa", "chair", "bench", "grass"]],
      ["at", ["table"]],
    ],
  },
  {
    now: "sleeps",
    going: "sleeping",
    who: ["person", "animal"],
    where: [
      ["on", ["bed", "sofa"]],
      ["under", ["tree", "table"]],
    ],
  },
  {
    now: "stands",
    going: "standing",
    who: ["person", "animal", "vehicle"],
    where: [
      ["by", ["fence", "house", "tree"]],
      ["in", ["field", "water"]],
    ],
  },
  { now: "rides", going: "riding", who: ["person"], what: ["bicycle", "horse", "motorbike"], where: ROADS },
  {
    now: "holds",
    going: "holding",
    who: ["person"],
    what: ["umbrella", "cup", "flower", "book"],
    where: [OUTSIDE, ["on", ["bench"]]],
  },
  { now: "plays", going: "playing", who: ["person"], what: ["guitar"], where: [["on", ["sofa", "bench", "street"]]] },
  {
    now: "plays",
    going: "playing",
    who: ["person", "animal"],
    what: ["ball", "dog"],
    to: "with",
    where: [OUTSIDE, ["on", ["grass", "beach"]]],
  },
  { now: "chases", going: "chasing", who: ["animal"], what: ["ball", "cat", "bird"], where: [OUTSIDE] },
  { now: "reads", going: "reading", who: ["person"], what: ["book"], where: [["on", ["bench", "sofa", "bed"]]] },
];

/** Things beside each other, nothing done: [first, preposition, second]. */
export const ARRANGEMENTS: readonly (readonly [readonly string[], string, readonly string[]])[] = [
  [["ball", "hat", "book"], "on", ["grass", "table", "chair", "bed"]],
  [["cup", "bottle", "flower", "book"], "on", ["table"]],
  [["dog", "cat", "horse", "cow", "sheep"], "in", ["field", "grass", "garden"]],
  [["dog", "cat", "child"], "with", ["ball", "flower"]],
  [["dog", "cat", "girl", "man"], "on", ["sofa", "bed", "chair", "bench"]],
  [["man", "woman", "child"], "with", ["dog", "umbrella", "hat", "bicycle"]],
  [["car", "bus", "bicycle", "motorbike"], "on", ["street"]],
  [["car", "bus", "bicycle"], "by", ["house", "tree", "fence"]],
  [["boat", "duck", "bird"], "on", ["water"]],
  [["bird", "kite"], "in", ["sky"]],
  [["tree", "house", "fence"], "by", ["street", "water", "field"]],
  [["tree", "table", "bench"], "in", ["garden", "field"]],
  [["person", "man", "woman"], "at", ["table"]],
  [["street", "field", "beach", "house"], "under", ["sky"]],
];

/** What captions say and no picture shows, with the words before it. */
export const UNSEEN: readonly (readonly [before: string, phrases: readonly string[]])[] = [
  ["on", ["my birthday", "our wedding day"]],
  ["on", ["a sunny afternoon", "a cold morning", "the last day"]],
  ["in", ["the morning", "the evening", "the afternoon", "memory"]],
  ["during", ["our holiday", "a long holiday", "the summer", "the war"]],
  ["for", ["the first time", "the fun", "a good reason", "the weekend"]],
  ["after", ["a long day", "the game", "a week", "lunch"]],
  ["with", ["great joy", "love", "no idea", "some luck"]],
  ["", ["last summer", "last year", "the best day", "this morning"]],
];

/** Openings of captions that name the picture and not what is in it. */
export const OPENINGS: readonly (readonly [phrase: string, after: string])[] = [
  ["A picture", "of"],
  ["A photo", "of"],
  ["My favourite memory", ":"],
  ["The best moment", ":"],
];
