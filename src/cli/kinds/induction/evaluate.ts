/** `eigentree evaluate MODEL GOLD…` for induction. */
import { choice } from "../../../base/index.ts";
import { DECODING_OPTIONS, goldTop, induce, inductionFromParts, scoreBracketings } from "../../../models/induction/index.ts";
import { defineVerb } from "../../command.ts";
import { shared } from "../../flags.ts";
import { goldIn } from "./data.ts";
import { scoresText } from "./scores.ts";

const LIMITS = [10, 15, 20, 25, 30, 35, 40, Number.POSITIVE_INFINITY];

export const evaluate = defineVerb({
  description:
    "Unlabelled F1 against the trees of GOLD, by length, with and without the bracket around the whole sentence, over all brackets (F1) and over sentences (macro). " +
    "Traces and punctuation do not count.",
  options: {
    top: choice("the top bracket: found by rule, or taken from the gold tree", ["rule", "gold"], { default: "rule" }),
    ...DECODING_OPTIONS,
    ...shared("json", "quiet"),
  },
  examples: [
    ["eigentree evaluate brackets.model dev.mrg", "how many brackets of dev.mrg are found"],
    ["eigentree evaluate brackets.model dev.mrg --spans none --crossing 0", "by the metric alone, as published"],
  ],
  async run(context, { parts }, paths, { top, json: _, quiet: __, ...decoding }) {
    const model = inductionFromParts(parts);
    const sentences = await goldIn(paths, context.progress);
    const scores = scoreBracketings(
      sentences,
      ({ tagged, gold }) => induce(model, tagged, decoding, top === "gold" ? goldTop(gold) : undefined).tree,
      LIMITS,
    );
    await context.report({ measure: "unlabelled brackets", scores }, () => scoresText(scores));
  },
});
