/** `eigentree experiment lexical TRAIN [DEV]`: what classes and vectors of plain text are worth to taggers. */
import { choice, choices, flag, OptionError, real, texts, whole } from "../../base/index.ts";
import {
  collectCorpus,
  collectSequences,
  SEQUENCE_DATA_OPTIONS,
  type TaggedSequences,
  type TextSource,
} from "../../data/index.ts";
import { ENCODING_OPTION, textSources } from "../../files/index.ts";
import type { WordKnowledge } from "../../models/representations/index.ts";
import {
  experimentLexical,
  type LexicalExperiment,
  type LexicalRow,
  SEQUENCE_METHODS,
} from "../../models/sequence/index.ts";
import { learnClusters, learnVectors, ModelVectors } from "../../models/vectors/index.ts";
import { MEMORY_OPTION, spillingContext } from "../data/corpus-files.ts";
import { readWordKnowledge } from "../data/word-knowledge.ts";
import { defineCommand } from "../frame/command.ts";
import type { Context } from "../frame/context.ts";
import { file, shared } from "../frame/flags.ts";
import { formatSeconds, formatTable } from "../frame/numbers.ts";

const SYSTEMS = ["none", "brown", "oscca", "lrmvl", "brown+oscca", "brown+lrmvl"] as const;

const { l2, warmup, iterations, rate, task, vectorScale, templates } = SEQUENCE_METHODS.crf;
const CRF_SETTINGS = { task, templates, l2, warmup, iterations, rate, vectorScale };

const REPRESENTATIONS = {
  systems: choices("what taggers are learnt with; the first is what the others are compared with", SYSTEMS, {
    default: SYSTEMS,
  }),
  text: texts("files of running text that representations are learnt from, in addition to the words of TRAIN", {
    default: [],
  }),
  classes: whole("Brown classes", { default: 200, min: 2, max: 10_000 }),
  dim: whole("dimensions of vectors", { default: 50, min: 2, max: 1000 }),
  // A rarer word's class or vector, learnt from the training text itself, tells the word and with it the label; new
  // words have none. On Dutch names, on one held-out end of the training data, 2 costs a point of F1 and 10 nothing.
  minCount: whole("occurrences that a word needs to have a class or a vector", { default: 10, min: 1 }),
  lowerCase: flag("lower-case all letters before representations are learnt", { default: true }),
};

type Settings = {
  readonly clusters?: string | undefined;
  readonly vectors?: string | undefined;
  readonly text: readonly string[];
  readonly classes: number;
  readonly dim: number;
  readonly minCount: number;
  readonly lowerCase: boolean;
};

/** Each representation once, as far as `wanted` systems need it. */
async function learnRepresentations(
  context: Context,
  { sequences }: TaggedSequences,
  wanted: readonly string[],
  { clusters: paths, vectors, text, classes, dim, minCount, lowerCase }: Settings,
  memory: string,
): Promise<(system: string) => WordKnowledge> {
  const given = await readWordKnowledge({ clusters: paths, vectors }, context.progress);
  const learning = spillingContext(context, { memory });
  const own: TextSource = { name: "TRAIN", pieces: sequences.map(({ words }) => `${words.join(" ")}\n\n`) };
  // Running text is cut into words by rule; without it the words are as the data have them.
  const cutting = { tokens: text.length === 0 ? ("spaces" as const) : ("words" as const), lines: "running" as const };
  const corpus = await collectCorpus([own, ...textSources(text)], { ...cutting, lowerCase }, learning);
  try {
    const needs = (part: string) => wanted.some((system) => system.split("+").includes(part));
    const found: Record<string, WordKnowledge> = {
      ...(given.classes === undefined ? {} : { brown: { classes: given.classes } }),
      ...(given.vectors === undefined ? {} : { oscca: { vectors: given.vectors } }),
    };
    if (needs("brown") && found.brown === undefined) {
      const { clusters } = await learnClusters(corpus, { classes, minCount }, learning);
      found.brown = { classes: clusters };
    }
    for (const method of ["oscca", "lrmvl"] as const) {
      if (!needs(method) || found[method] !== undefined) continue;
      const { model } = await learnVectors(corpus, { method, dim, minCount }, learning);
      found[method] = { vectors: new ModelVectors(model) };
    }
    return (system) => Object.assign({}, ...system.split("+").map((part) => found[part] ?? {}));
  } finally {
    corpus.close();
  }
}

