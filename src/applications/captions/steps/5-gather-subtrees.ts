/**
 * Step 5, gather local subtrees around the nouns: the seven frames of figure 9, each with the words that its noun makes
 * likely enough, p > α and count ≥ β (Mitchell et al. 2012, section 4.2.5). The leftmost noun of a sentence takes
 * frames that grow to the right, the rightmost those that grow to the left, one between them all.
 *
 *   1  (NP DT JJ* NN)           determiners and modifiers (noun-phrase.ts)
 *   2  (S NP↓ (VP VBZ))         finite verbs of the noun as subject
 *   3  (NP NP↓ (VP VBG|VBN))    participles of the noun as subject
 *   4  (NP NP↓ (PP IN))         prepositions after the noun
 *   5  (PP IN↓ NP)              prepositions before the noun
 *   6  (VP VBX↓ (PP IN))        prepositions after a verb
 *   7  (VP VBX↓ NP)             verbs of the noun as object
 */
import type { Tree } from "../../../trees/tree.ts";
import type { Knowledge, Likely, NounTable } from "../knowledge/knowledge.ts";
import { remembered } from "../knowledge/remembered.ts";
import { PREPOSITIONS } from "../words/prepositions.ts";

export type Frame = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A frame with the word that fills it. */
export interface Subtree extends Likely {
  readonly frame: Frame;
  /** The noun, or for frame 6 the verb, that selects it. */
  readonly selectedBy: string;
}

/** The words that each frame of a noun may have. */
export interface LocalSubtrees {
  readonly noun: string;
  readonly frames: Readonly<Record<2 | 3 | 4 | 5 | 7, ReadonlyMap<string, Subtree>>>;
}

export interface Thresholds {
  /** Least likelihood: α. */
  readonly alpha: number;
  /** Least count: β. */
  readonly beta: number;
}

export type Side = "right" | "left" | "both";

const TABLES: Readonly<Record<2 | 3 | 4 | 5 | 7, NounTable>> = {
  2: "subjectVerbs",
  3: "subjectVerbs",
  4: "subjectPrepositions",
  5: "objectPrepositions",
  7: "objectVerbs",
};
const GROWS_RIGHT: readonly (2 | 3 | 4)[] = [2, 3, 4];
const GROWS_LEFT: readonly (5 | 7)[] = [5, 7];

const SITE = "↓";
const site = (label: string): Tree => ({ label, word: SITE });
const branch = (label: string, ...children: readonly Tree[]): Tree => ({ label, children });
const leaf = (label: string, word: string): Tree => ({ label, word });

/** VBG or VBN: the form in -ing is the active one. */
export const participleTag = (verb: string): "VBG" | "VBN" => (/^\S+ing\b/.test(verb) ? "VBG" : "VBN");

/** A subtree as brackets show it, with `↓` where another tree goes. */
export function subtreeTree({ frame, word, selectedBy: noun }: Pick<Subtree, "frame" | "word" | "selectedBy">): Tree {
  const nounPhrase = branch("NP", leaf("NN", noun));
  if (frame === 2) return branch("S", nounPhrase, branch("VP", leaf("VBZ", word)));
  if (frame === 3) return branch("NP", nounPhrase, branch("VP", leaf(participleTag(word), word)));
  if (frame === 4) return branch("NP", nounPhrase, branch("PP", leaf("IN", word), site("NP")));
  if (frame === 5) return branch("PP", leaf("IN", word), nounPhrase);
  if (frame === 6) return branch("VP", leaf(participleTag(noun), noun), branch("PP", leaf("IN", word), site("NP")));
  return branch("VP", leaf(participleTag(word), word), nounPhrase);
}

/** Whether the things of a class do what others of their class do. */
export const acts = (general: string): boolean => general === "noun.person" || general === "noun.animal";

/** Observations of a noun after which what it was never seen with says something, whatever its class does. */
const WELL_KNOWN = 20;

/** Of a table, the words that pass both thresholds, by word. */
function passing(frame: 2 | 3 | 4 | 5 | 7, noun: string, knowledge: Knowledge, { alpha, beta }: Thresholds) {
  const table = TABLES[frame];
  const general = knowledge.classOf(noun);
  const total = knowledge.tables[table].total(noun);
  const found = new Map<string, Subtree>();
  for (const { word, probability, count } of knowledge.likely(table, noun)) {
    if (probability <= alpha) break;
    // What a noun was not seen with often enough, its class may have been; but only what lives acts like its class,
    // and plates, which are seen often, are not worn because other things are.
    const strange = count === 0 && total >= WELL_KNOWN;
    const ofClass = !strange && (frame > 3 || acts(general)) ? knowledge.tables[table].count(general, word) : 0;
    const support = Math.max(count, ofClass);
    if (support < beta || ((frame === 4 || frame === 5) && !PREPOSITIONS.has(word))) continue;
    found.set(word, { frame, word, probability, count, selectedBy: noun });
  }
  return found;
}

const NONE: ReadonlyMap<string, Subtree> = new Map();

/** The local subtrees of a noun. */
export const gatherSubtrees = (noun: string, side: Side, knowledge: Knowledge, thresholds: Thresholds): LocalSubtrees =>
  remembered(knowledge, `${noun} ${side} ${thresholds.alpha} ${thresholds.beta}`, () =>
    gather(noun, side, knowledge, thresholds),
  );

function gather(noun: string, side: Side, knowledge: Knowledge, thresholds: Thresholds): LocalSubtrees {
  const wanted = new Set<Frame>([...(side === "left" ? [] : GROWS_RIGHT), ...(side === "right" ? [] : GROWS_LEFT)]);
  const of = (frame: 2 | 3 | 4 | 5 | 7) => (wanted.has(frame) ? passing(frame, noun, knowledge, thresholds) : NONE);
  return { noun, frames: { 2: of(2), 3: of(3), 4: of(4), 5: of(5), 7: of(7) } };
}

/** Frame 6: the prepositions of a verb. */
export const verbSubtrees = (
  verb: string,
  knowledge: Knowledge,
  thresholds: Thresholds,
): ReadonlyMap<string, Subtree> =>
  remembered(knowledge, `${verb} verb ${thresholds.alpha} ${thresholds.beta}`, () =>
    gatherOfVerb(verb, knowledge, thresholds),
  );

function gatherOfVerb(verb: string, knowledge: Knowledge, { alpha, beta }: Thresholds): Map<string, Subtree> {
  const { verbPrepositions } = knowledge.tables;
  const total = verbPrepositions.total(verb);
  const found = new Map<string, Subtree>();
  for (const { value: word, count } of verbPrepositions.row(verb)) {
    const probability = count / total;
    if (probability > alpha && count >= beta && PREPOSITIONS.has(word))
      found.set(word, { frame: 6, word, probability, count, selectedBy: verb });
  }
  return found;
}
