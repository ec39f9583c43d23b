/** Sentences of a text for the tree encoder to learn from, taken at even distances. */
import { LINE_END } from "../../../data/corpus/tokens.ts";
import type { CorpusView } from "../../../data/index.ts";

const STOP = /^[.!?]$/;
/** Tokens that are looked through for a sentence: its beginning may lie a sentence away. */
const WINDOW = 200;
const SHORTEST = 3;

/**
 * At most `count`, of 3 to `longest` words that the view has. A sentence ends at a full stop or at the end of a line;
 * where none that fits begins near its place, the place gives none.
 */
export function textSentences(view: CorpusView, count: number, longest: number): string[] {
  const found = new Set<string>();
  const buffer = new Uint32Array(Math.min(WINDOW, view.length));
  for (let k = 0; k < count; k++) {
    const begin = Math.floor((k * (view.length - buffer.length)) / Math.max(1, count));
    view.read(begin, buffer);
    const sentence = firstSentence(view.words, buffer, longest, begin === 0);
    if (sentence !== undefined) found.add(sentence);
  }
  return [...found];
}

/** The first whole sentence in the window that fits. */
function firstSentence(words: readonly string[], ids: Uint32Array, longest: number, atStart: boolean) {
  let sentence: string[] | undefined = atStart ? [] : undefined;
  for (const id of ids) {
    const word = id === LINE_END ? undefined : words[id];
    const ends = id === LINE_END || (word !== undefined && STOP.test(word));
    if (sentence !== undefined && word !== undefined) sentence.push(word);
    // A word that the view does not have spoils its sentence.
    if (!ends && word === undefined) sentence = undefined;
    if (!ends) continue;
    if (sentence !== undefined && sentence.length >= SHORTEST && sentence.length <= longest) return sentence.join(" ");
    sentence = [];
  }
  return undefined;
}
