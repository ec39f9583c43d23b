/** What phone models tell the contract suite. A "word" is a phone of that name, hummed for a while. */
import { type LearnContext, Random } from "../../../src/base/index.ts";
import { evaluatePhones, learnPhones, type PhoneOptions, phonesKind } from "../../../src/models/phones/index.ts";
import { hum, hums } from "../phones/hums.ts";
import { defineContract } from "./contract.ts";

const train = hums(4, 1);
const gold = hums(2, 2);
const learning = (options: PhoneOptions) => (context: LearnContext) =>
  learnPhones(train, { classes: 20, ...options }, context);

export const phonesContract = defineContract({
  name: "phones",
  kind: phonesKind,
  variants: {
    spectral: learning({ states: 3 }),
    "spectral, operators of frequent classes": learning({ states: 2, ownSamples: 5 }),
    em: learning({ method: "em", states: 2, iterations: 3 }),
    hmm: learning({ method: "hmm" }),
    unigram: learning({ method: "unigram" }),
  },
  predict: (tagger, words) => tagger.tag(hum(words, new Random(3)).audio),
  emptyInput: "answers",
  evaluate: (tagger, options, context) => evaluatePhones(tagger, gold, options, context),
});
