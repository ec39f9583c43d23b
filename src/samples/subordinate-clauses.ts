/** Clauses inside clauses: that-clauses, infinitives, reasons and conditions. */
import { clause } from "./clauses.ts";
import type { Draw } from "./draw.ts";
import * as words from "./lexicon/function-words.ts";
import { FRAMES } from "./lexicon/verbs.ts";
import { leaf, type Node, phrase, related } from "./node.ts";
import { nounPhrase } from "./noun-phrases.ts";
import { baseVerbPhrase, chooseFrame } from "./verb-phrases.ts";

/** "that the dog barks"; the complementizer may go. */
export function thatClause(draw: Draw, depth: number): Node {
  const inner = clause(draw, depth + 1, "ccomp");
  const children = draw.chance(0.65) ? [leaf("IN", "that", "mark"), inner] : [inner];
  return phrase("SBAR", "ccomp", children, children.length - 1);
}

/** "to open the door", with the subject understood. */
export function infinitive(draw: Draw, depth: number, relation: string): Node {
  const frame = chooseFrame(draw, FRAMES, ["person"], depth + 1);
  const verbPhrase = phrase(
    "VP",
    relation,
    [leaf("TO", "to", "mark"), baseVerbPhrase(draw, frame, "VB", depth + 1)],
    1,
  );
  return phrase("S", relation, [verbPhrase], 0);
}

export const purposeClause = (draw: Draw, depth: number): Node => infinitive(draw, depth + 1, "advcl");

/** "because …", "when …". */
export function adverbialClause(draw: Draw, depth: number): Node {
  return phrase(
    "SBAR",
    "advcl",
    [leaf("IN", draw.word(words.SUBORDINATORS), "mark"), related(clause(draw, depth + 1, "advcl"), "advcl")],
    1,
  );
}

/** A reason: a clause, or "because of" something. */
export function reasonClause(draw: Draw, depth: number): Node {
  if (depth < 2 && draw.chance(0.5)) return adverbialClause(draw, depth);
  const cause = nounPhrase(draw, ["event", "idea"], { relation: "obl", depth: depth + 1, full: true }).node;
  return phrase("PP", "obl", [leaf("IN", "because", "case"), leaf("IN", "of", "case"), cause], 2);
}
