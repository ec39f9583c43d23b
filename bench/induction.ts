/**
 * Speed of induction: learning from tagged text, and latent trees by length and method. `npx tsx bench/induction.ts [TAGGED VECTORS]` writes JSON, in
 * seconds of processor time. VECTORS is a word2vec file in text form; without files only the trees are measured.
 */
import { readFileSync } from "node:fs";
import { Random } from "../src/base/index.ts";
import { minimalLatentTree, neighbourJoining, recursiveGrouping, representativeTree } from "../src/charts/index.ts";
import { readTagged, readVectors } from "../src/formats/index.ts";
import { learnInduction } from "../src/models/induction/index.ts";
import { wordVectorsFrom } from "../src/models/vectors/index.ts";

const processorSeconds = async (body: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await body();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

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
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) distances[i * n + j] = distances[j * n + i] = 1 + random.uniform();
  const rounds = Math.max(1, Math.round(2000 / n ** 1.5));
  const seconds: Record<string, number> = {};
  for (const [method, find] of Object.entries(METHODS)) {
    find(distances, n);
    const all = await processorSeconds(() => {
      for (let round = 0; round < rounds; round++) find(distances, n);
    });
    seconds[method] = all / rounds;
  }
  trees[`${n} words`] = seconds;
}
const [taggedFile, vectorFile] = process.argv.slice(2);
const result: Record<string, unknown> = { trees };
if (taggedFile !== undefined && vectorFile !== undefined) {
  const sentences = readTagged(readFileSync(taggedFile, "utf8"), { file: taggedFile });
  const vectors = wordVectorsFrom(readVectors(readFileSync(vectorFile, "utf8"), { file: vectorFile }));
  result.learning = { sentences: sentences.length, seconds: await processorSeconds(() => learnInduction(sentences, vectors)) };
}
console.log(JSON.stringify(result, null, 2));
