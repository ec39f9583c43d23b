/** `eigentree evaluate MODEL GOLD…` for parsers. */
import { choice, flag, InputError, Stage } from "../../../base/index.ts";
import { DECODE_OPTIONS } from "../../../models/parser/index.ts";
import type { Tree } from "../../../trees/index.ts";
import { defineVerb } from "../../command.ts";
import { shared } from "../../flags.ts";
import { counted } from "../../numbers.ts";
import { measure, measurementText } from "./measure.ts";
import { treesIn } from "./treebank.ts";

const { prune, pruneUses, objective } = DECODE_OPTIONS;

async function* goldTrees(paths: readonly string[], onBad?: (error: InputError) => void): AsyncGenerator<Tree> {
  for (const path of paths) for await (const { record } of treesIn(path, undefined, onBad)) yield record;
}

export const evaluate = defineVerb({
  description:
    "Parses the words of gold trees and compares the brackets as EVALB with COLLINS.prm does. Traces and outer brackets (unnamed, TOP, ROOT, VROOT, S1) are " +
    "taken off the gold trees first. Every sentence counts; the table by length gives the mean time of a sentence in one thread.",
  options: {
    input: choice("what the parser is given of the gold trees: words alone, or words with their tags", ["tokens", "tagged"], {
      default: "tokens",
    }),
    skipBad: flag("skip and count gold trees that cannot be read", { default: false }),
    prune,
    pruneUses,
    objective,
    ...shared("json", "quiet", "threads"),
  },
  examples: [
    ["eigentree evaluate english.model dev.mrg", "labelled recall, precision and F1, by length, with speed"],
    ["eigentree evaluate english.model dev.mrg --input tagged", "the same with the gold tags given"],
  ],
  async run(context, { parts }, paths, { input, skipBad, prune, pruneUses, objective }) {
    let bad = 0;
    const onBad = (error: InputError) => {
      bad++;
      context.note(`skipped: ${error.message}`);
    };
    const stage = new Stage("parsing", "sentences", undefined, context.progress);
    const golds = goldTrees(paths, skipBad ? onBad : undefined);
    const found = await measure(context, parts, golds, {
      input,
      decode: { prune, pruneUses, objective },
      onSentence: () => stage.advance(),
    });
    stage.finish();
    if (found.scores.all.sentences === 0) throw new InputError("has no tree to measure with.", { file: paths.join(", ") });
    await context.report({ ...found, input, skipped: bad }, () => measurementText(found));
    if (bad > 0) context.note(`${counted(bad, "bad tree")} skipped`);
    if (found.withoutWords > 0) context.note(`${counted(found.withoutWords, "gold tree")} without words left out`);
  },
});
