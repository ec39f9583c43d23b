/**
 * Frame 1, noun phrases: (NP DT? JJ* NN). The determiner is the one that captions give the noun most often, with or
 * without modifiers as the case is ("the sky", "a blue sky"); mass nouns have no "a", and nothing that "there is"
 * brings up has a "the". Colours of people stand behind them: "a person in black".
 */
import type { Branch, Leaf, Tree } from "../../../trees/tree.ts";
import { joined } from "../knowledge/count-table.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { MOST_COUNTED, numberWord } from "../words/numbers.ts";
import { orderModifiers } from "./8-order-modifiers.ts";
import type { Entity } from "./thing.ts";

export interface PhraseStyle {
  /** Say the modifiers. */
  readonly modifiers: boolean;
  /** Brought up by "there is": never "the". */
  readonly indefinite: boolean;
}

const leaf = (label: string, word: string): Leaf => ({ label, word });

/** Observations of a noun's determiners below which its uses with and without modifiers are counted together. */
const LEAST_OBSERVED = 5;

/** "a", "the" or "" of a noun in the singular. */
function determinerOf(noun: string, modified: boolean, indefinite: boolean, knowledge: Knowledge): string {
  const { determiners } = knowledge.tables;
  const [own, other] = (modified ? ["modified", "bare"] : ["bare", "modified"]).map((kind) =>
    joined(noun, "one", kind),
  );
  const seldom = determiners.total(own!) < LEAST_OBSERVED;
  const count = (word: string) => determiners.count(own!, word) + (seldom ? determiners.count(other!, word) : 0);
  const mass = knowledge.isMass(noun);
  const choices = [mass ? "" : "a", ...(indefinite ? [] : ["the"])];
  // Ties fall to the first: what is known of no noun is new, not given.
  return choices.reduce((best, word) => (count(word) > count(best) ? word : best));
}

/** Whether a modifier of this noun stands behind it. */
const standsBehind = (noun: string, modifier: string, knowledge: Knowledge): boolean =>
  knowledge.classOf(noun) === "noun.person" && knowledge.attributeClass(modifier) === "color";

export function nounPhrase(entity: Entity, style: PhraseStyle, knowledge: Knowledge): Branch {
  const { noun, many, count } = entity;
  const modifiers = style.modifiers ? entity.modifiers : [];
  const behind = modifiers.filter((modifier) => standsBehind(noun, modifier, knowledge));
  const before = orderModifiers(
    modifiers.filter((modifier) => !behind.includes(modifier)),
    knowledge,
  );
  const children: Tree[] = [];
  if (many) {
    if (count !== undefined && count > MOST_COUNTED) children.push(leaf("JJ", numberWord(count)));
    else if (count !== undefined && count > 1) children.push(leaf("CD", numberWord(count)));
  } else {
    const determiner = determinerOf(noun, before.length > 0, style.indefinite, knowledge);
    if (determiner !== "") children.push(leaf("DT", determiner));
  }
  for (const modifier of before) children.push(leaf("JJ", modifier));
  const words = (many ? knowledge.plural(noun) : noun).split(" ");
  for (const [i, word] of words.entries()) children.push(leaf(many && i === words.length - 1 ? "NNS" : "NN", word));
  const phrase: Branch = { label: "NP", children };
  if (behind.length === 0) return phrase;
  const colours: Tree = { label: "NP", children: [leaf("JJ", behind[0]!)] };
  return { label: "NP", children: [phrase, { label: "PP", children: [leaf("IN", "in"), colours] }] };
}
