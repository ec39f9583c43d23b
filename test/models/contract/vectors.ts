/** Word vectors, for the contract suite. */
import { readWordPairs } from "../../../src/data/index.ts";
import { evaluateVectors, learnVectors, vectorsModelOf, wordVectorsFrom } from "../../../src/models/vectors/index.ts";
import { vectorsKind } from "../../../src/models/vectors/kind.ts";
import { sampleText, source } from "../vectors/text.ts";
import { defineContract } from "./contract.ts";

const text = sampleText(600);
const PAIRS = readWordPairs("nouna nounb 9\nnouna verba 1\nverba verbb 8\nplacea adja 2\nplacea placeb 7\n");

export const vectorsContract = defineContract({
  name: "vectors",
  kind: vectorsKind,
  variants: {
    oscca: (context) => learnVectors(source(text), { dim: 6, window: 2 }, context),
    tscca: (context) => learnVectors(source(text), { method: "tscca", dim: 6, window: 2 }, context),
    lrmvl: (context) => learnVectors(source(text), { method: "lrmvl", dim: 6 }, context),
    ppmi: (context) => learnVectors(source(text), { method: "ppmi", dim: 6, window: 2 }, context),
    "a word2vec file": async (context) => {
      const { model, report } = await learnVectors(source(text), { dim: 6, window: 2 }, context);
      const { words, dimensions, data } = model;
      const table = wordVectorsFrom(
        words.map((word, i) => ({ word, vector: data.slice(i * dimensions, (i + 1) * dimensions) })),
      );
      return { model: vectorsModelOf(table, "words.vec"), report };
    },
  },
  predict: (vectors, words) => vectors.embed(words),
  emptyInput: "answers",
  evaluate: (vectors, options, context) => evaluateVectors(vectors, PAIRS, options, context),
});
