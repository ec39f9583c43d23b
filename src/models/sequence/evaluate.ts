/** Scores of a tagger against gold labels: all words, known and unknown ones, each label, confusions, and spans where labels are BIO. */
import { type ChunkRates, ChunkScorer } from "../../evaluation/chunks.ts";
import { percentOf } from "../../evaluation/rates.ts";
import { TaggingScorer, type TaggingSummary } from "../../evaluation/tagging.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import type { Tagger } from "./tagger.ts";

interface Share {
  readonly words: number;
  readonly correct: number;
  /** In percent. */
  readonly accuracy: number;
}

export interface SequenceScores extends TaggingSummary {
  readonly known: Share;
  readonly unknown: Share;
  /** As conlleval counts them; only where every gold label is O or has a type after B-, I-, E- or S-. */
  readonly spans: { readonly all: ChunkRates; readonly types: Readonly<Record<string, ChunkRates>> } | undefined;
  /** Gold labels that training did not have, with how many words bear them: they can only be missed. */
  readonly unseenLabels: Readonly<Record<string, number>>;
  readonly emptySentences: number;
}

const BIO = /^(O|[BIES]-.+)$/;

export class SequenceEvaluation {
  readonly #tagger: Tagger;
  readonly #labels: ReadonlySet<string>;
  readonly #tags = new TaggingScorer();
  readonly #chunks = new ChunkScorer();
  readonly #unseen: Record<string, number> = {};
  readonly #counts = { known: [0, 0], unknown: [0, 0] };
  #areSpans = true;
  #empty = 0;

  constructor(tagger: Tagger) {
    this.#tagger = tagger;
    this.#labels = new Set(tagger.labels);
  }

  /** Tags the words of a gold sentence and scores the result, which it returns. Sentences without words are counted and left out. */
  add(gold: TaggedSentence): readonly string[] {
    if (gold.words.length === 0) {
      this.#empty++;
      return [];
    }
    const { tags } = this.#tagger.tag(gold.words);
    this.#tags.add(gold.tags, tags);
    this.#areSpans &&= gold.tags.every((tag) => BIO.test(tag));
    if (this.#areSpans) this.#chunks.add(gold.tags, tags);
    for (const [i, word] of gold.words.entries()) {
      const counts = this.#tagger.knows(word) === false ? this.#counts.unknown : this.#counts.known;
      counts[0]!++;
      if (tags[i] === gold.tags[i]) counts[1]!++;
      const wanted = gold.tags[i]!;
      if (!this.#labels.has(wanted)) this.#unseen[wanted] = (this.#unseen[wanted] ?? 0) + 1;
    }
    return tags;
  }

  scores(): SequenceScores {
    const share = ([words, correct]: number[]): Share => ({ words: words!, correct: correct!, accuracy: percentOf(correct!, words!) });
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
