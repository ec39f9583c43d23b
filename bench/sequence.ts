/**
 * Sequence models: training times and decoding speed of the taggers on CoNLL-U data, one thread, without reading and
 * loading.
 *
 *   npx tsx bench/sequence.ts TRAIN.conllu DEV.conllu [upos|xpos]
 */
import { readFileSync } from "node:fs";
import { readSequences } from "../src/data/index.ts";
import { learnSequence, type SequenceOptions, Tagger } from "../src/models/sequence/index.ts";
import { record, shortPath } from "./result.ts";

const [trainPath, devPath, column = "upos"] = process.argv.slice(2);
if (trainPath === undefined || devPath === undefined || (column !== "upos" && column !== "xpos")) {
  console.error("usage: npx tsx bench/sequence.ts TRAIN.conllu DEV.conllu [upos|xpos]");
  process.exit(2);
}

const read = (path: string) => readSequences(readFileSync(path, "utf8"), { file: path, column });

const train = read(trainPath);
const dev = read(devPath);

/**
 * Accuracy, and words a second: of the first pass, in which operators of words are still being computed, and of the
 * fastest of three more.
 */
function decoded(tagger: Tagger): { accuracy: number; firstPass: number; perSecond: number } {
  const rates: number[] = [];
  let accuracy = 0;
  for (let pass = 0; pass < 4; pass++) {
    let words = 0;
    let correct = 0;
    const began = performance.now();
    for (const sentence of dev.sequences) {
      const { tags } = tagger.tag(sentence.words);
      words += tags.length;
      for (let i = 0; i < tags.length; i++) if (tags[i] === sentence.tags[i]) correct++;
    }
    rates.push((1000 * words) / (performance.now() - began));
    accuracy = (100 * correct) / words;
  }
  return { accuracy, firstPass: Math.round(rates[0]!), perSecond: Math.round(Math.max(...rates.slice(1))) };
}

const MODELS: Readonly<Record<string, SequenceOptions>> = {
  hmm: { method: "hmm" },
  "spectral, 8 states": { states: 8 },
  "spectral, 16 states": { states: 16 },
  "spectral, 24 states": { states: 24 },
  perceptron: { method: "perceptron" },
};

const rows: ({ model: string; trainingSeconds: number } & ReturnType<typeof decoded>)[] = [];
for (const [model, options] of Object.entries(MODELS)) {
  const learnt = await learnSequence(train, options);
  const { times } = learnt.report;
  const trainingSeconds = times.reduce((sum, { seconds }) => sum + seconds, 0);
  const row = { model, trainingSeconds, ...decoded(new Tagger(learnt.model)) };
  console.log(
    `${model.padEnd(22)} ${row.accuracy.toFixed(2)}  training ${trainingSeconds.toFixed(1)} s  ` +
      `${row.firstPass} words/s, then ${row.perSecond} words/s`,
  );
  rows.push(row);
}
record(`sequence-${column}`, {
  section: "Sequence models",
  title: `${column.toUpperCase()} tags, trained on ${shortPath(trainPath)}, measured on ${shortPath(devPath)}`,
  command: `npx tsx bench/sequence.ts ${shortPath(trainPath)} ${shortPath(devPath)} ${column}`,
  columns: ["method", "accuracy", "training, s", "words/s, first pass", "words/s"],
  rows: rows.map(({ model, accuracy, trainingSeconds, firstPass, perSecond }) => [
    model,
    accuracy.toFixed(2),
    trainingSeconds.toFixed(1),
    firstPass,
    perSecond,
  ]),
  notes: ["One thread. In the first pass the operators of words are still being computed."],
});
