/**
 * Step 8, order prenominal modifiers: of all orders the one that a bigram model of the modifiers before nouns finds
 * most likely (Mitchell et al. 2012, section 4.4.2, after Mitchell, Dunlop and Roark 2011):
 *
 *   p(m₁ … mₖ) = ∏ᵢ p(mᵢ | mᵢ₋₁),   m₀ the beginning and mₖ₊₁ the end, each shrunk towards the class order of English:
 *
 * size, age, shape, pattern, surface, quality, colour, material.
 */
import type { Knowledge } from "../knowledge/knowledge.ts";

/** The usual order of classes, for modifiers that were never seen together. */
const CLASS_ORDER = ["size", "quality", "age", "shape", "surface", "pattern", "color", "material"];
/** Longer lists are ordered by class alone: no caption has that many modifiers. */
const MOST_PERMUTED = 6;
const WEIGHT = 1;

export function orderModifiers(modifiers: readonly string[], knowledge: Knowledge): string[] {
  const rank = (word: string) => {
    const at = CLASS_ORDER.indexOf(knowledge.attributeClass(word) ?? "");
    return at < 0 ? CLASS_ORDER.indexOf("quality") : at;
  };
  const usual = [...modifiers].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0));
  if (modifiers.length < 2 || modifiers.length > MOST_PERMUTED) return usual;
  const { modifierOrder } = knowledge.tables;
  const step = (before: string, after: string, inOrder: boolean): number =>
    Math.log(
      (modifierOrder.count(before, after) + WEIGHT * (inOrder ? 0.02 : 0.005)) / (modifierOrder.total(before) + WEIGHT),
    );
  let best = { order: usual, score: Number.NEGATIVE_INFINITY };
  for (const order of permutations(usual)) {
    let score = step("<s>", order[0]!, true) + step(order.at(-1)!, "</s>", true);
    for (let i = 1; i < order.length; i++)
      score += step(order[i - 1]!, order[i]!, rank(order[i - 1]!) <= rank(order[i]!));
    if (score > best.score) best = { order, score };
  }
  return best.order;
}

function* permutations(items: readonly string[]): Generator<string[]> {
  if (items.length < 2) yield [...items];
  for (const [i, item] of items.entries())
    for (const rest of items.length < 2 ? [] : permutations(items.filter((_, j) => j !== i))) yield [item, ...rest];
}
