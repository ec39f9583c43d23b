/** What a model knows of words from plain text: their classes, their vectors, or both. */
import { expert, real } from "../../base/options.ts";
import type { WordClass } from "../../data/clusters.ts";
import { WordClasses } from "./classes.ts";
import { type ContextualVectors, VectorFeatures } from "./vectors.ts";

/** What a learner is given, as the readers of files give it. */
export interface WordKnowledge {
  /** As `readClusters` gives them. */
  readonly classes?: readonly WordClass[] | undefined;
  /** As `readVectors` or `open(path, "vectors")` gives them. */
  readonly vectors?: ContextualVectors | undefined;
}

/** What a model keeps: the files are not needed any more. */
export interface Representations {
  readonly classes: WordClasses | undefined;
  readonly vectors: VectorFeatures | undefined;
}

/** Nothing is known of words but their spelling. */
export const NO_REPRESENTATIONS: Representations = Object.freeze({ classes: undefined, vectors: undefined });

/** How a learner uses what it is given. */
export const REPRESENTATION_OPTIONS = expert({
  vectorScale: real("standard deviation to which word vectors are scaled before they are features", {
    default: 0.3,
    min: 1e-6,
    max: 1000,
  }),
});

/** Classes and vectors as features. */
export const representationsOf = (
  { classes, vectors }: WordKnowledge,
  { vectorScale }: { readonly vectorScale: number },
): Representations =>
  Object.freeze({
    classes: classes === undefined ? undefined : WordClasses.from(classes),
    vectors: vectors === undefined ? undefined : VectorFeatures.from(vectors, vectorScale),
  });

/** Below this share of the training words something is wrong with a file: another language, another folding. */
const LEAST_COVERAGE = 0.5;

/** What can be asked for a word. */
interface Dictionary {
  has(word: string): boolean;
}

/** Warnings for a report: classes or vectors that most words of the training data do not have. */
export function coverageWarnings(
  { classes, vectors }: Readonly<Record<keyof Representations, Dictionary | undefined>>,
  words: Iterable<string>,
): string[] {
  let [all, classed, placed] = [0, 0, 0];
  const letters = /\p{L}/u;
  for (const word of words) {
    if (!letters.test(word)) continue;
    all++;
    if (classes?.has(word)) classed++;
    if (vectors?.has(word)) placed++;
  }
  const told = (found: number, what: string) =>
    all > 0 && found < LEAST_COVERAGE * all
      ? [
          `only ${((100 * found) / all).toFixed(1)} % of the words of the training data have a ${what}; ` +
            "is the file in another language, or are its words spelt differently?",
        ]
      : [];
  return [
    ...(classes === undefined ? [] : told(classed, "class")),
    ...(vectors === undefined ? [] : told(placed, "vector")),
  ];
}
