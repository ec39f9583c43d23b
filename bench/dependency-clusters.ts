/**
 * What classes of words are worth to a dependency parser: the same first- or second-order parser without and with
 * them, LAS on DEV with an interval of the difference by the bootstrap over sentences and its p by approximate
 * randomization. Gold tags, or with --tagger tags of its own tagger, which has the classes too.
 *
 *   npx tsx bench/dependency-clusters.ts TRAIN DEV CLUSTERS [--order first] [--epochs 10] [--tagger] [--name NAME]
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { readClusters } from "../src/data/index.ts";
import { approximateRandomization, bootstrapInterval, scoreAttachment } from "../src/evaluation/index.ts";
import { conlluDependencies, readConllu } from "../src/formats/index.ts";
import { DependencyParser, learnDependency } from "../src/models/dependency/index.ts";
import type { DependencyTree } from "../src/trees/index.ts";
import { processorSeconds, record, shortPath } from "./result.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    order: { type: "string", default: "first" },
    epochs: { type: "string", default: "10" },
    tagger: { type: "boolean", default: false },
    name: { type: "string", default: "ewt" },
  },
});
const [trainPath, devPath, clustersPath] = positionals;
if (trainPath === undefined || devPath === undefined || clustersPath === undefined) {
  console.error(
    "usage: npx tsx bench/dependency-clusters.ts TRAIN DEV CLUSTERS [--order first] [--epochs 10] [--tagger] [--name NAME]",
  );
  process.exit(2);
}
const read = (path: string) =>
  readConllu(readFileSync(path, "utf8"), { file: path }).map((sentence) => conlluDependencies(sentence));
const [train, dev] = [read(trainPath), read(devPath)];
const classes = readClusters(readFileSync(clustersPath, "utf8"), { file: clustersPath });
const { tagger, order, epochs } = values;

/** A relation without its subtype, as `scoreAttachment` compares them. */
const plain = (relation: string) => relation.replace(/:.*/, "");

/** Words with the right head and relation, of those of a sentence. */
interface Counts {
  readonly right: number;
  readonly words: number;
}
const share = (counts: readonly Counts[]) =>
  (100 * counts.reduce((sum, { right }) => sum + right, 0)) / counts.reduce((sum, { words }) => sum + words, 0);

async function measured(given: { readonly classes?: typeof classes }) {
  const began = processorSeconds();
  const { model } = await learnDependency(
    { train, ...given },
    { order: order as "first" | "second", epochs: Number(epochs), tagger, spectral: false },
  );
  const seconds = processorSeconds() - began;
  const parser = new DependencyParser(model);
  const found: DependencyTree[] = dev.map(({ words, tags }) => parser.parse(tagger ? { words } : { words, tags }).tree);
  const { uas, las } = scoreAttachment(dev, found);
  const counts = dev.map(
    (gold, n): Counts => ({
      words: gold.heads.length,
      right: gold.heads.filter((head, i) => {
        const { heads, labels } = found[n]!;
        return heads[i] === head && plain(labels[i]!) === plain(gold.labels[i]!);
      }).length,
    }),
  );
  return { seconds, uas: uas.f1, las: las.f1, counts };
}

const without = await measured({});
const within = await measured({ classes });
const pairs = dev.map((_, n) => ({ a: within.counts[n]!, b: without.counts[n]! }));
const gain = bootstrapInterval(pairs, (some) => share(some.map(({ a }) => a)) - share(some.map(({ b }) => b)));
const { p } = approximateRandomization(within.counts, without.counts, share);
const signed = (value: number) => (value < 0 ? `−${(-value).toFixed(2)}` : `+${value.toFixed(2)}`);
const shown = [
  ...(order === "first" ? [] : [`--order ${order}`]),
  ...(epochs === "10" ? [] : [`--epochs ${epochs}`]),
  ...(tagger ? ["--tagger"] : []),
  ...(values.name === "ewt" ? [] : [`--name ${values.name}`]),
];
record(`dependency-clusters-${values.name}`, {
  section: "Words help taggers",
  title: `Dependencies with classes of words: ${order} order, ${epochs} epochs, ${tagger ? "predicted" : "gold"} tags, trained on ${shortPath(trainPath)}, measured on ${shortPath(devPath)}`,
  command: `npx tsx bench/dependency-clusters.ts ${[trainPath, devPath].map(shortPath).join(" ")} ${[basename(clustersPath), ...shown].join(" ")}`,
  columns: ["features", "UAS", "LAS", "gain in LAS", "95 %", "p", "training, CPU s"],
  rows: [
    ["none", without.uas.toFixed(2), without.las.toFixed(2), null, null, null, without.seconds.toFixed(0)],
    [
      ...["classes", within.uas.toFixed(2), within.las.toFixed(2), signed(gain.value)],
      ...[`${signed(gain.low)} – ${signed(gain.high)}`, p.toFixed(4), within.seconds.toFixed(0)],
    ],
  ],
  notes: ["Interval by the bootstrap over sentences, p by approximate randomization."],
});
