/**
 * `eigentree parse MODEL [FILE…|TEXT]` for dependency parsers: sentences in, trees out, in order, in constant memory.
 */
import { choice, flag, type InputError, optional, PartsReader, unpackTensors } from "../../../base/index.ts";
import {
  DEPENDENCY_DATA_OPTIONS,
  languageOption,
  segmentationFor,
  storedSegmentation,
  streamSentences,
  type TagColumn,
} from "../../../data/index.ts";
import { checkWritable, writeFileText } from "../../../files/index.ts";
import {
  DEPENDENCY_KIND,
  DEPENDENCY_PARSING_OPTIONS,
  DEPENDENCY_VERSION,
  dependencyJobs,
  punctuationOf,
  styleOf,
} from "../../../models/dependency/index.ts";
import { INPUT_OPTIONS, inputOption, inputsOf } from "../../data/inputs.ts";
import { type Placed, type PlacedAnswer, SHARD_OPTION, Shard } from "../../data/shards.ts";
import { UnknownWords } from "../../data/unknown-words.ts";
import { defineVerb } from "../../frame/command.ts";
import { mapFewFirst } from "../../frame/few-first.ts";
import { file, shared } from "../../frame/flags.ts";
import { counted, formatSeconds } from "../../frame/numbers.ts";
import { ANSWER_FORMATS, type AnswerFormat, answerText } from "./answers.ts";

/** Sentences in one message to a thread. */
const BATCH = 16;
/** Words of a text that are looked at before its first sentence is parsed, to tell what treebank it is like. */
const LOOKED_AT = 20_000;

const OPTIONS = {
  input: inputOption("text", "lines", "tokens", "tagged", "conllu"),
  format: choice("form of the output; text draws arcs; --json is short for json", ANSWER_FORMATS, {
    default: "conllu",
  }),
  output: file("where to write; by default standard output"),
  dependencies: flag("with the name of a shipped model: its dependency parser", { default: false }),
  goldTags: flag("trust the tags of CoNLL-U", { default: false }),
  skipBad: flag("skip and count sentences that cannot be read", { default: false }),
  language: optional(
    languageOption("cut running text by the rules of this language, not as the model's treebank is cut"),
  ),
  ...INPUT_OPTIONS,
  shard: SHARD_OPTION,
  ...DEPENDENCY_PARSING_OPTIONS,
  ...shared("json", "quiet", "threads"),
};

