/**
 * Learns an additive metric from tagged sentences in one pass: Algorithm 1 of Parikh et al. 2014; then what brackets
 * look like, from the metric's own bracketings of the first short sentences (spans/ratios.ts). Gold trees play no part,
 * nothing is initialised, and the same data give the same model.
 */
import {
  breathe,
  checkOptions,
  frozen,
  InputError,
  type Json,
  type LearnContext,
  type Learnt,
  lastingReport,
  OptionError,
  type Report,
  StageClock,
  Vocabulary,
} from "../../base/index.ts";
import {
  asSequences,
  type SequenceData,
  type SourceCount,
  type TaggedSequences,
  type WordVectors,
} from "../../data/index.ts";
import type { TaggedSentence } from "../../trees/index.ts";
import { type PlainSentence, plainSentence } from "./data/sentence.ts";
import { guessTagMap, type TagMapName } from "./data/tags.ts";
import { Covariances } from "./metric/covariances.ts";
import { type MetricTable, metricTable } from "./metric/metric.ts";
import { type InductionMetric, type InductionModel, largestOf } from "./model.ts";
import { INDUCTION_OPTIONS, type InductionOptions } from "./options.ts";
import { learnSpans } from "./spans/learn-spans.ts";

/** What induction learns from: sentences with tags, whose trees, if there are any, are not looked at, and vectors. */
export interface InductionData {
  readonly sentences: SequenceData;
  /** Of a model (`open(…, "vectors")`), of a word2vec file (`readVectors`), or of word classes (`clusterVectors`). */
  readonly vectors: WordVectors;
}

/** What `learnInduction` reports. */
export interface InductionReport extends Report {
  readonly sources: readonly SourceCount[];
  readonly sentences: number;
  readonly words: number;
  /** Words without a vector, which took part in no pair. */
  readonly withoutVector: number;
  readonly tagMap: TagMapName;
  /** Tags that the map does not know, with their counts; they are X. */
  readonly unknownTags: Readonly<Record<string, number>>;
  /** Distances found within the kernel, taken from another distance of their tags, and set to the largest. */
  readonly estimated: number;
  readonly widened: number;
  readonly unseen: number;
  /** Short sentences that the rounds bracketed, and those whose bracketing the last round changed. */
  readonly bracketed: number;
  readonly changed: number;
}

/** How many sentences the tag map is guessed from. */
const GUESSED_FROM = 500;
/** Share of words without a vector above which there is a warning. */
const MANY = 0.05;

/** Learns to bracket tagged sentences from their tags and word vectors. */
export async function learnInduction(
  { sentences: given, vectors }: InductionData,
  givenOptions: Partial<InductionOptions> = {},
  context: LearnContext = {},
): Promise<Learnt<InductionModel, InductionReport>> {
  const options = checkOptions("learnInduction", INDUCTION_OPTIONS, givenOptions);
  if (options.states > vectors.dimensions) {
    const found = `states is ${options.states}, but the vectors have ${vectors.dimensions} dimensions`;
    throw new OptionError("states", `learnInduction: ${found}; expected no more states than dimensions.`);
  }
  const data = asSequences(given);
  const tagMap =
    options.tagMap === "auto" ? guessTagMap(tagCounts(data.sequences.slice(0, GUESSED_FROM))) : options.tagMap;
  const gathered = new Gathered(vectors, tagMap, options);
  const clock = new StageClock(context);
  try {
    await clock.run("pairs of words", "sentences", data.sequences.length, async (meter) => {
      for (const sentence of data.sequences) {
        gathered.add(sentence);
        meter.advance();
        await breathe(context.signal);
      }
    });
    gathered.requireWords();
    const pairs = gathered.tags.size ** 2;
    const table = await clock.run("distances", "pairs of tags", pairs, async (meter) =>
      metricTable(gathered.covariances, gathered.tags.size, vectors.dimensions, options, async () => {
        meter.advance();
        await breathe(context.signal);
      }),
    );
    const metric: InductionMetric = {
      tags: gathered.tags.words(),
      tagMap,
      universal: options.tags === "universal",
      distances: table.distances,
      largest: largestOf(table.distances),
      spans: undefined,
    };
    const sentencesByRound = options.rounds * gathered.short.length;
    const { spans, changed } = await clock.run("brackets of short sentences", "sentences", sentencesByRound, (meter) =>
      learnSpans(metric, gathered.short, options.rounds, async () => {
        meter.advance();
        await breathe(context.signal);
      }),
    );
    const report = { ...gathered.report(data, table), changed, times: clock.times };
    const { column, language, steps } = data;
    const model: InductionModel = frozen({
      kind: "induction",
      ...metric,
      spans,
      options: { ...options, tagMap, column, language, steps } as Readonly<Record<string, Json>>,
      report: lastingReport(report),
    });
    return { model, report };
  } finally {
    gathered.close();
  }
}

