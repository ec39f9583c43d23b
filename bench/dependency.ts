/**
 * Dependency parsing, measured with gold tags: processor seconds of training and accuracy for both
 * orders, sentences a second with one and with two threads, processor seconds of estimating the spectral model, and how
 * good that is by itself: log |p̂| of gold trees, and the accuracy of the trees that log |p̂| alone takes from the base
 * parser's lists of fifty. Files are CoNLL-U, or Penn brackets (.mrg), which are turned into dependencies by the
 * English head rules.
 *
 *   npx tsx bench/dependency.ts TRAIN DEV [--orders first,second] [--epochs 10]
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { unpackTensors } from "../src/base/index.ts";
import { scoreAttachment } from "../src/evaluation/index.ts";
import { openWorkers, shareModel } from "../src/files/index.ts";
import { conlluDependencies, readConllu, readPenn } from "../src/formats/index.ts";
import {
  DependencyParser,
  dependencyJobs,
  dependencyToParts,
  learnDependency,
  learnSpectralTrees,
  SpectralSentences,
} from "../src/models/dependency/index.ts";
import { type DependencyTree, prepareTreebank, STANDARD_STEPS, toDependencies } from "../src/trees/index.ts";
import { record, shortPath } from "./result.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { orders: { type: "string", default: "first,second" }, epochs: { type: "string", default: "10" } },
});
const [trainPath, devPath] = positionals;
if (trainPath === undefined || devPath === undefined) {
  console.error("usage: npx tsx bench/dependency.ts TRAIN DEV [--orders first,second] [--epochs 10]");
  process.exit(2);
}

function read(path: string): DependencyTree[] {
  const text = readFileSync(path, "utf8");
  if (!path.endsWith(".mrg")) return readConllu(text, { file: path }).map((sentence) => conlluDependencies(sentence));
  return prepareTreebank(readPenn(text, { file: path }), STANDARD_STEPS).trees.map((tree) => toDependencies(tree));
}

async function processorSeconds<T>(body: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const before = process.cpuUsage();
  const result = await body();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (user + system) / 1e6 };
}

const BATCH = 16;
const LIST = 50;
const train = read(trainPath);
const dev = read(devPath);

/**
 * Parses the development trees with their own tags; loading of the model is not counted, and the faster of two rounds
 * is.
 */
async function parsed(parts: ReturnType<typeof dependencyToParts>, threads: number) {
  const workers = openWorkers(dependencyJobs, { threads, setup: { parts } });
  let best = Number.POSITIVE_INFINITY;
  let found: DependencyTree[] = [];
  await Promise.all(Array.from({ length: threads }, () => workers.run("ready", undefined)));
  for (let round = 0; round < 2; round++) {
    const batches = Array.from({ length: Math.ceil(dev.length / BATCH) }, (_, n) =>
      dev.slice(n * BATCH, (n + 1) * BATCH),
    );
    const began = performance.now();
    found = [];
    for await (const answers of workers.map("parse", batches)) for (const { tree } of answers) found.push(tree);
    best = Math.min(best, (performance.now() - began) / 1000);
  }
  await workers.close();
  return { found, rate: dev.length / best };
}

