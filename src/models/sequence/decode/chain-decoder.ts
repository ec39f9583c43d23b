/**
 * Labels for observations: one decoder for every method. Per position the label with the largest |μ(a, i)| (Stratos et
 * al. 2013, §4), or the best whole sequence (best-sequence.ts).
 *
 * From coarse to fine: the chain of the labels alone (k labels, O(k²) per position) first says which labels are worth
 * refining, and the chain with hidden states is run over those, O(k'²m²) per position. Emission operators of known
 * words are computed when first needed and kept.
 */
import { choice, expert, type OptionsOf, real } from "../../../base/options.ts";
import {
  type Chain,
  type ChainPosition,
  type ChainSummary,
  type ChainVisit,
  visitChain,
} from "../../../charts/chain.ts";
import { type ChainTables, emissionOperator } from "../model.ts";
import { BestSequence } from "./best-sequence.ts";

/** Options of `Tagger` for chains. */
export const TAGGING_OPTIONS = {
  decoding: choice("the best label at each position, or the best whole sequence of labels", ["position", "sequence"], {
    default: "position",
  }),
  ...expert({
    beam: real(
      "labels whose probability given the word alone is below this share of the best one's are left out; 0 keeps all",
      { default: 1e-3, min: 0, max: 1 },
    ),
    pruning: real(
      "labels whose probability without hidden states is below this share of the best one's are not refined; 0: all",
      { default: 1e-3, min: 0, max: 1 },
    ),
    power: real(
      "exponent of the words' weights: under 1 where neighbouring observations overlap, as frames of speech do",
      { default: 1, min: 0, max: 1 },
    ),
  }),
};

/** Options of `Tagger` for chains, complete. */
export type TaggingOptions = OptionsOf<typeof TAGGING_OPTIONS>;

/** The labels of one sequence (predict.ts says what the fields are). */
export interface ChainDecoding extends ChainSummary {
  readonly tags: readonly string[];
  readonly confidence: Float64Array;
}

/** A word's admitted labels. */
interface Entry {
  readonly classId: number;
  /** Of a word that training saw: what is computed for it is kept. */
  readonly known: boolean;
  /** Labels, their weights, and operators of one state. */
  readonly outline: ChainPosition;
  /** Made when asked for. */
  readonly operators: (Float64Array | undefined)[];
}

/** Numbers kept in emission operators: 256 MB. */
const KEPT_NUMBERS = 32e6;

/** The emission operator of a label with one state. */
const UNIT = Float64Array.of(1);

export class ChainDecoder {
  readonly model: ChainTables;
  readonly options: TaggingOptions;
  readonly #entries = new Map<string, Entry>();
  #kept = 0;

  constructor(model: ChainTables, options: TaggingOptions) {
    this.model = model;
    this.options = options;
  }

  tag(words: readonly string[]): ChainDecoding {
    const { labels } = this.model.lexicon;
    const best = new Int32Array(words.length);
    const confidence = new Float64Array(words.length);
    const summary = this.#decode(this.#admitted(words), best, confidence);
    return { tags: Array.from(best, (a) => labels.word(a)), confidence, ...summary };
  }

  /** How probable the labels of each position are, the last position first. */
  visit(words: readonly string[], visit: (visit: ChainVisit) => void): ChainSummary {
    return visitChain(this.#chain(this.#admitted(words)), visit);
  }

  #chain(positions: readonly ChainPosition[]): Chain {
    const { model } = this;
    const position = (i: number) => positions[i]!;
    return { ...model, labels: model.lexicon.labels.size, length: positions.length, position };
  }

  #decode(positions: readonly ChainPosition[], best: Int32Array, confidence: Float64Array): ChainSummary {
    const chain = this.#chain(positions);
    if (this.options.decoding === "sequence") {
      const search = new BestSequence(positions.length);
      const summary = visitChain(
        chain,
        ({ index, labels, posteriors, pairs }) => search.add(index, labels, posteriors, pairs),
        {
          pairs: true,
        },
      );
      search.finish(best, confidence);
      return summary;
    }
    return visitChain(chain, ({ index, labels, posteriors }) => {
      let top = 0;
      for (let k = 1; k < posteriors.length; k++) if (posteriors[k]! > posteriors[top]!) top = k;
      best[index] = labels[top]!;
      confidence[index] = posteriors[top]!;
    });
  }

  /** The labels worth refining, position by position. */
  #admitted(words: readonly string[]): readonly ChainPosition[] {
    const entries = words.map((word, i) => this.#entry(word, i === 0));
    const { outline, lexicon, states } = this.model;
    if (states === 1) return entries.map((entry) => entry.outline);
    if (outline === undefined || this.options.pruning === 0) {
      return entries.map((entry) => this.#refined(entry, Array.from(entry.outline.labels.keys())));
    }
    const positions: ChainPosition[] = new Array(words.length);
    const position = (i: number) => entries[i]!.outline;
    visitChain(
      { ...outline, labels: lexicon.labels.size, states: 1, length: words.length, position },
      ({ index, posteriors }) => {
        let least = 0;
        for (let k = 0; k < posteriors.length; k++) least = Math.max(least, this.options.pruning * posteriors[k]!);
        const places: number[] = [];
        for (let k = 0; k < posteriors.length; k++) if (posteriors[k]! >= least) places.push(k);
        positions[index] = this.#refined(entries[index]!, places);
      },
    );
    return positions;
  }

  /** Some of a word's labels with their operators. */
  #refined(
    { classId, known, outline: { labels, weights }, operators }: Entry,
    places: readonly number[],
  ): ChainPosition {
    const { states } = this.model;
    const operatorAt = (k: number): Float64Array => {
      const kept = operators[k];
      if (kept !== undefined) return kept;
      const operator = new Float64Array(states * states);
      emissionOperator(this.model, labels[k]!, classId, operator);
      if (known && this.#kept + operator.length <= KEPT_NUMBERS) {
        operators[k] = operator;
        this.#kept += operator.length;
      }
      return operator;
    };
    return {
      labels: Int32Array.from(places, (k) => labels[k]!),
      weights: Float64Array.from(places, (k) => weights[k]!),
      operators: places.map(operatorAt),
    };
  }

  #entry(word: string, first: boolean): Entry {
    const key = first ? `^${word}` : ` ${word}`;
    const kept = this.#entries.get(key);
    if (kept !== undefined) return kept;
    const { lexicon } = this.model;
    const posterior = lexicon.posterior(word, first);
    let largest = 0;
    for (let a = 0; a < posterior.length; a++) largest = Math.max(largest, posterior[a]!);
    const admitted: number[] = [];
    for (let a = 0; a < posterior.length; a++) if (posterior[a]! >= this.options.beam * largest) admitted.push(a);
    const known = lexicon.words.has(word);
    const entry: Entry = {
      classId: lexicon.classOf(word),
      known,
      outline: {
        labels: Int32Array.from(admitted),
        weights: Float64Array.from(admitted, (a) => (posterior[a]! / lexicon.priors[a]!) ** this.options.power),
        operators: admitted.map(() => UNIT),
      },
      operators: new Array(admitted.length),
    };
    if (known) this.#entries.set(key, entry);
    return entry;
  }
}
