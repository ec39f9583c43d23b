/** `eigentree evaluate MODEL GOLD…` for sentence similarity. */
import {
  collectPairs,
  evaluateSimilarity,
  PAIR_DATA_OPTIONS,
  SIMILARITY_EVALUATION_OPTIONS,
} from "../../../applications/similarity/index.ts";
import { ENCODING_OPTION, textSources } from "../../../files/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { openSimilarity, SCORING_OPTIONS } from "./open.ts";
import { scoresText } from "./scores.ts";

const { skipBad } = PAIR_DATA_OPTIONS;

export const evaluate = defineVerb({
  description:
    "GOLD are lines of score, sentence and sentence. Each file is a set: Pearson's r of each, then over all of them " +
    "ALL, ALLnrm and Mean as SemEval-2012 task 6 defines them, with 95 % intervals. A file of a source that the model " +
    "learnt from, by its name, is scored by that source's function.",
  options: {
    ...SCORING_OPTIONS,
    ...SIMILARITY_EVALUATION_OPTIONS,
    skipBad,
    encoding: ENCODING_OPTION,
    ...shared("json", "quiet"),
  },
  examples: [["eigentree evaluate sim.model MSRpar.test.tsv OnWN.test.tsv", "two sets and both together"]],
  async run(context, model, paths, options) {
    const similarity = await openSimilarity(context, model, options);
    const { progress, learning } = context;
    const { lowest, highest } = similarity.model;
    const gold = await collectPairs(
      textSources(paths, { progress, encoding: options.encoding }),
      { lowest, highest, skipBad: options.skipBad },
      learning,
    );
    for (const message of gold.skipped) context.note(`skipped: ${message}`);
    const given = context.givenOf(SIMILARITY_EVALUATION_OPTIONS, options);
    const scores = await evaluateSimilarity(similarity, gold, given, learning);
    await context.report(scores, () => scoresText(scores));
  },
});
