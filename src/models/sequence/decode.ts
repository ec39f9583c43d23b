/**
 * Labels for observations: one decoder for every method. Per position the label with the largest |μ(a, i)| (Stratos et al. 2013, §4), or the whole sequence
 * that is best under the chain of pairwise marginals:
 *
 *   max over a₁…a_N of  μ(a₁) Π_i μ(aᵢ, aᵢ₊₁) / μ(aᵢ)
 *
 * which for a model without hidden states is the Viterbi sequence. Emission operators of known words are kept, so that a pass costs O(k²m²) a word for k
 * admitted labels.
 */
import { checkOptions, choice, type OptionsOf, real } from "../../base/options.ts";
import { type Chain, type ChainPosition, visitChain } from "../../charts/chain.ts";
import { emissionOperator, type SequenceModel } from "./model.ts";

export const TAGGING_OPTIONS = {
  decoding: choice("the best label at each position, or the best whole sequence of labels", ["position", "sequence"], {
    default: "position",
  }),
  beam: real("labels whose probability given the word alone is below this share of the best one's are left out; 0 keeps all", {
    default: 1e-3,
    min: 0,
    max: 1,
  }),
  power: real("exponent of the words' weights: under 1 where neighbouring observations overlap, as frames of speech do", {
    default: 1,
    min: 0,
    max: 1,
  }),
};

export type TaggingOptions = OptionsOf<typeof TAGGING_OPTIONS>;

export interface TaggingResult {
  readonly tags: readonly string[];
  /** The model's probability of each chosen label, from |μ|. */
  readonly confidence: Float64Array;
  /** log of the probability of the words, up to a factor that depends on the words alone. */
  readonly logProbability: number;
  /** Marginals below zero, at any position: 0 for models with exact operators. */
  readonly negative: number;
}

/** Numbers kept in emission operators: 256 MB. */
const KEPT_NUMBERS = 32e6;

export class Decoder {
  readonly model: SequenceModel;
  readonly options: TaggingOptions;
  readonly #positions = new Map<string, ChainPosition>();
  #kept = 0;

  constructor(model: SequenceModel, given: Partial<TaggingOptions> = {}) {
    this.model = model;
    this.options = checkOptions("Decoder", TAGGING_OPTIONS, given);
  }

  tag(words: readonly string[]): TaggingResult {
    const { labels } = this.model.lexicon;
    const best = new Int32Array(words.length);
    const confidence = new Float64Array(words.length);
    const bySequence = this.options.decoding === "sequence";
    const later = bySequence ? new SequenceSearch(words.length) : undefined;
    const summary = visitChain(
      this.#chain(words),
      ({ index, labels: admitted, posteriors, pairs }) => {
        if (later !== undefined) {
          later.add(index, admitted, posteriors, pairs);
          return;
        }
        let top = 0;
        for (let k = 1; k < posteriors.length; k++) if (posteriors[k]! > posteriors[top]!) top = k;
        best[index] = admitted[top]!;
        confidence[index] = posteriors[top]!;
      },
      { pairs: bySequence },
    );
    later?.finish(best, confidence);
    return { tags: Array.from(best, (a) => labels.word(a)), confidence, ...summary };
  }

  #chain(words: readonly string[]): Chain {
    const { model } = this;
    return {
      ...model,
      labels: model.lexicon.labels.size,
      length: words.length,
      position: (i) => this.#position(words[i]!, i === 0),
    };
  }

  #position(word: string, first: boolean): ChainPosition {
    const { lexicon } = this.model;
    const key = first ? `^${word}` : ` ${word}`;
    const known = this.#positions.get(key);
    if (known !== undefined) return known;
    const position = this.#makePosition(word, first);
    const size = position.labels.length * this.model.states ** 2;
    if (lexicon.words.has(word) && this.#kept + size <= KEPT_NUMBERS) {
      this.#positions.set(key, position);
      this.#kept += size;
    }
    return position;
  }

  #makePosition(word: string, first: boolean): ChainPosition {
    const { lexicon, states } = this.model;
    const posterior = lexicon.posterior(word, first);
    let largest = 0;
    for (let a = 0; a < posterior.length; a++) largest = Math.max(largest, posterior[a]!);
    const admitted: number[] = [];
    for (let a = 0; a < posterior.length; a++) if (posterior[a]! >= this.options.beam * largest) admitted.push(a);
    const classId = lexicon.classOf(word);
    return {
      labels: Int32Array.from(admitted),
      weights: Float64Array.from(admitted, (a) => (posterior[a]! / lexicon.priors[a]!) ** this.options.power),
      operators: admitted.map((a) => {
        const operator = new Float64Array(states * states);
        emissionOperator(this.model, a, classId, operator);
        return operator;
      }),
    };
  }
}

/** V_i(a) = max_b log μ(a, b, i) − log μ(a, i) + V_{i+1}(b), the last position first. */
class SequenceSearch {
  readonly #labels: Int32Array[];
  readonly #posteriors: Float64Array[];
  readonly #choices: Int32Array[];
  #values: Float64Array = new Float64Array(0);

  constructor(length: number) {
    this.#labels = new Array(length);
    this.#posteriors = new Array(length);
    this.#choices = new Array(length);
  }

  add(index: number, labels: Int32Array, posteriors: Float64Array, pairs: Float64Array | undefined): void {
    this.#labels[index] = labels;
    this.#posteriors[index] = posteriors.slice();
    const values = new Float64Array(labels.length);
    const choices = new Int32Array(labels.length);
    if (pairs !== undefined) {
      const next = this.#values.length;
      for (let k = 0; k < labels.length; k++) {
        let sum = 0;
        for (let q = 0; q < next; q++) sum += pairs[k * next + q]!;
        values[k] = Number.NEGATIVE_INFINITY;
        for (let q = 0; q < next; q++) {
          const value = Math.log(pairs[k * next + q]! / sum) + this.#values[q]!;
          if (value > values[k]!) {
            values[k] = value;
            choices[k] = q;
          }
        }
      }
    }
    this.#values = values;
    this.#choices[index] = choices;
  }

  finish(best: Int32Array, confidence: Float64Array): void {
    let at = 0;
    const total = (k: number) => Math.log(this.#posteriors[0]![k]!) + this.#values[k]!;
    for (let k = 1; k < this.#values.length; k++) if (total(k) > total(at)) at = k;
    for (let i = 0; i < best.length; i++) {
      best[i] = this.#labels[i]![at]!;
      confidence[i] = this.#posteriors[i]![at]!;
      at = this.#choices[i]![at]!;
    }
  }
}
