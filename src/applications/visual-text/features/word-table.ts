/** Texts about words, kept in a model: hypernyms of the words of its training data, and what lists say of words. */
import { baseFormsOf } from "../../../data/wordnet/base-forms.ts";

export interface WordTable {
  readonly words: readonly string[];
  readonly names: readonly string[];
  /** The texts of word i are names[ids[e]] for e from starts[i] up to starts[i + 1]. */
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
}

export type TextsOf = (word: string) => readonly string[];

/** Words that have no texts are kept too: they are known to have none. */
export function wordTable(words: readonly string[], textsOf: TextsOf): WordTable {
  const names = new Map<string, number>();
  const ids: number[] = [];
  const starts = new Uint32Array(words.length + 1);
  for (const [i, word] of words.entries()) {
    for (const name of textsOf(word)) {
      let id = names.get(name);
      if (id === undefined) {
        id = names.size;
        names.set(name, id);
      }
      ids.push(id);
    }
    starts[i + 1] = ids.length;
  }
  return { words, names: [...names.keys()], starts, ids: Uint32Array.from(ids) };
}

/** From the table; words that it does not have are looked up in `further`. */
export function tableTexts({ words, names, starts, ids }: WordTable, further?: TextsOf): TextsOf {
  const places = new Map(words.map((word, i) => [word, i]));
  return (word) => {
    const place = places.get(word);
    if (place === undefined) return further?.(word) ?? [];
    return Array.from(ids.subarray(starts[place]!, starts[place + 1]!), (id) => names[id]!);
  };
}

/** The same, where inflected forms stand for their base forms. */
export function baseFormTexts(table: WordTable): TextsOf {
  const known = new Set(table.words);
  const has = (word: string) => known.has(word);
  const own = tableTexts(table);
  return (word) => {
    if (has(word)) return own(word);
    const base = baseFormsOf(word, "noun", has)[0] ?? baseFormsOf(word, "adjective", has)[0];
    return base === undefined ? [] : own(base);
  };
}
