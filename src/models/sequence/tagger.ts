/** Whatever tags: one interface over the chain models and the perceptron, and how either is stored. */
import type { Json, ModelParts } from "../../base/model-parts.ts";
import { Vocabulary } from "../../base/vocabulary.ts";
import { Decoder, type TaggingOptions } from "./decode.ts";
import type { SequenceReport } from "./learn-supervised.ts";
import { SEQUENCE_KIND, SEQUENCE_VERSION, type SequenceModel, sequenceFromParts, sequenceToParts } from "./model.ts";
import { type PerceptronModel, type PerceptronOptions, PerceptronTagger } from "./perceptron.ts";

export interface Tagger {
  readonly labels: readonly string[];
  /** Whether training saw the word; undefined where the model keeps no list of words. */
  knows(word: string): boolean | undefined;
  /** The labels of one sequence; chain models also say how sure they are. */
  tag(words: readonly string[]): { readonly tags: readonly string[]; readonly confidence?: Float64Array; readonly negative?: number };
}

export type AnySequenceModel = SequenceModel | PerceptronModel;

export function taggerOf(model: AnySequenceModel, options: Partial<TaggingOptions> = {}): Tagger {
  if (model.method === "perceptron") {
    const tagger = new PerceptronTagger(model);
    return { labels: model.labels.words(), knows: (word) => model.words.has(word), tag: (words) => tagger.tag(words) };
  }
  const decoder = new Decoder(model, options);
  return {
    labels: model.lexicon.labels.words(),
    knows: (word) => model.lexicon.words.has(word),
    tag: (words) => decoder.tag(words),
  };
}

export function taggerToParts(model: AnySequenceModel): ModelParts {
  if (model.method !== "perceptron") return sequenceToParts(model);
  const l = model.labels.size;
  return {
    kind: SEQUENCE_KIND,
    version: SEQUENCE_VERSION,
    options: { method: "perceptron", states: 0, learner: model.options },
    report: model.report as unknown as Json,
    symbols: { labels: model.labels.words(), words: model.words.words(), usualWords: [...model.usual.keys()] },
    tensors: {
      weights: { shape: [model.weights.length / l, l], data: model.weights },
      usualTags: { shape: [model.usual.size], data: Int32Array.from(model.usual.values()) },
    },
  };
}

export function taggerFromParts(parts: ModelParts): AnySequenceModel {
  const { method, learner } = parts.options as { method: string; learner: Json };
  if (method !== "perceptron") return sequenceFromParts(parts);
  const usualTags = parts.tensors.usualTags!.data;
  return Object.freeze({
    method: "perceptron",
    labels: Vocabulary.from(parts.symbols.labels!),
    words: Vocabulary.from(parts.symbols.words!),
    usual: new Map(parts.symbols.usualWords!.map((word, i) => [word, usualTags[i]!])),
    weights: parts.tensors.weights!.data as Float32Array,
    options: learner as PerceptronOptions,
    report: parts.report as unknown as SequenceReport,
  });
}
