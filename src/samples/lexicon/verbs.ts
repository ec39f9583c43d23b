/**
 * Verbs by the frame they stand in: what subject they want, what follows them, and which adjuncts they draw. The trees
 * show only VB, VBD, VBZ …; that "put" needs a place and "say" a clause is hidden in the words.
 */
import type { NounClass } from "./nouns.ts";
import { wordList } from "./word-list.ts";

/** What follows the verb. */
export type Complement =
  | "none"
  | "object"
  | "object+place"
  | "object+object"
  | "object+to"
  | "direction"
  | "clause"
  | "object+clause"
  | "infinitive"
  | "object+infinitive"
  | "predicate"
  | "particle"
  | "preposition";

/** Adjuncts in the verb phrase. */
export type Adjunct = "time" | "place" | "instrument" | "manner" | "beneficiary" | "company" | "purpose" | "reason";

export interface Frame {
  /** How often, against the other frames. */
  readonly weight: number;
  readonly verbs: readonly string[];
  readonly subject: readonly NounClass[];
  readonly complement: Complement;
  readonly object?: readonly NounClass[];
  /** For "preposition": the words that may follow. For "particle": the particles. */
  readonly words?: readonly string[];
  readonly adjuncts: readonly Adjunct[];
}

const AGENTS: readonly NounClass[] = ["person", "person", "person", "group"];

export const FRAMES: readonly Frame[] = [
  {
    weight: 6,
    verbs: wordList(
      "sleep laugh smile arrive wait cry work die sing dance rest sneeze faint kneel whisper yawn suffer retire disappear",
    ),
    subject: ["person"],
    complement: "none",
    adjuncts: ["time", "place", "manner", "reason", "company"],
  },
  {
    weight: 2,
    verbs: wordList("begin end happen continue fail succeed start"),
    subject: ["event", "idea"],
    complement: "none",
    adjuncts: ["time", "place", "reason"],
  },
  {
    weight: 2,
    verbs: wordList("bark bite growl howl hide jump sleep purr graze"),
    subject: ["animal"],
    complement: "none",
    adjuncts: ["place", "time"],
  },
  {
    weight: 8,
    verbs: wordList(
      "walk run go travel drive move return hurry come fly march climb swim wander crawl escape sail rush stroll gallop",
    ),
    subject: ["person", "person", "animal"],
    complement: "direction",
    adjuncts: ["time", "manner", "company"],
  },
  {
    weight: 12,
    verbs:
      wordList(`open cut break repair build clean paint move carry lift fix close push hit burn wash destroy polish drag pull smash
      measure decorate steal bend weld assemble`),
    subject: ["person"],
    complement: "object",
    object: ["artefact", "artefact", "instrument", "food"],
    adjuncts: ["instrument", "instrument", "manner", "time", "place"],
  },
  {
    weight: 10,
    verbs: wordList(
      "see watch notice find meet remember recognize admire photograph draw know visit like love hate miss fear",
    ),
    subject: ["person"],
    complement: "object",
    object: ["person", "person", "animal", "artefact", "place"],
    adjuncts: ["time", "place"],
  },
  {
    weight: 4,
    verbs: wordList("hunt catch shoot kill attack chase frighten feed trap wound"),
    subject: ["person", "animal"],
    complement: "object",
    object: ["animal", "person"],
    adjuncts: ["instrument", "time", "place"],
  },
  {
    weight: 5,
    verbs: wordList("eat cook bake taste serve prepare buy order devour chop"),
    subject: ["person"],
    complement: "object",
    object: ["food", "substance"],
    adjuncts: ["instrument", "company", "time", "place"],
  },
  {
    weight: 8,
    verbs: wordList("read write publish buy sell finish translate print edit copy ban collect"),
    subject: AGENTS,
    complement: "object",
    object: ["document"],
    adjuncts: ["time", "beneficiary"],
  },
  {
    weight: 8,
    verbs:
      wordList(`discuss reject support accept explain change oppose defend consider announce approve criticize abandon study suggest
      understand ignore`),
    subject: AGENTS,
    complement: "object",
    object: ["idea", "idea", "event", "document"],
    adjuncts: ["time", "reason", "manner"],
  },
  {
    weight: 5,
    verbs: wordList("help hurt change affect surprise worry threaten please annoy inspire unite divide weaken"),
    subject: ["idea", "event", "topic"],
    complement: "object",
    object: ["person", "group", "idea"],
    adjuncts: ["time"],
  },
  {
    weight: 6,
    verbs: wordList("put place leave keep hide throw store hang"),
    subject: ["person"],
    complement: "object+place",
    object: ["artefact", "instrument", "document", "food"],
    adjuncts: ["time", "manner"],
  },
  {
    weight: 6,
    verbs: wordList("give send offer show sell bring lend teach promise owe hand"),
    subject: AGENTS,
    complement: "object+object",
    object: ["document", "artefact", "food", "substance"],
    adjuncts: ["time"],
  },
  {
    weight: 4,
    verbs: wordList("give send offer show sell bring lend deliver donate return present"),
    subject: AGENTS,
    complement: "object+to",
    object: ["document", "artefact", "food", "idea"],
    adjuncts: ["time"],
  },
  {
    weight: 12,
    verbs: wordList(
      "say think believe claim know hope argue suggest report admit deny explain insist realize conclude fear guess doubt predict",
    ),
    subject: AGENTS,
    complement: "clause",
    adjuncts: [],
  },
  {
    weight: 4,
    verbs: wordList("tell inform remind convince warn assure notify"),
    subject: AGENTS,
    complement: "object+clause",
    object: ["person", "group"],
    adjuncts: [],
  },
  {
    weight: 7,
    verbs: wordList("want try plan hope decide refuse promise agree attempt intend hesitate expect manage prefer"),
    subject: AGENTS,
    complement: "infinitive",
    adjuncts: [],
  },
  {
    weight: 4,
    verbs: wordList("ask persuade force allow order encourage advise forbid urge invite"),
    subject: AGENTS,
    complement: "object+infinitive",
    object: ["person", "group"],
    adjuncts: [],
  },
  {
    weight: 12,
    verbs: wordList("be be be be be be seem become look remain"),
    subject: ["person", "idea", "artefact", "place", "event", "food", "document"],
    complement: "predicate",
    adjuncts: ["time"],
  },
  {
    weight: 4,
    verbs: wordList("pick give turn throw put take bring"),
    subject: ["person"],
    complement: "particle",
    object: ["artefact", "instrument", "document"],
    words: wordList("up up away off down back out"),
    adjuncts: ["time", "manner"],
  },
  {
    weight: 4,
    verbs: wordList("look stare laugh shout point aim"),
    subject: ["person"],
    complement: "preposition",
    object: ["person", "animal", "artefact"],
    words: ["at"],
    adjuncts: ["instrument", "time", "manner"],
  },
  {
    weight: 4,
    verbs: wordList("depend rely insist focus agree vote comment"),
    subject: AGENTS,
    complement: "preposition",
    object: ["idea", "document"],
    words: ["on"],
    adjuncts: ["time"],
  },
  {
    weight: 5,
    verbs: wordList("talk speak complain think argue dream worry hear lie"),
    subject: ["person"],
    complement: "preposition",
    object: ["idea", "topic", "person", "event"],
    words: ["about"],
    adjuncts: ["time", "company", "place"],
  },
  {
    weight: 3,
    verbs: wordList("search wait hope apply prepare pay care beg fight"),
    subject: AGENTS,
    complement: "preposition",
    object: ["artefact", "person", "idea"],
    words: ["for"],
    adjuncts: ["time", "place"],
  },
];
