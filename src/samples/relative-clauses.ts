/**
 * Relative clauses. The gap leaves no trace in the tree; which verb can have it, and the verb's number, tell the
 * antecedent.
 */
import type { Draw } from "./draw.ts";
import type { Agreement } from "./inflection.ts";
import type { NounClass } from "./lexicon/nouns.ts";
import { FRAMES } from "./lexicon/verbs.ts";
import { leaf, type Node, phrase } from "./node.ts";
import { nounPhrase } from "./noun-phrases.ts";
import { chooseFrame, finiteVerbPhrase } from "./verb-phrases.ts";

const OBJECT_FRAMES = FRAMES.filter(({ complement }) => complement === "object");

/** A clause about a noun of the class, or undefined when no verb fits. */
export function relativeClause(
  draw: Draw,
  antecedent: NounClass,
  agreement: Agreement,
  depth: number,
): Node | undefined {
  const animate = antecedent === "person";
  const pronoun = draw.chance(0.5)
    ? leaf("WDT", "that", "nsubj")
    : animate
      ? leaf("WP", "who", "nsubj")
      : leaf("WDT", "which", "nsubj");
  const asObject = OBJECT_FRAMES.filter(({ object = [] }) => object.includes(antecedent));
  if (asObject.length > 0 && draw.chance(0.4)) {
    const frame = draw.weighted(asObject);
    const subject = nounPhrase(draw, frame.subject, { relation: "nsubj", depth: depth + 1, subject: true });
    const verbPhrase = finiteVerbPhrase(draw, frame, subject.agreement, depth + 1, { gap: true });
    const inner = phrase("S", "acl:relcl", [subject.node, verbPhrase], 1);
    if (draw.chance(0.3)) return phrase("SBAR", "acl:relcl", [inner], 0);
    return phrase("SBAR", "acl:relcl", [phrase("WHNP", "obj", [{ ...pronoun, relation: "obj" }], 0), inner], 1);
  }
  const fitting = FRAMES.filter(({ subject }) => subject.includes(antecedent));
  if (fitting.length === 0) return undefined;
  const frame = chooseFrame(draw, fitting, [antecedent], depth);
  const inner = phrase(
    "S",
    "acl:relcl",
    [finiteVerbPhrase(draw, frame, agreement, depth + 1, { subjectClass: antecedent })],
    0,
  );
  return phrase("SBAR", "acl:relcl", [phrase("WHNP", "nsubj", [pronoun], 0), inner], 1);
}
