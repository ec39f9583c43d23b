/**
 * Models without hidden states, by counting: the unigram model takes p(a | x) at each position; the HMM adds transitions, smoothed after Witten and Bell 1991
 * by the labels' own frequencies:
 *
 *   p(b | a) = (count(a, b) + t_a·p(b)) / (count(a) + t_a),      t_a the number of different labels, or ends, seen after a
 */
import { checkOptions, choice, type OptionsOf, real, whole } from "../../base/options.ts";
import { DEFAULT_SEED } from "../../base/random.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import { Lexicon } from "./lexicon.ts";
import type { Method, SequenceModel } from "./model.ts";
import { requireSequences } from "./sequence.ts";

export const LEXICON_OPTIONS = {
  observations: choice("words (spelling counts and new ones will come) or classes (a closed set)", ["words", "classes"], {
    default: "words",
  }),
  wordPrior: real("occurrences at which a word's own counts and its spelling weigh alike", { default: 1, min: 1e-6, max: 1000 }),
  seed: whole("seed of the random numbers", { default: DEFAULT_SEED }),
};

export type LexiconSettings = OptionsOf<typeof LEXICON_OPTIONS>;

export interface SequenceReport {
  readonly sequences: number;
  readonly positions: number;
  readonly labels: number;
  readonly observations: number;
  readonly seconds: number;
  readonly warnings: readonly string[];
}

export interface Learnt<R extends SequenceReport = SequenceReport> {
  readonly model: SequenceModel;
  readonly report: R;
}

export const learnUnigram = (sequences: readonly TaggedSentence[], given: Partial<LexiconSettings> = {}): Learnt =>
  learnCounted("unigram", sequences, given);

export const learnHmm = (sequences: readonly TaggedSentence[], given: Partial<LexiconSettings> = {}): Learnt =>
  learnCounted("hmm", sequences, given);

export function learnLexicon(sequences: readonly TaggedSentence[], { observations, wordPrior, seed }: LexiconSettings): Lexicon {
  return Lexicon.learn(sequences, { observations, prior: wordPrior, seed });
}

function learnCounted(method: Method, sequences: readonly TaggedSentence[], given: Partial<LexiconSettings>): Learnt {
  const began = performance.now();
  requireSequences(method, sequences);
  const options = checkOptions(method, LEXICON_OPTIONS, given);
  const lexicon = learnLexicon(sequences, options);
  const l = lexicon.labels.size;
  const chain = method === "hmm" ? countedTransitions(sequences, lexicon) : independent(lexicon);
  const report = {
    sequences: sequences.length,
    positions: sequences.reduce((sum, { words }) => sum + words.length, 0),
    labels: l,
    observations: lexicon.words.size,
    seconds: (performance.now() - began) / 1000,
    warnings: [],
  };
  return { model: Object.freeze({ method, states: 1, lexicon, ...chain, refinement: undefined, options, report }), report };
}

type ChainParts = Pick<SequenceModel, "start" | "stop" | "transitions" | "stored" | "jump">;

/** Every label follows with its own frequency. */
function independent({ labels, priors }: Lexicon): ChainParts {
  const l = labels.size;
  return {
    start: priors.slice(),
    stop: new Float64Array(l).fill(1),
    transitions: new Float64Array(l * l),
    stored: new Uint8Array(l * l),
    jump: { from: new Float64Array(l).fill(1), into: priors.slice() },
  };
}

/** counts[a·(l + 1) + b], ends at b = l; starts in the row a = l. */
export function countTransitions(sequences: readonly TaggedSentence[], { labels }: Lexicon): Float64Array {
  const l = labels.size;
  const counts = new Float64Array((l + 1) * (l + 1));
  for (const { tags } of sequences) {
    if (tags.length === 0) continue;
    let last = l;
    for (const tag of tags) {
      const label = labels.id(tag);
      counts[last * (l + 1) + label]!++;
      last = label;
    }
    counts[last * (l + 1) + l]!++;
  }
  return counts;
}

/** t / (count + t): the share of label a's transitions that its smoothing takes. */
export function newShare(counts: Float64Array, a: number, l: number): { share: number; total: number } {
  let total = 0;
  let different = 0;
  for (let b = 0; b <= l; b++) {
    total += counts[a * (l + 1) + b]!;
    if (counts[a * (l + 1) + b]! > 0) different++;
  }
  return { share: total === 0 ? 1 : different / (total + different), total };
}

function countedTransitions(sequences: readonly TaggedSentence[], lexicon: Lexicon): ChainParts {
  const l = lexicon.labels.size;
  const counts = countTransitions(sequences, lexicon);
  const { priors } = lexicon;
  const ends = sequences.length / (sequences.length + sequences.reduce((sum, { words }) => sum + words.length, 0));
  const start = new Float64Array(l);
  const stop = new Float64Array(l);
  const transitions = new Float64Array(l * l);
  const from = new Float64Array(l);
  for (let a = 0; a <= l; a++) {
    const { share, total } = newShare(counts, a, l);
    const estimate = (b: number) => (total === 0 ? 0 : ((1 - share) * counts[a * (l + 1) + b]!) / total);
    for (let b = 0; b < l; b++) {
      if (a === l) start[b] = estimate(b) + share * priors[b]!;
      else transitions[a * l + b] = estimate(b);
    }
    if (a === l) continue;
    stop[a] = estimate(l) + share * ends;
    from[a] = share * (1 - ends);
  }
  return {
    start,
    stop,
    transitions,
    stored: Uint8Array.from(transitions, (value) => (value > 0 ? 1 : 0)),
    jump: { from, into: priors.slice() },
  };
}
