/** Sentence similarity, for the contract suite. */
import { evaluateSimilarity, learnSimilarity } from "../../../src/applications/similarity/index.ts";
import { similarityKind } from "../../../src/applications/similarity/kind.ts";
import { readCorpus } from "../../../src/data/index.ts";
import { learnParser, Parser } from "../../../src/models/parser/index.ts";
import { learnVectors, ModelVectors } from "../../../src/models/vectors/index.ts";
import { samplePairs, sampleText, sampleVectors, trees } from "../../applications/similarity/pairs.ts";
import { source } from "../vectors/text.ts";
import { defineContract } from "./contract.ts";

const pairs = samplePairs(60);
const FEW = { folds: 2, treeIterations: 2, treeSentences: 20, treeDim: 4 };

export const similarityContract = defineContract({
  name: "similarity",
  kind: similarityKind,
  variants: {
    surface: (context) => learnSimilarity({ pairs }, FEW, context),
    "vectors and text": (context) =>
      learnSimilarity({ pairs, vectors: sampleVectors(), text: readCorpus(sampleText()) }, FEW, context),
    "trees, and vectors in context": async (context) => {
      const { model } = await learnParser(trees.slice(0, 80), { states: 2 });
      const vectors = new ModelVectors(
        (await learnVectors(source(sampleText()), { method: "lrmvl", dim: 6, minCount: 1 })).model,
      );
      return learnSimilarity({ pairs, vectors, parser: new Parser(model) }, FEW, context);
    },
  },
  predict: (similarity, words) => {
    const text = words.join(" ");
    return [similarity.score(text, "The dog sees a cat ."), similarity.explain("The dog .", text, "even")];
  },
  emptyInput: "throws",
  evaluate: (similarity, options, context) =>
    evaluateSimilarity(similarity, pairs, { samples: 20, ...options }, context),
});
