/** `eigentree parse MODEL [FILE…|TEXT]` for parsers: sentences in, trees out, in order, in constant memory. */
import { join } from "node:path";
import { choice, flag, type OptionsOf, optional, PartsReader, real } from "../../../base/index.ts";
import { languageOption, segmentationFor, storedSegmentation, streamSentences } from "../../../data/index.ts";
import { checkWritable, makeFolder, writeFileText } from "../../../files/index.ts";
import {
  PARSER_VERSION,
  PARSING_OPTIONS,
  type ParsedSentence,
  type ParserSettings,
  parseJobs,
  partsForParsing,
} from "../../../models/parser/index.ts";
import { INPUT_OPTIONS, type Inputs, inputOption, inputsOf } from "../../data/inputs.ts";
import { type Placed, type PlacedAnswer, placed, SHARD_OPTION, Shard } from "../../data/shards.ts";
import { UnknownWords } from "../../data/unknown-words.ts";
import { defineVerb, type LoadedModel } from "../../frame/command.ts";
import type { Context } from "../../frame/context.ts";
import { FailedError, UsageError } from "../../frame/failures.ts";
import { mapFewFirst } from "../../frame/few-first.ts";
import { file, shared } from "../../frame/flags.ts";
import { counted, formatCount, formatSeconds } from "../../frame/numbers.ts";
import { type AnswerFormat, type AnswerOptions, answerText, FORMATS } from "./answers.ts";
import { fallbackText } from "./scores.ts";

/** Columns of a drawing when standard output is no terminal. */
const DRAWING_WIDTH = 120;

const OPTIONS = {
  input: inputOption("text", "lines", "tokens", "tagged", "conllu", "columns"),
  ...INPUT_OPTIONS,
  format: choice("form of the output: brackets, JSON, or drawings as text or SVG", FORMATS, { default: "brackets" }),
  output: file("where to write: a file, or for svg a folder; by default standard output"),
  language: optional(
    languageOption("cut running text by the rules of this language, not as the model's treebank is cut"),
  ),
  marginals: optional(
    real("in JSON, also list every constituent with at least this probability", { default: 0.01, min: 0, max: 1 }),
  ),
  probabilities: flag("show probabilities in svg drawings", { default: true }),
  ascii: flag("draw with ASCII characters only", { default: false }),
  skipBad: flag("skip what cannot be read, instead of answering it with an empty record and failing at the end", {
    default: false,
  }),
  shard: SHARD_OPTION,
  ...PARSING_OPTIONS,
  ...shared("json", "quiet", "threads"),
};

/** What happened to the sentences, for the remark at the end. */
class Tally {
  sentences = 0;
  words = 0;
  empty = 0;
  /** Records, and files that broke off or could not be opened. */
  badRecords = 0;
  badFiles = 0;
  /** Why the first of them could not be read. */
  firstReason: string | undefined;
  readonly fallbacks: Record<string, number> = {};
  readonly unknown: UnknownWords;
  readonly #started = performance.now();

  constructor({ parts }: LoadedModel) {
    this.unknown = new UnknownWords(parts.symbols.words, (parts.options as ParserSettings).language);
  }

  add({ words, fallback }: ParsedSentence): void {
    this.sentences++;
    this.unknown.add(words);
    this.words += words.length;
    if (fallback !== "none") this.fallbacks[fallback] = (this.fallbacks[fallback] ?? 0) + 1;
  }

  get bad(): number {
    return this.badRecords + this.badFiles;
  }

