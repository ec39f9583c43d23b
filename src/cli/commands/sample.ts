/** `eigentree sample`: synthetic English, to try things out with. */
import { choice, flag, type OptionsOf } from "../../base/index.ts";
import { checkWritable, writeFileText } from "../../files/index.ts";
import { conllu, conlluFromDependencies, penn, tagged, tokens } from "../../formats/index.ts";
import { generateTreebank, type SyntheticTreebank, TREEBANK_OPTIONS } from "../../samples/index.ts";
import { leaves, taggedSentence } from "../../trees/index.ts";
import { defineCommand } from "../frame/command.ts";
import { file, shared } from "../frame/flags.ts";
import { counted } from "../frame/numbers.ts";

const FORMS = {
  trees: ({ trees }: SyntheticTreebank, i: number, indented: boolean) =>
    penn.write(trees[i]!, { layout: indented ? "indented" : "line" }),
  tagged: ({ trees }: SyntheticTreebank, i: number) => tagged.write(taggedSentence(trees[i]!)),
  dependencies: ({ dependencies }: SyntheticTreebank, i: number) =>
    conllu.write(conlluFromDependencies(dependencies[i]!, { tags: "xpos" })),
  words: ({ trees }: SyntheticTreebank, i: number) => tokens.write(leaves(trees[i]!).map(({ word }) => word)),
} as const;

const { trees, maxWords } = TREEBANK_OPTIONS;
const OPTIONS = {
  number: { ...trees, meaning: "how many sentences" },
  as: choice("what to write", ["trees", "tagged", "dependencies", "words"], { default: "trees" }),
  maxWords,
  indented: flag("trees over several lines", { default: false }),
  output: file("where to write; by default standard output"),
  ...shared("quiet", "seed"),
};

/** The sentences are drawn at once and written out one by one. */
function draw({ number, as, maxWords, indented, seed }: OptionsOf<typeof OPTIONS>): Iterable<string> {
  const drawn = generateTreebank({ trees: number, seed, maxWords });
  return (function* () {
    for (let i = 0; i < number; i++) yield FORMS[as](drawn, i, indented);
  })();
}

export const sample = defineCommand({
  description:
    "Draws sentences from a hand-written grammar of English with agreement, subcategorisation, attachment, coordination and relative clauses. They are " +
    "synthetic: good for trying things out and for tests, no evidence about real text.",
  arguments: [],
  options: OPTIONS,
  short: { number: "n", output: "o" },
  examples: [
    ["eigentree sample -n 5", "five trees, one per line"],
    ["eigentree sample -n 2000 -o train.mrg", "a small treebank in a file"],
    ["eigentree sample -n 1000 --as dependencies --seed 7 -o dev.conllu", "dependency trees in CoNLL-U"],
  ],
  async run(context, _, options) {
    if (options.output !== undefined) await checkWritable(options.output);
    const lines = draw(options);
    if (options.output === undefined) {
      for (const text of lines) await context.write(text);
      return;
    }
    await writeFileText(options.output, lines);
    context.note(`${options.output}: ${counted(options.number, "sentence")}`);
  },
});
