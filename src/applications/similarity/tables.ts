/** What the groups of features are made of, learnt before any pair is looked at: all but the regressions. */
import { breathe, InputError, Random, type StageClock } from "../../base/index.ts";
import { readCorpus } from "../../data/corpus/corpus.ts";
import type { Corpus, JudgedPair, WordVectors } from "../../data/index.ts";
import { ModelVectors, type VectorsModel, vectorsModelOf } from "../../models/vectors/index.ts";
import { EigenwordFeatures } from "./eigenwords/eigenwords.ts";
import type { FeatureTables } from "./features.ts";
import { GROUPS, type GroupName } from "./group.ts";
import type { SimilarityData } from "./learn.ts";
import { type BinaryTree, TreeReader } from "./neural/binary-tree.ts";
import { learnEncoder } from "./neural/learn-encoder.ts";
import { Leaves } from "./neural/leaves.ts";
import { textSentences } from "./neural/text-sentences.ts";
import type { SimilarityOptions } from "./options.ts";
import { learnSelectors, MOST_WORDS } from "./selectors/learn-selectors.ts";
import { SentenceReader } from "./sentence.ts";
import { Frequencies, type WordCounts } from "./words/frequencies.ts";

/** What the report tells of the tables. */
export interface TableFigures {
  /** Words of text that frequencies were counted from, those of the pairs among them. */
  readonly tokens: number;
  readonly words: number;
  /** Trigrams of the selectors. */
  readonly trigrams: number;
  /** Trees that the encoder learnt from, and its error for each word before and after. */
  readonly trees: number;
  readonly treeErrors: readonly number[];
}

export interface LearntTables {
  readonly tables: FeatureTables;
  readonly figures: TableFigures;
  /** The trees of the pairs, already parsed. */
  readonly trees: TreeReader | undefined;
  readonly warnings: readonly string[];
}

type Resources = Omit<SimilarityData, "pairs">;

/** Longer sentences are not learnt from by the encoder: their unfolding takes most of the time. */
const LONGEST_TREE = 20;

export async function learnTables(
  pairs: readonly JudgedPair[],
  resources: Resources,
  options: SimilarityOptions,
  clock: StageClock,
): Promise<LearntTables> {
  const { groups, warnings } = groupsAtHand(resources, options.groups);
  const { text } = resources;
  const sentences = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))];
  const counts = await clock.run("frequencies", "words", undefined, () => countWords(sentences, text, options));
  const frequencies = new Frequencies(counts);
  const vectors = usedVectors(resources.vectors, groups, options.vocabulary);
  const common = await clock.run("vectors of sentences", "sentences", sentences.length, async (meter) => {
    if (vectors === undefined || !groups.includes("eigenwords")) return new Float64Array(vectors?.dimensions ?? 0);
    const reader = new SentenceReader(frequencies);
    const read = [];
    for (const sentence of sentences) {
      read.push(reader.read(sentence));
      meter.advance();
      await breathe(clock.context.signal);
    }
    return EigenwordFeatures.commonOf(new ModelVectors(vectors), frequencies, read);
  });
  let trigrams = 0;
  let selectors: FeatureTables["selectors"];
  if (groups.includes("selectors")) {
    const view = text!.view({ vocabulary: Math.min(options.vocabulary, MOST_WORDS), minCount: 1 });
    const learnt = await clock.run("selectors", "words", view.length, () =>
      learnSelectors(view, options.ngrams, clock.context),
    );
    selectors = learnt.tables;
    trigrams = selectors.fillers.length;
    if (learnt.dropped)
      warnings.push(
        "the text has more trigrams than fit; those seen once were dropped on the way, so that counts of rare ones may be too low.",
      );
  }
  const neural = groups.includes("neural")
    ? await learnTrees(sentences, resources, vectors!, frequencies, options, clock)
    : undefined;
  return {
    tables: {
      groups,
      counts,
      vectors,
      common,
      selectors,
      parser: neural && resources.parser!.model,
      encoder: neural?.encoder,
    },
    figures: {
      tokens: counts.total,
      words: counts.words.length,
      trigrams,
      trees: neural?.count ?? 0,
      treeErrors: neural?.errors ?? [],
    },
    trees: neural?.reader,
    warnings,
  };
}

