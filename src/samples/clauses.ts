/** Clauses and whole sentences. */
import type { Draw } from "./draw.ts";
import { presentTag, verbForm } from "./inflection.ts";
import { FOCUS, SENTENCE_ADVERBS } from "./lexicon/modifiers.ts";
import type { NounClass } from "./lexicon/nouns.ts";
import { FRAMES } from "./lexicon/verbs.ts";
import { leaf, type Node, phrase, related } from "./node.ts";
import { nounPhrase } from "./noun-phrases.ts";
import { verbAdjunct } from "./prepositional-phrases.ts";
import { adverbialClause } from "./subordinate-clauses.ts";
import { baseVerbPhrase, chooseFrame, finiteVerbPhrase } from "./verb-phrases.ts";

const SUBJECTS: readonly NounClass[] = [...new Set(FRAMES.flatMap(({ subject }) => subject))];

const comma = leaf(",", ",", "punct");
const adverb = (word: string): Node => phrase("ADVP", "advmod", [leaf("RB", word, "advmod")], 0);

/** Subject and verb phrase, in agreement. */
function subjectAndVerbPhrase(draw: Draw, depth: number): Node[] {
  const frame = chooseFrame(draw, FRAMES, SUBJECTS, depth);
  const passive = frame.complement === "object" && draw.chance(0.13);
  const relation = passive ? "nsubj:pass" : "nsubj";
  const subject = nounPhrase(draw, passive ? frame.object! : frame.subject, {
    relation,
    depth: depth + 1,
    subject: true,
  });
  const choices = { passive, subjectClass: subject.nounClass };
  const between = draw.chance(0.05) ? [adverb(draw.word(FOCUS))] : [];
  return [subject.node, ...between, finiteVerbPhrase(draw, frame, subject.agreement, depth, choices)];
}

/** "There is a dog in the garden". */
function existential(draw: Draw): Node[] {
  const thing = nounPhrase(draw, ["person", "animal", "artefact", "idea", "event"], {
    relation: "nsubj",
    depth: 1,
    full: true,
  });
  const tag = draw.chance(0.5) ? "VBD" : presentTag(thing.agreement);
  const be = leaf(tag, verbForm("be", tag, thing.agreement), "head");
  const where = draw.chance(0.6) ? [verbAdjunct(draw, "place", 1)] : [];
  return [phrase("NP", "expl", [leaf("EX", "there", "expl")], 0), phrase("VP", "head", [be, thing.node, ...where], 0)];
}

/** A finite clause without its full stop. */
export function clause(draw: Draw, depth: number, relation: string): Node {
  const children = depth === 0 && draw.chance(0.03) ? existential(draw) : subjectAndVerbPhrase(draw, depth);
  return phrase("S", relation, children, children.length - 1);
}

/** What may stand before the subject. */
function opening(draw: Draw): Node[] {
  const kind = draw.random.uniform();
  if (kind < 0.06) return [adverb(draw.word(SENTENCE_ADVERBS)), comma];
  if (kind < 0.12) return [verbAdjunct(draw, "time", 1), comma];
  if (kind < 0.15) return [verbAdjunct(draw, "place", 1), comma];
  return kind < 0.2 ? [adverbialClause(draw, 1), comma] : [];
}

function declarative(draw: Draw): Node {
  if (draw.chance(0.07)) {
    const second = related(clause(draw, 1, "conj"), "conj");
    const children = [
      clause(draw, 1, "root"),
      comma,
      leaf("CC", draw.oneOf(["and", "but", "and", "or"]), "cc"),
      second,
    ];
    return phrase("S", "root", [...children, leaf(".", ".", "punct")], 0);
  }
  const front = opening(draw);
  const body = clause(draw, 0, "root").children;
  const children = [...front, ...body, leaf(".", ".", "punct")];
  return phrase("S", "root", children, front.length + body.length - 1);
}

/** Yes-or-no questions, and questions for the subject, the place or the time. */
function question(draw: Draw): Node {
  const mark = leaf(".", "?", "punct");
  const kind = draw.random.uniform();
  if (kind < 0.25) {
    const frame = chooseFrame(draw, FRAMES, ["person"], 1);
    const verbPhrase = finiteVerbPhrase(draw, frame, { plural: false, person: 3 }, 1);
    const who = phrase("WHNP", "nsubj", [leaf("WP", "who", "nsubj")], 0);
    return phrase("SBARQ", "root", [who, phrase("SQ", "root", [verbPhrase], 0), mark], 1);
  }
  const frame = chooseFrame(draw, FRAMES, SUBJECTS, 1);
  const subject = nounPhrase(draw, frame.subject, { relation: "nsubj", depth: 1, subject: true });
  const tag = draw.chance(0.6) ? "VBD" : presentTag(subject.agreement);
  const inner = baseVerbPhrase(draw, frame, "VB", 1, { subjectClass: subject.nounClass });
  const parts = [leaf(tag, verbForm("do", tag, subject.agreement), "aux"), subject.node, inner];
  if (kind < 0.6) return phrase("SQ", "root", [...parts, mark], 2);
  const adverbial = phrase("WHADVP", "advmod", [leaf("WRB", draw.oneOf(["where", "when", "why", "how"]), "advmod")], 0);
  return phrase("SBARQ", "root", [adverbial, phrase("SQ", "root", parts, 2), mark], 1);
}

function imperative(draw: Draw): Node {
  const frame = chooseFrame(draw, FRAMES, ["person"], 1);
  return phrase(
    "S",
    "root",
    [baseVerbPhrase(draw, frame, "VB", 0), leaf(".", draw.chance(0.7) ? "." : "!", "punct")],
    0,
  );
}

/** One sentence, with its punctuation. */
export function sentence(draw: Draw): Node {
  const kind = draw.random.uniform();
  if (kind < 0.06) return question(draw);
  return kind < 0.08 ? imperative(draw) : declarative(draw);
}
