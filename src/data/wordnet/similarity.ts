/**
 * How alike two synsets are, by their place in the taxonomy (Budanitsky and Hirst 2006 compare them):
 *
 *   path              1 / (1 + steps)                    Rada et al. 1989
 *   Leacock–Chodorow  −log((1 + steps) / (2·deepest))    1998
 *   Wu–Palmer         2·d / (2·d + steps through it)     1994; d: nodes from the root to the deepest common ancestor
 *   Lin               2·IC(c) / (IC(a) + IC(b))          1998; c: the common ancestor with most information
 *   Jiang–Conrath     1 / (1 + IC(a) + IC(b) − 2·IC(c))  1997; their distance turned into a similarity up to 1
 *
 * Synsets of different parts of speech, and different adjectives or adverbs, share no ancestor: similarity 0.
 */
import type { InformationContent } from "./information-content.ts";
import { PARTS_OF_SPEECH } from "./parts-of-speech.ts";
import { type Taxonomy, VIRTUAL_ROOT } from "./taxonomy.ts";
import type { Synset } from "./wordnet.ts";

/** Symmetric; the higher, the more alike. */
export type SynsetSimilarity = (a: Synset, b: Synset) => number;

const NOUN = 0;
const VERB = 1;

/** The same measure, where both belong to one taxonomy; otherwise 0, or `same` for a synset with itself. */
function withinTaxonomies(taxonomy: Taxonomy, same: number, measure: SynsetSimilarity): SynsetSimilarity {
  const { parts } = taxonomy;
  return (a, b) => {
    const part = parts[a];
    if (part !== parts[b]) return 0;
    if (part !== NOUN && part !== VERB) return a === b ? same : 0;
    return measure(a, b);
  };
}

/** Similarity by the shortest path: 1 / (1 + steps). */
export function pathSimilarity(taxonomy: Taxonomy): SynsetSimilarity {
  return withinTaxonomies(taxonomy, 1, (a, b) => {
    const steps = taxonomy.distance(a, b);
    return steps === undefined ? 0 : 1 / (1 + steps);
  });
}

/** Not bounded by 1: a synset with itself has log(2·deepest). */
export function leacockChodorow(taxonomy: Taxonomy): SynsetSimilarity {
  const doubled = PARTS_OF_SPEECH.map((part) => 2 * Math.max(1, taxonomy.deepest(part)));
  const most = Math.log(Math.max(...doubled));
  return withinTaxonomies(taxonomy, most, (a, b) => {
    const steps = taxonomy.distance(a, b);
    return steps === undefined ? 0 : Math.max(0, -Math.log((1 + steps) / doubled[taxonomy.parts[a]!]!));
  });
}

/** Similarity of Wu and Palmer (1994): the depth of the lowest common ancestor, relative to the depths of both. */
export function wuPalmer(taxonomy: Taxonomy): SynsetSimilarity {
  return withinTaxonomies(taxonomy, 1, (a, b) => {
    const common = taxonomy.highestCommon(a, b, taxonomy.depths);
    if (common === undefined) return 0;
    const nodes = 1 + (common.ancestor === VIRTUAL_ROOT ? 0 : taxonomy.depths[common.ancestor]!);
    return (2 * nodes) / (2 * nodes + common.distance);
  });
}

/** Similarity of Lin (1998): shared information content, relative to that of both. */
export function lin(taxonomy: Taxonomy, { values }: InformationContent): SynsetSimilarity {
  return withinTaxonomies(taxonomy, 1, (a, b) => {
    if (a === b) return 1;
    const shared = Math.max(0, taxonomy.highestValue(a, b, values));
    return shared === 0 ? 0 : (2 * shared) / (values[a]! + values[b]!);
  });
}

/** Similarity by the distance of Jiang and Conrath (1997): 1 / (1 + distance). */
export function jiangConrath(taxonomy: Taxonomy, content: InformationContent): SynsetSimilarity {
  return withinTaxonomies(taxonomy, 1, (a, b) => 1 / (1 + jiangConrathDistance(taxonomy, content, a, b)));
}

/** IC(a) + IC(b) − 2·IC(c), for two nouns or two verbs. */
export function jiangConrathDistance(taxonomy: Taxonomy, { values }: InformationContent, a: Synset, b: Synset): number {
  const shared = Math.max(0, taxonomy.highestValue(a, b, values));
  return Math.max(0, values[a]! + values[b]! - 2 * shared);
}
