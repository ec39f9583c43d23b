/** Descriptions scored against those that people wrote, image by image, and together. */
import { ShapeError } from "../../base/errors.ts";
import { type BleuCounts, bleuCounts, bleuScores } from "./bleu.ts";
import { CiderScorer } from "./cider.ts";
import { type AreSynonyms, meteorLike } from "./meteor.ts";
import { rougeL } from "./rouge.ts";
import { captionTokens } from "./tokens.ts";

/** What one image adds. */
export interface CaptionImageScore {
  readonly bleu: BleuCounts;
  readonly rougeL: number;
  readonly meteor: number;
  readonly cider: number;
}

/** Scores of a set of images, each from 0 to 1 but CIDEr-D, which is from 0 to 10. */
export interface CaptionScores {
  readonly bleu1: number;
  readonly bleu2: number;
  readonly bleu3: number;
  readonly bleu4: number;
  readonly rougeL: number;
  readonly meteor: number;
  readonly cider: number;
}

/** The scores that there are, by name. */
export const CAPTION_SCORES = [
  "bleu1",
  "bleu2",
  "bleu3",
  "bleu4",
  "rougeL",
  "meteor",
  "cider",
] as const satisfies readonly (keyof CaptionScores)[];

/** Scores candidates against the references of the same images. References are cut into words once. */
export class CaptionScorer {
  readonly #references: readonly (readonly (readonly string[])[])[];
  readonly #cider: CiderScorer;
  readonly #areSynonyms: AreSynonyms | undefined;

  constructor(references: readonly (readonly string[])[], areSynonyms?: AreSynonyms) {
    this.#references = references.map((texts) => texts.map(captionTokens));
    this.#cider = new CiderScorer(this.#references);
    this.#areSynonyms = areSynonyms;
  }

  /** What every image adds, in the order of the references. */
  score(candidates: readonly string[]): CaptionImageScore[] {
    if (candidates.length !== this.#references.length)
      throw new ShapeError(
        `there are ${candidates.length} descriptions for ${this.#references.length} images; expected one for each.`,
      );
    return candidates.map((text, i) => {
      const candidate = captionTokens(text);
      const references = this.#references[i]!;
      return {
        bleu: bleuCounts(candidate, references),
        rougeL: rougeL(candidate, references),
        meteor: meteorLike(candidate, references, this.#areSynonyms),
        cider: this.#cider.score(candidate, references),
      };
    });
  }
}

/** The scores of images together: BLEU from summed counts, the others as means. */
export function captionScores(images: readonly CaptionImageScore[]): CaptionScores {
  const [bleu1, bleu2, bleu3, bleu4] = bleuScores(images.map(({ bleu }) => bleu));
  const mean = (value: (image: CaptionImageScore) => number) =>
    images.length === 0 ? 0 : images.reduce((sum, image) => sum + value(image), 0) / images.length;
  return {
    bleu1,
    bleu2,
    bleu3,
    bleu4,
    rougeL: mean((image) => image.rougeL),
    meteor: mean((image) => image.meteor),
    cider: mean((image) => image.cider),
  };
}
