/** A tagged sentence as induction sees it: words without punctuation, universal tags, and where punctuation stood. */
import { PUNCTUATION_TAGS, type TaggedSentence } from "../../../trees/index.ts";
import { isClauseMark, type TagMapName, universalTag } from "./tags.ts";

/** What is left of a sentence without punctuation and traces. */
export interface PlainSentence {
  readonly words: readonly string[];
  /** As they were given. */
  readonly tags: readonly string[];
  readonly universal: readonly string[];
  /** Places between words, counted in words before them, where punctuation stood; 0 and the end are left out. */
  readonly marks: readonly number[];
  /** Those of them that are a comma, semicolon or colon. */
  readonly clauseMarks: readonly number[];
}

/** The tag of traces and other empty elements. */
const EMPTY_TAG = "-NONE-";

/** `unknownTags` counts the tags that the map does not know; they are X. */
export function plainSentence(
  { words, tags }: TaggedSentence,
  map: TagMapName,
  unknownTags?: Map<string, number>,
): PlainSentence {
  const kept: string[] = [];
  const keptTags: string[] = [];
  const universal: string[] = [];
  const marks = new Set<number>();
  const clauseMarks = new Set<number>();
  for (const [i, word] of words.entries()) {
    const tag = tags[i]!;
    if (tag === EMPTY_TAG) continue;
    if (PUNCTUATION_TAGS.has(tag)) {
      marks.add(kept.length);
      if (isClauseMark(word)) clauseMarks.add(kept.length);
      continue;
    }
    const found = universalTag(map, tag);
    if (found === undefined) unknownTags?.set(tag, (unknownTags.get(tag) ?? 0) + 1);
    kept.push(word);
    keptTags.push(tag);
    universal.push(found ?? "X");
  }
  const inner = (places: ReadonlySet<number>) => [...places].filter((place) => place > 0 && place < kept.length);
  return { words: kept, tags: keptTags, universal, marks: inner(marks), clauseMarks: inner(clauseMarks) };
}
