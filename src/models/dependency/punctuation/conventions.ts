/**
 * How a treebank attaches punctuation, learnt by counting: for every situation of a mark (marks.ts) the choice that its
 * trees make most often, smoothed by the choices of more general situations. Treebanks differ here more than anywhere
 * else: UD English EWT hangs a comma behind a fronted phrase from the verb, GUM from the phrase.
 *
 *   p(choice | k₀ … kⱼ) = (count(choice, kⱼ) + C · p(choice | k₀ … kⱼ₋₁)) / (count(kⱼ) + C)
 */
import type { DependencyTree } from "../../../trees/dependencies.ts";
import { CHOICES, type Choice, type Mark, marksOf } from "./marks.ts";

/** C: occurrences that the more general situation weighs. */
const PRIOR = 5;

/** The choice in a situation, where it is another than that of the more general one. */
export type Conventions = ReadonlyMap<string, Choice>;

const parentOf = (key: string): string | undefined =>
  key.includes("\t") ? key.slice(0, key.lastIndexOf("\t")) : undefined;

/** Counts of every choice, and of the situation itself behind them. */
type Counts = Map<string, Float64Array>;

function countChoices(trees: Iterable<DependencyTree>): Counts {
  const counts: Counts = new Map();
  for (const tree of trees) {
    for (const { place, heads, keys } of marksOf(tree)) {
      for (const key of keys) {
        let row = counts.get(key);
        if (row === undefined) counts.set(key, (row = new Float64Array(CHOICES.length + 1)));
        row[CHOICES.length]!++;
        CHOICES.forEach((choice, c) => {
          if (heads[choice] === tree.heads[place - 1]) row[c]!++;
        });
      }
    }
  }
  return counts;
}

export function learnConventions(trees: Iterable<DependencyTree>): Conventions {
  const counts = countChoices(trees);
  const shares = new Map<string, Float64Array>();
  const choices = new Map<string, Choice>();
  const decided = new Map<string, Choice>();
  // A more general situation is counted before those that begin with it.
  for (const [key, row] of counts) {
    const parent = parentOf(key);
    const general = parent === undefined ? undefined : shares.get(parent);
    const total = row[CHOICES.length]! + PRIOR;
    const share = row.subarray(0, CHOICES.length).map((count, c) => (count + PRIOR * (general?.[c] ?? 0)) / total);
    shares.set(key, share);
    const best = CHOICES[share.indexOf(Math.max(...share))]!;
    decided.set(key, best);
    if (parent === undefined || decided.get(parent) !== best) choices.set(key, best);
  }
  return choices;
}

/** What a mark hangs from under the conventions. */
export function headOf({ heads, keys }: Mark, conventions: Conventions): number {
  for (let k = keys.length - 1; k >= 0; k--) {
    const choice = conventions.get(keys[k]!);
    if (choice !== undefined) return heads[choice] ?? heads.low;
  }
  return heads.low;
}

/** The heads of a tree with its marks attached by the conventions; all other arcs stay. */
export function withConventions(
  tree: Pick<DependencyTree, "words" | "heads" | "labels">,
  conventions: Conventions,
): number[] {
  const heads = Array.from(tree.heads);
  for (const mark of marksOf(tree)) heads[mark.place - 1] = headOf(mark, conventions);
  return heads;
}

/** Marks of the trees, and how many of them hang where the conventions would have them. */
export function agreement(trees: Iterable<DependencyTree>, conventions: Conventions): { marks: number; right: number } {
  let [marks, right] = [0, 0];
  for (const tree of trees) {
    for (const mark of marksOf(tree)) {
      marks++;
      if (headOf(mark, conventions) === tree.heads[mark.place - 1]) right++;
    }
  }
  return { marks, right };
}
