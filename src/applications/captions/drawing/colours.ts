/** A colour for every noun of a description, the same for its boxes and its words. */
import { leaves } from "../../../trees/tree.ts";
import type { SceneDescription } from "../describe.ts";
import { singular } from "../words/nouns.ts";

/** Colours that can be told apart, dark enough for white letters (contrast 4.5 and more). */
const PALETTE = [
  "#c2410c",
  "#1d4ed8",
  "#15803d",
  "#a21caf",
  "#b45309",
  "#0e7490",
  "#be123c",
  "#4d7c0f",
  "#6d28d9",
  "#0f766e",
];
/** Of things that are not said. */
export const UNSAID = "#6b7280";

/** A word of a description, with the colour of the noun it belongs to. */
export interface ColouredWord {
  readonly word: string;
  readonly colour: string | undefined;
  /** Punctuation right behind it. */
  readonly after?: string;
}

export interface Colours {
  /** By the place of a detection among the objects of its scene. */
  readonly ofThing: ReadonlyMap<number, string>;
  /** The words of each sentence. */
  readonly sentences: readonly (readonly ColouredWord[])[];
}

const lastWord = (noun: string): string => noun.slice(noun.lastIndexOf(" ") + 1);

export function coloursOf({ sentences }: SceneDescription): Colours {
  const ofThing = new Map<number, string>();
  let next = 0;
  const lines = sentences.map(({ tree, nouns }) => {
    const ofWord = new Map<string, string>();
    for (const { noun, things } of nouns) {
      const colour = PALETTE[next++ % PALETTE.length]!;
      for (const part of noun.split(" ")) ofWord.set(part, colour);
      ofWord.set(lastWord(noun), colour);
      for (const id of things) ofThing.set(id, colour);
    }
    const words: ColouredWord[] = [];
    for (const { label, word } of leaves(tree)) {
      if (label === "." || label === ",") {
        const last = words.pop();
        words.push({ word: last?.word ?? "", colour: last?.colour, after: word });
        continue;
      }
      const plain = word.toLowerCase();
      const colour = label.startsWith("NN") ? (ofWord.get(plain) ?? ofWord.get(singular(plain))) : undefined;
      words.push({ word, colour });
    }
    return words;
  });
  return { ofThing, sentences: lines };
}
