/** A sentence taken apart once, for all features: tokens, base forms, what each word says, numerals, names. */
import { newTokenizer } from "../../data/corpus/token-jobs.ts";
import { porterStem } from "../../evaluation/captions/index.ts";
import { baseForm } from "./words/base-form.ts";
import type { Frequencies } from "./words/frequencies.ts";
import { isFunctionWord } from "./words/function-words.ts";
import { type Numeral, numeralsOf } from "./words/numerals.ts";

export interface Sentence {
  readonly text: string;
  /** As they are written, punctuation among them. */
  readonly tokens: readonly string[];
  /** The words alone, in small letters. */
  readonly words: readonly string[];
  /** The base form of each word. */
  readonly bases: readonly string[];
  /** The stem of each base form: "discussion" and "discuss" share one. */
  readonly stems: readonly string[];
  /** Information content of each word. */
  readonly information: Float64Array;
  /** Places, among the words, of those that carry content. */
  readonly content: readonly number[];
  /** The token that each word is. */
  readonly places: readonly number[];
  readonly numerals: readonly Numeral[];
  /** Words written with a capital, but for the first; in small letters. */
  readonly names: readonly string[];
}

const WORD = /[\p{L}\p{N}]/u;
const CAPITAL = /^\p{Lu}/u;
const CURLY = /[‘’]/g;

/** Sentences in the way that a model's counts see words. */
export class SentenceReader {
  readonly #tokenizer = newTokenizer({ tokens: "words", lines: "sentences", lowerCase: false, foldDigits: false });
  readonly #bases = new Map<string, string>();
  readonly #stems = new Map<string, string>();

  constructor(readonly frequencies: Frequencies) {}

  read(text: string): Sentence {
    const tokens = this.#tokenizer.words(`${text.replace(/\s+/g, " ").replace(CURLY, "'")}\n`);
    const places = tokens.flatMap((token, i) => (WORD.test(token) ? [i] : []));
    const words = places.map((i) => tokens[i]!.toLowerCase());
    const bases = words.map((word) => this.#base(word));
    const folded = tokens.map((token) => token.toLowerCase());
    const tokenBases = folded.map((token) => (WORD.test(token) ? this.#base(token) : token));
    const content = words.flatMap((word, i) => (isFunctionWord(word) ? [] : [i]));
    return {
      text,
      tokens,
      words,
      bases,
      stems: bases.map((base) => this.#stem(base)),
      information: Float64Array.from(words, (word) => this.frequencies.information(word.replace(/\d/g, "0"))),
      content,
      places,
      numerals: numeralsOf(folded, tokenBases),
      names: places.flatMap((i, word) => (word > 0 && CAPITAL.test(tokens[i]!) ? [words[word]!] : [])),
    };
  }

  #base(word: string): string {
    return remembered(this.#bases, word, () => baseForm(word, (form) => this.frequencies.has(form)));
  }

  #stem(base: string): string {
    return remembered(this.#stems, base, () => porterStem(base));
  }
}

function remembered(known: Map<string, string>, key: string, make: () => string): string {
  let value = known.get(key);
  if (value === undefined) {
    if (known.size > MOST_REMEMBERED) known.clear();
    known.set(key, (value = make()));
  }
  return value;
}

const MOST_REMEMBERED = 200_000;
