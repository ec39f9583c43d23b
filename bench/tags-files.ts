/**
 * A tagged text of several files: each in turn is tagged by taggers of the others, with classes and vectors of words
 * learnt from the words of those others alone. Accuracy over all files, and what each tagger gains over two baselines.
 *
 *   npx tsx bench/tags-files.ts FILE FILE… [--language de] [--min-count 10] [--systems spectral,perceptron,crf]
 *     [--name german]
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { collectCorpus, readSequences, type TaggedSequences } from "../src/data/index.ts";
import {
  countSentences,
  gainOver,
  type SentenceCounts,
  scoreInterval,
  scoreOf,
} from "../src/models/sequence/experiment/compare.ts";
import { learnSequence, type SequenceKnowledge, type SequenceOptions, Tagger } from "../src/models/sequence/index.ts";
import { learnClusters, learnVectors, ModelVectors } from "../src/models/vectors/index.ts";
import { processorSeconds, record, shortPath } from "./result.ts";

const SYSTEMS: Readonly<Record<string, { readonly options: SequenceOptions; readonly knows?: string }>> = {
  spectral: { options: { method: "spectral" } },
  perceptron: { options: { method: "perceptron" } },
  "perceptron+brown": { options: { method: "perceptron" }, knows: "brown" },
  crf: { options: { method: "crf" } },
  product: { options: { method: "product" } },
  "product+brown": { options: { method: "product" }, knows: "brown" },
  "crf+brown": { options: { method: "crf" }, knows: "brown" },
  "crf+oscca": { options: { method: "crf" }, knows: "oscca" },
  "crf+lrmvl": { options: { method: "crf" }, knows: "lrmvl" },
  "crf+brown+oscca": { options: { method: "crf" }, knows: "brown+oscca" },
};
const BASELINES = ["spectral", "perceptron"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: "string", default: "de" },
    "min-count": { type: "string", default: "10" },
    systems: { type: "string", default: Object.keys(SYSTEMS).join(",") },
    name: { type: "string", default: "german" },
  },
});
const systems = values.systems.split(",");
const strange = systems.find((name) => SYSTEMS[name] === undefined);
if (positionals.length < 2 || strange !== undefined) {
  console.error(
    `usage: npx tsx bench/tags-files.ts FILE FILE… [--min-count 10] [--systems …, of ${Object.keys(SYSTEMS).join(", ")}] [--name german]`,
  );
  process.exit(2);
}
const minCount = Number(values["min-count"]);
const parts = positionals.map((path) =>
  readSequences(readFileSync(path, "utf8"), { file: shortPath(path), language: values.language }),
);

/** Classes and vectors of the words of the sentences, as far as a system wants them. */
async function knowledgeOf({ sequences }: TaggedSequences): Promise<(wanted?: string) => SequenceKnowledge> {
  const pieces = sequences.map(({ words }) => `${words.join(" ")}\n\n`);
  const corpus = await collectCorpus([{ name: "training text", pieces }], { tokens: "spaces", lines: "running" });
  const found: Record<string, SequenceKnowledge> = {};
  const needs = (part: string) => systems.some((name) => SYSTEMS[name]!.knows?.split("+").includes(part));
  if (needs("brown")) found.brown = { classes: (await learnClusters(corpus, { classes: 200, minCount })).clusters };
  for (const method of ["oscca", "lrmvl"] as const) {
    if (!needs(method)) continue;
    found[method] = { vectors: new ModelVectors((await learnVectors(corpus, { method, dim: 50, minCount })).model) };
  }
  corpus.close();
  return (wanted) => Object.assign({}, ...(wanted?.split("+").map((part) => found[part]) ?? []));
}

interface Run {
  readonly counts: SentenceCounts[];
  readonly byFile: number[];
  seconds: number;
  unknown: number;
  unknownRight: number;
}
const runs = new Map(
  systems.map((name): [string, Run] => [name, { counts: [], byFile: [], seconds: 0, unknown: 0, unknownRight: 0 }]),
);
for (const [held, gold] of parts.entries()) {
  const others = parts.filter((_, at) => at !== held);
  const train = { ...others[0]!, sequences: others.flatMap(({ sequences }) => sequences) };
  const knows = await knowledgeOf(train);
  for (const [name, run] of runs) {
    const began = processorSeconds();
    const { options, knows: wanted } = SYSTEMS[name]!;
    const { model } = await learnSequence({ sentences: train, ...knows(wanted) }, options);
    run.seconds += processorSeconds() - began;
    const tagger = new Tagger(model);
    const counts = countSentences(tagger, gold.sequences);
    run.counts.push(...counts);
    run.byFile.push(scoreOf(counts));
    for (const { words, tags } of gold.sequences) {
      const found = tagger.tag(words).tags;
      for (const [i, word] of words.entries()) {
        if (tagger.knows(word)) continue;
        run.unknown++;
        if (found[i] === tags[i]) run.unknownRight++;
      }
    }
    console.error(`${shortPath(positionals[held]!)}  ${name}  ${run.byFile.at(-1)!.toFixed(2)}`);
  }
}

const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
const baselines = BASELINES.filter((name) => runs.has(name));
const sentences = parts.reduce((sum, { sequences }) => sum + sequences.length, 0);
record(`tags-${values.name}`, {
  section: "Words help taggers",
  title: `Tags, ${values.name}: ${parts.length} files (${sentences.toLocaleString("en")} sentences), each tagged by taggers of the others`,
  command: `npx tsx bench/tags-files.ts ${values.name}/* --min-count ${minCount} --systems ${values.systems}`,
  columns: [
    ...["tagger", "accuracy", "95 %"],
    ...baselines.map((name) => `over ${name}`),
    ...["unknown words", "training, CPU s"],
  ],
  rows: [...runs].map(([name, { counts, seconds, unknown, unknownRight }]) => {
    const { value, low, high } = scoreInterval(counts);
    return [
      ...[name, value.toFixed(2), `${low.toFixed(2)} – ${high.toFixed(2)}`],
      ...baselines.map((baseline) => {
        if (baseline === name) return null;
        const gain = gainOver(counts, runs.get(baseline)!.counts);
        return `${signed(gain.value)} (${signed(gain.low)} to ${signed(gain.high)})`;
      }),
      ...[((100 * unknownRight) / unknown).toFixed(2), (seconds / parts.length).toFixed(1)],
    ];
  }),
  notes: [
    "Classes and vectors are learnt from the words of the training files alone. Intervals by the bootstrap over sentences.",
  ],
  details: Object.fromEntries([...runs].map(([name, { byFile }]) => [name, byFile])),
});
