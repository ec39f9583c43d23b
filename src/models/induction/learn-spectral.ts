/**
 * Learns an additive metric from tagged sentences in one pass: Algorithm 1 of Parikh et al. 2014; then what brackets look like, from the metric's own bracketings of the
 * first short sentences (span-ratios.ts). Gold trees play no part, nothing is initialised, and the same data give the same model.
 */
import {
  checkOptions,
  choice,
  InputError,
  type Json,
  OptionError,
  type OptionsOf,
  type Progress,
  real,
  Stage,
  Vocabulary,
  whole,
} from "../../base/index.ts";
import type { TaggedSentence } from "../../trees/index.ts";
import type { WordVectors } from "../vectors/index.ts";
import { Covariances } from "./covariances.ts";
import { learnSpans } from "./learn-spans.ts";
import { metricTable } from "./metric.ts";
import type { InductionModel } from "./model.ts";
import { type PlainSentence, plainSentence } from "./sentence.ts";
import { guessTagMap, TAG_MAPS, type TagMapName } from "./tags.ts";

export const INDUCTION_OPTIONS = {
  states: whole("singular values that enter a distance", { default: 7, min: 1, max: 200 }),
  bandwidth: real("how far distances in words are mixed: γ of the kernel", { default: 0.4, min: 0.01, max: 1 }),
  tags: choice("learn by universal tags or by the tags as they are given", ["universal", "given"], { default: "universal" }),
  tagMap: choice("what the given tags are; auto takes the map that knows most of them", ["auto", ...TAG_MAPS], { default: "auto" }),
  minimum: whole("pairs of words that a distance needs; with fewer the nearest distance of its tags that has them is taken", {
    default: 50,
    min: 1,
  }),
  rounds: whole("rounds of bracketing short sentences and counting what their brackets look like; 0: the metric alone", {
    default: 4,
    min: 0,
    max: 100,
  }),
  short: whole("words of the longest sentences that the rounds bracket", { default: 12, min: 2, max: 100 }),
  sample: whole("sentences that the rounds bracket, at most: the first short ones of the data", { default: 20_000, min: 1 }),
};
export type InductionOptions = OptionsOf<typeof INDUCTION_OPTIONS>;

export interface InductionReport {
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
  readonly seconds: number;
  readonly warnings: readonly string[];
}

/** Sentences by whose tags the map is guessed. */
const GUESSED_FROM = 500;

export async function learnInduction(
  sentences: Iterable<TaggedSentence> | AsyncIterable<TaggedSentence>,
  vectors: WordVectors,
  given: Partial<InductionOptions> = {},
  progress?: Progress,
): Promise<{ model: InductionModel; report: InductionReport }> {
  const began = performance.now();
  const options = checkOptions("learnInduction", INDUCTION_OPTIONS, given);
  if (options.states > vectors.dimensions) {
    throw new OptionError(
      "states",
      `learnInduction: states is ${options.states}, but the vectors have ${vectors.dimensions} dimensions; expected no more states than dimensions.`,
    );
  }
  const learner = new Learner(vectors, options);
  const stage = new Stage("pairs of words", "sentences", undefined, progress);
  let waiting: TaggedSentence[] | undefined = options.tagMap === "auto" ? [] : undefined;
  const start = () => {
    learner.map ??= guessTagMap(tagCounts(waiting!));
    for (const sentence of waiting ?? []) learner.add(sentence);
    waiting = undefined;
  };
  for await (const sentence of sentences) {
    if (waiting === undefined) learner.add(sentence);
    else if (waiting.push(sentence) === GUESSED_FROM) start();
    stage.advance();
  }
  if (waiting !== undefined) start();
  stage.finish();
  try {
    return learner.finish(began, progress);
  } finally {
    learner.close();
  }
}

function tagCounts(sentences: readonly TaggedSentence[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { tags } of sentences) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

class Learner {
  map: TagMapName | undefined;
  readonly #covariances: Covariances;
  readonly #tags = new Vocabulary();
  readonly #unknownTags = new Map<string, number>();
  readonly #short: PlainSentence[] = [];
  #sentences = 0;
  #words = 0;
  #withoutVector = 0;

  constructor(
    readonly vectors: WordVectors,
    readonly options: InductionOptions,
  ) {
    this.map = options.tagMap === "auto" ? undefined : options.tagMap;
    this.#covariances = new Covariances(vectors.dimensions, vectors.data);
  }

  add(sentence: TaggedSentence): void {
    const plain = plainSentence(sentence, this.map!, this.#unknownTags);
    const { vectors } = this;
    const rows = plain.words.map((word) => {
      const row = vectors.row(word);
      if (row < 0 && vectors.unknownRow < 0) this.#withoutVector++;
      return row < 0 ? vectors.unknownRow : row;
    });
    const tags = this.options.tags === "universal" ? plain.universal : plain.tags;
    this.#covariances.add(
      rows,
      tags.map((tag) => this.#tags.add(tag)),
    );
    const { rounds, short, sample } = this.options;
    if (rounds > 0 && rows.length > 1 && rows.length <= short && this.#short.length < sample) this.#short.push(plain);
    this.#sentences++;
    this.#words += rows.length;
  }

  finish(began: number, progress: Progress | undefined): { model: InductionModel; report: InductionReport } {
    if (this.#words === 0) throw new InputError("learnInduction: there are no words to learn from; expected tagged sentences.");
    if (this.#withoutVector === this.#words) {
      throw new InputError("learnInduction: no word of the sentences has a vector; expected vectors of the same language and spelling.");
    }
    const tags = this.#tags.words();
    const { distances, ...counts } = metricTable(this.#covariances, tags.length, this.vectors.dimensions, this.options);
    const warnings: string[] = [];
    const share = this.#withoutVector / this.#words;
    if (share > 0.05) warnings.push(`${(100 * share).toFixed(1)} % of the words have no vector and were left out.`);
    if (this.#unknownTags.size > 0) {
      const list = [...this.#unknownTags].slice(0, 10).map(([tag, count]) => `${tag} (${count})`);
      warnings.push(`the map "${this.map}" does not know these tags, which became X: ${list.join(", ")}.`);
    }
    const metric: InductionModel = {
      tags,
      tagMap: this.map!,
      universal: this.options.tags === "universal",
      distances,
      largest: distances.reduce((most, value) => Math.max(most, value), 0),
      options: this.options as Readonly<Record<string, Json>>,
    };
    const { spans, changed } = learnSpans(metric, this.#short, this.options.rounds, progress);
    const model = Object.freeze({ ...metric, spans });
    const report: InductionReport = {
      sentences: this.#sentences,
      words: this.#words,
      withoutVector: this.#withoutVector,
      tagMap: this.map!,
      unknownTags: Object.fromEntries(this.#unknownTags),
      ...counts,
      bracketed: this.#short.length,
      changed,
      seconds: (performance.now() - began) / 1000,
      warnings,
    };
    return { model, report };
  }

  close(): void {
    this.#covariances.close();
  }
}
