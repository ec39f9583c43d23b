/** `eigentree evaluate MODEL RATINGS…` for lexicons of visual words. */
import { evaluateVisualLexicon, type RatingScore, readWordRatings } from "../../../applications/visual-text/index.ts";
import { optional, text } from "../../../base/index.ts";
import { displayName, ENCODING_OPTION } from "../../../files/index.ts";
import { wholeText } from "../../data/vector-files.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { formatCount, formatTable } from "../../frame/numbers.ts";
import { openLexiconModel } from "./open.ts";

export const evaluate = defineVerb({
  description:
    "RATINGS are words with numbers, such as norms of concreteness: Spearman's ρ between the numbers and how visual the " +
    "lexicon finds the words. Seeds do not count.",
  options: {
    column: optional(
      text("name of the column with the ratings; by default it is recognised by its name", { default: "" }),
    ),
    encoding: ENCODING_OPTION,
    ...shared("json", "quiet"),
  },
  examples: [["eigentree evaluate visual.model concreteness.tsv", "rank correlation with how concrete words are"]],
  async run(context, model, paths, { column, encoding }) {
    const lexicon = await openLexiconModel(model);
    const results: (RatingScore & { readonly file: string })[] = [];
    for (const path of paths) {
      const file = displayName(path);
      const ratings = readWordRatings(await wholeText(path, encoding), { file, column });
      for (const score of await evaluateVisualLexicon(lexicon, ratings, {}, context.learning))
        results.push({ file, ...score });
    }
    await context.report({ results }, () =>
      formatTable([
        ["file", "words of the list", "rated", "Spearman ρ"],
        ...results.map(({ file, list, words, spearman }) => [file, list, formatCount(words), spearman.toFixed(4)]),
      ]),
    );
  },
});
