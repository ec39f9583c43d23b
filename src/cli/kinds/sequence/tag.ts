/** `eigentree tag MODEL [FILE…|TEXT]` for sequence models: sentences in, labels out, in order, in constant memory. */
import { choice, flag, optional, text } from "../../../base/index.ts";
import {
  conlluColumn,
  type GivenSentence,
  languageOption,
  segmentationFor,
  streamSentences,
  withPlace,
} from "../../../data/index.ts";
import { checkWritable, writeFileText } from "../../../files/index.ts";
import { type ConlluSentence, columns, conllu, isWord, tagged } from "../../../formats/index.ts";
import {
  isField,
  sequenceFromParts,
  TAGGING_OPTIONS,
  Tagger,
  type TaggingResult,
} from "../../../models/sequence/index.ts";
import { INPUT_OPTIONS, inputOption, inputsOf } from "../../data/inputs.ts";
import { type PlacedAnswer, placed, SHARD_OPTION, Shard } from "../../data/shards.ts";
import { UnknownWords } from "../../data/unknown-words.ts";
import { defineVerb } from "../../frame/command.ts";
import { file, shared } from "../../frame/flags.ts";
import { counted, formatCount } from "../../frame/numbers.ts";
import { asModelColumns } from "./columns.ts";

const FORMATS = ["tagged", "columns", "conllu", "json"] as const;

const NOTHING = "_";

function plainConllu(words: readonly string[]): ConlluSentence {
  const empty = { lemma: NOTHING, upos: NOTHING, xpos: NOTHING, feats: NOTHING, head: NOTHING, deprel: NOTHING };
  return {
    comments: [],
    tokens: words.map((form, i) => ({ id: String(i + 1), form, ...empty, deps: NOTHING, misc: NOTHING })),
  };
}

async function* withModelColumns<T>(sentences: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* sentences;
  } catch (error) {
    throw asModelColumns(error);
  }
}

/** Given CoNLL-U keeps its other columns. */
function conlluText({ words, conllu: given }: GivenSentence, tags: readonly string[], column: "upos" | "xpos"): string {
  const sentence = given ?? plainConllu(words);
  let word = 0;
  return conllu.write({
    ...sentence,
    tokens: sentence.tokens.map((token) => (isWord(token) ? { ...token, [column]: tags[word++]! } : token)),
  });
}

function answer(
  sentence: GivenSentence,
  { words, tags, confidence }: TaggingResult,
  format: (typeof FORMATS)[number],
  column: "upos" | "xpos",
): string {
  if (format === "json") {
    const sure =
      confidence === undefined ? {} : { confidence: Array.from(confidence, (value) => Number(value.toPrecision(4))) };
    return `${JSON.stringify({ words, tags, ...sure })}\n`;
  }
  if (format === "conllu") return conlluText(sentence, tags, column);
  if (format === "columns") return columns.write(words.map((word, i) => [word, tags[i]!]));
  return words.length === 0 ? "\n" : tagged.write({ words, tags });
}

const OPTIONS = {
  input: inputOption("text", "lines", "tokens", "conllu", "columns"),
  ...INPUT_OPTIONS,
  format: choice("form of the output", FORMATS, { default: "tagged" }),
  column: text("the CoNLL-U column that receives the labels: upos or xpos; by default that of the training data", {
    default: "",
  }),
  output: file("where to write; by default standard output"),
  language: optional(
    languageOption("cut running text by the rules of this language, not as the training data were cut"),
  ),
  skipBad: flag("skip and count sentences that cannot be read", { default: false }),
  shard: SHARD_OPTION,
  ...TAGGING_OPTIONS,
  ...shared("json", "quiet"),
};

export const tag = defineVerb({
  description:
    "Reads standard input when no FILE is given. An argument that is not a file and contains blanks or ends in a full " +
    "stop is tagged as text; with --text all arguments are. Running text is cut into sentences and words first, as the " +
    "training data were. An empty line of lines or tokens is answered with an empty line. Unknown words are tagged " +
    "by their spelling.",
  options: OPTIONS,
  short: { output: "o" },
  examples: [
    ['eigentree tag tags.model "Time flies like an arrow."', "tags for a sentence"],
    ["eigentree tag tags.model novel.txt --format json", "tags for running text, with how sure they are"],
    ["eigentree tag tags.model raw.conllu --input conllu --format conllu", "fills in UPOS and keeps the rest"],
  ],
  async run(context, { path, parts }, args, options) {
    const { input, json, column, skipBad, output } = options;
    const shard = await Shard.of(options);
    if (output !== undefined && shard === undefined) await checkWritable(output);
    const format = json ? "json" : options.format;
    const model = sequenceFromParts(parts);
    // Probabilities take time, and only JSON shows them.
    const sure = isField(model) ? { confidence: format === "json" } : {};
    const tagger = new Tagger(model, { ...context.givenOf(TAGGING_OPTIONS, options), ...sure });
    const { features } = tagger.reading;
    const segmentation = segmentationFor(options.language, tagger.model.segmentation);
    const target = column === "" && tagger.reading.column !== "xpos" ? "upos" : conlluColumn(column || "xpos");
    const { sources, typed } = inputsOf(context, args, options);
    let [sentences, words, bad] = [0, 0, 0];
    const unknown = new UnknownWords(parts.symbols.words, tagger.reading.language);
    const began = performance.now();
    async function* answers(): AsyncGenerator<PlacedAnswer> {
      const next = { at: 0 };
      for (const source of sources) {
        const stream = withModelColumns(streamSentences(source, { input, segmentation, typed, features }));
        for await (const sentence of placed(stream, shard, next)) {
          if (sentence.error !== undefined) {
            if (!skipBad) throw sentence.error;
            bad++;
            context.note(`skipped: ${sentence.error.message}`);
            continue;
          }
          sentences++;
          words += sentence.words.length;
          unknown.add(sentence.words);
          const tagging = withPlace(sentence, () => tagger.tag(sentence.words, sentence.columns));
          const text = answer(sentence, tagging, format, target).replace(/\n$/, "");
          yield { text: `${text}\n`, at: sentence.at };
        }
      }
    }
    async function* texts() {
      for await (const { text } of answers()) yield text;
    }
    if (shard !== undefined) {
      const given = context.givenOf(OPTIONS, options);
      context.note(`wrote ${await shard.write(output!, answers(), { command: "tag", model: path, given })}`);
    } else if (output === undefined) for await (const text of texts()) await context.write(text);
    else await writeFileText(output, texts());
    for (const warning of unknown.warnings) context.note(warning);
    const rate = Math.round((1000 * words) / (performance.now() - began));
    const skipped = bad > 0 ? `, ${formatCount(bad)} skipped` : "";
    context.note(
      `${counted(sentences, "sentence")}, ${counted(words, "word")}${skipped}, ${formatCount(rate)} words/s`,
    );
  },
});
