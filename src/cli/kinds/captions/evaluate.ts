/** `eigentree evaluate MODEL IMAGES…` for descriptions. */
import {
  CAPTIONS_EVALUATION_OPTIONS,
  captionsFromParts,
  DESCRIBING_OPTIONS,
  Describer,
  evaluateCaptions,
} from "../../../applications/captions/index.ts";
import { findWordNet } from "../../../files/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { file, shared } from "../../frame/flags.ts";
import { readSceneFiles, SCENE_INPUT } from "./data.ts";
import { formatCaptionsEvaluation } from "./scores.ts";

export const evaluate = defineVerb({
  description:
    "GOLD holds images with detections and descriptions that people wrote. BLEU, ROUGE-L and CIDEr-D are those of " +
    "COCO's caption evaluation, METEOR* is like METEOR without its paraphrases; with 95 % intervals. Beside them three " +
    "baselines: a template, the nearest caption of the training data, and the same trees without knowledge.",
  options: {
    ...CAPTIONS_EVALUATION_OPTIONS,
    input: SCENE_INPUT,
    categories: file("names of COCO's categories: an annotation file, or a list of id and name"),
    ...DESCRIBING_OPTIONS,
    ...shared("json", "quiet"),
  },
  examples: [
    ["eigentree evaluate midge.model images.json", "scores beside three baselines"],
    ["eigentree evaluate midge.model images.json --style descriptive --no-baselines", "one setting, without baselines"],
  ],
  async run(context, { parts }, paths, options) {
    const describer = new Describer(captionsFromParts(parts), context.givenOf(DESCRIBING_OPTIONS, options));
    const scenes = await readSceneFiles(paths, options);
    const wordnet = await findWordNet();
    const given = context.givenOf(CAPTIONS_EVALUATION_OPTIONS, options);
    const result = await evaluateCaptions(describer, scenes, given, { ...context.learning, wordnet });
    await context.report(result, () => formatCaptionsEvaluation(result));
  },
});
