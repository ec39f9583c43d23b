/** `eigentree evaluate MODEL GOLD…` for dependency parsers. */
import {
  DEPENDENCY_EVALUATION_OPTIONS,
  DEPENDENCY_PARSING_OPTIONS,
  DependencyParser,
  dependencyFromParts,
  evaluateDependency,
} from "../../../models/dependency/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { formatTable } from "../../frame/numbers.ts";
import { READING_OPTIONS, readTreebank, skippedOf } from "./treebank.ts";

const { kBest: _, ...parsing } = DEPENDENCY_PARSING_OPTIONS;

export const evaluate = defineVerb({
  description:
    "Attachment scores as in the CoNLL 2018 shared task, with tags from the model's tagger unless --gold-tags is given.",
  options: {
    ...READING_OPTIONS,
    ...DEPENDENCY_EVALUATION_OPTIONS,
    ...parsing,
    ...shared("json", "quiet", "threads"),
  },
  examples: [["eigentree evaluate english.model dev.conllu", "UAS and LAS on predicted tags"]],
  async run(context, { parts }, paths, options) {
    const model = dependencyFromParts(parts);
    const parser = new DependencyParser(model, context.givenOf(parsing, options));
    const gold = await readTreebank(context, paths, options, model.options);
    const given = context.givenOf(DEPENDENCY_EVALUATION_OPTIONS, options);
    const { times, ...scores } = await evaluateDependency(parser, gold, given, context.learning);
    const seconds = times.reduce((sum, time) => sum + time.seconds, 0);
    const sentencesPerSecond = gold.trees.length / seconds;
    const facts = { measure: "attachment", ...scores, seconds, sentencesPerSecond, skipped: skippedOf(gold) };
    await context.report(facts, () => {
      const percent = (value: number) => value.toFixed(2).padStart(6);
      const { withoutPunctuation: bare } = scores;
      const table = formatTable([
        ["", "   all", "without punctuation"],
        ["UAS", percent(scores.uas.f1), percent(bare.uas.f1)],
        ["LAS", percent(scores.las.f1), percent(bare.las.f1)],
        ["all heads right", percent(scores.complete), percent(bare.complete)],
      ]);
      return `${table}\n\n${sentencesPerSecond.toFixed(1)} sentences/s`;
    });
  },
});
