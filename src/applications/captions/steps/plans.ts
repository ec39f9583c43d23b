/**
 * How the one to three nouns of a sentence hang together before they are put into trees: which noun is linked to which,
 * and by what. Every plan names all nouns of its group, in their order.
 */
import type { Knowledge } from "../knowledge/knowledge.ts";
import { acts, gatherSubtrees } from "./5-gather-subtrees.ts";
import { type Link, type LinkOptions, linksBetween } from "./links.ts";
import type { Entity } from "./thing.ts";

export interface Plan {
  /** One, or several joined by "and". */
  readonly subjects: readonly Entity[];
  readonly link?: Link;
  /** What the link leads to; several are joined by "and". */
  readonly objects: readonly Entity[];
  /** A further noun behind the object. */
  readonly tail?: { readonly link: Link; readonly entity: Entity };
  /** Nouns that nothing links: "… and a tree". */
  readonly rest: readonly Entity[];
  /** Sum of the log probabilities of the links. */
  readonly score: number;
}

/** Two nouns that nothing links are joined by "and" (figure 11): a last resort, unless they are of a kind. */
const JOINED = Math.log(1e-4);
const JOINED_OF_A_KIND = Math.log(0.1);

const ofLink = ({ probability }: Link): number => Math.log(Math.max(probability, 1e-12));

/** A verb that was seen is said, whatever the frames make of it. */
const DETECTED = Math.log(100);

const scoreOf = (link: Link): number => ofLink(link) + (link.verb !== "" && !link.hallucinated ? DETECTED : 0);

export function plansOf(entities: readonly Entity[], knowledge: Knowledge, options: LinkOptions): Plan[] {
  const joinedBy = (a: Entity, b: Entity) =>
    knowledge.classOf(a.noun) === knowledge.classOf(b.noun) ? JOINED_OF_A_KIND : JOINED;
  const links = (a: Entity, b: Entity) => linksBetween(a, b, knowledge, options);
  const [a, b, c] = entities as [Entity, Entity | undefined, Entity | undefined];
  const alone = loneVerbs(a, knowledge, options);
  if (b === undefined)
    return [{ subjects: [a], objects: [], rest: [], score: 0 }, ...alone.map((link) => ofOne(a, link, []))];
  if (c === undefined) {
    return [
      ...links(a, b).map((link) => ({ subjects: [a], link, objects: [b], rest: [], score: scoreOf(link) })),
      { subjects: [a, b], objects: [], rest: [], score: joinedBy(a, b) },
    ];
  }
  const plans: Plan[] = [];
  const [ab, ac, bc] = [links(a, b), links(a, c), links(b, c)];
  for (const link of ab) {
    const base = { subjects: [a], link, objects: [b] };
    // "riding a horse in a field": the field may belong to the riding or to the horse; the words are the same.
    const tails = [...ac, ...bc].filter(
      ({ verb, preposition }) => preposition !== "" && (verb === "" || verb === link.verb),
    );
    const best = new Map<string, Link>();
    for (const tail of tails) {
      const known = best.get(tail.preposition);
      if (tail.preposition === link.preposition && link.preposition !== "on" && link.preposition !== "in") continue;
      if (known === undefined || known.probability < tail.probability)
        best.set(tail.preposition, { ...tail, verb: "" });
    }
    for (const tail of best.values())
      plans.push({ ...base, tail: { link: tail, entity: c }, rest: [], score: scoreOf(link) + ofLink(tail) });
    const both = ac.find(({ verb, preposition }) => verb === link.verb && preposition === link.preposition);
    if (both !== undefined)
      plans.push({ ...base, objects: [b, c], rest: [], score: scoreOf(link) + ofLink(both) + joinedBy(b, c) / 2 });
    plans.push({ ...base, rest: [c], score: scoreOf(link) + JOINED });
  }
  // "A man and a window are reading" says of the window what only the man can do.
  const general = knowledge.classOf(b.noun);
  const mayAct = acts(general) || !general.startsWith("noun.");
  for (const link of ac)
    if (link.verb === "" || mayAct)
      plans.push({ subjects: [a, b], link, objects: [c], rest: [], score: scoreOf(link) + joinedBy(a, b) });
  for (const link of bc)
    if (link.verb === "") plans.push({ subjects: [b], link, objects: [c], rest: [a], score: scoreOf(link) + JOINED });
  plans.push({ subjects: [a, b, c], objects: [], rest: [], score: joinedBy(a, b) + joinedBy(b, c) });
  return plans;
}

const ofOne = (a: Entity, link: Link, rest: readonly Entity[]): Plan => ({
  subjects: [a],
  link,
  objects: [],
  rest,
  score: scoreOf(link),
});

/** Share of its uses in which a verb must stand by itself to be said by itself: "running", not "wearing". */
const LEAST_ALONE = 0.3;

/** Verbs of a subject without object: those detected, and the likely ones where verbs may be hallucinated. */
function loneVerbs(a: Entity, knowledge: Knowledge, options: LinkOptions): Link[] {
  const detected = a.actions.map(({ word, score }) => ({
    verb: word,
    preposition: "",
    probability: score,
    hallucinated: false,
    subtrees: [],
  }));
  // What does not live does nothing that was not seen: no grass is "hanging out".
  const general = knowledge.classOf(a.noun);
  if (!options.hallucinate || (general.startsWith("noun.") && !acts(general))) return detected;
  const { verbUses } = knowledge.tables;
  const likely = [...gatherSubtrees(a.noun, "right", knowledge, options).frames[3].values()]
    .filter(({ word }) => verbUses.probability(word, "alone") >= LEAST_ALONE)
    .slice(0, 3)
    .map(({ word, probability }) => ({ verb: word, preposition: "", probability, hallucinated: true, subtrees: [] }));
  return [...detected, ...likely];
}
