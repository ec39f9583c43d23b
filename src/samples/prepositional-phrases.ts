/**
 * Prepositional phrases. Whether one belongs to the verb or to the noun before it is drawn before its words are, and
 * the words follow: "with" an instrument comes from verbs of action, "with" a feature from persons, "of" from nouns
 * only. So a reader of tags alone cannot know the attachment, and a reader of hidden classes nearly always can.
 */
import type { Draw } from "./draw.ts";
import { ADJECTIVES, MANNER, PLACE_ADVERBS, TEMPORAL_ADVERBS } from "./lexicon/modifiers.ts";
import * as names from "./lexicon/names.ts";
import { COUNT_NOUNS, type NounClass } from "./lexicon/nouns.ts";
import type { Adjunct } from "./lexicon/verbs.ts";
import { leaf, type Node, phrase } from "./node.ts";
import { nounPhrase } from "./noun-phrases.ts";
import { purposeClause, reasonClause } from "./subordinate-clauses.ts";

interface Preposition {
  readonly word: string;
  readonly classes: readonly NounClass[];
  readonly weight: number;
}

const to = (word: string, classes: readonly NounClass[], weight: number): Preposition => ({ word, classes, weight });

/** What modifies a noun of each class. */
const NOUN_MODIFIERS: Readonly<Partial<Record<NounClass, readonly Preposition[]>>> = {
  person: [
    to("with", ["feature"], 5),
    to("from", ["place"], 3),
    to("of", ["group"], 1),
    to("in", ["feature"], 2),
    to("in", ["place"], 1),
  ],
  animal: [to("with", ["feature"], 2), to("from", ["place"], 2), to("of", ["person"], 1)],
  place: [
    to("near", ["place"], 3),
    to("of", ["place", "person"], 2),
    to("with", ["artefact"], 2),
    to("behind", ["place"], 1),
  ],
  instrument: [to("of", ["person"], 2), to("from", ["artefact", "place"], 1), to("in", ["artefact"], 1)],
  artefact: [
    to("of", ["substance", "person"], 4),
    to("on", ["artefact"], 3),
    to("near", ["artefact"], 2),
    to("from", ["place"], 2),
  ],
  food: [to("with", ["substance"], 4), to("from", ["place"], 2), to("on", ["artefact"], 1)],
  document: [
    to("about", ["topic", "idea", "event", "person"], 6),
    to("by", ["person"], 3),
    to("on", ["topic"], 3),
    to("from", ["person"], 1),
  ],
  group: [to("of", ["person"], 3), to("in", ["place"], 3), to("from", ["place"], 1)],
  event: [
    to("in", ["place"], 3),
    to("between", ["group"], 1),
    to("about", ["idea", "topic"], 2),
    to("of", ["time"], 1),
  ],
  idea: [
    to("of", ["group", "person"], 4),
    to("for", ["event", "group", "person"], 3),
    to("about", ["topic", "event"], 3),
  ],
  substance: [to("from", ["place"], 2), to("in", ["artefact"], 2)],
  topic: [to("of", ["place", "time"], 3)],
  feature: [to("of", ["substance"], 2)],
  time: [],
  quality: [],
};

export const prepositionalPhrase = (relation: string, word: string, object: Node): Node =>
  phrase("PP", relation, [leaf(word === "to" ? "TO" : "IN", word, "case"), object], 1);

/** A PP that modifies a noun, or undefined if nothing modifies its class. */
export function nounModifier(draw: Draw, nounClass: NounClass, depth: number): Node | undefined {
  const choices = NOUN_MODIFIERS[nounClass] ?? [];
  if (choices.length === 0) return undefined;
  const { word, classes } = draw.weighted(choices);
  return prepositionalPhrase("nmod", word, nounPhrase(draw, classes, { relation: "nmod", depth }).node);
}

/** A PP or ADVP that modifies a verb. */
const adverb = (word: string): Node => phrase("ADVP", "advmod", [leaf("RB", word, "advmod")], 0);

function withObject(draw: Draw, word: string, classes: readonly NounClass[], depth: number, full = true): Node {
  return prepositionalPhrase("obl", word, nounPhrase(draw, classes, { relation: "obl", depth, full }).node);
}

const flatNoun = (words: readonly Node[]): Node => phrase("NP", "obl", words, words.length - 1);

function timeAdjunct(draw: Draw, depth: number): Node {
  const kind = draw.random.integer(8);
  const time = () => draw.word(COUNT_NOUNS.time);
  if (kind === 0) return adverb(draw.word(TEMPORAL_ADVERBS));
  if (kind === 1) return prepositionalPhrase("obl", "on", flatNoun([leaf("NNP", draw.word(names.DAYS), "obl")]));
  if (kind === 2) return prepositionalPhrase("obl", "in", flatNoun([leaf("NNP", draw.word(names.MONTHS), "obl")]));
  if (kind === 3)
    return phrase(
      "NP",
      "obl:tmod",
      [leaf("JJ", draw.chance(0.7) ? "last" : "next", "amod"), leaf("NN", time(), "obl")],
      1,
    );
  if (kind === 4) {
    const count = leaf("CD", draw.word(names.NUMBERS), "nummod");
    return prepositionalPhrase(
      "obl",
      "for",
      flatNoun([count, leaf("NNS", `${draw.oneOf(["day", "week", "year", "month"])}s`, "obl")]),
    );
  }
  if (kind === 5) return withObject(draw, draw.oneOf(["during", "after", "before"]), ["event"], depth);
  const adjective = draw.chance(0.2) ? [leaf("JJ", draw.word(ADJECTIVES.time), "amod")] : [];
  return prepositionalPhrase(
    "obl",
    draw.oneOf(["in", "in", "during"]),
    flatNoun([leaf("DT", "the", "det"), ...adjective, leaf("NN", time(), "obl")]),
  );
}

/** An adjunct of a verb phrase. */
export function verbAdjunct(draw: Draw, kind: Adjunct, depth: number): Node {
  switch (kind) {
    case "time":
      return timeAdjunct(draw, depth);
    case "place":
      if (draw.chance(0.15)) return adverb(draw.word(PLACE_ADVERBS));
      return withObject(draw, draw.word(["in", "at", "near", "behind", "outside"]), ["place"], depth, false);
    case "instrument":
      return withObject(draw, "with", ["instrument"], depth);
    case "manner":
      if (draw.chance(0.6)) return adverb(draw.word(MANNER));
      return withObject(draw, draw.chance(0.75) ? "with" : "without", ["quality"], depth);
    case "beneficiary":
      return withObject(draw, "for", ["person", "group"], depth, false);
    case "company":
      return withObject(draw, "with", ["person"], depth, false);
    case "purpose":
      return purposeClause(draw, depth);
    case "reason":
      return reasonClause(draw, depth);
  }
}

/** Where somebody goes. */
export const direction = (draw: Draw, depth: number): Node =>
  withObject(draw, draw.word(["to", "into", "through", "from", "toward", "across", "around"]), ["place"], depth, false);

/** Where something is put. */
export const location = (draw: Draw, depth: number): Node =>
  withObject(
    draw,
    draw.word(["on", "in", "under", "behind", "beside", "into"]),
    ["artefact", "artefact", "place"],
    depth,
  );
