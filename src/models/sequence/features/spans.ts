/**
 * Labels of spans with their ends. A learner distinguishes more with B, I, E, S and O than with B, I and O: where
 * training has the latter (IOB2), labels are turned into the former, and answers back.
 */
import { chunksOf } from "../../../evaluation/chunks.ts";

/** Whether all labels are IOB2: O, or B- at the beginning of every span and I- within. */
export function areBeginInside(sequences: Iterable<{ readonly tags: readonly string[] }>): boolean {
  let spans = false;
  for (const { tags } of sequences) {
    for (const [i, tag] of tags.entries()) {
      if (tag === "O") continue;
      if (!/^[BI]-./.test(tag)) return false;
      spans = true;
      const before = i === 0 ? "O" : tags[i - 1]!;
      if (tag[0] === "I" && (before === "O" || before.slice(2) !== tag.slice(2))) return false;
    }
  }
  return spans;
}

/** IOB2 → IOBES. */
export function withEnds(tags: readonly string[]): string[] {
  return tags.map((tag, i) => {
    if (tag === "O") return tag;
    const goesOn = tags[i + 1] === `I-${tag.slice(2)}`;
    if (tag[0] === "B") return goesOn ? tag : `S${tag.slice(1)}`;
    return goesOn ? tag : `E${tag.slice(1)}`;
  });
}

/** A label of IOBES in IOB2. */
export const dataLabel = (label: string): string => label.replace(/^E-/, "I-").replace(/^S-/, "B-");

/** IOBES → IOB2; labels that fit no span begin one, as conlleval reads them. */
export function withoutEnds(tags: readonly string[]): string[] {
  const result = tags.map(() => "O");
  for (const { type, start, end } of chunksOf(tags))
    for (let i = start; i < end; i++) result[i] = `${i === start ? "B" : "I"}-${type}`;
  return result;
}
