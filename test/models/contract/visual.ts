/** Classifiers of visual noun phrases and their lexicons, for the contract suite. */
import {
  evaluateVisual,
  evaluateVisualLexicon,
  learnVisual,
  learnVisualLexicon,
  readLexiconText,
  VisualLexicon,
  visualKind,
} from "../../../src/applications/visual-text/index.ts";
import { visualLexiconKind } from "../../../src/applications/visual-text/lexicon/kind.ts";
import { openWordNet } from "../../../src/files/index.ts";
import { smallTagger, syntheticCaptions } from "../../applications/visual-text/captions.ts";
import { taggedText } from "../../applications/visual-text/text.ts";
import { defineContract } from "./contract.ts";

const text = readLexiconText(taggedText(600), { input: "tagged" });
const RATINGS = ["cup", "lamp", "doubt", "plan", "red"].map((word, rating) => ({ word, rating }));

export const visualLexiconContract = defineContract({
  name: "visual-lexicon",
  kind: visualLexiconKind,
  variants: { "from tagged text": (context) => learnVisualLexicon(text, { minCount: 3 }, context) },
  predict: (lexicon, words) => [...words, "red", "cup"].map((word) => lexicon.entries(word)),
  emptyInput: "answers",
  evaluate: (lexicon, options, context) => evaluateVisualLexicon(lexicon, RATINGS, options, context),
});

const captions = syntheticCaptions(20);

export const visualContract = defineContract({
  name: "visual",
  kind: visualKind,
  variants: {
    "text and image": async (context) => learnVisual({ captions, parser: await smallTagger() }, {}, context),
    "all that is known": async (context) => {
      const lexicon = new VisualLexicon((await learnVisualLexicon(text, { minCount: 3 })).model);
      const data = { captions, lexicon, wordnet: await openWordNet(), parser: await smallTagger() };
      return learnVisual(data, {}, context);
    },
  },
  predict: (classifier, words) => classifier.mark(words.join(" ")),
  emptyInput: "answers",
  evaluate: (classifier, options, context) =>
    evaluateVisual(classifier, captions, { samples: 20, ...options }, context),
});