export const parse = defineVerb({
  description:
    "Writes a tree for every sentence, in the order of the input. An argument that is not a file and reads like a sentence is parsed as text. Sentences without tags are " +
    "tagged by the model; those of CoNLL-U are tagged again unless --gold-tags is given, and all other columns, ranges, empty nodes and comments are kept.",
  options: OPTIONS,
  short: { output: "o" },
  examples: [
    [
      'eigentree parse en --dependencies "The girl read a long letter."',
      "parse a sentence with the model that comes with Eigentree",
    ],
    ["eigentree parse english.model dev.conllu --input conllu -o parsed.conllu", "parse again what already has trees"],
    ["eigentree parse english.model tokens.txt --input tokens --k-best 50", "the fifty best trees of each sentence"],
  ],
  async run(context, { path, parts: stored }, args, options) {
    const { input, output, goldTags, skipBad } = options;
    const format: AnswerFormat = context.json ? "json" : options.format;
    const parts = unpackTensors({ ...stored, report: null });
    const reader = new PartsReader(parts, { kind: DEPENDENCY_KIND, version: DEPENDENCY_VERSION });
    const column = reader.option<TagColumn>("tags", DEPENDENCY_DATA_OPTIONS.tags);
    const segmentation = segmentationFor(options.language, storedSegmentation(reader));
    const started = performance.now();
    let [sentences, words, bad, inParts] = [0, 0, 0, 0];
    const language = reader.option<string>("language", DEPENDENCY_DATA_OPTIONS.language);
    const unknown = new UnknownWords(parts.symbols["tagger/words"], language);
    const { sources, typed } = inputsOf(context, args, options);
    const reading = { input, segmentation, tags: column, typed };
    const shard = await Shard.of(options);
    if (output !== undefined && shard === undefined) await checkWritable(output);
    const setup = { parts, options: context.givenOf(DEPENDENCY_PARSING_OPTIONS, options) };
    const waiting: Placed[][] = [];
    const punctuation = punctuationOf(reader);
    let style = 0;
    const skip = (error: InputError) => {
      if (!skipBad) throw error;
      bad++;
      context.note(`skipped: ${error.message}`);
    };
    // The tags of CoNLL-U are trusted only when asked for, and only where none is missing; those of tagged text are.
    const trusted = (sentence: Placed): Placed => {
      const known = sentence.tags?.every((tag) => tag !== undefined) ?? false;
      return known && (input !== "conllu" || goldTags) ? sentence : { ...sentence, tags: undefined };
    };
    async function* batches() {
      let batch: Placed[] = [];
      const handOver = () => {
        const full = batch;
        batch = [];
        waiting.push(full);
        return full.map(({ words: forms, tags }) => ({
          words: forms,
          style,
          tags: tags as readonly string[] | undefined,
        }));
      };
      for await (const sentence of given()) {
        batch.push(trusted(sentence));
        if (batch.length === (typed ? 1 : BATCH)) yield handOver();
      }
      if (batch.length > 0) yield handOver();
    }
    async function* filled() {
      let at = 0;
      for (const source of sources) {
        for await (const sentence of streamSentences(source, reading)) {
          const own = { ...sentence, at: at++, mine: shard?.takes(sentence) ?? true };
          if (own.mine && own.error !== undefined) skip(own.error);
          if (own.words.length > 0) yield own;
        }
      }
    }
    /**
     * The sentences of the shard, once the style of the whole text is known; what is typed in is answered at once.
     */
    async function* given() {
      const first: (Placed & { readonly mine: boolean })[] = [];
      let seen = 0;
      const rest = filled();
      while (punctuation?.resemblance !== undefined && !typed && seen < LOOKED_AT) {
        const { value, done } = await rest.next();
        if (done) break;
        first.push(value);
        seen += value.words.length;
      }
      if (punctuation !== undefined)
        style = styleOf(
          punctuation,
          first.map(({ words: forms }) => forms),
        );
      for (const sentence of first) if (sentence.mine) yield sentence;
      for await (const sentence of rest) if (sentence.mine) yield sentence;
    }
    async function* answers(): AsyncGenerator<PlacedAnswer> {
      for await (const parsed of mapFewFirst(context, dependencyJobs, setup, "parse", batches())) {
        const batch = waiting.shift()!;
        for (const [i, answer] of parsed.entries()) {
          sentences++;
          words += batch[i]!.words.length;
          unknown.add(batch[i]!.words);
          if (answer.inParts) inParts++;
          yield { text: answerText(batch[i]!, answer, format, column), at: batch[i]!.at };
        }
      }
    }
    async function* texts() {
      for await (const { text } of answers()) yield text;
    }
    if (shard !== undefined) {
      const given = context.givenOf(OPTIONS, options);
      context.note(`wrote ${await shard.write(output!, answers(), { command: "parse", model: path, given })}`);
    } else if (output === undefined) for await (const answer of texts()) await context.write(answer);
    else await writeFileText(output, texts());
    for (const warning of unknown.warnings) context.note(warning);
    const seconds = (performance.now() - started) / 1000;
    const rate = `${(sentences / seconds).toFixed(1)} sentences/s`;
    const skipped = bad > 0 ? `; ${counted(bad, "bad sentence")} skipped` : "";
    const long = inParts > 0 ? `; ${counted(inParts, "long sentence")} parsed in parts` : "";
    context.note(
      `${counted(sentences, "sentence")}, ${counted(words, "word")} in ${formatSeconds(seconds)}: ${rate}${long}${skipped}`,
    );
  },
});
