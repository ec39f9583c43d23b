/** Induction, for the contract suite. */
import { Random } from "../../../src/base/index.ts";
import { clusterVectors, WordVectors } from "../../../src/data/index.ts";
import { evaluateInduction, learnInduction } from "../../../src/models/induction/index.ts";
import { inductionKind } from "../../../src/models/induction/kind.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { words } from "../../../src/trees/index.ts";
import { defineContract } from "./contract.ts";

const { trees } = generateTreebank({ trees: 150 });
const vocabulary = [...new Set(trees.flatMap((tree) => words(tree)))];
const random = new Random(8);
const vectors = new WordVectors(
  vocabulary,
  6,
  Float32Array.from({ length: vocabulary.length * 6 }, () => random.normal()),
);
const classes = vocabulary.map((word, i) => ({ path: (i % 8).toString(2).padStart(3, "0"), word }));
const TAGS = ["DT", "NN", "VBZ", "IN"];

export const inductionContract = defineContract({
  name: "induction",
  kind: inductionKind,
  variants: {
    vectors: (context) => learnInduction({ sentences: trees, vectors }, { states: 3 }, context),
    clusters: (context) =>
      learnInduction({ sentences: trees, vectors: clusterVectors(classes) }, { states: 3 }, context),
    "the metric alone": (context) => learnInduction({ sentences: trees, vectors }, { states: 3, rounds: 0 }, context),
    "given tags": (context) => learnInduction({ sentences: trees, vectors }, { states: 3, tags: "given" }, context),
  },
  predict: (parser, words) => parser.parse({ words, tags: words.map((_, i) => TAGS[i % TAGS.length]!) }).tree,
  emptyInput: "throws",
  evaluate: (parser, options, context) => evaluateInduction(parser, trees.slice(0, 30), options, context),
});
