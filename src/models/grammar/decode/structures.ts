/**
 * The members of an ensemble by their rules: those over the same rules share the coarse pass and their skeleton, and
 * differ in their hidden states alone.
 */
import type { LatentGrammar } from "../../../charts/phrases/latent-grammar.ts";
import { expectedCounts, type Rules } from "../../../charts/phrases/rules.ts";
import { boundaryNeeds } from "../boundaries/needs.ts";
import { DirectionTable } from "../lexicon/directions.ts";
import type { GrammarModel, Member } from "../model.ts";
import { type NarrowGrammar, narrowOf, residentGrammar } from "./resident-grammar.ts";

/** Members over the same rules. */
export interface Structure {
  readonly rules: Rules;
  /** How often each symbol stands in a tree. */
  readonly expected: Float64Array;
  /** Which boundaries its symbols need (charts/phrases/coarse-chart.ts). */
  readonly needs: Uint8Array;
  readonly members: readonly { readonly grammar: LatentGrammar; readonly directions: DirectionTable }[];
  /** The first member cut to a few states; undefined where that has no purpose. */
  readonly narrow: NarrowGrammar | undefined;
}

/** Members by their rules, in order; `narrow` is the number of states of the narrow grammar, 0 for none. */
export function structuresOf(model: GrammarModel, narrow: number): Structure[] {
  const byRules = new Map<Rules, Member[]>();
  for (const member of [model, ...model.others]) {
    const list = byRules.get(member.grammar.rules);
    if (list === undefined) byRules.set(member.grammar.rules, [member]);
    else list.push(member);
  }
  return Array.from(byRules, ([rules, list]) => {
    const members = list.map(({ grammar, directions }) => ({
      grammar: residentGrammar(grammar),
      directions: new DirectionTable(directions, model.lexicon.known),
    }));
    return {
      rules,
      needs: boundaryNeeds(model.symbols, rules),
      expected: expectedCounts(rules, list[0]!.grammar.rootProbability),
      narrow: narrowOf(list[0]!.grammar, members[0]!.directions, narrow),
      members,
    };
  });
}
