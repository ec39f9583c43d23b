/** `eigentree parse MODEL [FILE…]` for induction: tagged sentences in, bracketings out. */
import { choice, text } from "../../../base/index.ts";
import { STANDARD_INPUT } from "../../../files/index.ts";
import { penn } from "../../../formats/index.ts";
import {
  bracketed,
  DECODING_OPTIONS,
  induce,
  inductionFromParts,
  latentDrawing,
  latentJson,
  latentNewick,
} from "../../../models/induction/index.ts";
import { drawSvg } from "../../../trees/index.ts";
import { defineVerb } from "../../command.ts";
import { shared } from "../../flags.ts";
import { formatCount } from "../../numbers.ts";
import { taggedIn } from "./data.ts";

export const parse = defineVerb({
  description:
    "Reads word/TAG text, CoNLL-U or trees (standard input when no FILE is given); punctuation is looked at and left out. penn gives brackets labelled X; newick, " +
    "json and svg the undirected latent tree with the lengths of its edges. Sentences of punctuation alone give an empty line.",
  options: {
    format: choice("form of the output", ["penn", "newick", "json", "svg"], { default: "penn" }),
    column: text("the CoNLL-U column with the tags: upos or xpos", { default: "" }),
    ...DECODING_OPTIONS,
    ...shared("json", "quiet"),
  },
  examples: [
    ["eigentree parse brackets.model news.tagged", "a bracketing a line"],
    ["echo 'the/DT dog/NN barks/VBZ' | eigentree parse brackets.model --format newick", "the latent tree with its edges"],
  ],
  async run(context, { parts }, files, { format, column, json, quiet: _, ...decoding }) {
    const model = inductionFromParts(parts);
    let sentences = 0;
    let unknown = 0;
    const began = performance.now();
    for await (const tagged of taggedIn(files.length === 0 ? [STANDARD_INPUT] : files, context.progress, column)) {
      const found = induce(model, tagged, decoding);
      sentences++;
      unknown += found.unknownTags;
      if (found.sentence.words.length === 0) await context.print();
      else if (json || format === "json") await context.print(JSON.stringify(latentJson(found)));
      else if (format === "newick") await context.print(latentNewick(found));
      else if (format === "svg") await context.print(drawSvg(latentDrawing(found)));
      else await context.print(penn.write(bracketed(found.sentence, found.tree)).trimEnd());
    }
    if (unknown > 0) context.note(`${formatCount(unknown)} words have tags that training did not have; their distances are the largest`);
    context.note(`${formatCount(sentences)} sentences in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  },
});
