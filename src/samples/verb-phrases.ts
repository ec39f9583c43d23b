/**
 * Verb phrases: the chain of modals and auxiliaries, each VP holding the next as in the Penn Treebank, and at its end
 * the verb with what its frame demands and the adjuncts its frame draws, as sisters.
 */
import type { Draw } from "./draw.ts";
import { type Agreement, comparative, presentTag, type VerbTag, verbForm } from "./inflection.ts";
import * as words from "./lexicon/function-words.ts";
import { ADJECTIVE_COMPLEMENTS, DEGREE, MANNER, PREDICATES } from "./lexicon/modifiers.ts";
import type { NounClass } from "./lexicon/nouns.ts";
import { FRAMES, type Frame } from "./lexicon/verbs.ts";
import { leaf, type Node, phrase } from "./node.ts";
import { nounPhrase } from "./noun-phrases.ts";
import { direction, location, prepositionalPhrase, verbAdjunct } from "./prepositional-phrases.ts";
import { infinitive, thatClause } from "./subordinate-clauses.ts";

export interface VerbPhraseChoices {
  /** The object is missing: it was said before. */
  readonly gap?: boolean;
  readonly passive?: boolean;
  /** What the subject is, and in which number and person. */
  readonly subjectClass?: NounClass;
  readonly agreement?: Agreement;
}

const ANY: Agreement = { plural: false, person: 3 };
const CLAUSAL: ReadonlySet<string> = new Set(["clause", "object+clause", "infinitive", "object+infinitive"]);
const THINGS: ReadonlySet<NounClass> = new Set(["artefact", "place", "food", "instrument", "feature"]);

/** A frame with a subject of one of the classes; deep down, none that holds another clause. */
export function chooseFrame(draw: Draw, frames: readonly Frame[], subject: readonly NounClass[], depth: number): Frame {
  const fitting = frames.filter((frame) => frame.subject.some((nounClass) => subject.includes(nounClass)));
  const plain = depth < 3 ? fitting : fitting.filter(({ complement }) => !CLAUSAL.has(complement));
  return draw.weighted(plain.length > 0 ? plain : fitting);
}

function predicate(
  draw: Draw,
  verb: string,
  { subjectClass = "person", agreement = ANY }: VerbPhraseChoices,
  depth: number,
): Node {
  const animate = subjectClass === "person" || subjectClass === "animal" || subjectClass === "group";
  if (verb !== "look" && verb !== "seem" && draw.chance(0.3)) {
    return nounPhrase(draw, [subjectClass], {
      relation: "predicate",
      depth: depth + 1,
      full: true,
      plural: agreement.plural,
    }).node;
  }
  if (animate && draw.chance(0.3)) {
    const [adjective, preposition, classes] = draw.oneOf(ADJECTIVE_COMPLEMENTS);
    const object = nounPhrase(draw, classes, { relation: "obl", depth: depth + 1 }).node;
    return phrase(
      "ADJP",
      "predicate",
      [leaf("JJ", adjective, "predicate"), prepositionalPhrase("obl", preposition, object)],
      0,
    );
  }
  const kind = animate ? "animate" : THINGS.has(subjectClass) ? "thing" : "abstract";
  const adjective = draw.word(PREDICATES[kind]);
  if (draw.chance(0.15)) {
    const than = nounPhrase(draw, [subjectClass], { relation: "obl", depth: depth + 1 }).node;
    const short = comparative(adjective);
    const compared =
      short === undefined
        ? [leaf("RBR", "more", "advmod"), leaf("JJ", adjective, "predicate")]
        : [leaf("JJR", short, "predicate")];
    return phrase("ADJP", "predicate", [...compared, prepositionalPhrase("obl", "than", than)], compared.length - 1);
  }
  const degree = draw.chance(0.25) ? [leaf("RB", draw.word(DEGREE), "advmod")] : [];
  return phrase("ADJP", "predicate", [...degree, leaf("JJ", adjective, "predicate")], degree.length);
}

/** What the frame puts after the verb. */
function complements(draw: Draw, frame: Frame, verb: string, depth: number, choices: VerbPhraseChoices): Node[] {
  const { object = [], complement } = frame;
  const below = depth + 1;
  const noun = (relation: string, bare = false) => nounPhrase(draw, object, { relation, depth: below, bare }).node;
  switch (complement) {
    case "none":
      return [];
    case "object":
      return choices.gap || choices.passive ? [] : [noun("obj")];
    case "object+place":
      return [noun("obj"), location(draw, below)];
    case "object+object": {
      const receiver = nounPhrase(draw, ["person", "person", "animal"], { relation: "iobj", depth: below + 1 }).node;
      return [receiver, noun("obj", draw.chance(0.3))];
    }
    case "object+to":
      return [
        noun("obj"),
        prepositionalPhrase("obl", "to", nounPhrase(draw, ["person", "group"], { relation: "obl", depth: below }).node),
      ];
    case "direction":
      return draw.chance(0.85) ? [direction(draw, below)] : [];
    case "clause":
      return [thatClause(draw, depth)];
    case "object+clause":
      return [noun("obj"), thatClause(draw, depth)];
    case "infinitive":
      return [infinitive(draw, depth, "xcomp")];
    case "object+infinitive":
      return [noun("obj"), infinitive(draw, depth, "xcomp")];
    case "predicate":
      return [predicate(draw, verb, choices, depth)];
    case "particle": {
      const particle = phrase("PRT", "compound:prt", [leaf("RP", draw.word(frame.words!), "compound:prt")], 0);
      return draw.chance(0.7) ? [particle, noun("obj")] : [noun("obj"), particle];
    }
    case "preposition":
      return [prepositionalPhrase("obl", draw.oneOf(frame.words!), noun("obl"))];
  }
}

