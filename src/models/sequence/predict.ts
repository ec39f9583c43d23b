/** The tagger over a sequence model of any method. */
import { checkMethodOptions, flag, type OptionsOf } from "../../base/options.ts";
import { columnName } from "../../data/feature-columns.ts";
import { checkSentence, sentencesOf, wordsOf } from "../../data/segmentation.ts";
import type { SequenceReading } from "../../data/sequences.ts";
import { CrfDecoder } from "./crf/decoder.ts";
import { ChainDecoder, TAGGING_OPTIONS, type TaggingOptions } from "./decode/chain-decoder.ts";
import type { WordColumns } from "./features/setup.ts";
import { dataLabel } from "./features/spans.ts";
import { isField, type SequenceModel } from "./model.ts";
import { PerceptronTagger } from "./perceptron/tagger.ts";
import { chainScores } from "./product/chain-scores.ts";

/** The labels of one sequence. */
export interface TaggingResult {
  readonly words: readonly string[];
  /** One for each word. */
  readonly tags: readonly string[];
  /** The model's probability of each chosen label; a perceptron gives none. */
  readonly confidence?: Float64Array;
  /**
   * log of the probability of the words under the labels that were not pruned, up to a factor that depends on the words
   * alone; a perceptron gives none.
   */
  readonly logProbability?: number;
  /** Marginals below zero, at any position: 0 for models with exact operators. A perceptron has none. */
  readonly negative?: number;
}

/** Options of `Tagger` for conditional random fields. */
export const CRF_TAGGING_OPTIONS = {
  decoding: { ...TAGGING_OPTIONS.decoding, default: "sequence" as const },
  confidence: flag("also give the probability of every label", { default: true }),
};

/** What a tagger of each method reads: a perceptron has no options. */
const TAGGING_METHODS = {
  spectral: TAGGING_OPTIONS,
  em: TAGGING_OPTIONS,
  hmm: TAGGING_OPTIONS,
  unigram: TAGGING_OPTIONS,
  perceptron: {},
  crf: CRF_TAGGING_OPTIONS,
  product: CRF_TAGGING_OPTIONS,
};

/** The labels that the tagger gives: where a model tells the ends of spans to itself, those of the data. */
function ownLabels(model: SequenceModel): readonly string[] {
  const labels = ("labels" in model ? model : model.lexicon).labels.words();
  if (!("ends" in model) || !model.ends) return labels;
  return [...new Set(labels.map(dataLabel))];
}

/** Labels sequences with a model. */
export class Tagger {
  readonly kind = "sequence";
  readonly model: SequenceModel;
  /** All labels it can give. */
  readonly labels: readonly string[];
  readonly #tag: (words: readonly string[], columns?: WordColumns) => Omit<TaggingResult, "words">;

  constructor(model: SequenceModel, given: Partial<TaggingOptions & OptionsOf<typeof CRF_TAGGING_OPTIONS>> = {}) {
    const { options } = checkMethodOptions("Tagger", TAGGING_METHODS, { ...given, method: model.method });
    this.model = model;
    this.labels = ownLabels(model);
    if (isField(model)) {
      const beside = model.method === "product" ? chainScores(model) : undefined;
      const decoder = new CrfDecoder(model, options as OptionsOf<typeof CRF_TAGGING_OPTIONS>, beside);
      this.#tag = (words, columns) => decoder.tag(words, columns);
    } else if (model.method === "perceptron") {
      const tagger = new PerceptronTagger(model);
      this.#tag = (words, columns) => ({ tags: tagger.tag(words, columns) });
    } else {
      const decoder = new ChainDecoder(model, options as TaggingOptions);
      this.#tag = (words) => decoder.tag(words);
    }
  }

  /** How data must be read to be like those the model was learnt from: options of `readSequences`. */
  get reading(): SequenceReading {
    const { column, features, language, steps } = this.model.options;
    return { column, ...(features === undefined ? {} : { features }), language, steps };
  }

  /** Whether training saw the word. */
  knows(word: string): boolean {
    return ("words" in this.model ? this.model : this.model.lexicon).words.has(word);
  }

  /** Names of the further columns that sentences must have. */
  get columns(): readonly string[] {
    return (this.model.options.features ?? []).map(columnName);
  }

  /**
   * The labels of one sentence: its words, or running text, which is cut as the training data were. Where the model has
   * further columns as features, `columns` gives their values; one that is missing throws an `InputError` with its
   * name.
   */
  tag(sentence: string | readonly string[], columns?: WordColumns): TaggingResult {
    checkSentence(sentence);
    const words = typeof sentence === "string" ? wordsOf(sentence, this.model.segmentation) : sentence;
    return { words, ...this.#tag(words, columns) };
  }

  /** The labels of every sentence of running text. */
  tagText(text: string): TaggingResult[] {
    return sentencesOf(text, this.model.segmentation).map((words) => this.tag(words));
  }
}
