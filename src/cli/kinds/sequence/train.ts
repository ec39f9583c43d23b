/** `eigentree train sequence`. */
import { checkMethodOptions, choice, InputError } from "../../../base/index.ts";
import { collectSequences, SEQUENCE_DATA_OPTIONS } from "../../../data/index.ts";
import { checkWritable, ENCODING_OPTION, save, textSources } from "../../../files/index.ts";
import {
  evaluateSequence,
  learnSequence,
  SEQUENCE_METHODS,
  type SequenceMethod,
  Tagger,
  TEMPLATES_NAME,
} from "../../../models/sequence/index.ts";
import { wholeText } from "../../data/vector-files.ts";
import { KNOWLEDGE_FILES, readWordKnowledge } from "../../data/word-knowledge.ts";
import { readLists } from "../../data/word-lists.ts";
import { defineCommand } from "../../frame/command.ts";
import { UsageError } from "../../frame/failures.ts";
import { file, shared } from "../../frame/flags.ts";
import { counted, formatSeconds } from "../../frame/numbers.ts";
import { noteReading } from "./notes.ts";

const { spectral, em, perceptron, crf, product } = SEQUENCE_METHODS;

/** The options of all methods. Where methods differ in a default, both are named. */
const METHOD_OPTIONS = {
  method: choice("how to learn", Object.keys(SEQUENCE_METHODS) as SequenceMethod[], { default: "spectral" }),
  ...crf,
  ...perceptron,
  ...em,
  ...spectral,
  chainWeight: product.chainWeight,
  iterations: {
    ...crf.iterations,
    meaning: `${crf.iterations.meaning}; with --method em passes over the data, by default ${em.iterations.default}`,
  },
  states: {
    ...spectral.states,
    meaning: `${spectral.states.meaning}; ${em.states.default} by default with --method em`,
  },
  emissionPrior: {
    ...spectral.emissionPrior,
    meaning: `${spectral.emissionPrior.meaning}; with --method em imagined samples per state, by default ${em.emissionPrior.default}`,
  },
};

export const train = defineCommand({
  description:
    "DATA holds labelled sequences: CoNLL-U (--column upos or xpos), columns with a word on each line (--column N, " +
    "by default the last), word/TAG text, or trees. The spectral method learns hidden states under every label " +
    "in one pass; em learns them by iteration; hmm and unigram have none; perceptron is the fast discriminative " +
    "tagger, crf the conditional random field, product that field with a spectral chain, the most accurate for tags. " +
    "These three take columns, classes, vectors and lists as features.",
  arguments: ["DATA…"],
  options: {
    output: file("where to write the model"),
    dev: file("labelled sequences to measure the finished model with"),
    ...KNOWLEDGE_FILES,
    lists: file("lists of names as features: on each line a type, a tab and a name"),
    templatesFile: file("a file with the templates"),
    ...METHOD_OPTIONS,
    ...SEQUENCE_DATA_OPTIONS,
    encoding: ENCODING_OPTION,
    ...shared("pack", "quiet", "seed"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree train sequence train.conllu -o tags.model --dev dev.conllu", "universal tags, by the spectral method"],
    [
      "eigentree train sequence train.conllu --column xpos --method perceptron -o tags.model",
      "fine tags, by the perceptron",
    ],
    [
      "eigentree train sequence train.txt --input columns --column 3 --features 2 --method crf -o chunks.model",
      "chunks in the third column, from words and the tags in the second",
    ],
    [
      "eigentree train sequence train.conllu --method crf --clusters novels.classes -o tags.model",
      "universal tags with classes of words, by a conditional random field",
    ],
  ],
  async run(context, paths, options) {
    const chosen = context.givenOf(METHOD_OPTIONS, options);
    const { templatesFile, lists } = options;
    if (templatesFile !== undefined && chosen.templates !== undefined)
      throw new UsageError("give --templates or --templates-file, not both.");
    const templates = templatesFile === undefined ? chosen.templates : await wholeText(templatesFile);
    const given = templates === undefined ? chosen : { ...chosen, templates };
    checkMethodOptions("learnSequence", SEQUENCE_METHODS, given); // before anything is read
    await checkWritable(options.output!);
    const reading = context.givenOf(SEQUENCE_DATA_OPTIONS, options);
    const { encoding } = options;
    const read = (files: readonly string[]) =>
      collectSequences(textSources(files, { progress: context.progress, encoding }), reading, context.learning);
    const knowledge = {
      ...(await readWordKnowledge(options, context.progress)),
      lists: await readLists(lists),
    };
    const knows = Object.values(knowledge).some((value) => value !== undefined);
    const data = await read(paths);
    noteReading(context, data);
    const { model, report } = await namingTemplates(templatesFile, () =>
      learnSequence(knows ? { sentences: data, ...knowledge } : data, given, context.learning),
    );
    for (const warning of report.warnings) context.note(`warning: ${warning}`);
    const seconds = report.times.reduce((sum, stage) => sum + stage.seconds, 0);
    context.note(
      `learnt ${counted(report.labels, "label")} from ${counted(report.positions, "word")} ` +
        `in ${formatSeconds(seconds)}`,
    );
    if (options.dev !== undefined) {
      const gold = await read([options.dev]);
      const began = performance.now();
      const scores = await evaluateSequence(new Tagger(model), gold, {}, context.learning);
      const rate = Math.round((1000 * scores.words) / (performance.now() - began));
      context.note(
        `${options.dev}: accuracy ${scores.accuracy.toFixed(2)}, ` +
          `unknown words ${scores.unknown.accuracy.toFixed(2)}, ` +
          (scores.spans === undefined ? "" : `span F1 ${scores.spans.all.f1.toFixed(2)}, `) +
          `${rate} words/s`,
      );
    }
    await save(options.output!, model, options);
    context.note(`wrote ${options.output}`);
  },
});

/** Where templates came from a file, their errors name it. */
async function namingTemplates<T>(file: string | undefined, learn: () => Promise<T>): Promise<T> {
  try {
    return await learn();
  } catch (error) {
    if (file === undefined || !(error instanceof InputError) || error.file !== TEMPLATES_NAME) throw error;
    throw new InputError(error.reason, { file, line: error.line, column: error.column });
  }
}
