/** What sequence models tell the contract suite. */
import type { LearnContext } from "../../../src/base/index.ts";
import {
  evaluateSequence,
  learnSequence,
  type SequenceModel,
  type SequenceOptions,
  sequenceKind,
} from "../../../src/models/sequence/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { defineContract } from "./contract.ts";

const { trees } = generateTreebank({ trees: 50, maxWords: 8 });
const [train, gold] = [trees.slice(0, 40), trees.slice(40)];
const learning = (options: SequenceOptions) => async (context: LearnContext) => {
  const { model, report } = await learnSequence(train, options, context);
  return { model: model as SequenceModel, report };
};

export const sequenceContract = defineContract({
  name: "sequence",
  kind: sequenceKind,
  variants: {
    spectral: learning({ states: 3 }),
    "spectral, no operators of frequent words": learning({ states: 3, ownSamples: 0 }),
    "spectral, closed classes": learning({ states: 2, observations: "classes" }),
    em: learning({ method: "em", states: 2, iterations: 3 }),
    hmm: learning({ method: "hmm" }),
    unigram: learning({ method: "unigram" }),
    perceptron: learning({ method: "perceptron", epochs: 2 }),
    crf: learning({ method: "crf", iterations: 4 }),
    product: learning({ method: "product", iterations: 4, states: 2 }),
  },
  predict: (tagger, words) => {
    const { tags, confidence, logProbability } = tagger.tag(words);
    return { tags, confidence: confidence === undefined ? undefined : [...confidence], logProbability };
  },
  emptyInput: "answers",
  evaluate: (tagger, options, context) => evaluateSequence(tagger, gold, options, context),
});
