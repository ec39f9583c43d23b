/** The rules that a span may use, by what its boundaries leave open; chosen once for a grammar. */
import type { SpanFilter } from "./coarse-chart.ts";
import type { Rules } from "./rules.ts";

/** Rules whose parents may stand over a span: those of pair q from ruleStarts[q] up to ruleStarts[q + 1]. */
export interface RuleChoice extends Pick<Rules, "ruleStarts" | "parent" | "probability"> {
  /** Their numbers among all rules. */
  readonly ids: Int32Array;
}

/** A set that every kind of symbol is in. */
export const EVERYTHING = 0b1111;

/** By what symbols need; of rules without a filter by themselves. */
const known = new WeakMap<object, (RuleChoice | undefined)[]>();

/** By set of kinds (SpanFilter), so far as they were asked for; undefined where there is no rule. */
export class RuleChoices {
  readonly #rules: Rules;
  readonly #needs: Uint8Array | undefined;
  readonly #made: (RuleChoice | undefined)[];

  constructor(rules: Rules, filter: SpanFilter | undefined) {
    this.#rules = rules;
    this.#needs = filter?.needs;
    const key = this.#needs ?? rules;
    let made = known.get(key);
    if (made === undefined) known.set(key, (made = []));
    this.#made = made;
  }

  of(open: number): RuleChoice | undefined {
    if (!(open in this.#made)) this.#made[open] = this.#choose(open);
    return this.#made[open];
  }

  #choose(open: number): RuleChoice | undefined {
    const { ruleStarts, parent, probability } = this.#rules;
    const needs = this.#needs;
    const ids: number[] = [];
    const starts = new Int32Array(ruleStarts.length);
    for (let pair = 0; pair + 1 < ruleStarts.length; pair++) {
      for (let rule = ruleStarts[pair]!; rule < ruleStarts[pair + 1]!; rule++)
        if (open === EVERYTHING || (open & (1 << (needs?.[parent[rule]!] ?? 0))) !== 0) ids.push(rule);
      starts[pair + 1] = ids.length;
    }
    if (ids.length === 0) return undefined;
    return {
      ruleStarts: starts,
      parent: Int32Array.from(ids, (rule) => parent[rule]!),
      probability: Float64Array.from(ids, (rule) => probability[rule]!),
      ids: Int32Array.from(ids),
    };
  }
}