/** The groups that were asked for and can be made, and a sentence for each that cannot. */
function groupsAtHand({ wordnet, vectors, parser, text }: Resources, asked: readonly GroupName[]) {
  const missing: Readonly<Record<GroupName, string | undefined>> = {
    surface: undefined,
    wordnet: wordnet === undefined ? "WordNet" : undefined,
    eigenwords: vectors === undefined ? "word vectors" : undefined,
    neural: parser === undefined ? "a parser" : vectors === undefined ? "word vectors" : undefined,
    selectors: text === undefined ? "text" : undefined,
  };
  const wanted = GROUPS.filter((group) => asked.includes(group));
  const groups = wanted.filter((group) => missing[group] === undefined);
  if (groups.length === 0) {
    const reasons = wanted.map((group) => `${group} needs ${missing[group]}`).join(", ");
    throw new InputError(`no group of features is left: ${reasons || "none was asked for"}; expected at least one.`);
  }
  const warnings = wanted.flatMap((group) =>
    missing[group] === undefined ? [] : [`the group "${group}" is off for lack of ${missing[group]!}.`],
  );
  return { groups, warnings };
}

/** Counts of the text and of the sentences themselves, the most frequent words first. */
function countWords(
  sentences: readonly string[],
  text: Corpus | undefined,
  { vocabulary }: SimilarityOptions,
): WordCounts {
  const own = readCorpus(`${sentences.map((sentence) => sentence.replace(/\s+/g, " ")).join("\n")}\n`);
  const counts = new Map<string, number>();
  let total = 0;
  for (const corpus of text === undefined ? [own] : [own, text]) {
    const view = corpus.view({ vocabulary, minCount: 1 });
    for (const [i, word] of view.words.entries()) counts.set(word, (counts.get(word) ?? 0) + view.counts[i]!);
    total += corpus.tokens;
  }
  own.close();
  // Sorting is stable: words counted equally often stay in the order of the views.
  const kept = [...counts].sort(([, a], [, b]) => b - a).slice(0, vocabulary);
  return { words: kept.map(([word]) => word), counts: Float64Array.from(kept, ([, count]) => count), total };
}

/** The vectors as a model, with at most that many words; undefined where no group uses them. */
function usedVectors(
  given: WordVectors | undefined,
  groups: readonly GroupName[],
  most: number,
): VectorsModel | undefined {
  if (given === undefined || !(groups.includes("eigenwords") || groups.includes("neural"))) return undefined;
  const model = given instanceof ModelVectors ? given.model : vectorsModelOf(given, "vectors of others");
  const { words, dimensions, data, counts } = model;
  if (words.length <= most) return model;
  // The row for unknown words, where there is one, moves up behind the last that is kept.
  const rows = data.length / dimensions;
  const kept = new Float32Array((most + rows - words.length) * dimensions);
  kept.set(data.subarray(0, most * dimensions));
  kept.set(data.subarray(words.length * dimensions), most * dimensions);
  const others = counts.length === 0 ? 0 : counts.subarray(most).reduce((sum, count) => sum + count, 0);
  return {
    ...model,
    words: words.slice(0, most),
    data: kept,
    counts: counts.length === 0 ? counts : Float64Array.from([...counts.subarray(0, most), others]),
  };
}

/** Parses the sentences, and learns the encoder from a sample of them and, half of it, of sentences of the text. */
async function learnTrees(
  sentences: readonly string[],
  { parser, text }: Resources,
  vectors: VectorsModel,
  frequencies: Frequencies,
  { treeDim, treeSentences, treeIterations, vocabulary, seed }: SimilarityOptions,
  clock: StageClock,
) {
  const reader = new TreeReader(parser!.model);
  const parse = (which: string, given: readonly string[]) =>
    clock.run(which, "sentences", given.length, async (meter) => {
      const found: BinaryTree[] = [];
      for (const sentence of given) {
        const tree = reader.read(sentence);
        if (tree !== undefined && tree.words.length <= LONGEST_TREE) found.push(tree);
        meter.advance();
        await breathe(clock.context.signal);
      }
      return found;
    });
  const half = Math.floor(treeSentences / 2);
  const others =
    text === undefined
      ? []
      : await parse("trees of the text", textSentences(text.view({ vocabulary, minCount: 1 }), half, LONGEST_TREE));
  const own = new Random(seed).stream("trees").shuffle(await parse("trees", sentences));
  const sample = [...own.slice(0, treeSentences - others.length), ...others];
  const dim = Math.min(treeDim, vectors.dimensions);
  const { encoder, firstError, lastError } = await clock.run("tree encoder", "iterations", treeIterations, () =>
    learnEncoder(
      sample,
      new Leaves(new ModelVectors(vectors), frequencies, dim),
      { iterations: treeIterations, seed },
      clock.context,
    ),
  );
  return { reader, encoder, count: sample.length, errors: [firstError, lastError] };
}