function adjuncts(draw: Draw, frame: Frame, depth: number): Node[] {
  const found: Node[] = [];
  const left = [...frame.adjuncts];
  for (let chance = 0.62 / (1 + 0.35 * depth); left.length > 0 && draw.chance(chance); chance *= 0.45) {
    const kind = draw.oneOf(left);
    for (let i = left.length - 1; i >= 0; i--) if (left[i] === kind) left.splice(i, 1);
    found.push(verbAdjunct(draw, kind, depth + 1));
  }
  return found;
}

/** A VP headed by the verb itself in the form of `tag`. */
export function baseVerbPhrase(
  draw: Draw,
  frame: Frame,
  tag: VerbTag,
  depth: number,
  choices: VerbPhraseChoices = {},
): Node {
  const verb = draw.word(frame.verbs);
  const copula = verb === "be";
  const head = leaf(tag, verbForm(verb, tag, choices.agreement ?? ANY), copula ? "cop" : "head");
  const before =
    draw.chance(0.05) && !copula ? [phrase("ADVP", "advmod", [leaf("RB", draw.word(MANNER), "advmod")], 0)] : [];
  const after = complements(draw, frame, verb, depth, choices);
  if (frame.complement === "predicate" && !copula) after[0] = { ...after[0]!, relation: "xcomp" };
  const agent =
    choices.passive && draw.chance(0.45)
      ? [
          prepositionalPhrase(
            "obl:agent",
            "by",
            nounPhrase(draw, frame.subject, { relation: "obl", depth: depth + 1 }).node,
          ),
        ]
      : [];
  const children = [...before, head, ...after, ...agent, ...adjuncts(draw, frame, depth)];
  const first = phrase("VP", "head", children, before.length + (copula ? 1 : 0));
  if (depth > 3 || choices.gap || choices.passive || !draw.chance(0.07)) return first;
  // A second verb phrase with the same, understood subject.
  const subject = choices.subjectClass === undefined ? frame.subject : [choices.subjectClass];
  const second = baseVerbPhrase(draw, chooseFrame(draw, FRAMES, subject, depth + 2), tag, depth + 2, choices);
  return phrase(
    "VP",
    "head",
    [first, leaf("CC", draw.chance(0.8) ? "and" : "but", "cc"), { ...second, relation: "conj" }],
    0,
  );
}

function auxiliary(
  draw: Draw,
  [tag, word]: readonly [string, string],
  negated: boolean,
  inner: Node,
  relation = "aux",
): Node {
  const not = words.CONTRACTING.has(word) && draw.chance(0.6) ? "n't" : "not";
  const negation = negated ? [leaf("RB", not, "advmod")] : [];
  return phrase("VP", "head", [leaf(tag, word, relation), ...negation, inner], 1 + negation.length);
}

/** A VP that agrees with its subject, in some tense, voice and polarity. */
export function finiteVerbPhrase(
  draw: Draw,
  frame: Frame,
  agreement: Agreement,
  depth: number,
  given: VerbPhraseChoices = {},
): Node {
  const choices = { ...given, agreement };
  const past = draw.chance(0.62);
  const finite = (verb: string): [VerbTag, string] => {
    const tag = past ? "VBD" : presentTag(agreement);
    return [tag, verbForm(verb, tag, agreement)];
  };
  const negated = draw.chance(0.07);
  const modal = (): [string, string] => ["MD", draw.word(words.MODALS)];
  if (choices.passive) {
    const participle = baseVerbPhrase(draw, frame, "VBN", depth, choices);
    if (!draw.chance(0.2)) return auxiliary(draw, finite("be"), negated, participle, "aux:pass");
    return auxiliary(draw, modal(), negated, auxiliary(draw, ["VB", "be"], false, participle, "aux:pass"));
  }
  const kind = draw.random.uniform();
  const copular = frame.complement === "predicate";
  if (kind < 0.13) return auxiliary(draw, modal(), negated, baseVerbPhrase(draw, frame, "VB", depth, choices));
  if (kind < 0.2) return auxiliary(draw, finite("have"), negated, baseVerbPhrase(draw, frame, "VBN", depth, choices));
  if (kind < 0.27 && !copular)
    return auxiliary(draw, finite("be"), negated, baseVerbPhrase(draw, frame, "VBG", depth, choices));
  if (negated && !copular)
    return auxiliary(draw, finite("do"), true, baseVerbPhrase(draw, frame, "VB", depth, choices));
  const tag = past ? "VBD" : presentTag(agreement);
  return baseVerbPhrase(draw, frame, tag, depth, choices);
}