function tagCounts(sentences: readonly TaggedSentence[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tags } of sentences) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

/** What one pass over the sentences gives. */
class Gathered {
  readonly covariances: Covariances;
  readonly tags = new Vocabulary();
  readonly short: PlainSentence[] = [];
  readonly #unknownTags = new Map<string, number>();
  #sentences = 0;
  #words = 0;
  #withoutVector = 0;

  constructor(
    readonly vectors: WordVectors,
    readonly tagMap: TagMapName,
    readonly options: InductionOptions,
  ) {
    this.covariances = new Covariances(vectors.dimensions, vectors.data);
  }

  add(sentence: TaggedSentence): void {
    const plain = plainSentence(sentence, this.tagMap, this.#unknownTags);
    const { vectors } = this;
    const rows = plain.words.map((word) => {
      const row = vectors.row(word);
      if (row < 0 && vectors.unknownRow < 0) this.#withoutVector++;
      return row < 0 ? vectors.unknownRow : row;
    });
    const tags = this.options.tags === "universal" ? plain.universal : plain.tags;
    this.covariances.add(
      rows,
      tags.map((tag) => this.tags.add(tag)),
    );
    const { rounds, maxRoundWords, maxRoundSentences } = this.options;
    const isShort = rows.length > 1 && rows.length <= maxRoundWords;
    if (rounds > 0 && isShort && this.short.length < maxRoundSentences) this.short.push(plain);
    this.#sentences++;
    this.#words += rows.length;
  }

  requireWords(): void {
    if (this.#words === 0)
      throw new InputError("learnInduction: there are no words to learn from; expected tagged sentences.");
    if (this.#withoutVector === this.#words) {
      throw new InputError(
        "learnInduction: no word of the sentences has a vector; expected vectors of the same language and spelling.",
      );
    }
  }

  report(
    { sources }: TaggedSequences,
    { estimated, widened, unseen }: MetricTable,
  ): Omit<InductionReport, "changed" | "times"> {
    return {
      sources,
      sentences: this.#sentences,
      words: this.#words,
      withoutVector: this.#withoutVector,
      tagMap: this.tagMap,
      unknownTags: Object.fromEntries(this.#unknownTags),
      estimated,
      widened,
      unseen,
      bracketed: this.short.length,
      warnings: this.#warnings(),
    };
  }

  #warnings(): string[] {
    const warnings: string[] = [];
    const share = this.#withoutVector / this.#words;
    if (share > MANY) warnings.push(`${(100 * share).toFixed(1)} % of the words have no vector and were left out.`);
    if (this.#unknownTags.size > 0) {
      const list = [...this.#unknownTags].slice(0, 10).map(([tag, count]) => `${tag} (${count})`);
      warnings.push(`the map "${this.tagMap}" does not know these tags, which became X: ${list.join(", ")}.`);
    }
    return warnings;
  }

  close(): void {
    this.covariances.close();
  }
}
