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
  type ListedName,
  learnSequence,
  type PerceptronModel,
  SEQUENCE_KIND,
  SEQUENCE_VERSION,
  sequenceFromParts,
  sequenceToParts,
  Tagger,
} from "../sequence/index.ts";

export type { ListedName };
export type TaggerModel = PerceptronModel;

/** Classes and lists of words need more room in the table of weights. */
const INFORMED_HASH_BITS = 19;

/** What the tagger may know of words. */
export interface TaggerKnowledge {
  readonly classes?: readonly WordClass[] | undefined;
  readonly lists?: readonly ListedName[] | undefined;
}

export async function learnTagger(
  sentences: readonly TaggedSentence[],
  seed: number,
  knowledge: TaggerKnowledge = {},
): Promise<TaggerModel> {
  // The parser cuts running text; its tagger is given words.
  const data = { ...asSequences(sentences), segmentation: defaultSegmentation("en") };
  const knows = Object.values(knowledge).some((value) => value !== undefined);
  const { model } = knows
    ? await learnSequence(
        { sentences: data, ...knowledge },
        { method: "perceptron", seed, hashBits: INFORMED_HASH_BITS },
      )
    : await learnSequence(data, { method: "perceptron", seed });
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
