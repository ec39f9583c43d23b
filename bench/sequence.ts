/**
 * Sequence models: training times and decoding speed of the taggers on CoNLL-U data, one thread, without reading and loading.
 *
 *   npx tsx bench/sequence.ts TRAIN.conllu DEV.conllu [upos|xpos]        prints a table and writes bench/out/sequence.json
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isWord, readConllu } from "../src/formats/index.ts";
import { learnHmm, learnPerceptron, learnSpectralSequence, type Tagger, taggerOf } from "../src/models/sequence/index.ts";
import type { TaggedSentence } from "../src/trees/index.ts";

const [trainPath, devPath, column = "upos"] = process.argv.slice(2);
if (trainPath === undefined || devPath === undefined || (column !== "upos" && column !== "xpos")) {
  console.error("usage: npx tsx bench/sequence.ts TRAIN.conllu DEV.conllu [upos|xpos]");
  process.exit(2);
}

const read = (path: string): TaggedSentence[] =>
  readConllu(readFileSync(path, "utf8"), { file: path }).map(({ tokens }) => {
    const words = tokens.filter(isWord);
    return { words: words.map(({ form }) => form), tags: words.map((word) => word[column]) };
  });

const train = read(trainPath);
const dev = read(devPath);

/** Accuracy, and words a second: of the first pass, in which operators of words are still being computed, and of the fastest of three more. */
function decoded(tagger: Tagger): { accuracy: number; firstPass: number; perSecond: number } {
  const rates: number[] = [];
  let accuracy = 0;
  for (let pass = 0; pass < 4; pass++) {
    let words = 0;
    let correct = 0;
    const began = performance.now();
    for (const sentence of dev) {
      const { tags } = tagger.tag(sentence.words);
      words += tags.length;
      for (let i = 0; i < tags.length; i++) if (tags[i] === sentence.tags[i]) correct++;
    }
    rates.push((1000 * words) / (performance.now() - began));
    accuracy = (100 * correct) / words;
  }
  return { accuracy, firstPass: Math.round(rates[0]!), perSecond: Math.round(Math.max(...rates.slice(1))) };
}

const LEARNERS = {
  hmm: () => learnHmm(train),
  "spectral, 8 states": () => learnSpectralSequence(train, { states: 8 }),
  "spectral, 16 states": () => learnSpectralSequence(train, { states: 16 }),
  perceptron: () => learnPerceptron(train),
};

const rows = Object.entries(LEARNERS).map(([model, learn]) => {
  const learnt = learn();
  const times = "times" in learnt.report ? learnt.report.times : {};
  const row = { model, trainingSeconds: learnt.report.seconds, times, ...decoded(taggerOf(learnt.model)) };
  console.log(
    `${model.padEnd(22)} ${row.accuracy.toFixed(2)}  training ${row.trainingSeconds.toFixed(1)} s  ${row.firstPass} words/s, then ${row.perSecond} words/s`,
  );
  return row;
});
mkdirSync("bench/out", { recursive: true });
writeFileSync("bench/out/sequence.json", `${JSON.stringify({ column, node: process.version, rows }, null, 2)}\n`);