const words = train.reduce((sum, tree) => sum + tree.words.length, 0);
console.log(`${train.length} sentences, ${words} words`);
const rows = [];
const lists = new Map<string, DependencyTree[][]>();
for (const order of values.orders.split(",") as ("first" | "second")[]) {
  const options = { order, epochs: Number(values.epochs), tagger: false, spectral: false };
  const { result, seconds } = await processorSeconds(() => learnDependency(train, options));
  const { model } = result;
  const parts = shareModel(unpackTensors(dependencyToParts(model)));
  const one = await parsed(parts, 1);
  const two = await parsed(parts, 2);
  const { uas, las, complete, withoutPunctuation } = scoreAttachment(dev, one.found);
  const row = {
    order,
    trainingSeconds: seconds,
    uas: uas.f1,
    las: las.f1,
    complete,
    uasWithoutPunctuation: withoutPunctuation.uas.f1,
    sentencesPerSecond: { oneThread: one.rate, twoThreads: two.rate },
  };
  rows.push(row);
  const lister = new DependencyParser(model, { kBest: LIST });
  lists.set(
    order,
    dev.map((sentence) => lister.parse(sentence).list.map(({ tree }) => tree)),
  );
  console.log(
    `${order.padEnd(6)} order: ${seconds.toFixed(1)} processor seconds; UAS ${uas.f1.toFixed(2)} (without punctuation ${row.uasWithoutPunctuation.toFixed(2)}), ` +
      `LAS ${las.f1.toFixed(2)}, complete ${complete.toFixed(2)}; ${one.rate.toFixed(0)} sentences/s, two threads ${two.rate.toFixed(0)}`,
  );
}
const spectral = await processorSeconds(() => learnSpectralTrees({ train }));
console.log(`spectral model: ${spectral.seconds.toFixed(1)} processor seconds`);

const scorer = new SpectralSentences(spectral.result.model);
const gold = dev.map((tree) => scorer.score(tree, [tree.heads])[0]!);
const devWords = dev.reduce((sum, tree) => sum + tree.words.length, 0);
const logPerWord = gold.reduce((sum, { log }) => sum + log, 0) / devWords;
const negative = (100 * gold.filter(({ sign }) => sign <= 0).length) / gold.length;
console.log(
  `gold development trees: log |p̂| ${logPerWord.toFixed(3)} a word, p̂ not positive for ${negative.toFixed(1)} %`,
);

/** Of each list the tree that `value` thinks most of. */
const taken = (
  of: readonly DependencyTree[][],
  value: (list: readonly DependencyTree[], n: number) => readonly number[],
) =>
  of.map((list, n) => {
    const values = value(list, n);
    return list[values.indexOf(Math.max(...values))]!;
  });
const right = (a: DependencyTree, b: DependencyTree) => a.heads.filter((head, i) => head === b.heads[i]).length;
const choices = [...lists].map(([order, of]) => {
  const uas = (trees: readonly DependencyTree[]) => scoreAttachment(dev, trees).uas.f1;
  const scores = {
    order,
    base: uas(of.map(([first]) => first!)),
    logProbability: uas(
      taken(of, (list, n) =>
        scorer
          .score(
            dev[n]!,
            list.map(({ heads }) => heads),
          )
          .map(({ log }) => log),
      ),
    ),
    oracle: uas(taken(of, (list, n) => list.map((tree) => right(tree, dev[n]!)))),
  };
  const { base, logProbability, oracle } = scores;
  console.log(
    `${order.padEnd(6)} order, UAS from lists of ${LIST}: base parser ${base.toFixed(2)}, log |p̂| alone ${logProbability.toFixed(2)}, best ${oracle.toFixed(2)}`,
  );
  return scores;
});
record("dependency-wsj", {
  section: "Dependency parser",
  title: `Base parser with gold tags: ${shortPath(trainPath)} to ${shortPath(devPath)}, ${values.epochs} epochs`,
  command: `npx tsx bench/dependency.ts ${shortPath(trainPath)} ${shortPath(devPath)}`,
  columns: [
    "order",
    "UAS",
    "LAS",
    "complete",
    "UAS without punctuation",
    "training, CPU s",
    "sentences/s",
    "2 threads",
  ],
  rows: rows.map(({ order, uas, las, complete, uasWithoutPunctuation, trainingSeconds, sentencesPerSecond }) => [
    order,
    ...[uas, las, complete, uasWithoutPunctuation].map((value) => value.toFixed(2)),
    trainingSeconds.toFixed(1),
    sentencesPerSecond.oneThread.toFixed(0),
    sentencesPerSecond.twoThreads.toFixed(0),
  ]),
  notes: [
    `The spectral model of trees is estimated in ${spectral.seconds.toFixed(1)} CPU s; log |p̂| of the gold development trees is ${logPerWord.toFixed(3)} a word, and ${negative.toFixed(1)} % of them have no positive p̂.`,
  ],
  details: { sentences: train.length, words, choices },
});
