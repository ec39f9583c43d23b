/**
 * p(verb, preposition | two nouns): what captions put between a subject and an object. Pairs that were seen rarely are
 * shrunk towards pairs of their classes, from the most general up to the pair itself:
 *
 *   p(x | a, b) = (c(a, b, x) + μ p(x | above)) / (c(a, b) + μ),
 *
 * where above (a, b) stand (class of a, b), then (class of a, h) for the hypernyms h of b, the nearest first.
 */
import { JOINT, joined } from "./count-table.ts";
import type { Knowledge } from "./knowledge.ts";
import { remembered } from "./remembered.ts";

export interface LinkProbability {
  /** "" for none. */
  readonly verb: string;
  /** "" for none: the object is the verb's own. */
  readonly preposition: string;
  readonly probability: number;
  /** How often it was seen between the subject, or its class, and the object. */
  readonly count: number;
}

const WEIGHT = 5;
/** Values of a context that are looked at: those of a general class are many and rare. */
const MOST_VALUES = 60;

/** What stands between two nouns, the most likely first. */
export const linkProbabilities = (subject: string, object: string, knowledge: Knowledge): readonly LinkProbability[] =>
  remembered(knowledge, joined("link", subject, object), () => compute(subject, object, knowledge));

function compute(subject: string, object: string, knowledge: Knowledge): LinkProbability[] {
  const { links } = knowledge.tables;
  const general = knowledge.classOf(subject);
  const contexts = [
    ...[...knowledge.hypernyms(object)].reverse().map((hypernym) => joined(general, hypernym)),
    joined(general, object),
    ...(general === subject ? [] : [joined(subject, object)]),
  ];
  let probabilities = new Map<string, number>();
  for (const context of contexts) {
    const total = links.total(context);
    if (total === 0) continue;
    const next = new Map<string, number>();
    for (const [link, above] of probabilities) next.set(link, (WEIGHT * above) / (total + WEIGHT));
    const first = probabilities.size === 0;
    for (const { value, count } of links.row(context).slice(0, MOST_VALUES))
      next.set(value, (next.get(value) ?? 0) + count / (first ? total : total + WEIGHT));
    probabilities = next;
  }
  return [...probabilities]
    .map(([link, probability]) => {
      const [verb, preposition] = link.split(JOINT) as [string, string];
      return { verb, preposition, probability, count: links.count(joined(general, object), link) };
    })
    .sort((a, b) => b.probability - a.probability || (a.verb + a.preposition < b.verb + b.preposition ? -1 : 1));
}
