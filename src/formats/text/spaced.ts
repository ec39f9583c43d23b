/**
 * The sentences of a treebank with the blanks between their words, as the treebank gives them or as they are likely to
 * be.
 */
import { likelyBlanks, plainForm } from "./detokenize.ts";

/** A sentence with the blanks between its words. */
export interface SpacedSentence {
  readonly words: readonly string[];
  /** For each word whether a blank stands behind it. */
  readonly spaces: readonly boolean[];
}

/** Counts by key. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(key: string, count = 1): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  get(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Keys that occur at least this often, sorted. */
  keys(least = 1): string[] {
    return [...this.#counts].flatMap(([key, count]) => (count >= least ? [key] : [])).sort();
  }
}

const isWord = (word: string | undefined) => word !== undefined && /^[\p{L}\p{N}]/u.test(word);

/**
 * The sentences with their blanks, those without words left out. A hyphen or slash that is a word of its own is taken
 * to join its neighbours when it is so more often than it stands inside words, and to be a dash with blanks otherwise.
 */
export function spacedTreebank(sentences: Iterable<readonly string[] | SpacedSentence>): SpacedSentence[] {
  const treebank = Array.from(sentences);
  const apart = new Tally();
  const inside = new Tally();
  for (const sentence of treebank) {
    if (isSpaced(sentence)) continue;
    for (const word of sentence) {
      if (word === "-" || word === "/") apart.add(word);
      else if (!word.includes("-") && !word.includes("/")) continue;
      const joiner = /[\p{L}\p{N}]([-/])[\p{L}\p{N}]/u.exec(word)?.[1];
      if (joiner !== undefined) inside.add(joiner);
    }
  }
  const joins = (word: string | undefined) => word !== undefined && apart.get(word) > inside.get(word);
  return treebank
    .map((sentence) => (isSpaced(sentence) ? sentence : { words: sentence, spaces: likelySpaces(sentence, joins) }))
    .filter(({ words }) => words.length > 0);
}

const isSpaced = (sentence: readonly string[] | SpacedSentence): sentence is SpacedSentence => "spaces" in sentence;

/** Blanks as text usually has them, but for joiners between words and beginnings with an apostrophe. */
function likelySpaces(words: readonly string[], joins: (word: string | undefined) => boolean): boolean[] {
  return likelyBlanks(words).map((blank, i) => {
    const [word, next] = [words[i]!, words[i + 1]];
    if (next === undefined) return true;
    const isJoined =
      (joins(next) && isWord(word) && isWord(words[i + 2])) || (joins(word) && isWord(words[i - 1]) && isWord(next));
    return blank && !isJoined && !(/['’]$/.test(word) && /^\p{L}{1,3}['’]$/u.test(word));
  });
}

/** Words that stand together, as text between white space, and how often the treebank has them. */
export interface CountedChunk {
  readonly text: string;
  readonly words: readonly string[];
  readonly count: number;
}

/** The chunks of a treebank by sentence, and each different one once: there are about seven times as many as those. */
export interface ChunkedTreebank {
  readonly sentences: readonly (readonly CountedChunk[])[];
  readonly counted: readonly CountedChunk[];
}

export function chunksOf(treebank: readonly SpacedSentence[]): ChunkedTreebank {
  const counted = new Map<string, { -readonly [K in keyof CountedChunk]: CountedChunk[K] }>();
  const sentences = treebank.map(({ words, spaces }) => {
    const chunks: CountedChunk[] = [];
    let from = 0;
    for (let i = 0; i < words.length; i++) {
      if (!spaces[i] && i < words.length - 1) continue;
      const key = from === i ? words[i]! : words.slice(from, i + 1).join(" ");
      let chunk = counted.get(key);
      if (chunk === undefined) {
        const together = words.slice(from, i + 1);
        chunk = { text: together.map(plainForm).join(""), words: together, count: 0 };
        counted.set(key, chunk);
      }
      chunk.count++;
      chunks.push(chunk);
      from = i + 1;
    }
    return chunks;
  });
  return { sentences, counted: [...counted.values()] };
}
