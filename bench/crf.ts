/**
 * The discriminative taggers: processor seconds of training, accuracy, and words tagged in a processor second, one
 * thread. Speed is measured three times over the same short text: cold (the first pass, with the compilation of the
 * program), new (taggers that remember nothing yet, in a process that has tagged before) and known (later passes of one
 * tagger).
 *
 *   npx tsx bench/crf.ts TRAIN DEV [NAME]
 */
import { readFileSync } from "node:fs";
import { readSequences } from "../src/data/index.ts";
import {
  isField,
  learnSequence,
  type SequenceModel,
  type SequenceOptions,
  Tagger,
} from "../src/models/sequence/index.ts";
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
  "product of that field and a spectral chain": { method: "product" },
  spectral: { method: "spectral" },
};

/** Taggers that read the text as new; the first few still compile. */
const FRESH = 15;
const SETTLED = 5;

const taggerOf = (model: SequenceModel) => new Tagger(model, isField(model) ? { confidence: false } : {});

function pass(tagger: Tagger) {
  const began = processorSeconds();
  let [words, right] = [0, 0];
  for (const sentence of dev.sequences) {
    const { tags } = tagger.tag(sentence.words);
    words += tags.length;
    for (let i = 0; i < tags.length; i++) if (tags[i] === sentence.tags[i]) right++;
  }
  return { rate: words / (processorSeconds() - began), accuracy: (100 * right) / words };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

function decoded(model: SequenceModel) {
  const tagger = taggerOf(model);
  const { rate: cold, accuracy } = pass(tagger);
  const fresh = Array.from({ length: FRESH }, () => pass(taggerOf(model)).rate);
  const later = Array.from({ length: SETTLED }, () => pass(tagger).rate);
  return { accuracy, rates: [cold, median(fresh.slice(SETTLED)), median(later)].map(Math.round) };
}

const rows: (string | number)[][] = [];
for (const [model, options] of Object.entries(MODELS)) {
  const began = processorSeconds();
  const learnt = await learnSequence(train, options);
  const seconds = processorSeconds() - began;
  const { accuracy, rates } = decoded(learnt.model as SequenceModel);
  rows.push([model, seconds.toFixed(1), accuracy.toFixed(2), ...rates]);
}
record(`crf-${name}`, {
  section: "Words help taggers",
  title: `Taggers from words alone, trained on ${shortPath(trainPath)}, measured on ${shortPath(devPath)}`,
  command: `npx tsx bench/crf.ts ${shortPath(trainPath)} ${shortPath(devPath)} ${name}`,
  columns: ["method", "training, CPU s", "accuracy", "words/CPU s, cold", "new text", "known text"],
  rows,
  notes: [
    "One thread. Cold: the first pass of a method in this process, compilation included. New text: taggers that have met " +
      "no word yet, in a process that has tagged before; the median of ten. Known text: later passes of one tagger.",
  ],
});
