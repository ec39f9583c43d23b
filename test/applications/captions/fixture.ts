/** A small set of parsed captions whose counts are known, and the model that is learnt from them. */
import { learnCaptions } from "../../../src/applications/captions/index.ts";
import { type Detection, readPenn } from "../../../src/formats/index.ts";
import type { Tree } from "../../../src/trees/index.ts";

const np = (words: string): string => {
  const all = words.split(" ");
  const tagged = all.map((word, i) => {
    if (/^(a|the|an|some)$/i.test(word)) return `(DT ${word})`;
    if (/^(two|three)$/i.test(word)) return `(CD ${word})`;
    if (i < all.length - 1) return `(JJ ${word})`;
    return /^(people|men|cows|trees|dogs)$/.test(word) ? `(NNS ${word})` : `(NN ${word})`;
  });
  return `(NP ${tagged.join(" ")})`;
};

/** "the bus | by | the road | with | a clear blue sky": noun phrases with prepositions between them. */
const nominal = (text: string): string => {
  const parts = text.split(" | ");
  let tree = np(parts.at(-1)!);
  for (let i = parts.length - 3; i >= 0; i -= 2) tree = `(NP ${np(parts[i]!)} (PP (IN ${parts[i + 1]}) ${tree}))`;
  return `${tree.slice(0, -1)} (. .))`;
};

/** "a man | riding | a horse", with "in" and a noun phrase behind it where there are five parts. */
export const clause = (text: string): string => {
  const [subject, verb, object, preposition, place] = text.split(" | ");
  const objects = object === undefined || object === "" ? "" : ` ${np(object)}`;
  const places = place === undefined ? "" : ` (PP (IN ${preposition}) ${np(place)})`;
  return `(S ${np(subject!)} (VP (VBZ is) (VP (VBG ${verb})${objects}${places})) (. .))`;
};

const CAPTIONS: readonly (readonly [times: number, tree: string])[] = [
  [8, nominal("the bus | by | the road")],
  [8, nominal("the road | with | a clear blue sky")],
  [4, nominal("the bus | by | the road | with | a blue sky")],
  [6, nominal("a cow | by | a sheep")],
  [4, nominal("a cow | with | a sheep | with | a gray sky")],
  [6, nominal("a cow | by | the road | with | the sky")],
  [5, nominal("a person | with | a bottle | at | a table")],
  [5, nominal("a duck | on | the grass")],
  [5, nominal("a duck | by | the grass")],
  [5, nominal("a duck | above | a table")],
  [5, nominal("a bird | over | the grass")],
  [9, clause("a brown dog | sitting |  | on | a green sofa")],
  [5, clause("a man | riding | a brown horse | in | a field")],
  [4, clause("two men | riding | a horse")],
  [6, clause("a young man | holding | a bottle")],
  [4, clause("a dog | running")],
  [3, clause("a dog | running |  | through | grass")],
  [4, nominal("grass | by | water")],
  [5, nominal("two dogs | in | green grass")],
  [5, nominal("people | at | a wooden table")],
  [4, nominal("a brown wooden table | by | trees")],
  [3, nominal("a black dog | on | a white sofa")],
];

export const TREES: readonly Tree[] = readPenn(
  CAPTIONS.flatMap(([times, tree]) => Array.from({ length: times }, () => tree)).join("\n"),
);

export const learnt = await learnCaptions({ trees: TREES });
export const { model, report } = learnt;
export const { knowledge } = model;

/** The input of figure 2. */
export const FIGURE_2: readonly Detection[] = [
  {
    label: "sky",
    score: 0.999,
    attributes: { clear: 0.432, blue: 0.945, grey: 0.853, white: 0.501 },
    box: [1, 1, 440, 141],
  },
  { label: "road", score: 0.908, attributes: { wooden: 0.722, clear: 0.02 }, box: [1, 236, 188, 94] },
  { label: "bus", score: 0.307, attributes: { black: 0.872, red: 0.244 }, box: [38, 38, 366, 293] },
];
