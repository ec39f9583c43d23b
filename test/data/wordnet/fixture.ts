/** Writes databases in WordNet's format, and a small taxonomy that can be worked by hand. */
import type { WordNetFiles } from "../../../src/data/wordnet/wordnet.ts";

type Letter = "n" | "v" | "a" | "s" | "r";

export interface FixtureSynset {
  /** For pointers: unique. */
  readonly key: string;
  readonly letter: Letter;
  readonly words: readonly string[];
  readonly gloss: string;
  /** Number of its lexical file. */
  readonly file?: number;
  /** Symbol, key of the target, and words of source and target in hexadecimal. */
  readonly pointers?: readonly (readonly [symbol: string, key: string, words?: string])[];
  /** Tag counts of its words. */
  readonly tags?: readonly number[];
}

const ENDINGS = { n: "noun", v: "verb", a: "adj", s: "adj", r: "adv" } as const;
const TYPES = { n: 1, v: 2, a: 3, r: 4, s: 5 } as const;
const LICENCE = "  1 This is a fixture in the format of WordNet.  \n  2 It is nobody's property.  \n";
const bytes = (text: string) => new TextEncoder().encode(text);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Lines of a data file; offsets are where lines begin, as every line is equally long whatever the offsets are. */
function dataLines(
  synsets: readonly FixtureSynset[],
  offsets: ReadonlyMap<string, number>,
  letters: Map<string, Letter>,
) {
  const eight = (key: string) => String(offsets.get(key) ?? 0).padStart(8, "0");
  return synsets.map(({ key, letter, words, gloss, file = 3, pointers = [] }) => {
    const listed = words.flatMap((word) => [word, "0"]);
    const targets = pointers.map(([symbol, target, pair = "0000"]) => {
      return `${symbol} ${eight(target)} ${letters.get(target) ?? "n"} ${pair}`;
    });
    const count = words.length.toString(16).padStart(2, "0");
    const number = String(pointers.length).padStart(3, "0");
    const frames = letter === "v" ? ["01", "+", "02", "00"] : [];
    const head = [eight(key), String(file).padStart(2, "0"), letter, count, ...listed, number, ...targets, ...frames];
    return `${head.join(" ")} | ${gloss}  \n`;
  });
}

/** The files of a database. */
export function writeDatabase(synsets: readonly FixtureSynset[]): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  const offsets = new Map<string, number>();
  const letters = new Map(synsets.map(({ key, letter }) => [key, letter]));
  const byEnding = new Map(
    Object.values(ENDINGS).map((ending) => [ending, synsets.filter(({ letter }) => ENDINGS[letter] === ending)]),
  );
  for (const [ending, own] of byEnding) if (own.length === 0) byEnding.delete(ending);
  for (const own of byEnding.values()) {
    let at = bytes(LICENCE).length;
    for (const [i, line] of dataLines(own, offsets, letters).entries()) {
      offsets.set(own[i]!.key, at);
      at += bytes(line).length;
    }
  }
  const senses: string[] = [];
  for (const [ending, own] of byEnding) {
    files[`data.${ending}`] = bytes(LICENCE + dataLines(own, offsets, letters).join(""));
    const byLemma = new Map<string, FixtureSynset[]>();
    for (const synset of own) {
      for (const word of synset.words) {
        const lemma = word.toLowerCase().replace(/\(.*/, "");
        byLemma.set(lemma, [...(byLemma.get(lemma) ?? []), synset]);
      }
    }
    const index = [...byLemma]
      .sort(([a], [b]) => compare(a, b))
      .map(([lemma, meant]) => {
        const symbols = [...new Set(meant.flatMap(({ pointers = [] }) => pointers.map(([symbol]) => symbol)))];
        const places = meant.map(({ key }) => String(offsets.get(key)).padStart(8, "0"));
        for (const [i, { letter, words, tags, key, file = 3 }] of meant.entries()) {
          const count = tags?.[words.findIndex((word) => word.toLowerCase().startsWith(lemma))] ?? 0;
          const place = String(offsets.get(key)).padStart(8, "0");
          senses.push(`${lemma}%${TYPES[letter]}:${String(file).padStart(2, "0")}:00:: ${place} ${i + 1} ${count}\n`);
        }
        const letter = meant[0]!.letter === "s" ? "a" : meant[0]!.letter;
        const head = [lemma, letter, meant.length, symbols.length, ...symbols, meant.length, 0, ...places];
        return `${head.join(" ")}  \n`;
      });
    files[`index.${ending}`] = bytes(LICENCE + index.join(""));
  }
  files["index.sense"] = bytes(senses.sort(compare).join(""));
  return files;
}

