/**
 * A score after METEOR (Denkowski and Lavie 2014): words of candidate and reference are aligned, first those that are
 * the same, then those of the same stem, then synonyms; with the weighted matches m, precision P and recall R,
 *
 *   F = P R / (α P + (1 − α) R),   score = F (1 − γ (chunks / matches)^β),   α = .85, β = .2, γ = .6,
 *
 * the best over all references. It leaves out METEOR's paraphrase tables and its weights of function words, so its
 * numbers are of the same kind and not the same.
 */
import { porterStem } from "./porter.ts";

const ALPHA = 0.85;
const BETA = 0.2;
const GAMMA = 0.6;
/** Weights of the three kinds of matches. */
const WEIGHTS = { exact: 1, stem: 0.6, synonym: 0.8 } as const;

/** Whether two different words can mean the same. */
export type AreSynonyms = (first: string, second: string) => boolean;

interface Match {
  readonly at: number;
  readonly weight: number;
}

/** For each word of the candidate the word of the reference it is aligned with. */
function align(candidate: readonly string[], reference: readonly string[], areSynonyms: AreSynonyms | undefined) {
  const matches: (Match | undefined)[] = candidate.map(() => undefined);
  const taken = new Set<number>();
  const stage = (weight: number, same: (first: string, second: string) => boolean) => {
    for (const [i, word] of candidate.entries()) {
      if (matches[i] !== undefined) continue;
      // The place right after the last match makes no new chunk.
      const next = (matches[i - 1]?.at ?? -2) + 1;
      const places = [next, ...reference.keys()];
      const at = places.find((place) => place in reference && !taken.has(place) && same(word, reference[place]!));
      if (at === undefined) continue;
      matches[i] = { at, weight };
      taken.add(at);
    }
  };
  stage(WEIGHTS.exact, (a, b) => a === b);
  stage(WEIGHTS.stem, (a, b) => porterStem(a) === porterStem(b));
  if (areSynonyms !== undefined) stage(WEIGHTS.synonym, areSynonyms);
  return matches;
}

function scoreAgainst(
  candidate: readonly string[],
  reference: readonly string[],
  areSynonyms: AreSynonyms | undefined,
) {
  const matches = align(candidate, reference, areSynonyms);
  let [weight, count, chunks] = [0, 0, 0];
  for (const [i, match] of matches.entries()) {
    if (match === undefined) continue;
    weight += match.weight;
    count++;
    if (matches[i - 1]?.at !== match.at - 1) chunks++;
  }
  if (count === 0) return 0;
  const [precision, recall] = [weight / candidate.length, weight / reference.length];
  const mean = (precision * recall) / (ALPHA * precision + (1 - ALPHA) * recall);
  // Everything in one piece has no penalty.
  const penalty =
    chunks === 1 && count === candidate.length && count === reference.length ? 0 : GAMMA * (chunks / count) ** BETA;
  return mean * (1 - penalty);
}

/** The score of one candidate, from 0 to 1. */
export function meteorLike(
  candidate: readonly string[],
  references: readonly (readonly string[])[],
  areSynonyms?: AreSynonyms,
): number {
  return Math.max(0, ...references.map((reference) => scoreAgainst(candidate, reference, areSynonyms)));
}
