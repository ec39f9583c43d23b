/** `eigentree score-trees MODEL FILE…`: log p̂ of given trees under the spectral model. */
import { dependencyFromParts, SpectralSentences } from "../../../models/dependency/index.ts";
import { defineVerb } from "../../frame/command.ts";
import { FailedError } from "../../frame/failures.ts";
import { shared } from "../../frame/flags.ts";
import { counted } from "../../frame/numbers.ts";
import { READING_OPTIONS, readTreebank } from "./treebank.ts";

export const scoreTrees = defineVerb({
  description:
    "Writes a line for each tree: log |p̂| by the natural logarithm, the sign of p̂ and the number of words. Estimates can be negative where the treebank says too little; the sign " +
    "shows them, and they are counted at the end.",
  options: { ...READING_OPTIONS, ...shared("json", "quiet") },
  examples: [["eigentree score-trees english.model parsed.conllu", "how probable each tree is"]],
  async run(context, { parts, path }, paths, values) {
    const { spectral, options } = dependencyFromParts(parts);
    if (spectral === undefined)
      throw new FailedError(`${path} has no spectral model of trees; train it without --no-spectral.`);
    const { trees } = await readTreebank(context, paths, values, options);
    const scorer = new SpectralSentences(spectral);
    let negative = 0;
    let total = 0;
    for (const tree of trees) {
      const { log, sign } = scorer.score(tree, [tree.heads])[0]!;
      if (sign < 0) negative++;
      total += log;
      await context.print(
        context.json
          ? JSON.stringify({ logProbability: Number.isFinite(log) ? log : null, sign, words: tree.words.length })
          : `${log.toFixed(4)}\t${sign}\t${tree.words.length}`,
      );
    }
    context.note(
      `${counted(trees.length, "tree")}, mean log |p̂| ${(total / trees.length).toFixed(2)}, ${negative} with a negative p̂`,
    );
  },
});