const noun = (
  key: string,
  words: string,
  above: string,
  gloss: string,
  more: Partial<FixtureSynset> = {},
): FixtureSynset => ({
  ...{ key, letter: "n", words: words.split(" "), gloss },
  pointers: above === "" ? [] : above.split(" ").map((target) => ["@", target] as const),
  ...more,
});
const verb = (key: string, words: string, above: string, gloss: string): FixtureSynset => ({
  ...noun(key, words, above, gloss),
  ...{ letter: "v", file: 38 },
});

/**
 *   entity ─┬─ object ─┬─ animal ─┬─ dog ─┬─ poodle          move ─┬─ run        think        (two roots)
 *           │          │          │       ├─ Rex, an instance       └─ walk
 *           │          │          │       └─ toy dog
 *           │          │          └─ cat                   good ─ fine (satellite), bad (antonym);  well
 *           │          ├─ artifact ─┬─ car
 *           │          │            └─ toy dog
 *           │          └─ cad, dog
 *           └─ idea
 */
export const SYNSETS: readonly FixtureSynset[] = [
  noun("entity", "entity", "", "that which exists"),
  noun("object", "object", "entity", "a thing that can be touched"),
  noun("animal", "animal beast", "object", "a living thing that moves", { file: 5 }),
  noun("dog", "dog domestic_dog Canis_familiaris", "animal", 'an animal that barks; "the dog barked"; "my dog"', {
    file: 5,
    tags: [42, 1],
  }),
  noun("cad", "cad dog", "object", "somebody who behaves badly", { file: 18, tags: [0, 2] }),
  noun("poodle", "poodle", "dog", "an animal with curly hair that barks", { file: 5 }),
  noun("cat", "cat", "animal", "an animal that mews", { file: 5 }),
  noun("artifact", "artifact", "object", "a thing made by man", { file: 6 }),
  noun("car", "car auto", "artifact", "a thing with wheels made by man", { file: 6 }),
  noun("toy-dog", "toy_dog", "dog artifact", "a small dog, or a dog made by man", { file: 6 }),
  noun("idea", "idea", "entity", "a thought", {
    file: 9,
    pointers: [
      ["@", "entity"],
      ["+", "think", "0101"],
    ],
  }),
  noun("rex", "Rex", "", "a dog of somebody", { file: 5, pointers: [["@i", "dog"]] }),
  verb("move", "move", "", "change the place"),
  verb("run", "run", "move", "move fast on legs"),
  verb("walk", "walk", "move", "move slowly on legs"),
  verb("think", "think", "", "have a thought"),
  {
    ...{ key: "good", letter: "a", words: ["good"], gloss: "as it should be", file: 0 },
    pointers: [
      ["!", "bad", "0101"],
      ["&", "fine"],
    ],
  },
  { key: "bad", letter: "a", words: ["bad"], gloss: "not good", file: 0, pointers: [["!", "good", "0101"]] },
  { key: "fine", letter: "s", words: ["fine(p)"], gloss: "good enough", file: 0, pointers: [["&", "good"]] },
  { key: "well", letter: "r", words: ["well"], gloss: "in a good way", file: 2 },
];

export const FILES: WordNetFiles = writeDatabase(SYNSETS);
export const keyOf = (synset: number): string => SYNSETS[synset]!.key;
/** Synsets are numbered by part of speech, which is their order in the list. */
export const synsetOf = (key: string): number => SYNSETS.findIndex((synset) => synset.key === key);
