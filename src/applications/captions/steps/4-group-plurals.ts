/**
 * Step 4, group plurals: all things of one noun become one entity in the plural, without modifiers, in the place of the
 * first of them (Mitchell et al. 2012, section 4.2.4).
 */
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { Entity, Scored, Thing } from "./thing.ts";

/**
 * Actions that all things of the kind share: several riders ride, one of two men who sleeps does not make both sleep.
 */
function sharedActions(things: readonly Thing[]): readonly Scored[] {
  const [first, ...others] = things;
  return first!.actions.filter(({ word }) => others.every(({ actions }) => actions.some((own) => own.word === word)));
}

/**
 * The entity of all things of one noun; `modifiers` are those of the only thing. Grass is one, however many boxes it
 * has.
 */
export function groupPlurals(things: readonly Thing[], modifiers: readonly string[], knowledge: Knowledge): Entity {
  const [first] = things as [Thing, ...Thing[]];
  const several = things.some((thing) => thing.several);
  // Cabinets that are called furniture are not "furnitures".
  const many = several ? knowledge.hasPlural(first.noun) : things.length > 1 && !knowledge.isMass(first.noun);
  return {
    noun: first.noun,
    things,
    many,
    count: several ? undefined : things.length,
    modifiers: things.length > 1 ? [] : modifiers,
    actions: sharedActions(things),
    box: first.box,
  };
}
