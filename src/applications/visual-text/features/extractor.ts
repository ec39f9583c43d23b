/**
 * Phrases of a caption → numbered features. What a word contributes depends only on the word and on where it stands, so
 * that it is computed once for a word and place and remembered.
 */
import type { Detection } from "../../../formats/index.ts";
import { namedThing } from "../phrases/matching.ts";
import { imageFeatures, matchFeatures } from "./image-features.ts";
import { FAMILIES, IMAGE_TEMPLATES, MATCH_TEMPLATE, type Place, type Template } from "./templates.ts";
import { spellingTexts, wordTexts } from "./word-features.ts";
import type { TextsOf } from "./word-table.ts";

/** The number of a feature, or −1 where it has none. */
export type NumberOf = (feature: string) => number;

/** What is known of words apart from their spelling. */
export interface Knowledge {
  readonly hypernymsOf: TextsOf | undefined;
  readonly listsOf: TextsOf | undefined;
}

/** Words of a caption; a phrase is those from `from` up to `to`. */
export interface PhraseInWords {
  readonly words: readonly string[];
  readonly from: number;
  readonly to: number;
}

export interface SparseRow {
  readonly ids: readonly number[];
  readonly values: readonly number[];
}

const NOTHING: SparseRow = { ids: [], values: [] };
/** Words on either side that are looked at. */
const WINDOW = 2;
const EDGE = "\u0001";
const LONGEST_COUNTED = 6;
/** Words and places remembered; more, and all are forgotten. */
const MOST_REMEMBERED = 200_000;

export class FeatureExtractor {
  readonly #remembered = new Map<string, readonly number[]>();
  readonly #templates: ReadonlySet<string>;

  constructor(
    templates: readonly Template[],
    readonly knowledge: Knowledge,
    readonly numberOf: NumberOf,
  ) {
    this.#templates = new Set(templates);
  }

  /** What all phrases of the captions of an image share; `detections` undefined where nothing is known of the image. */
  image(
    detections: readonly Detection[] | undefined,
    size: readonly [number, number] | undefined,
  ): { readonly row: SparseRow; readonly match: (phrase: PhraseInWords, head: number) => SparseRow } {
    const row = this.#gathered((add) => {
      for (const template of IMAGE_TEMPLATES)
        if (this.#templates.has(template)) imageFeatures(detections ?? [], size, template, add);
    });
    if (detections === undefined || !this.#templates.has(MATCH_TEMPLATE)) return { row, match: () => NOTHING };
    const { hypernymsOf } = this.knowledge;
    const named = detections.map((detection) => ({
      detection,
      thing: namedThing(detection.label.split(/\s+/), hypernymsOf),
    }));
    return {
      row,
      match: ({ words, from }, head) =>
        this.#gathered((add) => matchFeatures(named, size, namedThing(words.slice(from, head + 1), hypernymsOf), add)),
    };
  }

  #gathered(gather: (add: (feature: string, value: number) => void) => void): SparseRow {
    const ids: number[] = [];
    const values: number[] = [];
    gather((feature, value) => {
      const id = this.numberOf(feature);
      if (id < 0) return;
      ids.push(id);
      values.push(value);
    });
    return { ids, values };
  }

  /** The features of a phrase, without those of the image; each once, in the order in which they were met. */
  phrase({ words, from, to }: PhraseInWords): number[] {
    const found = new Set<number>();
    const at = (i: number) => (i < 0 || i >= words.length ? EDGE : words[i]!);
    for (let i = from; i < to; i++) this.#addWord(words[i]!, "phrase", 0, found);
    for (let step = 1; step <= WINDOW; step++) {
      this.#addWord(at(from - step), "before", step, found);
      this.#addWord(at(to - 1 + step), "after", step, found);
    }
    for (let i = from; i + 1 < to; i++) this.#add("bigrams-phrase", bigram(words[i]!, words[i + 1]!), found);
    this.#add("bigrams-before", bigram(at(from - 2), at(from - 1)), found);
    this.#add("bigrams-after", bigram(at(to), at(to + 1)), found);
    this.#add("length", String(Math.min(to - from, LONGEST_COUNTED)), found);
    this.#add("position", String(fifthOf(from, words.length)), found);
    return [...found];
  }

  #add(template: Template, text: string, into: Set<number>): void {
    if (!this.#templates.has(template)) return;
    const id = this.numberOf(`${template} ${text}`);
    if (id >= 0) into.add(id);
  }

  #addWord(word: string, place: Place, step: number, into: Set<number>): void {
    const key = `${place}${step}${word}`;
    let ids = this.#remembered.get(key);
    if (ids === undefined) {
      if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
      this.#remembered.set(key, (ids = this.#wordFeatures(word, place, step)));
    }
    for (const id of ids) into.add(id);
  }

  #wordFeatures(word: string, place: Place, step: number): number[] {
    const ids = new Set<number>();
    for (const family of FAMILIES) {
      if (family === "bigrams") continue;
      // The words themselves are told apart by their distance; what they are like is not.
      const mark = family === "words" && step > 0 ? `${step}` : "";
      for (const text of this.#texts(family, word)) this.#add(`${family}-${place}`, mark + text, ids);
    }
    return [...ids];
  }

  #texts(family: "words" | "spelling" | "wordnet" | "lists", word: string): readonly string[] {
    if (word === EDGE) return family === "words" ? ["edge"] : [];
    if (family === "words") return wordTexts(word);
    if (family === "spelling") return spellingTexts(word);
    return (family === "wordnet" ? this.knowledge.hypernymsOf : this.knowledge.listsOf)?.(word.toLowerCase()) ?? [];
  }
}

const bigram = (first: string, second: string): string => `${first} ${second}`.toLowerCase();

/** Which fifth of a caption a place is in, from 1. */
export const fifthOf = (place: number, words: number): number => 1 + Math.floor((5 * place) / Math.max(1, words));
