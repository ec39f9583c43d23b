/**
 * What the page learns for itself from synthetic English, so that every view has something to show without a server.
 */
import type { LearnContext } from "../../src/base/learning.ts";
import { readClusters, readCorpus } from "../../src/data/index.ts";
import { learnParser } from "../../src/models/parser/index.ts";
import { learnClusters, learnVectors } from "../../src/models/vectors/index.ts";
import { generateTreebank } from "../../src/samples/generator.ts";
import { words } from "../../src/trees/tree.ts";
import type { ClusterLine } from "./messages.ts";

/** Enough for sensible trees of simple sentences, learnt in a second or two. */
const PARSER = { trees: 1000, states: 8, members: 1 };
const VECTORS = { trees: 4000, dim: 30, window: 2 };
const CLUSTERS = { trees: 3000, classes: 32 };

const sampleText = (trees: number): string =>
  generateTreebank({ trees })
    .trees.map((tree) => words(tree).join(" ").toLowerCase())
    .join("\n");

export async function sampleParser(context: LearnContext) {
  const { trees: count, ...options } = PARSER;
  return (await learnParser(generateTreebank({ trees: count }).trees, options, context)).model;
}

export async function sampleVectors(context: LearnContext) {
  const corpus = readCorpus(sampleText(VECTORS.trees));
  return (await learnVectors(corpus, { dim: VECTORS.dim, window: VECTORS.window, minCount: 3 }, context)).model;
}

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
