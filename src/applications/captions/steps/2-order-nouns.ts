/**
 * Step 2, order the nouns of a sentence, which decides subject and objects (Mitchell et al. 2012, section 4.2.2). Of
 * the n nouns, the pair of noun and free position with the largest p(position | n, hypernyms) is fixed first, then the
 * next, until all have their position. The probability of a noun is shrunk towards those of its hypernyms, from the
 * nearest up:
 *
 *   p(i | n, h₀) = (c(i, n, h₀) + μ p(i | n, h₁)) / (c(n, h₀) + μ)
 */
import { joined } from "../knowledge/count-table.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";

const WEIGHT = 5;

/** p(position | number of nouns, noun), uniform where nothing is known; positions from 1. */
export function positionProbability(noun: string, position: number, of: number, knowledge: Knowledge): number {
  const { positions } = knowledge.tables;
  let probability = 1 / of;
  for (const name of [...[noun, ...knowledge.hypernyms(noun)].reverse()]) {
    const context = joined(String(of), name);
    probability =
      (positions.count(context, String(position)) + WEIGHT * probability) / (positions.total(context) + WEIGHT);
  }
  return probability;
}

/** Items in the order in which a sentence names them; ties keep the given order. */
export function orderNouns<T extends { readonly noun: string }>(items: readonly T[], knowledge: Knowledge): T[] {
  const ordered: (T | undefined)[] = items.map(() => undefined);
  const open = new Set(items.keys());
  while (open.size > 0) {
    let best: { item: number; position: number; probability: number } | undefined;
    for (const item of open) {
      for (let position = 0; position < items.length; position++) {
        if (ordered[position] !== undefined) continue;
        const probability = positionProbability(items[item]!.noun, position + 1, items.length, knowledge);
        if (best === undefined || probability > best.probability) best = { item, position, probability };
      }
    }
    ordered[best!.position] = items[best!.item]!;
    open.delete(best!.item);
  }
  return ordered as T[];
}
