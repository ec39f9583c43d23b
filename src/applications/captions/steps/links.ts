/**
 * What can stand between two nouns of a sentence: the intersection of the frames that each of them selects (figure 10
 * of the paper), and what captions have between the two, as far as the places of their boxes allow it. A verb needs a
 * detected action or pose, unless verbs may be hallucinated.
 */
import { joined } from "../knowledge/count-table.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { linkProbabilities } from "../knowledge/link-probabilities.ts";
import { OF_MOTION, type Place, PREPOSITIONS } from "../words/prepositions.ts";
import {
  acts,
  gatherSubtrees,
  type LocalSubtrees,
  participleTag,
  type Subtree,
  type Thresholds,
  verbSubtrees,
} from "./5-gather-subtrees.ts";
import { placeOf } from "./places.ts";
import type { Entity } from "./thing.ts";

export interface Link {
  /** "" for none. */
  readonly verb: string;
  readonly preposition: string;
  readonly probability: number;
  /** The verb was not detected. */
  readonly hallucinated: boolean;
  /** The local subtrees that were put together. */
  readonly subtrees: readonly Subtree[];
}

export interface LinkOptions extends Thresholds {
  readonly hallucinate: boolean;
}

/**
 * Weight of a preposition that the places of the boxes speak against: table 3 is a rule of thumb, and boxes are rough.
 */
const AGAINST_PLACE = 0.05;
/** Probability of what only the places suggest, where nothing is known of the nouns. */
const BY_PLACE = 1e-3;
/** Links of a pair that are tried. */
const MOST_LINKS = 6;

/** What the place alone suggests. */
const PLAIN_PREPOSITIONS: Readonly<Record<Place, string>> = {
  above: "above",
  below: "below",
  inside: "in",
  around: "with",
  overlapping: "by",
  beside: "by",
};

function placeWeight(preposition: string, place: Place): number {
  return preposition === "" || PREPOSITIONS.get(preposition)?.includes(place) ? 1 : AGAINST_PLACE;
}

/** The prepositions of a verb, by themselves. */
type VerbFrames = (verb: string) => ReadonlyMap<string, Subtree>;

/** Share of its uses in which a verb has an object, below which objects are taken for mistakes of the parser. */
const LEAST_WITH_OBJECT = 0.2;

const pairCount = (a: string, b: string, verb: string, preposition: string, { tables }: Knowledge): number =>
  tables.links.count(joined(a, b), joined(verb, preposition));

/**
 * Whether a verb may have this object. A past participle has none: "parked on the street", never "parked the street". A
 * verb that rarely has any must have been seen with it, and not more often with a preposition between them: "walking a
 * dog", never "sitting a bench".
 */
function takesObject(a: string, b: string, verb: string, knowledge: Knowledge, { beta }: Thresholds): boolean {
  if (participleTag(verb) !== "VBG") return false;
  const { verbUses } = knowledge.tables;
  if (verbUses.total(verb) < beta || verbUses.probability(verb, "object") >= LEAST_WITH_OBJECT) return true;
  const seen = pairCount(a, b, verb, "", knowledge);
  const otherwise = knowledge.tables.links
    .row(joined(a, b))
    .filter(({ value }) => value.startsWith(joined(verb, "")) && value !== joined(verb, ""));
  return seen >= beta && otherwise.every(({ count }) => count <= seen);
}

/** The subtrees whose intersection a link is, or undefined where a noun does not select its part. */
function intersection(
  verb: string,
  preposition: string,
  subject: LocalSubtrees,
  object: LocalSubtrees,
  ofVerb: VerbFrames,
): Subtree[] | undefined {
  const parts =
    verb === ""
      ? [subject.frames[4].get(preposition), object.frames[5].get(preposition)]
      : preposition === ""
        ? [subject.frames[2].get(verb), object.frames[7].get(verb)]
        : [subject.frames[2].get(verb), ofVerb(verb).get(preposition), object.frames[5].get(preposition)];
  return parts.every((part) => part !== undefined) ? (parts as Subtree[]) : undefined;
}

