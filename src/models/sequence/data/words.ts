/** The lexicon that all chains share, and its options. */
import type { StageClock } from "../../../base/learning.ts";
import { choice, expert, type OptionsOf, real, whole } from "../../../base/options.ts";
import { DEFAULT_SEED } from "../../../base/random.ts";
import type { TaggedSentence } from "../../../trees/sentence.ts";
import { Lexicon } from "../lexicon/lexicon.ts";

export const LEXICON_OPTIONS = {
  ...expert({
    observations: choice(
      "words (spelling counts, and new ones will come) or classes (a closed set)",
      ["words", "classes"],
      { default: "words" },
    ),
    wordPrior: real("weight of a word's spelling, in occurrences; it falls the more often the word was seen", {
      default: 2,
      min: 1e-6,
      max: 1000,
    }),
  }),
  seed: whole("seed of the random numbers", { default: DEFAULT_SEED }),
};

export type LexiconSettings = OptionsOf<typeof LEXICON_OPTIONS>;

/** What words alone tell about their labels. */
export function learnLexicon(
  sequences: readonly TaggedSentence[],
  { observations, wordPrior, seed }: LexiconSettings,
  clock: StageClock,
): Promise<Lexicon> {
  return clock.run("lexicon", "sequences", sequences.length, () =>
    Lexicon.learn(sequences, { observations, prior: wordPrior, seed }),
  );
}
