/** `eigentree evaluate MODEL GOLD…` for word vectors. */
import { choice } from "../../../base/index.ts";
import { looksLikeAnalogies, readAnalogies, readWordPairs } from "../../../data/index.ts";
import { displayName, ENCODING_OPTION } from "../../../files/index.ts";
import { evaluateVectors, type VectorsScores } from "../../../models/vectors/index.ts";
import { wholeText } from "../../data/vector-files.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { formatCount, formatTable } from "../../frame/numbers.ts";
import { openVectors } from "./open.ts";

const MEASURES = { spearman: "Spearman ρ", analogies: "analogies right" } as const;

type FileScores = VectorsScores & { readonly file: string };

export const evaluate = defineVerb({
  description:
    "GOLD files hold word pairs with scores (Spearman's ρ between the scores and the cosines), or analogies, four " +
    "words a line.",
  options: {
    input: choice("form of GOLD; auto detects it", ["auto", "pairs", "analogies"], { default: "auto" }),
    encoding: ENCODING_OPTION,
    ...shared("json", "quiet"),
  },
  examples: [
    [
      "eigentree evaluate news.model wordsim353.txt simlex.txt",
      "rank correlation with people's judgements, and how many pairs are covered",
    ],
  ],
  async run(context, model, paths, { input, encoding }) {
    const vectors = await openVectors(model);
    const results: FileScores[] = [];
    for (const path of paths) {
      const file = displayName(path);
      const text = await wholeText(path, encoding);
      const analogies = input === "analogies" || (input === "auto" && looksLikeAnalogies(text));
      const gold = analogies ? readAnalogies(text, { file }) : readWordPairs(text, { file });
      results.push({ file, ...(await evaluateVectors(vectors, gold, {}, context.learning)) });
    }
    const mean = results.reduce((sum, { value }) => sum + value, 0) / results.length;
    await context.report({ results, mean }, () => tableOf(results, mean));
  },
});

function tableOf(results: readonly FileScores[], mean: number): string {
  const rows = results.map(({ file, measure, value, covered, items }) => {
    const share = ((100 * covered) / items).toFixed(1);
    return [file, MEASURES[measure], value.toFixed(4), `${formatCount(covered)} of ${formatCount(items)} (${share} %)`];
  });
  const last = results.length > 1 ? [["mean", "", mean.toFixed(4), ""]] : [];
  return formatTable([["file", "measure", "value", "covered"], ...rows, ...last]);
}
