/**
 * p(label | spelling) in both places that use it: tagging with sequence models and parsing of plain words. Measured on
 * held-out blocks of the training data (what choices are made by) and on the development data.
 *
 *   npx tsx bench/lexicon.ts FOLDER [--only wsj,german,upos,xpos,gum] [--parse] [--dev] [--folds 1]
 *       [--methods unigram,hmm,spectral,spectral24,perceptron]
 *
 * FOLDER holds wsj-sample/, german/, ud-ewt/ and gum/.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Vocabulary } from "../src/base/index.ts";
import { isWord, readConllu, readPenn, readTiger } from "../src/formats/index.ts";
import { LabelCounter } from "../src/models/lexicon/label-counts.ts";
import { learnSpelling } from "../src/models/lexicon/word-labels.ts";
import { evaluateParser, learnParser, Parser } from "../src/models/parser/index.ts";
import { learnSequence, type SequenceOptions, Tagger } from "../src/models/sequence/index.ts";
import {
  graphToTree,
  prepareTreebank,
  STANDARD_STEPS,
  type TaggedSentence,
  type Tree,
  taggedSentence,
} from "../src/trees/index.ts";
import { record } from "./result.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string" },
    parse: { type: "boolean", default: false },
    dev: { type: "boolean", default: false },
    folds: { type: "string", default: "1" },
    methods: { type: "string", default: "unigram,hmm,spectral" },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error("usage: npx tsx bench/lexicon.ts FOLDER [--only NAMES] [--parse] [--dev] [--folds N]");
  process.exit(2);
}

const read = (path: string) => readFileSync(`${folder}/${path}`, "utf8");
const prepared = (trees: Tree[]) => prepareTreebank(trees, [...STANDARD_STEPS, "repeats"]).trees;
const penn = (path: string) => prepared(readPenn(read(path)));
const GERMAN = ["AHK", "COSUDE", "DW", "FOCUS", "FUNDACION", "GREG"].map((name) => `german/${name}_SQUOIA_DE.xml`);
const tiger = (paths: readonly string[]) =>
  prepared(
    paths.flatMap((path) =>
      readTiger(read(path))
        .filter(({ words }) => words.length > 0)
        .map((graph) => graphToTree(graph).tree),
    ),
  );
const conllu = (path: string, column: "upos" | "xpos"): TaggedSentence[] =>
  readConllu(read(path)).map(({ tokens }) => {
    const words = tokens.filter(isWord);
    return { words: words.map(({ form }) => form), tags: words.map((word) => word[column]) };
  });

interface Data {
  readonly trees?: { readonly train: Tree[]; readonly dev: Tree[] };
  readonly train: TaggedSentence[];
  readonly dev: TaggedSentence[];
}
const ofTrees = (train: Tree[], dev: Tree[]): Data => ({
  trees: { train, dev },
  train: train.map(taggedSentence),
  dev: dev.map(taggedSentence),
});
const DATA: Record<string, () => Data> = {
  upos: () => ({ train: conllu("ud-ewt/train.conllu", "upos"), dev: conllu("ud-ewt/dev.conllu", "upos") }),
  xpos: () => ({ train: conllu("ud-ewt/train.conllu", "xpos"), dev: conllu("ud-ewt/dev.conllu", "xpos") }),
  wsj: () => ofTrees(penn("wsj-sample/train.mrg"), penn("wsj-sample/dev.mrg")),
  german: () => ofTrees(tiger(GERMAN.slice(0, 5)), tiger(GERMAN.slice(5))),
  gum: () => ofTrees(penn("gum/train.mrg"), penn("gum/dev.mrg")),
};

const FOLDS = 5;
/** Trees parsed of a held-out block. */
const PARSED = 300;

/** Blocks that stand together stay together, as a new text does. */
function block<T>(items: readonly T[], fold: number): { train: T[]; dev: T[] } {
  const [from, to] = [fold, fold + 1].map((at) => Math.floor((at * items.length) / FOLDS));
  return { train: [...items.slice(0, from), ...items.slice(to)], dev: items.slice(from, to) };
}

/** Processor time, which other work on the machine hardly changes. */
const cpuSeconds = (since = 0): number => process.cpuUsage().user / 1e6 - since;

interface Row {
  readonly data: string;
  readonly part: string;
  readonly model: string;
  readonly accuracy: number;
  readonly unknown: number;
  readonly f1?: number;
  readonly seconds: number;
}
const rows: Row[] = [];
function report(row: Row): void {
  rows.push(row);
  const f1 = row.f1 === undefined ? "" : `F1 ${row.f1.toFixed(2)}  `;
  console.log(
    `${row.data.padEnd(7)} ${row.part.padEnd(7)} ${row.model.padEnd(9)} ${f1}tags ${row.accuracy.toFixed(2)}  unknown ${row.unknown.toFixed(2)}  ${row.seconds.toFixed(1)} s`,
  );
}

const LEARNERS: Readonly<Record<string, SequenceOptions>> = {
  unigram: { method: "unigram" },
  hmm: { method: "hmm" },
  spectral: { method: "spectral", states: 16 },
  spectral24: { method: "spectral", states: 24 },
  perceptron: { method: "perceptron" },
};
const methods = values.methods.split(",").filter((name) => name !== "");

