/** `eigentree evaluate MODEL GOLD…` for sequence models. */
import { choice, flag, InputError, text } from "../../../base/index.ts";
import { TAGGING_OPTIONS, taggerFromParts, taggerOf } from "../../../models/sequence/index.ts";
import { defineVerb } from "../../command.ts";
import { shared } from "../../flags.ts";
import { readSequences, SEQUENCE_FORMATS } from "./data.ts";
import { measureTagger, scoresText } from "./measure.ts";

export const evaluate = defineVerb({
  description:
    "Accuracy on all, known and unknown words, the rates of each label, confusions; spans as conlleval counts them where labels are BIO.",
  options: {
    format: choice("form of the gold data; auto guesses", SEQUENCE_FORMATS, { default: "auto" }),
    column: text("where the labels stand: upos, xpos, or the number of a column", { default: "" }),
    skipBad: flag("skip and count sequences that cannot be read", { default: false }),
    ...TAGGING_OPTIONS,
    ...shared("json", "quiet"),
  },
  examples: [["eigentree evaluate tags.model dev.conllu", "how well the tags of dev.conllu are found"]],
  async run(context, { parts }, paths, { format, column, skipBad, decoding, beam, pruning, power }) {
    const { sequences, skipped } = await readSequences(paths, context.progress, { format, column, skipBad });
    if (sequences.every(({ words }) => words.length === 0))
      throw new InputError("has no labelled words to measure with.", { file: paths.join(", ") });
    const { scores, seconds } = measureTagger(taggerOf(taggerFromParts(parts), { decoding, beam, pruning, power }), sequences, context);
    await context.report({ measure: "tagging", ...scores, seconds, skipped: skipped.length }, () => scoresText(scores, seconds));
    if (skipped.length > 0) context.note(`${skipped.length} bad sequences skipped`);
  },
});
