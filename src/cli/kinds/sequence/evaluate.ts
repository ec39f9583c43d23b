/** `eigentree evaluate MODEL GOLD…` for sequence models. */
import { collectSequences, SEQUENCE_DATA_OPTIONS } from "../../../data/index.ts";
import { ENCODING_OPTION, textSources } from "../../../files/index.ts";
import {
  evaluateSequence,
  isField,
  sequenceFromParts,
  TAGGING_OPTIONS,
  Tagger,
} from "../../../models/sequence/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { asModelColumns } from "./columns.ts";
import { noteReading } from "./notes.ts";
import { scoresText } from "./scores.ts";

/** Those of the model unless given: how its own data were read. */
const { language: _, ...GOLD_OPTIONS } = SEQUENCE_DATA_OPTIONS;

export const evaluate = defineVerb({
  description:
    "Accuracy on all, known and unknown words, the rates of each label, confusions; spans as conlleval counts them " +
    "where labels are BIO. GOLD is read as the model's training data were: from the same column, with trees prepared " +
    "in the same way.",
  options: {
    ...GOLD_OPTIONS,
    column: { ...GOLD_OPTIONS.column, meaning: "which column holds the labels, if not the one of training" },
    steps: { ...GOLD_OPTIONS.steps, default: [], meaning: "how trees are prepared, if not as they were in training" },
    encoding: ENCODING_OPTION,
    ...TAGGING_OPTIONS,
    ...shared("json", "quiet"),
  },
  examples: [["eigentree evaluate tags.model dev.conllu", "how well the tags of dev.conllu are found"]],
  async run(context, { parts }, paths, options) {
    const model = sequenceFromParts(parts);
    const sure = isField(model) ? { confidence: false } : {};
    const tagger = new Tagger(model, { ...context.givenOf(TAGGING_OPTIONS, options), ...sure });
    const reading = { ...tagger.reading, ...context.givenOf(GOLD_OPTIONS, options) };
    const sources = textSources(paths, { progress: context.progress, encoding: options.encoding });
    const gold = await collectSequences(sources, reading, context.learning).catch((error: unknown) => {
      throw asModelColumns(error);
    });
    noteReading(context, gold);
    const began = performance.now();
    const scores = await evaluateSequence(tagger, gold, {}, context.learning);
    const seconds = (performance.now() - began) / 1000;
    const skipped = gold.sources.reduce((sum, source) => sum + source.skipped, 0);
    await context.report({ measure: "tagging", ...scores, seconds, skipped }, () => scoresText(scores, seconds));
  },
});