  toString(): string {
    const seconds = (performance.now() - this.#started) / 1000;
    const parts = [
      `${counted(this.sentences, "sentence")}, ${counted(this.words, "word")} in ${formatSeconds(seconds)}: ${(this.sentences / seconds).toFixed(1)} sentences/s`,
      fallbackText(this.fallbacks),
    ];
    if (this.empty > 0) parts.push(`${formatCount(this.empty)} without words`);
    if (this.bad > 0) parts.push(`${formatCount(this.bad)} unreadable`);
    return parts.join("; ");
  }

  /** What could not be read, and whether anything else was parsed; the reason too, where no remark has told it. */
  failure({ quiet }: { readonly quiet: boolean }): string {
    const bad = [
      ...(this.badFiles > 0 ? [counted(this.badFiles, "file")] : []),
      ...(this.badRecords > 0 ? [counted(this.badRecords, "record")] : []),
    ].join(" and ");
    const rest = this.sentences === 0 ? "nothing was parsed" : `${counted(this.sentences, "sentence")} parsed`;
    const reason = quiet && this.firstReason !== undefined ? ` The first: ${this.firstReason}` : "";
    const advice = "Use --skip-bad to skip what cannot be read without failing.";
    return `${bad} of the input could not be read; ${rest}. ${advice}${reason}`;
  }
}

export const parse = defineVerb({
  description:
    "Writes one tree for every sentence, in the order of the input, as it comes. An argument that is not a file and contains blanks or ends in a full stop is parsed as " +
    "text; with --text all arguments are. Without arguments, standard input is read. An empty line of lines, tokens or tagged text is answered with an empty line (in JSON, a " +
    "record without a tree), so that line n answers line n; so is what cannot be read, which is reported with its position; the command then fails at the end unless --skip-bad " +
    "is given. Given tags are trusted; words with a tag that training did not have are tagged by the model. Sentences for which pruning or the grammar left no tree get " +
    "one all the same: JSON says how in `fallback` (relaxed, coarse, pieces, flat), and the remark at the end counts them. JSON is one object per line; with " +
    "--k-best, each tree follows a comment with its rank and score, and a blank line ends each sentence. SVG is one drawing per line, or one file each in the folder --output.",
  options: OPTIONS,
  short: { output: "o" },
  examples: [
    ["eigentree parse en 'The dog barks.' --format text", "draw the tree of a sentence, with the shipped model"],
    ["eigentree parse english.model novel.txt.gz -o novel.mrg", "parse running text, one tree per line"],
    ["eigentree parse english.model tagged.txt --input tagged --json", "trees with span probabilities, given the tags"],
    ["eigentree parse english.model text.txt --format svg -o drawings", "a drawing for every sentence"],
    ["eigentree parse en big.txt --shard 3/16 -o big.mrg", "the third of 16 parts; then eigentree merge big.mrg"],
  ],
  async run(context, model, args, options) {
    const format: AnswerFormat = options.json ? "json" : options.format;
    const { output } = options;
    const tally = new Tally(model);
    const width = context.streams.stdout.isTTY ? (context.streams.stdout.columns ?? 80) : DRAWING_WIDTH;
    const answers: AnswerOptions = { ...options, format, width };
    const shard = await Shard.of(options);
    if (shard !== undefined && format === "svg")
      throw new UsageError("--shard does not write drawings; choose another --format.");
    const run = answersTo(context, model, inputsOf(context, args, options), options, answers, tally, shard);
    if (shard !== undefined) {
      const given = context.givenOf(OPTIONS, options);
      const name = await shard.write(output!, run, { command: "parse", model: model.path, given });
      context.note(`wrote ${name}`);
    } else if (output === undefined) for await (const { text: answer } of run) await context.write(answer);
    else if (format === "svg") await writeDrawings(output, run);
    else {
      await checkWritable(output);
      await writeFileText(output, textsOf(run));
    }
    for (const warning of tally.unknown.warnings) context.note(warning);
    context.note(tally.toString());
    if (tally.bad > 0 && !options.skipBad) throw new FailedError(tally.failure(context));
  },
});

async function* textsOf(answers: AsyncIterable<PlacedAnswer>): AsyncGenerator<string> {
  for await (const { text: answer } of answers) yield answer;
}

/** 000001.svg, 000002.svg, … in the folder. */
async function writeDrawings(folder: string, answers: AsyncIterable<PlacedAnswer>): Promise<void> {
  await makeFolder(folder);
  let number = 0;
  for await (const { text: answer } of answers) {
    for (const drawing of answer.split("\n").filter((line) => line !== "")) {
      await writeFileText(join(folder, `${String(++number).padStart(6, "0")}.svg`), [drawing, "\n"]);
    }
  }
}

async function* answersTo(
  context: Context,
  { parts }: LoadedModel,
  { sources, typed }: Inputs,
  options: OptionsOf<typeof OPTIONS>,
  answers: AnswerOptions,
  tally: Tally,
  shard: Shard | undefined,
): AsyncGenerator<PlacedAnswer> {
  const { input, skipBad } = options;
  const reader = new PartsReader(parts, { kind: "parser", version: PARSER_VERSION });
  const segmentation = segmentationFor(options.language, storedSegmentation(reader));
  const wantsSpans = answers.format === "json" || (answers.format === "svg" && answers.probabilities);
  const setup = {
    parts: partsForParsing(parts),
    options: context.givenOf(PARSING_OPTIONS, options),
    leastSpan: wantsSpans ? 0 : undefined,
  };
  /** Sentences being parsed, and those between them that have nothing to parse. */
  const row: Placed[] = [];
  async function* requests() {
    const next = { at: 0 };
    for (const source of sources) {
      const stream = streamSentences(source, { input, segmentation, typed });
      for await (const sentence of placed(stream, shard, next)) {
        row.push(sentence);
        if (sentence.words.length > 0) yield { words: sentence.words, tags: sentence.tags };
      }
    }
  }
  const without = (sentence: Placed): PlacedAnswer | undefined => {
    if (sentence.error === undefined) tally.empty++;
    else {
      if (sentence.broken) tally.badFiles++;
      else tally.badRecords++;
      tally.firstReason ??= sentence.error.message;
      context.note(`${skipBad ? "skipped: " : ""}${sentence.error.message}`);
      if (skipBad) return undefined;
    }
    return { text: answerText(sentence, undefined, answers), at: sentence.at };
  };
  function* emptyOnes() {
    while (row.length > 0 && row[0]!.words.length === 0) {
      const answer = without(row.shift()!);
      if (answer !== undefined) yield answer;
    }
  }
  for await (const parsed of mapFewFirst(context, parseJobs, setup, "parse", requests())) {
    yield* emptyOnes();
    const sentence = row.shift()!;
    tally.add(parsed);
    yield { text: answerText(sentence, parsed, answers), at: sentence.at };
  }
  yield* emptyOnes();
}
