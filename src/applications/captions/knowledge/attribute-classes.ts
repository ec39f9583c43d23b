/**
 * Adjectives grouped into classes of attributes (Mitchell et al. 2012, section 4.2.3, table 2), so that a thing gets
 * one colour and one size. Bootstrapping after Kozareva et al. 2008: adjectives are alike that stand before the same
 * nouns,
 *
 *   w(a, n) = max(0, log p(a, n) / (p(a) p(n))),   the 1,000 nouns of largest weight for each adjective a,
 *   s(a, C) = the mean cosine of a's weights with the five members of C that are most like it,
 *
 * and round after round each class takes the adjectives that are most like it and like no other class more.
 */

/**
 * Members to begin with: those of the paper's table 2 and of its list of modifiers, and what captions call size and
 * age.
 */
const SEEDS: Readonly<Record<string, readonly string[]>> = {
  color: [
    "black",
    "blue",
    "brown",
    "green",
    "red",
    "white",
    "yellow",
    "gray",
    "grey",
    "orange",
    "pink",
    "purple",
    "tan",
  ],
  material: ["plastic", "wooden", "metal", "silver", "golden", "brick", "leather", "concrete", "stone"],
  surface: ["furry", "fluffy", "hard", "soft", "rough", "smooth", "feathered"],
  quality: ["shiny", "rusty", "dirty", "broken", "clean", "clear", "wet", "muddy"],
  size: ["big", "small", "large", "little", "tall", "huge", "short", "long", "tiny"],
  age: ["young", "old", "elderly", "older", "new", "teenage"],
  pattern: ["striped", "spotted", "checkered", "plaid", "colorful", "floral"],
  shape: ["round", "rectangular", "square", "circular"],
};

export const CLASS_NAMES: readonly string[] = Object.keys(SEEDS);

const ATTRIBUTES: ReadonlySet<string> = new Set(Object.values(SEEDS).flat());

/** Whether a word says what a thing is like, whatever its tag: taggers call "brown" and "silver" nouns. */
export const isAttribute = (word: string): boolean => ATTRIBUTES.has(word);

const MOST_CONTEXTS = 1000;
const ROUNDS = 5;
/** Adjectives that a class takes in a round. */
const PER_ROUND = 5;
const NEIGHBOURS = 5;
/** Least likeness to be taken; below it the nearest class is an accident. */
const LEAST_LIKENESS = 0.2;
/** Adjectives seen less often have too few nouns to be compared. */
const LEAST_COUNT = 10;

type Weights = ReadonlyMap<string, number>;

/** Weighted nouns of each adjective, of length 1. */
function weightsOf(counts: ReadonlyMap<string, ReadonlyMap<string, number>>): Map<string, Weights> {
  const nounTotals = new Map<string, number>();
  let total = 0;
  for (const nouns of counts.values()) {
    for (const [noun, count] of nouns) {
      nounTotals.set(noun, (nounTotals.get(noun) ?? 0) + count);
      total += count;
    }
  }
  const all = new Map<string, Weights>();
  for (const [adjective, nouns] of counts) {
    const own = [...nouns.values()].reduce((sum, count) => sum + count, 0);
    if (own < LEAST_COUNT) continue;
    const weighted = [...nouns]
      .map(([noun, count]) => [noun, Math.log((count * total) / (own * nounTotals.get(noun)!))] as const)
      .filter(([, weight]) => weight > 0)
      .sort(([a, v], [b, w]) => w - v || (a < b ? -1 : 1))
      .slice(0, MOST_CONTEXTS);
    const length = Math.hypot(...weighted.map(([, weight]) => weight));
    if (length > 0) all.set(adjective, new Map(weighted.map(([noun, weight]) => [noun, weight / length])));
  }
  return all;
}

function cosine(first: Weights, second: Weights): number {
  const [few, many] = first.size < second.size ? [first, second] : [second, first];
  let sum = 0;
  for (const [noun, weight] of few) sum += weight * (many.get(noun) ?? 0);
  return sum;
}

/** The class of each adjective that has one, from counts of adjectives before nouns. Every seed keeps its class. */
export function attributeClasses(counts: ReadonlyMap<string, ReadonlyMap<string, number>>): Map<string, string> {
  const weights = weightsOf(counts);
  const classOf = new Map<string, string>();
  for (const [name, seeds] of Object.entries(SEEDS)) for (const seed of seeds) classOf.set(seed, name);
  const open = [...weights.keys()].filter((adjective) => !classOf.has(adjective)).sort();
  for (let round = 0; round < ROUNDS; round++) {
    const members = CLASS_NAMES.map((name) =>
      [...weights.keys()].filter((adjective) => classOf.get(adjective) === name),
    );
    const candidates = open
      .filter((adjective) => !classOf.has(adjective))
      .map((adjective) => {
        const likeness = members.map((list) => nearness(weights.get(adjective)!, list, weights));
        const best = likeness.indexOf(Math.max(...likeness));
        return { adjective, name: CLASS_NAMES[best]!, score: likeness[best]! };
      })
      .filter(({ score }) => score >= LEAST_LIKENESS)
      .sort((a, b) => b.score - a.score || (a.adjective < b.adjective ? -1 : 1));
    for (const name of CLASS_NAMES)
      for (const { adjective } of candidates.filter((found) => found.name === name).slice(0, PER_ROUND))
        classOf.set(adjective, name);
  }
  return classOf;
}

function nearness(own: Weights, members: readonly string[], weights: ReadonlyMap<string, Weights>): number {
  const best = members
    .map((member) => cosine(own, weights.get(member)!))
    .sort((a, b) => b - a)
    .slice(0, NEIGHBOURS);
  return best.reduce((sum, value) => sum + value, 0) / NEIGHBOURS;
}
