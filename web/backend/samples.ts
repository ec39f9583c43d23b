/**
 * What the page learns for itself from synthetic English, so that every view has something to show without data and
 * without a server.
 */
import { learnCaptions } from "../../src/applications/captions/index.ts";
import { learnSimilarity } from "../../src/applications/similarity/index.ts";
import { learnVisual } from "../../src/applications/visual-text/index.ts";
import { decodeModel } from "../../src/base/container/model-container.ts";
import type { LearnContext } from "../../src/base/learning.ts";
import { readClusters, readCorpus } from "../../src/data/index.ts";
import { type AnyModel, openParts } from "../../src/kinds/index.ts";
import { learnParser } from "../../src/models/parser/index.ts";
import { learnSequence, sequenceToParts } from "../../src/models/sequence/index.ts";
import { learnClusters, learnVectors, ModelVectors } from "../../src/models/vectors/index.ts";
import { captionTrees, generateTreebank, judgedPairs, labelledCaptions } from "../../src/samples/index.ts";
import { words } from "../../src/trees/tree.ts";
import type { ClusterLine, SampleKind } from "./messages.ts";

/** Enough for sensible answers to simple sentences, learnt in a second or two. */
const PARSER = { trees: 1000, states: 8, members: 1 };
const VECTORS = { trees: 4000, dim: 30, window: 2 };
const CLUSTERS = { trees: 3000, classes: 32 };
const PAIRS = { pairs: 400, folds: 5, text: 3000, dim: 12 };
const CAPTIONS = 1500;
const VISUAL = { captions: 400, trees: 500, epochs: 3 };

const sampleText = (trees: number): string =>
  generateTreebank({ trees })
    .trees.map((tree) => words(tree).join(" ").toLowerCase())
    .join("\n");

/** The vectors at an address, or, without one, those of the words of made-up captions. */
async function vectorsFor(url: string | undefined, context: LearnContext): Promise<ModelVectors> {
  if (url !== undefined) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: the server answered ${response.status}.`);
    const parts = await decodeModel(new Uint8Array(await response.arrayBuffer()), { file: "vectors.model" });
    return (await openParts(parts)) as ModelVectors;
  }
  const text = judgedPairs(PAIRS.text).flatMap(({ first, second }) => [first, second]);
  const corpus = readCorpus(text.join("\n").toLowerCase());
  return new ModelVectors((await learnVectors(corpus, { dim: PAIRS.dim, window: 2, minCount: 3 }, context)).model);
}

interface Sample {
  readonly name: string;
  readonly learn: (context: LearnContext, vectors: string | undefined) => Promise<AnyModel>;
}

export const SAMPLES: Readonly<Record<SampleKind, Sample>> = {
  parser: {
    name: "synthetic",
    async learn(context) {
      const { trees: count, ...options } = PARSER;
      return (await learnParser(generateTreebank({ trees: count }).trees, options, context)).model;
    },
  },
  vectors: {
    name: "synthetic-words",
    async learn({ signal }) {
      const corpus = readCorpus(sampleText(VECTORS.trees));
      return (await learnVectors(corpus, { dim: VECTORS.dim, window: VECTORS.window, minCount: 3 }, { signal })).model;
    },
  },
  similarity: {
    name: "synthetic-pairs",
    async learn({ signal }, url) {
      const vectors = await vectorsFor(url, { signal });
      return (await learnSimilarity({ pairs: judgedPairs(PAIRS.pairs), vectors }, { folds: PAIRS.folds }, { signal }))
        .model;
    },
  },
  captions: {
    name: "synthetic-captions",
    learn: async ({ signal }) => (await learnCaptions({ trees: captionTrees(CAPTIONS) }, {}, { signal })).model,
  },
  visual: {
    name: "synthetic-seen",
    async learn({ signal }) {
      const { trees } = generateTreebank({ trees: VISUAL.trees });
      const tagged = [...trees, ...captionTrees(VISUAL.trees)];
      const tagger = await learnSequence(tagged, { method: "perceptron", epochs: VISUAL.epochs }, { signal });
      const captions = labelledCaptions(VISUAL.captions);
      return (await learnVisual({ captions, parser: sequenceToParts(tagger.model) }, {}, { signal })).model;
    },
  },
};

/** Word classes of a file, of a text that is clustered here, or of synthetic English. */
export async function clustersOf(
  text: string | undefined,
  name: string | undefined,
  context: LearnContext,
): Promise<ClusterLine[]> {
  if (text !== undefined && /^[01]+\t/.test(text)) return [...readClusters(text, { file: name })];
  const corpus = readCorpus(text ?? sampleText(CLUSTERS.trees));
  return [...(await learnClusters(corpus, { classes: CLUSTERS.classes }, context)).clusters];
}