/** Counts tags that are right, among all words and among those that training did not see. */
class TagCounts {
  readonly #known: Set<string>;
  readonly #all = { words: 0, right: 0 };
  readonly #unknown = { words: 0, right: 0 };

  constructor(train: readonly TaggedSentence[]) {
    this.#known = new Set(train.flatMap(({ words }) => words));
  }

  add({ words, tags }: TaggedSentence, found: readonly string[]): void {
    for (const [i, word] of words.entries()) {
      for (const counts of this.#known.has(word) ? [this.#all] : [this.#all, this.#unknown]) {
        counts.words++;
        if (found[i] === tags[i]) counts.right++;
      }
    }
  }

  rates(): { accuracy: number; unknown: number } {
    const rate = ({ words, right }: { words: number; right: number }) => (100 * right) / Math.max(1, words);
    return { accuracy: rate(this.#all), unknown: rate(this.#unknown) };
  }
}

async function tagging(data: string, part: string, train: TaggedSentence[], dev: TaggedSentence[]): Promise<void> {
  for (const method of methods) {
    const tagger = new Tagger((await learnSequence(train, LEARNERS[method]!)).model);
    const counts = new TagCounts(train);
    const began = cpuSeconds();
    for (const sentence of dev) counts.add(sentence, tagger.tag(sentence.words).tags);
    report({ data, part, model: method, ...counts.rates(), seconds: cpuSeconds(began) });
  }
}

async function parsing(data: string, part: string, train: Tree[], dev: Tree[]): Promise<void> {
  const { model } = await learnParser(train, { members: 1 });
  const parser = new Parser(model);
  const counts = new TagCounts(train.map(taggedSentence));
  const began = cpuSeconds();
  for (const gold of dev) {
    const sentence = taggedSentence(gold);
    counts.add(sentence, taggedSentence(parser.parse(sentence.words).tree).tags);
  }
  const seconds = cpuSeconds(began);
  const { f1 } = (await evaluateParser(parser, dev)).all;
  report({ data, part, model: "parser", ...counts.rates(), f1, seconds });
}

/** What learning the spelling alone takes: seconds, and bytes of its weights. */
function cost(train: TaggedSentence[]): { seconds: number; bytes: number } {
  const [words, labels] = [new Vocabulary(), new Vocabulary()];
  const tokens = train.flatMap((sentence) =>
    sentence.words.map((word, i) => ({ word: words.add(word), first: i === 0, label: labels.add(sentence.tags[i]!) })),
  );
  const counter = new LabelCounter();
  for (const { word, label } of tokens) counter.add(word, label);
  const counts = counter.finish(words, labels.size);
  const began = cpuSeconds();
  const { hashes, weights } = learnSpelling(counts, tokens).weights;
  return { seconds: cpuSeconds(began), bytes: hashes.byteLength + weights.byteLength };
}

const costs: Record<string, { seconds: number; bytes: number }> = {};
for (const name of values.only?.split(",") ?? Object.keys(DATA)) {
  const data = DATA[name]!();
  costs[name] = cost(data.train);
  console.log(
    `${name}: spelling learnt in ${costs[name].seconds.toFixed(2)} s, ${(costs[name].bytes / 1e6).toFixed(1)} MB`,
  );
  for (let fold = 0; fold < Number(values.folds); fold++) {
    const part = `block ${fold + 1}`;
    const sentences = block(data.train, fold);
    await tagging(name, part, sentences.train, sentences.dev);
    if (!values.parse || data.trees === undefined) continue;
    const { train, dev } = block(data.trees.train, fold);
    await parsing(name, part, train, dev.slice(0, PARSED));
  }
  if (!values.dev) continue;
  await tagging(name, "dev", data.train, data.dev);
  if (values.parse && data.trees !== undefined) await parsing(name, "dev", data.trees.train, data.trees.dev);
}
const flags = [
  ...(values.only === undefined ? [] : [`--only ${values.only}`]),
  ...(values.parse ? ["--parse"] : []),
  ...(values.dev ? ["--dev"] : []),
  `--folds ${values.folds} --methods ${values.methods}`,
];
record("lexicon", {
  section: "Word forms",
  title: "Tags from words and spelling, in taggers and in the parser",
  command: `npx tsx bench/lexicon.ts D ${flags.join(" ")}`,
  columns: ["data", "measured on", "model", "tags", "unknown words", "F1", "CPU s"],
  rows: rows.map(({ data, part, model, accuracy, unknown, f1, seconds }) => [
    ...[data, part, model, accuracy.toFixed(2), unknown.toFixed(2), f1?.toFixed(2) ?? null],
    seconds.toFixed(1),
  ]),
  notes: [
    "Block n is the n-th fifth of the training data, held out; dev is the development data. The last column is decoding.",
    ...Object.entries(costs).map(
      ([name, { seconds, bytes }]) =>
        `${name}: the spelling is learnt in ${seconds.toFixed(2)} CPU s and takes ${(bytes / 1e6).toFixed(1)} MB.`,
    ),
  ],
});
