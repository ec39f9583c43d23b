/**
 * Scores of a tagger against gold labels: all words, known and unknown ones, each label, confusions, and spans where
 * labels are BIO.
 */
import { InputError } from "../../base/errors.ts";
import type { LearnContext } from "../../base/learning.ts";
import { checkOptions } from "../../base/options.ts";
import { Meter } from "../../base/progress.ts";
import { breathe } from "../../base/stopping.ts";
import { asSequences, type SequenceData } from "../../data/sequences.ts";
import { type ChunkRates, ChunkScorer } from "../../evaluation/chunks.ts";
import { percentOf } from "../../evaluation/rates.ts";
import { TaggingScorer, type TaggingSummary } from "../../evaluation/tagging.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import type { WordColumns } from "./features/setup.ts";
import type { Tagger, TaggingResult } from "./predict.ts";

/** Some of the words, and how many of them were labelled right. */
export interface Share {
  readonly words: number;
  readonly correct: number;
  /** In percent. */
  readonly accuracy: number;
}

/** How well a tagger labels gold sequences. */
export interface SequenceScores extends TaggingSummary {
  readonly known: Share;
  readonly unknown: Share;
  /** As conlleval counts them; only where every gold label is O or has a type after B-, I-, E- or S-. */
  readonly spans: { readonly all: ChunkRates; readonly types: Readonly<Record<string, ChunkRates>> } | undefined;
  /** Gold labels that training did not have, with how many words have them: they can only be missed. */
  readonly unseenLabels: Readonly<Record<string, number>>;
  readonly emptySentences: number;
}

const BIO = /^(O|[BIES]-.+)$/;

/** What is evaluated: a `Tagger`, or anything that tags like one. */
export interface Tags {
  readonly labels: readonly string[];
  knows(word: string): boolean;
  tag(words: readonly string[], columns?: WordColumns): Omit<TaggingResult, "words">;
}

/**
 * Tags gold sequences and scores the result. Plain sentences and trees are prepared as the model's training data were;
 * data that were read keep the preparation they have: read them with `tagger.reading`. There are no options yet.
 */
export async function evaluateSequence(
  tagger: Tagger,
  gold: SequenceData,
  options: Readonly<Record<string, never>> = {},
  context: LearnContext = {},
): Promise<SequenceScores> {
  checkOptions("evaluateSequence", {}, options);
  const { sequences } = asSequences(gold, tagger.reading);
  const evaluation = new SequenceEvaluation(tagger);
  const meter = new Meter("tagging", "sequences", sequences.length, context);
  for (const sequence of sequences) {
    evaluation.add(sequence);
    meter.advance();
    await breathe(context.signal);
  }
  meter.finish();
  const scores = evaluation.scores();
  if (scores.words === 0) throw new InputError("evaluateSequence: no labelled words; expected some to measure with.");
  return scores;
}

/** Scores that grow sentence by sentence. */
export class SequenceEvaluation {
  readonly #tagger: Tags;
  readonly #labels: ReadonlySet<string>;
  readonly #tags = new TaggingScorer();
  readonly #chunks = new ChunkScorer();
  readonly #unseen: Record<string, number> = {};
  readonly #counts = { known: [0, 0], unknown: [0, 0] };
  #areSpans = true;
  #empty = 0;

  constructor(tagger: Tags) {
    this.#tagger = tagger;
    this.#labels = new Set(tagger.labels);
  }

  /**
   * Tags the words of a gold sentence and scores the result, which it returns. Sentences without words are counted and
   * left out.
   */
  add(gold: TaggedSentence): readonly string[] {
    if (gold.words.length === 0) {
      this.#empty++;
      return [];
    }
    const { tags } = this.#tagger.tag(gold.words, gold.columns);
    this.#tags.add(gold.tags, tags);
    this.#areSpans &&= gold.tags.every((tag) => BIO.test(tag));
    if (this.#areSpans) this.#chunks.add(gold.tags, tags);
    for (const [i, word] of gold.words.entries()) {
      const counts = this.#tagger.knows(word) ? this.#counts.known : this.#counts.unknown;
      counts[0]!++;
      if (tags[i] === gold.tags[i]) counts[1]!++;
      const wanted = gold.tags[i]!;
      if (!this.#labels.has(wanted)) this.#unseen[wanted] = (this.#unseen[wanted] ?? 0) + 1;
    }
    return tags;
  }

  scores(): SequenceScores {
    const share = ([words, correct]: number[]): Share => ({
      words: words!,
      correct: correct!,
      accuracy: percentOf(correct!, words!),
    });
    return {
      ...this.#tags.summary(),
      known: share(this.#counts.known),
      unknown: share(this.#counts.unknown),
      spans: this.#areSpans && this.#tags.summary().words > 0 ? this.#chunks.summary() : undefined,
      unseenLabels: this.#unseen,
      emptySentences: this.#empty,
    };
  }
}
