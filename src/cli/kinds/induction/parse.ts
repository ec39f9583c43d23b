/** `eigentree parse MODEL [FILE…|TEXT]` for induction: tagged sentences in, bracketings out, as they come. */
import { choice, InputError, type OptionsOf } from "../../../base/index.ts";
import { SEQUENCE_DATA_OPTIONS } from "../../../data/index.ts";
import { penn } from "../../../formats/index.ts";
import {
  INDUCTION_PARSING_OPTIONS,
  type InducedParse,
  InductionParser,
  inductionFromParts,
  latentDrawing,
  latentJson,
  latentNewick,
} from "../../../models/induction/index.ts";
import { drawSvg } from "../../../trees/index.ts";
import { INPUT_OPTIONS, inputsOf } from "../../data/inputs.ts";
import { defineVerb } from "../../frame/command.ts";
import { shared } from "../../frame/flags.ts";
import { counted, formatSeconds } from "../../frame/numbers.ts";
import { type GivenTags, PARSE_INPUT, sentencesToBracket } from "./data.ts";

const { column, steps } = SEQUENCE_DATA_OPTIONS;

const OPTIONS = {
  input: PARSE_INPUT,
  ...INPUT_OPTIONS,
  column,
  format: choice(
    "form of the output: brackets, or the latent tree with its edges",
    ["brackets", "newick", "json", "svg"],
    {
      default: "brackets",
    },
  ),
  ...INDUCTION_PARSING_OPTIONS,
  ...shared("json", "quiet"),
};

export const parse = defineVerb({
  description:
    "Reads sentences with tags from files, standard input, or the arguments themselves; punctuation is used and then " +
    "left out. brackets gives trees with brackets labelled X; newick, json and svg the undirected latent tree with " +
    "the lengths of its edges. An empty line, or a sentence of punctuation alone, gives an empty line.",
  options: OPTIONS,
  examples: [
    ["eigentree parse brackets.model news.tagged", "one bracketing per line"],
    ["eigentree parse brackets.model 'the/DT dog/NN barks/VBZ'", "the bracketing of a sentence; 'DT NN VBZ' works too"],
    [
      "echo 'the/DT dog/NN barks/VBZ' | eigentree parse brackets.model --format newick",
      "the latent tree with its edges",
    ],
  ],
  async run(context, { parts }, args, options) {
    const parser = new InductionParser(inductionFromParts(parts), context.givenOf(INDUCTION_PARSING_OPTIONS, options));
    const format = options.json ? "json" : options.format;
    const reading = { column: options.column, steps: steps.default };
    let [sentences, unknown] = [0, 0];
    const began = performance.now();
    for await (const given of sentencesToBracket(inputsOf(context, args, options), options.input, reading)) {
      sentences++;
      const found = bracketedBy(parser, given);
      unknown += found?.unknownTags ?? 0;
      await context.print(found === undefined ? "" : answer(found, format));
    }
    if (unknown > 0)
      context.note(`${counted(unknown, "tag")} of words did not occur in training; their distances are the largest`);
    context.note(`${counted(sentences, "sentence")} in ${formatSeconds((performance.now() - began) / 1000)}`);
  },
});

/** Undefined for a sentence without words; errors get their place. */
function bracketedBy(parser: InductionParser, { sentence, place }: GivenTags): InducedParse | undefined {
  try {
    const plain = parser.plain(sentence);
    return plain.words.length === 0 ? undefined : parser.parsePlain(plain);
  } catch (error) {
    if (error instanceof InputError && error.file === undefined)
      throw new InputError(error.reason, { ...place, column: error.column });
    throw error;
  }
}

function answer(found: InducedParse, format: OptionsOf<typeof OPTIONS>["format"]): string {
  if (format === "json") return JSON.stringify(latentJson(found));
  if (format === "newick") return latentNewick(found);
  if (format === "svg") return drawSvg(latentDrawing(found));
  return penn.write(found.tree).trimEnd();
}
