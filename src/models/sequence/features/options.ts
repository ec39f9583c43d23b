/**
 * How the features of a discriminative tagger are chosen: shared by the perceptron and the conditional random field.
 */
import { choice, expert, flag, type OptionsOf, text } from "../../../base/options.ts";
import { REPRESENTATION_OPTIONS } from "../../representations/index.ts";
import { TASKS } from "./defaults.ts";

/** Options of templates. */
export const FEATURE_OPTIONS = {
  task: choice("whose templates are used unless others are given; auto decides by the labels", ["auto", ...TASKS], {
    default: "auto",
  }),
  templates: text('features, such as "word-1..1, lower-1*lower, suffix3, upos-2..2"; those of the task unless given', {
    default: "",
  }),
  ...expert({
    ends: flag("mark the ends of spans too (IOBES) while learning, if labels are IOB2", {
      default: true,
    }),
    ...REPRESENTATION_OPTIONS,
  }),
};

/** Options of templates, complete. */
export type FeatureOptions = OptionsOf<typeof FEATURE_OPTIONS>;
