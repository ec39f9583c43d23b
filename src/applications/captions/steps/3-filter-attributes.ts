/**
 * Step 3, filter incorrect attributes: of each class of attributes (colour, size, …) a thing keeps the one value that
 * its noun and its detector make most likely, p(adjective | noun) · score (Mitchell et al. 2012, section 4.2.3). An
 * adjective of no class is a class of its own.
 */
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { Scored } from "./thing.ts";

export interface AttributeLimits {
  /** Least p(adjective | noun): α. */
  readonly alpha: number;
  /** Least count of the adjective with the noun or its class: β. */
  readonly beta: number;
  /** Least score of a detected attribute. */
  readonly score: number;
}

/** An attribute and what became of it. */
export interface FilteredAttribute extends Scored {
  readonly class: string | undefined;
  readonly kept: boolean;
}

/** What became of each attribute of a noun. Where nothing is known of any noun, its score alone decides. */
export function filterAttributes(
  noun: string,
  attributes: readonly Scored[],
  knowledge: Knowledge,
  { alpha, beta, score }: AttributeLimits,
): FilteredAttribute[] {
  const likely = new Map(knowledge.likely("modifiers", noun).map((entry) => [entry.word, entry]));
  const general = knowledge.classOf(noun);
  const best = new Map<string, { readonly word: string; readonly weight: number }>();
  for (const attribute of attributes) {
    const { word } = attribute;
    const entry = likely.get(word);
    const support = Math.max(entry?.count ?? 0, knowledge.tables.modifiers.count(general, word));
    const fits = knowledge.isEmpty || ((entry?.probability ?? 0) > alpha && support >= beta);
    if (attribute.score < score || !fits) continue;
    const name = knowledge.attributeClass(word) ?? word;
    const weight = attribute.score * (entry?.probability ?? 1);
    const known = best.get(name);
    if (known === undefined || weight > known.weight) best.set(name, { word, weight });
  }
  const kept = new Set([...best.values()].map(({ word }) => word));
  return attributes.map((attribute) => ({
    ...attribute,
    class: knowledge.attributeClass(attribute.word),
    kept: kept.has(attribute.word),
  }));
}
