/** A similarity model that was read, put to work; what it lacks is said once. */
import { SentenceSimilarity, similarityFromParts } from "../../../applications/similarity/index.ts";
import { flag } from "../../../base/index.ts";
import { WORDNET_MISSING } from "../../../files/index.ts";
import type { LoadedModel } from "../../frame/command.ts";
import type { Context } from "../../frame/context.ts";
import { RESOURCE_OPTIONS, wordNetOf } from "./resources.ts";

const { wordnet } = RESOURCE_OPTIONS;

export const SCORING_OPTIONS = {
  wordnet,
  noTrees: flag("score without trees, which take most of the time", { default: false }),
};

export async function openSimilarity(
  context: Context,
  { parts }: LoadedModel,
  options: { readonly wordnet: string | undefined; readonly noTrees: boolean },
): Promise<SentenceSimilarity> {
  const model = similarityFromParts(parts);
  const found = model.groups.includes("wordnet") ? await wordNetOf(options) : undefined;
  const without = options.noTrees ? (["neural"] as const) : [];
  const similarity = new SentenceSimilarity(model, { wordnet: found, without });
  if (similarity.lost.includes("wordnet")) {
    const lost = `the model learnt with it and scores without it, with ${similarity.groups.join(", ")}`;
    context.note(`warning: ${WORDNET_MISSING.replace(/\.$/, "")}; ${lost}.`);
  }
  return similarity;
}