/** The links of two nouns, the most likely first; none where neither captions nor frames have one. */
export function linksBetween(a: Entity, b: Entity, knowledge: Knowledge, options: LinkOptions): Link[] {
  const place = placeOf(a.box, b.box);
  if (knowledge.isEmpty) {
    const preposition = PLAIN_PREPOSITIONS[place];
    return [{ verb: "", preposition, probability: BY_PLACE, hallucinated: false, subtrees: [] }];
  }
  const subject = gatherSubtrees(a.noun, "right", knowledge, options);
  const object = gatherSubtrees(b.noun, "left", knowledge, options);
  const ofVerb: VerbFrames = (verb) => verbSubtrees(verb, knowledge, options);
  const detected = new Map(a.actions.map(({ word, score }) => [word, score]));
  const found = new Map<string, Link>();
  // Parsers hang "wearing a hat" on the grass that a boy sits in: what does not live has no object unless it was seen.
  const general = knowledge.classOf(a.noun);
  const still = general.startsWith("noun.") && !acts(general);
  const mayDo = (verb: string, preposition: string) =>
    verb === "" || preposition !== "" || !still || detected.has(verb);
  const isUsable = (verb: string, preposition: string) =>
    verb === "" || preposition !== "" || takesObject(a.noun, b.noun, verb, knowledge, options);
  const offer = (verb: string, preposition: string, probability: number, seen: boolean) => {
    const subtrees = intersection(verb, preposition, subject, object, ofVerb);
    if (subtrees === undefined && !seen) return;
    const key = `${verb}|${preposition}`;
    const known = found.get(key)?.probability ?? 0;
    const hallucinated = verb !== "" && !detected.has(verb);
    found.set(key, { verb, preposition, probability: known + probability, hallucinated, subtrees: subtrees ?? [] });
  };
  for (const { verb, preposition, probability, count } of linkProbabilities(a.noun, b.noun, knowledge)) {
    const weighted = probability * placeWeight(preposition, place);
    const enough =
      verb === "" || acts(knowledge.classOf(a.noun)) ? count : pairCount(a.noun, b.noun, verb, preposition, knowledge);
    const seen = probability > options.alpha && enough >= options.beta;
    const sayable = verb === "" ? !OF_MOTION.has(preposition) : detected.has(verb) || options.hallucinate;
    if (sayable && isUsable(verb, preposition) && mayDo(verb, preposition)) offer(verb, preposition, weighted, seen);
    // "sitting on a sofa" speaks for "on a sofa" where "sitting" may not be said.
    const unsaid = verb !== "" && !detected.has(verb) && !options.hallucinate;
    if (unsaid && preposition !== "" && !OF_MOTION.has(preposition)) offer("", preposition, weighted, seen);
  }
  for (const [verb, score] of detected)
    offerDetected(
      verb,
      score,
      place,
      ofVerb,
      object,
      isUsable(verb, "") ? object.frames[7].get(verb) : undefined,
      found,
    );
  return [...found.values()]
    .sort((x, y) => y.probability - x.probability || (x.verb + x.preposition < y.verb + y.preposition ? -1 : 1))
    .slice(0, MOST_LINKS);
}

/** A detected verb needs no leave of its subject: only a way to its object. */
function offerDetected(
  verb: string,
  score: number,
  place: Place,
  ofVerb: VerbFrames,
  object: LocalSubtrees,
  direct: Subtree | undefined,
  found: Map<string, Link>,
): void {
  const offer = (preposition: string, probability: number, subtrees: readonly Subtree[]) => {
    const key = `${verb}|${preposition}`;
    const known = found.get(key)?.probability ?? 0;
    found.set(key, { verb, preposition, probability: Math.max(known, probability), hallucinated: false, subtrees });
  };
  if (direct !== undefined) offer("", score * direct.probability, [direct]);
  for (const [preposition, ofVerbPart] of ofVerb(verb)) {
    const before = object.frames[5].get(preposition);
    if (before === undefined) continue;
    const probability = score * ofVerbPart.probability * before.probability * placeWeight(preposition, place);
    offer(preposition, probability, [ofVerbPart, before]);
  }
}
