/** `eigentree demo`: the main job on embedded data, in under a minute. */
import { formatPenn } from "../../formats/index.ts";
import { generateTreebank } from "../../samples/index.ts";
import type { Tree } from "../../trees/index.ts";
import { defineCommand } from "../command.ts";
import { shared } from "../flags.ts";
import { TreebankInspection } from "../inspection/treebank.ts";
import { formatCount } from "../numbers.ts";

const TREES = 2500;
/** Of ten trees, this many are learnt from; the others are kept for measuring. */
const TRAIN_SHARE = 0.8;

function inspected(name: string, trees: readonly Tree[]): TreebankInspection {
  const inspection = new TreebankInspection();
  for (const [i, tree] of trees.entries()) inspection.add(tree, `${name} ${i + 1}`);
  return inspection;
}

export const demo = defineCommand({
  arguments: [],
  options: shared("json", "quiet", "seed"),
  examples: [["eigentree demo", "draws a synthetic treebank, splits it and shows what is in it"]],
  async run(context, _, { seed }) {
    const { trees } = generateTreebank({ trees: TREES, seed });
    const cut = Math.floor(TREES * TRAIN_SHARE);
    const parts = { train: inspected("tree", trees.slice(0, cut)), test: inspected("tree", trees.slice(cut)) };
    await context.report({ seed, train: parts.train.facts(), test: parts.test.facts() }, () =>
      [
        `A synthetic English treebank, drawn from a hand-written grammar with seed ${seed}.`,
        `${formatCount(cut)} trees to learn from, ${formatCount(TREES - cut)} to measure with. The first:`,
        formatPenn(trees[0]!, { layout: "indented" }).trimEnd(),
        ...parts.train.sections(),
      ].join("\n\n"),
    );
  },
});
