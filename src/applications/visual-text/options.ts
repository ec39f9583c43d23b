/** The options of `learnVisual`. */
import { choices, expert, type OptionsOf, real, whole } from "../../base/index.ts";
import { languageOption } from "../../data/index.ts";
import { PAPER_TEMPLATES, TEMPLATES } from "./features/templates.ts";

/** The options of `learnVisual`. */
export const VISUAL_OPTIONS = {
  // Chosen by ten folds of VLT2K dev (docs/log/visual-text.md); the paper chose from 0.01 to 64 on held-out captions.
  l2: real("strength of the penalty on squared weights", { default: 16, min: 0 }),
  templates: choices(
    "feature templates; those of images, hypernyms and lists say nothing without detections, WordNet and a lexicon; " +
      "image-match asks whether a detection can be what the head names, and is not for weak labels",
    TEMPLATES,
    { default: PAPER_TEMPLATES },
  ),
  minCount: whole("phrases that a feature must occur in", { default: 2, min: 1 }),
  language: languageOption("language of the captions"),
  ...expert({
    maxIterations: whole("iterations of L-BFGS at most", { default: 200, min: 1, max: 100_000 }),
  }),
};

/** The complete options of `learnVisual`. */
export type VisualOptions = OptionsOf<typeof VISUAL_OPTIONS>;
