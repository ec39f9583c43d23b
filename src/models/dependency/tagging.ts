/**
 * The tagger inside a dependency parser: the averaged perceptron of models/sequence. All that this folder takes from
 * there to tag with is taken here.
 */
import { ModelFileError } from "../../base/errors.ts";
import type { ModelParts } from "../../base/model-parts.ts";
import type { WordClass } from "../../data/clusters.ts";
import { asSequences } from "../../data/sequences.ts";
import { defaultSegmentation } from "../../formats/text/defaults.ts";
import type { TaggedSentence } from "../../trees/sentence.ts";
import {
  learnSequence,
  type PerceptronModel,
  SEQUENCE_KIND,
  SEQUENCE_VERSION,
  sequenceFromParts,
  sequenceToParts,
  Tagger,
} from "../sequence/index.ts";

export type TaggerModel = PerceptronModel;

/** Classes of words need more room in the table of weights. */
const CLASSED_HASH_BITS = 19;

export async function learnTagger(
  sentences: readonly TaggedSentence[],
  seed: number,
  classes?: readonly WordClass[],
): Promise<TaggerModel> {
  // The parser cuts running text; its tagger is given words.
  const data = { ...asSequences(sentences), segmentation: defaultSegmentation("en") };
  const { model } =
    classes === undefined
      ? await learnSequence(data, { method: "perceptron", seed })
      : await learnSequence({ sentences: data, classes }, { method: "perceptron", seed, hashBits: CLASSED_HASH_BITS });
  return model as PerceptronModel;
}

/** Gives the tags of a sentence's words. */
export function taggingWith(model: TaggerModel): (words: readonly string[]) => readonly string[] {
  const tagger = new Tagger(model);
  return (words) => tagger.tag(words).tags;
}

export const taggerParts = (model: TaggerModel): ModelParts => sequenceToParts(model);

/** The tagger of its parts; kind and version are known. */
export function taggerFrom(parts: Pick<ModelParts, "options" | "report" | "symbols" | "tensors">): TaggerModel {
  const model = sequenceFromParts({ ...parts, kind: SEQUENCE_KIND, version: SEQUENCE_VERSION });
  if (model.method === "perceptron") return model;
  throw new ModelFileError("damaged", `holds a tagger by method "${model.method}"; expected a perceptron.`);
}
