/**
 * Weak labels: captions of images whose objects somebody annotated. The rule: a noun phrase is visual when the label of
 * an annotated object matches its head, as matching.ts says: the same word, or one a hypernym of the other. Without
 * WordNet only the first counts.
 */
import type { WordNet } from "../../../data/index.ts";
import type { LabelledCaption, Scene } from "../../../formats/index.ts";
import { wordNetHypernyms } from "../features/hypernyms.ts";
import type { SentenceAnalyser } from "../phrases/analyser.ts";
import { findPhrases } from "../phrases/captions.ts";
import { matchOf, namedThing } from "../phrases/matching.ts";

/** What weak labels are made with. */
export interface WeakLabelling {
  readonly analyse: SentenceAnalyser;
  readonly wordnet: WordNet | undefined;
  readonly language: string;
}

/** Whether the head of a phrase names an annotated object; `words` are those of the phrase up to its head. */
export function objectMatcher(
  labels: readonly string[],
  wordnet: WordNet | undefined,
): (words: readonly string[]) => boolean {
  const hypernymsOf = wordnet && wordNetHypernyms(wordnet);
  const objects = labels.map((label) => namedThing(label.split(/\s+/), hypernymsOf));
  return (words) => {
    const thing = namedThing(words, hypernymsOf);
    return objects.some((object) => matchOf(thing, object) !== undefined);
  };
}

/** One labelled caption for each description of a scene. */
export function weakLabels({ image, size, objects, descriptions }: Scene, given: WeakLabelling): LabelledCaption[] {
  const isNamed = objectMatcher(
    objects.map(({ label }) => label),
    given.wordnet,
  );
  return descriptions.map((caption) => {
    const { words, phrases } = findPhrases(caption, given.analyse, given.language);
    return {
      image,
      caption,
      detections: objects,
      size,
      phrases: phrases.map(({ start, end, from, head }) => ({
        start,
        end,
        visual: isNamed(words.slice(from, head + 1)),
      })),
    };
  });
}
