/**
 * Step 1, group the nouns: things are split into groups, one for each sentence, with at most three nouns each; things
 * of the same noun stay together (Mitchell et al. 2012, section 4.2.1). The paper draws groups by chance and names a
 * better way as future work; `related` is one: a sentence begins with the noun that most often comes first, and takes
 * the nouns that captions have beside it more often than chance would,
 *
 *   s(noun | first) = log p(noun | first) / p(noun).
 */
import { largest } from "../../../base/largest.ts";
import type { Random } from "../../../base/random.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { positionProbability } from "./2-order-nouns.ts";
import type { Thing } from "./thing.ts";

/** Things of one noun. */
export type NounGroup = readonly (readonly Thing[])[];

/** 92 % of captions have no more physical things (section 3). */
export const MOST_NOUNS = 3;

/** Weight of the class of a noun where pairs of nouns were seen rarely, in observations. */
const CLASS_WEIGHT = 20;

/** A third noun joins a sentence only where captions have it there more often than chance would. */
const BY_CHANCE = 0;

/** Things by noun, in the order in which nouns first occur. */
export function byNoun(things: readonly Thing[]): Thing[][] {
  const groups = new Map<string, Thing[]>();
  for (const thing of things) {
    const group = groups.get(thing.noun);
    if (group === undefined) groups.set(thing.noun, [thing]);
    else group.push(thing);
  }
  return [...groups.values()];
}

export function groupAtRandom(things: readonly Thing[], random: Random, most = MOST_NOUNS): NounGroup[] {
  const kinds = random.shuffle(byNoun(things));
  const groups: NounGroup[] = [];
  for (let at = 0; at < kinds.length; at += most) groups.push(kinds.slice(at, at + most));
  return groups;
}

export function groupRelated(things: readonly Thing[], knowledge: Knowledge, most = MOST_NOUNS): NounGroup[] {
  const open = byNoun(things).map((kind) => ({ kind, noun: kind[0]!.noun, weight: prominence(kind, knowledge) }));
  open.sort((a, b) => b.weight - a.weight);
  const groups: NounGroup[] = [];
  while (open.length > 0) {
    const first = open.shift()!;
    const others = open
      .map((entry) => ({ entry, score: association(first.noun, entry.noun, knowledge) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, most - 1)
      .filter(({ score }, i) => i === 0 || score > BY_CHANCE)
      .map(({ entry }) => entry);
    for (const entry of others) open.splice(open.indexOf(entry), 1);
    groups.push([first.kind, ...others.map(({ kind }) => kind)]);
  }
  return groups;
}

/** How much a noun asks to come first: p(first of three), and more for large things than for small ones. */
function prominence(kind: readonly Thing[], knowledge: Knowledge): number {
  const size = largest(kind.map(({ box }) => box[2] * box[3]));
  return Math.log(positionProbability(kind[0]!.noun, 1, MOST_NOUNS, knowledge) + 1e-3) + 0.25 * Math.log(size + 1);
}

function association(first: string, other: string, knowledge: Knowledge): number {
  const { together, nouns } = knowledge.tables;
  const general = knowledge.classOf(first);
  const expected = (nouns.total(other) + 1) / (knowledge.nounTotal + 1);
  const ofClass = together.total(general) === 0 ? expected : together.probability(general, other) + 1e-3 * expected;
  const found = (together.count(first, other) + CLASS_WEIGHT * ofClass) / (together.total(first) + CLASS_WEIGHT);
  return Math.log(found / expected);
}
