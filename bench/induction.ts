/**
 * Induction: milliseconds of latent trees by length and method; given a treebank, also its sentences bracketed by what
 * is learnt from their tags, as in the paper.
 *
 *   npx tsx bench/induction.ts [TREES.mrg]
 */
import { readFileSync } from "node:fs";
import { Random } from "../src/base/index.ts";
import { minimalLatentTree, neighbourJoining, recursiveGrouping, representativeTree } from "../src/charts/index.ts";
import { readCorpus, readTreebank } from "../src/data/index.ts";
import {
  evaluateInduction,
  InductionParser,
  type InductionParsingOptions,
  learnInduction,
} from "../src/models/induction/index.ts";
import { learnVectors, ModelVectors } from "../src/models/vectors/index.ts";
import { taggedSentence, words } from "../src/trees/index.ts";
import { type Cell, processorSeconds, record, shortPath } from "./result.ts";

const LIMITS = [10, 20, 40];

const METHODS: Readonly<Record<string, (distances: Float64Array, n: number) => unknown>> = {
  minimal: (distances, n) => minimalLatentTree(distances, n, { top: n >> 1 }),
  representatives: (distances, n) => representativeTree(distances, n, n >> 1),
  joining: neighbourJoining,
  grouping: recursiveGrouping,
};

const random = new Random(1);
const trees: Record<string, Record<string, number>> = {};
for (const n of [10, 20, 40, 80, 150]) {
  const distances = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) distances[i * n + j] = distances[j * n + i] = 1 + random.uniform();
  const rounds = Math.max(1, Math.round(2000 / n ** 1.5));
  const seconds: Record<string, number> = {};
  for (const [method, find] of Object.entries(METHODS)) {
    find(distances, n);
    const before = processorSeconds();
    for (let round = 0; round < rounds; round++) find(distances, n);
    seconds[method] = (processorSeconds() - before) / rounds;
  }
  trees[`${n} words`] = seconds;
}
const lengths = Object.keys(trees);
record("induction-trees", {
  section: "Induction",
  title: "Latent trees from distances between words: milliseconds of processor time",
  command: "npx tsx bench/induction.ts",
  columns: ["method", ...lengths],
  rows: Object.keys(METHODS).map((method) => [
    method,
    ...lengths.map((length) => (1000 * trees[length]![method]!).toPrecision(3)),
  ]),
});
const [file] = process.argv.slice(2);
if (file !== undefined) {
  const { trees: gold } = readTreebank(readFileSync(file, "utf8"), { file: shortPath(file) });
  const text = gold.map((tree) => `${words(tree).join(" ")}\n`).join("");
  // Vectors of the treebank's own words: no other text is needed to repeat this.
  const learnt = await learnVectors(readCorpus(text, { tokens: "spaces" }), {
    method: "oscca",
    dim: 50,
    window: 2,
    positions: true,
    minCount: 1,
  });
  const sentences = gold.map(taggedSentence);
  const before = processorSeconds();
  const { model } = await learnInduction({ sentences, vectors: new ModelVectors(learnt.model) });
  const learning = processorSeconds() - before;
  const parsers: readonly (readonly [string, Partial<InductionParsingOptions>])[] = [
    ["the metric alone, as published", { spans: "none", crossing: 0 }],
    ["and punctuation", { spans: "none" }],
    ["and learnt spans (the default)", {}],
  ];
  const rows: Cell[][] = [];
  for (const [name, options] of parsers) {
    const started = processorSeconds();
    const { scores } = await evaluateInduction(new InductionParser(model, options), gold, { limits: LIMITS });
    const rate = gold.length / (processorSeconds() - started);
    const f1s = scores.map(({ withWhole }) => withWhole.micro.f1.toFixed(1));
    rows.push([name, ...f1s.slice(0, LIMITS.length), f1s.at(-1)!, rate.toFixed(0)]);
  }
  record("induction", {
    section: "Induction",
    title: `Brackets from the tags of ${shortPath(file)} (${gold.length.toLocaleString("en")} sentences), unlabelled F1`,
    command: `npx tsx bench/induction.ts ${shortPath(file)}`,
    columns: ["parser", ...LIMITS.map((limit) => `≤ ${limit} words`), "all", "sentences/CPU s"],
    rows,
    notes: [
      `The bracket of the whole sentence counts. Learnt in ${learning.toFixed(1)} CPU s from the sentences that are bracketed, without their trees; word vectors from their words alone.`,
    ],
  });
}
