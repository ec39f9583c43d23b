/**
 * What representations learnt from plain text are worth to a tagger: the same learner with none, with classes, with
 * vectors, and with both. Turian, Ratinov, Bengio, "Word representations: a simple and general method for
 * semi-supervised learning", ACL 2010; Dhillon, Foster, Ungar, "Multi-view learning of word embeddings via CCA", 2011.
 */
import { OptionError } from "../../../base/errors.ts";
import type { LearnContext } from "../../../base/learning.ts";
import type { TaggedSequences } from "../../../data/sequences.ts";
import type { Interval } from "../../../evaluation/bootstrap.ts";
import type { SequenceKnowledge } from "../knowledge.ts";
import { learnSequence, type SequenceOptions } from "../learn.ts";
import { isField } from "../model.ts";
import { Tagger } from "../predict.ts";
import { areSpans, countSentences, type Gain, gainOver, type SentenceCounts, scoreInterval } from "./compare.ts";

/** A representation by name; the first of a list is what the others are compared with. */
export interface LexicalSystem {
  readonly name: string;
  readonly knowledge: SequenceKnowledge;
}

/** What is learnt from, what is looked at, and what is measured once in the end. */
export interface LexicalData {
  readonly train: TaggedSequences;
  readonly dev: TaggedSequences;
  readonly test?: TaggedSequences | undefined;
}

/** One tagger. */
export interface LexicalRow {
  readonly system: string;
  /** On dev, in percent: F1 of spans where labels mark them, else accuracy. */
  readonly score: Interval;
  /** Over the first system; undefined for the first itself. */
  readonly gain: Gain | undefined;
  /** Accuracy of words that training did not have, in percent. */
  readonly unknown: number;
  readonly seconds: number;
  /** On test: of the first system, and of the one that is best on dev. */
  readonly test?: { readonly score: Interval; readonly gain: Gain | undefined } | undefined;
}

/** All of it. */
export interface LexicalExperiment {
  readonly measure: "F1" | "accuracy";
  readonly rows: readonly LexicalRow[];
}

/** Learns a tagger with each system in turn; rows are handed over as they come. */
export async function experimentLexical(
  { train, dev, test }: LexicalData,
  systems: readonly LexicalSystem[],
  options: SequenceOptions<"crf" | "product" | "perceptron">,
  context: LearnContext = {},
  onRow: (row: LexicalRow) => void = () => {},
): Promise<LexicalExperiment> {
  const rows: LexicalRow[] = [];
  if (systems.length === 0) throw new OptionError("systems", "systems is empty; expected at least one.");
  const taggers: Tagger[] = [];
  let base: readonly SentenceCounts[] | undefined;
  for (const { name, knowledge } of systems) {
    const began = performance.now();
    const { model } = await learnSequence({ sentences: train, ...knowledge }, options, context);
    const seconds = (performance.now() - began) / 1000;
    const tagger = new Tagger(model, isField(model) ? { confidence: false } : {});
    const counts = countSentences(tagger, dev.sequences);
    const gain = base === undefined ? undefined : gainOver(counts, base);
    base ??= counts;
    rows.push({ system: name, score: scoreInterval(counts), gain, unknown: unknownAccuracy(tagger, dev), seconds });
    taggers.push(tagger);
    onRow(rows.at(-1)!);
  }
  const measure = areSpans(dev.sequences) ? "F1" : "accuracy";
  if (test === undefined) return { measure, rows };
  const best = rows.reduce((top, { score }, i) => (score.value > rows[top]!.score.value ? i : top), 0);
  const first = countSentences(taggers[0]!, test.sequences);
  const measured = rows.map((row, i) => {
    if (i !== 0 && i !== best) return row;
    const counts = i === 0 ? first : countSentences(taggers[i]!, test.sequences);
    return { ...row, test: { score: scoreInterval(counts), gain: i === 0 ? undefined : gainOver(counts, first) } };
  });
  return { measure, rows: measured };
}

function unknownAccuracy(tagger: Tagger, { sequences }: TaggedSequences): number {
  let [right, all] = [0, 0];
  for (const { words, tags, columns } of sequences) {
    const known = words.map((word) => tagger.knows(word));
    if (known.every((value) => value)) continue;
    const found = tagger.tag(words, columns).tags;
    for (const [i, tag] of tags.entries()) {
      if (known[i]) continue;
      all++;
      if (found[i] === tag) right++;
    }
  }
  return (100 * right) / all;
}
