/** Adjectives by the nouns they go with, and adverbs by what they modify. */
import type { NounClass } from "./nouns.ts";
import { wordList } from "./word-list.ts";

const PERSONAL =
  wordList(`young old tall famous angry happy rich poor clever brave tired honest lonely kind rude shy proud polite lazy
  friendly nervous wise cruel foolish generous stubborn cheerful jealous careful sleepy blind bald strict`);
const PHYSICAL =
  wordList(`big small red blue green black white heavy broken wooden large round long short dirty clean expensive cheap
  beautiful empty huge tiny rusty shiny yellow brown grey narrow sharp ancient`);
const ABSTRACT =
  wordList(`new important good bad difficult simple strange serious secret different great common political economic legal
  recent final complex dangerous useful controversial radical vague original practical annual social public moral`);
const PLACES = wordList(
  "quiet dark old small large local famous crowded empty distant busy beautiful modern remote sunny",
);
const EDIBLE = wordList("fresh sweet warm cold delicious hot bitter ripe sour salty spicy raw");
const ANIMALS = wordList("wild black white hungry young small brown gentle fierce fat lazy grey");
const TEMPORAL = wordList("long cold dark hot rainy quiet sunny whole");

export const ADJECTIVES: Readonly<Record<NounClass, readonly string[]>> = {
  person: PERSONAL,
  animal: ANIMALS,
  place: PLACES,
  instrument: PHYSICAL,
  feature: PHYSICAL,
  artefact: PHYSICAL,
  food: EDIBLE,
  document: ABSTRACT,
  group: wordList("large local powerful national international private small foreign rich famous corrupt independent"),
  event: wordList(
    "long terrible important annual great recent boring noisy violent short unexpected sad official bloody",
  ),
  time: TEMPORAL,
  idea: ABSTRACT,
  substance: EDIBLE,
  quality: wordList("great much deep genuine quiet sudden enormous"),
  topic: wordList("modern ancient European public classical popular contemporary"),
};

/** What a copula says of a noun of a class. */
export const PREDICATES: Readonly<Record<"animate" | "thing" | "abstract", readonly string[]>> = {
  animate: [...PERSONAL, ...wordList("hungry ill ready afraid aware guilty dead alive")],
  thing: PHYSICAL,
  abstract: [...ABSTRACT, ...wordList("clear true wrong possible likely unclear obvious")],
};

/** Adjectives with a prepositional complement: "afraid of the dog". */
export const ADJECTIVE_COMPLEMENTS: readonly (readonly [string, string, readonly NounClass[]])[] = [
  ["afraid", "of", ["animal", "event", "person"]],
  ["proud", "of", ["person", "group"]],
  ["aware", "of", ["idea"]],
  ["tired", "of", ["event", "idea"]],
  ["angry", "at", ["person", "group"]],
  ["interested", "in", ["topic", "idea"]],
  ["responsible", "for", ["idea", "event"]],
  ["famous", "for", ["document", "food"]],
  ["similar", "to", ["idea", "document"]],
];

export const MANNER =
  wordList(`quickly slowly carefully quietly suddenly easily gently angrily happily badly well secretly eagerly patiently
  nervously loudly politely calmly proudly sadly gladly reluctantly hastily bravely`);
export const TEMPORAL_ADVERBS = wordList(
  "yesterday today often soon now always never sometimes recently already again still later early once usually",
);
export const PLACE_ADVERBS = wordList("here there outside upstairs home away abroad nearby downstairs everywhere");
/** Before any adjective; those after "the" and "a" are fewer. */
export const DEGREE = wordList("very too quite rather extremely so fairly almost");
export const ATTRIBUTIVE_DEGREE = wordList("very rather extremely fairly");
export const SENTENCE_ADVERBS = wordList(
  "however perhaps finally unfortunately then therefore meanwhile surely clearly apparently indeed certainly",
);
export const FOCUS = wordList("also only even just probably");
