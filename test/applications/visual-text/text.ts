/** Synthetic tagged text in which adjectives of colour stand before things, and others before thoughts. */
import { Random } from "../../../src/base/index.ts";

const SEEN = {
  adjectives: "brown green wooden striped red yellow purple blue".split(" "),
  nouns: "car house tree horse table bottle cup lamp".split(" "),
  verbs: "wear wash paint buy".split(" "),
};
const UNSEEN = {
  adjectives: "public original political personal total moral vague initial".split(" "),
  nouns: "idea trust anger luck honesty doubt wish plan".split(" "),
  verbs: "admire achieve support doubt".split(" "),
};

/** `sentences` lines as word/TAG. */
export function taggedText(sentences: number, seed = 1): string {
  const random = new Random(seed);
  const one = (list: readonly string[]) => list[random.integer(list.length)]!;
  return Array.from({ length: sentences }, () => {
    const { adjectives, nouns, verbs } = random.uniform() < 0.5 ? SEEN : UNSEEN;
    return `they/PRP ${one(verbs)}/VBP the/DT ${one(adjectives)}/JJ ${one(nouns)}/NN ./.\n`;
  }).join("");
}
