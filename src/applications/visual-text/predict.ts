/** Marks the noun phrases of captions with the probability that they can be seen in the image. */
import { InputError, Vocabulary } from "../../base/index.ts";
import type { WordNet } from "../../data/index.ts";
import { type Detection, phraseDefect } from "../../formats/index.ts";
import { FeatureExtractor, type SparseRow } from "./features/extractor.ts";
import type { Template } from "./features/templates.ts";
import { knowledgeOf } from "./learn.ts";
import type { VisualModel } from "./model.ts";
import { analyserOf, type SentenceAnalyser } from "./phrases/analyser.ts";
import { type CaptionPhrase, captionWords, findPhrases, phraseAt } from "./phrases/captions.ts";

/** A noun phrase and how likely it can be seen. */
export interface MarkedPhrase {
  /** Place in the caption, in UTF-16 units; `end` is not included. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly head: string;
  /** That the phrase can be seen. */
  readonly probability: number;
}

/** A caption with its noun phrases. */
export interface MarkedCaption {
  readonly caption: string;
  readonly phrases: readonly MarkedPhrase[];
}

/** A caption with its phrases, where they are known, and with what was detected in its image. */
export interface CaptionInput {
  readonly caption: string;
  readonly phrases?: readonly { readonly start: number; readonly end: number }[] | undefined;
  readonly detections?: readonly Detection[] | undefined;
  readonly size?: readonly [number, number] | undefined;
}

/** What a classifier may use in addition to its model. */
export interface VisualTextOptions {
  /** Hypernyms of words that the training data did not have. */
  readonly wordnet?: WordNet | undefined;
  /** Finds phrases instead of the model's own tagger or parser. */
  readonly analyser?: SentenceAnalyser | undefined;
}

/** What `open("seen.model", "visual")` gives. */
export class VisualText {
  readonly kind = "visual";
  readonly #features: FeatureExtractor;
  readonly #language: string;
  #analyse: SentenceAnalyser | undefined;

  constructor(
    readonly model: VisualModel,
    { wordnet, analyser }: VisualTextOptions = {},
  ) {
    const { templates, language } = model.options as unknown as { templates: readonly Template[]; language: string };
    const names = Vocabulary.from(model.features);
    this.#features = new FeatureExtractor(templates, knowledgeOf(model, wordnet), (name) => names.id(name));
    this.#language = language;
    this.#analyse = analyser;
  }

  /** Whether it finds the phrases of a caption by itself. */
  get findsPhrases(): boolean {
    return this.#analyse !== undefined || this.model.parser !== undefined;
  }

  /** The phrases of a caption, those that are given or those that are found, with their probabilities. */
  mark(given: string | CaptionInput): MarkedCaption {
    const { caption, phrases, detections, size } =
      typeof given === "string" ? ({ caption: given } as CaptionInput) : given;
    const found = phrases === undefined ? this.#find(caption) : this.#locate(caption, phrases);
    const image = this.#features.image(detections, size);
    const shared = this.#score(image.row) + this.model.bias;
    return {
      caption,
      phrases: found.phrases.map(({ start, end, from, to, head }) => {
        const phrase = { words: found.words, from, to };
        const ids = this.#features.phrase(phrase);
        const score = ids.reduce(
          (sum, id) => sum + this.model.weights[id]!,
          shared + this.#score(image.match(phrase, head)),
        );
        return {
          start,
          end,
          text: caption.slice(start, end),
          head: found.words[head] ?? "",
          probability: 1 / (1 + Math.exp(-score)),
        };
      }),
    };
  }

  #score({ ids, values }: SparseRow): number {
    return ids.reduce((sum, id, i) => sum + this.model.weights[id]! * values[i]!, 0);
  }

  #find(caption: string) {
    const { parser } = this.model;
    if (this.#analyse === undefined && parser === undefined) {
      throw new InputError(
        "this model does not find noun phrases by itself; expected captions with phrases, or a tagger or parser.",
      );
    }
    this.#analyse ??= analyserOf(parser!);
    return findPhrases(caption, this.#analyse, this.#language);
  }

  #locate(caption: string, given: readonly { readonly start: number; readonly end: number }[]) {
    const placed = captionWords(caption, this.#language);
    let before = 0;
    const phrases: CaptionPhrase[] = given.map(({ start, end }) => {
      const defect = phraseDefect(caption, start, end, before);
      if (defect !== undefined) throw new InputError(defect);
      before = end;
      return phraseAt(placed, start, end);
    });
    return { words: placed.words, phrases };
  }
}