const signed = (value: number) => (value < 0 ? value.toFixed(2) : `+${value.toFixed(2)}`).replace("-", "−");
const range = ({ low, high }: { readonly low: number; readonly high: number }) =>
  `${low.toFixed(2)} – ${high.toFixed(2)}`;

function rowText({ system, score, gain, unknown, seconds, test }: LexicalRow): string[] {
  return [
    system,
    score.value.toFixed(2),
    range(score),
    gain === undefined ? "" : signed(gain.value),
    gain === undefined ? "" : `${signed(gain.low)} – ${signed(gain.high)}`,
    gain === undefined ? "" : gain.p.toFixed(3),
    Number.isFinite(unknown) ? unknown.toFixed(2) : "",
    formatSeconds(seconds),
    test === undefined ? "" : test.score.value.toFixed(2),
    test?.gain === undefined ? "" : `${signed(test.gain.value)} (p ${test.gain.p.toFixed(3)})`,
  ];
}

/** The table of an experiment. */
const lexicalTable = ({ measure, rows }: LexicalExperiment): string =>
  formatTable([
    ["features", `dev ${measure}`, "95 %", "gain", "95 %", "p", "unknown", "time", "test", "gain on test"],
    ...rows.map(rowText),
  ]);

export const lexical = defineCommand({
  description:
    "Learns the same tagger with no representation of words, with Brown classes, with vectors of one-step CCA and of " +
    "LR-MVL (which also give tokens the numbers of their contexts), and with classes and vectors, all learnt from the " +
    "words of TRAIN and from --text, unless --clusters and --vectors give them. Without DEV the last part of TRAIN is held out. With --test the first system and " +
    "the one that is best on DEV are measured on it.",
  arguments: ["TRAIN", "[DEV]"],
  options: {
    ...REPRESENTATIONS,
    clusters: file("classes that stand for brown, as `train clusters` writes them"),
    vectors: file("vectors that stand for oscca: a model of `train vectors`, or word2vec's format"),
    method: choice("the tagger", ["crf", "product", "perceptron"], { default: "crf" }),
    test: file("labelled sequences for one measurement in the end"),
    heldOut: real("share of TRAIN that is held out, its last part, where no DEV is given", {
      default: 0.1,
      min: 0.001,
      max: 0.9,
    }),
    ...CRF_SETTINGS,
    ...SEQUENCE_DATA_OPTIONS,
    encoding: ENCODING_OPTION,
    ...MEMORY_OPTION,
    ...shared("json", "quiet"),
  },
  examples: [
    [
      "eigentree experiment lexical train.txt --input columns --features 2",
      "chunks from words and tags; the last tenth of train.txt is held out",
    ],
    [
      "eigentree experiment lexical train.conllu dev.conllu --text novels.txt.gz --test test.conllu",
      "tags, with representations of novels",
    ],
  ],
  async run(context, paths, options) {
    const { systems, method, encoding, memory, heldOut } = options;
    if (systems.length === 0) throw new OptionError("systems", "experiment lexical: --systems is empty; name some.");
    const reading = context.givenOf(SEQUENCE_DATA_OPTIONS, options);
    const read = (path: string) =>
      collectSequences(textSources([path], { progress: context.progress, encoding }), reading, context.learning);
    const all = await read(paths[0]!);
    const kept = Math.floor((1 - heldOut) * all.sequences.length);
    const train = paths.length > 1 ? all : { ...all, sequences: all.sequences.slice(0, kept) };
    const dev = paths.length > 1 ? await read(paths[1]!) : { ...all, sequences: all.sequences.slice(kept) };
    const test = options.test === undefined ? undefined : await read(options.test);
    const knowledgeOf = await learnRepresentations(context, train, systems, options, memory);
    const given = context.givenOf(method !== "perceptron" ? CRF_SETTINGS : { task, templates, vectorScale }, options);
    const result = await experimentLexical(
      { train, dev, test },
      systems.map((name) => ({ name, knowledge: knowledgeOf(name) })),
      { method, ...given },
      context.learning,
      (row) => context.note(rowText(row).join("  ")),
    );
    await context.report({ experiment: "lexical", train: paths[0], dev: paths[1] ?? null, method, ...result }, () =>
      lexicalTable(result),
    );
  },
});
