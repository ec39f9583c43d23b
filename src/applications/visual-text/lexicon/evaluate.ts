/** A lexicon against people's ratings of words, such as their concreteness: Spearman's ρ on words that are no seeds. */
import { breathe, checkOptions, type LearnContext } from "../../../base/index.ts";
import { spearman } from "../../../evaluation/index.ts";
import type { VisualLexicon } from "./predict.ts";
import type { WordRating } from "./ratings.ts";

/** How a list of words agrees with ratings. */
export interface RatingScore {
  /** Of the bootstrapped visualness, or of the propagated label. */
  readonly list: "nouns" | "adjectives" | "both" | "propagated nouns";
  /** Words of the list that are rated and are no seeds. */
  readonly words: number;
  readonly spearman: number;
}

/** Spearman's ρ between ratings and what the lexicon says of words that are no seeds. */
export async function evaluateVisualLexicon(
  lexicon: VisualLexicon,
  ratings: Iterable<WordRating>,
  options: Readonly<Record<string, never>> = {},
  context: LearnContext = {},
): Promise<RatingScore[]> {
  checkOptions("evaluateVisualLexicon", {}, options);
  await breathe(context.signal);
  const rated = new Map(Array.from(ratings, ({ word, rating }) => [word.toLowerCase(), rating]));
  const { nouns, adjectives, propagated } = lexicon.model;
  const series = (words: readonly string[], values: Float64Array, isSeed: (place: number) => boolean) =>
    words.flatMap((word, place) => {
      const rating = rated.get(word);
      return rating === undefined || isSeed(place) ? [] : [[values[place]!, rating] as const];
    });
  const learnt = ({ words, classes, iterations, visualness }: typeof nouns) =>
    series(words, visualness, (place) => classes[place]! >= 0 && iterations[place] === 0);
  const lists = { nouns: learnt(nouns), adjectives: learnt(adjectives) };
  const all = {
    ...lists,
    both: [...lists.nouns, ...lists.adjectives],
    "propagated nouns": series(propagated.words, propagated.scores, () => false),
  };
  return Object.entries(all).map(([list, pairs]) => ({
    list: list as RatingScore["list"],
    words: pairs.length,
    spearman: spearman(
      pairs.map(([value]) => value),
      pairs.map(([, rating]) => rating),
    ),
  }));
}
