/**
 * Re-ranking with spectral probabilities, the table of Dhillon et al. 2012, on dependency trees in CoNLL-U with
 * predicted tags.
 *
 *   npx tsx bench/rerank.ts TRAIN.conllu DEV.conllu [--first] [--name ewt] [--checkpoints FOLDER]
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readDependencies } from "../src/data/index.ts";
import { CheckpointFolder, threads } from "../src/files/index.ts";
import { dependencyExperiment } from "../src/models/dependency/index.ts";
import { record, shortPath } from "./result.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    first: { type: "boolean", default: false },
    name: { type: "string", default: "ewt" },
    checkpoints: { type: "string" },
  },
});
const [trainPath, devPath] = positionals;
if (trainPath === undefined || devPath === undefined) {
  console.error("usage: npx tsx bench/rerank.ts TRAIN.conllu DEV.conllu [--first] [--name ewt] [--checkpoints FOLDER]");
  process.exit(2);
}
const read = (path: string) => readDependencies(readFileSync(path, "utf8"), { file: shortPath(path) });
const checkpoints = values.checkpoints === undefined ? undefined : new CheckpointFolder(values.checkpoints);
const before = process.cpuUsage();
const { rows, comparisons, sentences, negative, times } = await dependencyExperiment(
  { train: read(trainPath), test: read(devPath) },
  { second: !values.first },
  { workers: threads(2), checkpoints },
);
const { user, system } = process.cpuUsage(before);
const minutes = ((user + system) / 6e7).toFixed(0);
const NAMES = {
  base: "base parser",
  reranked: "re-ranked, base features",
  "reranked with log p̂": "re-ranked, base features + log p̂",
  oracle: "best of the list",
};
record(`dependency-rerank-${values.name}`, {
  section: "Dependency parser",
  title: `Re-ranking lists of 50, predicted tags: ${shortPath(trainPath)} (${sentences.train.toLocaleString("en")} sentences) to ${shortPath(devPath)}`,
  command: `npx tsx bench/rerank.ts ${shortPath(trainPath)} ${shortPath(devPath)}${values.first ? " --first" : ""}`,
  columns: ["order", "system", "UAS", "LAS", "complete", "UAS without punctuation"],
  rows: rows.map(({ order, system: name, scores: { uas, las, complete, withoutPunctuation } }) => [
    order,
    NAMES[name],
    ...[uas.f1, las.f1, complete, withoutPunctuation.uas.f1].map((value) => value.toFixed(2)),
  ]),
  notes: [
    comparisons
      .filter(({ better, than }) => better === "reranked with log p̂" && than === "reranked")
      .map(
        ({ order, errorReduction, difference, p }) =>
          `${order} order: log p̂ takes away ${errorReduction.toFixed(1)} % of the errors that base features leave (UAS + ${difference.toFixed(2)}, p = ${p.toFixed(4)}).`,
      )
      .join(" ")
      .replace(/^./, (letter) => letter.toUpperCase()),
    `${negative.toFixed(1)} % of the trees in the test lists have no positive p̂. All of it takes ${minutes} CPU minutes.`,
  ],
  details: { comparisons, times },
});
