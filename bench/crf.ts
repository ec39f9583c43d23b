/**
 * The discriminative taggers: processor seconds of training, accuracy, and words tagged in a processor second, first
 * pass (nothing is remembered yet) and later ones; one thread.
 *
 *   npx tsx bench/crf.ts TRAIN DEV [NAME]
 */
import { readFileSync } from "node:fs";
import { readSequences } from "../src/data/index.ts";
import { learnSequence, type SequenceModel, type SequenceOptions, Tagger } from "../src/models/sequence/index.ts";
import { processorSeconds, record, shortPath } from "./result.ts";

const [trainPath, devPath, name = "tags"] = process.argv.slice(2);
if (trainPath === undefined || devPath === undefined) {
  console.error("usage: npx tsx bench/crf.ts TRAIN DEV [NAME]");
  process.exit(2);
}
const read = (path: string) => readSequences(readFileSync(path, "utf8"), { file: path });
const [train, dev] = [read(trainPath), read(devPath)];

const MODELS: Readonly<Record<string, SequenceOptions>> = {
  perceptron: { method: "perceptron" },
  "crf, 2 passes of AdaGrad": { method: "crf", warmup: 2, iterations: 0 },
  "crf, 6 passes of AdaGrad, 3 iterations of L-BFGS": { method: "crf" },
};

function decoded(model: SequenceModel) {
  const tagger = new Tagger(model, model.method === "crf" ? { confidence: false } : {});
  const rates: number[] = [];
  let accuracy = 0;
  for (let pass = 0; pass < 4; pass++) {
    const began = processorSeconds();
    let [words, right] = [0, 0];
    for (const sentence of dev.sequences) {
      const { tags } = tagger.tag(sentence.words);
      words += tags.length;
      for (let i = 0; i < tags.length; i++) if (tags[i] === sentence.tags[i]) right++;
    }
    rates.push(words / (processorSeconds() - began));
    accuracy = (100 * right) / words;
  }
  return { accuracy, first: Math.round(rates[0]!), later: Math.round(Math.max(...rates.slice(1))) };
}

const rows: (string | number)[][] = [];
for (const [model, options] of Object.entries(MODELS)) {
  const began = processorSeconds();
  const learnt = await learnSequence(train, options);
  const seconds = processorSeconds() - began;
  const { accuracy, first, later } = decoded(learnt.model as SequenceModel);
  rows.push([model, seconds.toFixed(1), accuracy.toFixed(2), first, later]);
}
record(`crf-${name}`, {
  section: "Words help taggers",
  title: `Taggers from words alone, trained on ${shortPath(trainPath)}, measured on ${shortPath(devPath)}`,
  command: `npx tsx bench/crf.ts ${shortPath(trainPath)} ${shortPath(devPath)} ${name}`,
  columns: ["method", "training, CPU s", "accuracy", "words/CPU s, first pass", "words/CPU s"],
  rows,
  notes: ["One thread. In the first pass over the data what the features of a word add up to is not known yet."],
});
